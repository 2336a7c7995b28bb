// npm run bench:passes: CPU to compute the passes of twenty satellites over seven days for an area of 499 corners.
import { parseTle, writeTle } from '../../packages/domain/src/sat-tle.ts'
import { findPasses } from '../../apps/server/src/modules/sat/passes/find-passes.ts'

const SATELLITES = 20
const DAYS = 7
const RUNS = 5
const DAY_MS = 86_400_000
const EPOCH = Date.UTC(2026, 10, 20)

const satellites = Array.from({ length: SATELLITES }, (_, index) => {
  const orbit = { inclinationDeg: 97.4 + index * 0.04, raanDeg: (index * 47) % 360, anomalyDeg: (index * 83) % 360 }
  const [tle1, tle2] = writeTle({ noradId: 90_001 + index, epochMs: EPOCH, meanMotion: 14.6 + index * 0.03, ...orbit })
  return { id: `s${index}`, tle1, tle2, epochMs: parseTle(tle1, tle2).epochMs, swathKm: 120, resM: 5, offNadirMax: 45 }
})
const ring = Array.from({ length: 500 }, (_, i): [number, number] => {
  const angle = (2 * Math.PI * (i % 499)) / 499
  return [118 + 2 * Math.cos(angle), 32 + 1.6 * Math.sin(angle)]
})

for (let run = 0; run < RUNS; run += 1) {
  const begin = process.cpuUsage()
  const passes = findPasses({
    area: { type: 'Polygon', coordinates: [ring] },
    satellites,
    limits: { sensorType: 'SAR', offNadirMax: 45, resMaxM: null },
    fromMs: EPOCH,
    toMs: EPOCH + DAYS * DAY_MS,
  })
  const { user, system } = process.cpuUsage(begin)
  process.stdout.write(`${passes.length} passes, ${((user + system) / 1e6).toFixed(2)} s CPU\n`)
}
