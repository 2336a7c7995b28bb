import { distanceKm, type Place } from '@natim/domain/distance'
import type { SatArea } from '@natim/domain/sat-area'
import { parseTle, writeTle } from '@natim/domain/sat-tle'
import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import { degreesToRadians, ecfToLookAngles, eciToEcf, gstime, propagate, twoline2satrec } from 'satellite.js'
import { describe, expect, it } from 'vitest'
import { findClosest, findPasses } from './find-passes.ts'
import { orbitOf, targetOf } from './orbit.ts'
import type { PassSatellite } from './pass-order.ts'
import { runPasses } from './run-passes.ts'

const EPOCH = Date.UTC(2026, 10, 20)
const SECOND = 1_000
const BEIJING = { lng: 116.4, lat: 39.9 }

const box = (west: number, south: number, east: number, north: number): SatArea => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

const elements = (index: number) => ({
  inclinationDeg: 97.4 + index * 0.1,
  raanDeg: (index * 47) % 360,
  anomalyDeg: (index * 83) % 360,
  meanMotion: 14.6 + index * 0.03,
})
function satellite(index: number): PassSatellite {
  const [tle1, tle2] = writeTle({ noradId: 90_001 + index, epochMs: EPOCH, ...elements(index) })
  return { id: `s${index}`, tle1, tle2, epochMs: EPOCH, swathKm: 120, resM: 5, offNadirMax: 45 }
}
const order = (satellites: readonly PassSatellite[], days: number, area = box(116, 39.5, 116.8, 40.3)) => ({
  area,
  satellites,
  limits: { sensorType: 'SAR' as const, offNadirMax: 45, resMaxM: null },
  fromMs: EPOCH,
  toMs: EPOCH + days * DAY_MS,
})

describe('SGP4', () => {
  // Vallado, Crawford, Hujsak, Kelso: Revisiting Spacetrack Report #3, verification run of satellite 5.
  it.each([
    [0, [7_022.46529266, -1_400.08296755, 0.03995155]],
    [360, [-7_154.03120202, -3_783.17682504, -3_536.19412294]],
  ])('matches the published position after %d minutes', (minutes, position) => {
    const record = twoline2satrec(
      '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753',
      '2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667',
    )
    const { epochMs } = parseTle(
      '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753',
      '2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667',
    )
    const found = propagate(record, new Date(epochMs + minutes * MINUTE_MS))?.position
    for (const [index, axis] of (['x', 'y', 'z'] as const).entries())
      expect(Math.abs((found?.[axis] ?? 0) - (position[index] ?? 0))).toBeLessThan(0.01)
  })
})

/** Peak elevation of each pass, sampled every second with the library's own observer. */
function bruteForce({ tle1, tle2 }: PassSatellite, place: Place, fromMs: number, toMs: number): number[] {
  const record = twoline2satrec(tle1, tle2)
  const observer = { longitude: degreesToRadians(place.lng), latitude: degreesToRadians(place.lat), height: 0 }
  const elevation = (tMs: number) => {
    const at = new Date(tMs)
    const state = propagate(record, at)
    return state ? ecfToLookAngles(observer, eciToEcf(state.position, gstime(at))).elevation : -1
  }
  const peaks: number[] = []
  let [older, old] = [elevation(fromMs - SECOND), elevation(fromMs)]
  for (let tMs = fromMs + SECOND; tMs <= toMs; tMs += SECOND) {
    const now = elevation(tMs)
    if (old > older && old >= now && old > 0.35) peaks.push(tMs - SECOND)
    ;[older, old] = [old, now]
  }
  return peaks
}

/** A circular orbit that precesses by J2 only, without SGP4: mean elements from the two lines. */
function keplerPeaks(index: number, place: Place, fromMs: number, toMs: number): number[] {
  const { inclinationDeg, raanDeg, anomalyDeg, meanMotion } = elements(index)
  const rad = Math.PI / 180
  const rate = (meanMotion * 2 * Math.PI) / 86_400
  const [mu, earth, j2] = [398_600.8, 6_378.135, 1.082616e-3]
  const axis = (mu / rate ** 2) ** (1 / 3)
  const factor = 1.5 * j2 * (earth / axis) ** 2 * rate
  const cosI = Math.cos(inclinationDeg * rad)
  const nodeRate = -factor * cosI
  const perigeeRate = factor * (2 - 2.5 * (1 - cosI ** 2))
  const angleAt = (tMs: number) => {
    const s = (tMs - EPOCH) / 1_000
    const u = (90 + anomalyDeg) * rad + (rate + perigeeRate) * s
    const node = raanDeg * rad + nodeRate * s
    const lat = Math.asin(Math.sin(u) * Math.sin(inclinationDeg * rad))
    const lng = node + Math.atan2(Math.sin(u) * cosI, Math.cos(u)) - gstime(new Date(tMs))
    // Geocentric directions: uses the place's geocentric latitude.
    const geocentric = Math.atan(0.99330562 * Math.tan(place.lat * rad)) / rad
    return distanceKm({ lng: lng / rad, lat: lat / rad }, { lng: place.lng, lat: geocentric })
  }
  const peaks: number[] = []
  let [older, old] = [angleAt(fromMs - SECOND), angleAt(fromMs)]
  for (let tMs = fromMs + SECOND; tMs <= toMs; tMs += SECOND) {
    const now = angleAt(tMs)
    if (old < older && old <= now && old < 1_500) peaks.push(tMs - SECOND)
    ;[older, old] = [old, now]
  }
  return peaks
}

describe('times of passes', () => {
  it('agree within 5 s with sampling every second', () => {
    for (const index of [0, 3, 7]) {
      const one = satellite(index)
      const brute = bruteForce(one, BEIJING, EPOCH, EPOCH + 2 * DAY_MS)
      const found = findClosest(orbitOf(one.tle1, one.tle2, EPOCH), targetOf(BEIJING), EPOCH, EPOCH + 2 * DAY_MS)
      expect(brute.length).toBeGreaterThan(1)
      for (const peak of brute)
        expect(Math.min(...found.map((tMs) => Math.abs(tMs - peak)))).toBeLessThanOrEqual(5 * SECOND)
    }
  })

  it('agree within 5 s with a propagation without SGP4', () => {
    for (const index of [1, 4]) {
      const one = satellite(index)
      const kepler = keplerPeaks(index, BEIJING, EPOCH, EPOCH + 2 * DAY_MS)
      const found = findClosest(orbitOf(one.tle1, one.tle2, EPOCH), targetOf(BEIJING), EPOCH, EPOCH + 2 * DAY_MS)
      expect(kepler.length).toBeGreaterThan(0)
      for (const peak of kepler)
        expect(Math.min(...found.map((tMs) => Math.abs(tMs - peak)))).toBeLessThanOrEqual(5 * SECOND)
    }
  })

  it('are complete despite skipped steps, and belong to (from, to]', () => {
    const one = satellite(5)
    const orbit = orbitOf(one.tle1, one.tle2, EPOCH)
    const whole = findClosest(orbit, targetOf(BEIJING), EPOCH, EPOCH + 4 * DAY_MS)
    const parts = [0, 1, 2, 3].flatMap((day) =>
      findClosest(orbit, targetOf(BEIJING), EPOCH + day * DAY_MS, EPOCH + (day + 1) * DAY_MS),
    )
    expect(parts.length).toBe(whole.length)
    for (const [index, tMs] of whole.entries()) expect(Math.abs(tMs - (parts[index] ?? 0))).toBeLessThan(200)
    const [first = 0] = whole
    expect(findClosest(orbit, targetOf(BEIJING), first + SECOND, EPOCH + DAY_MS)).not.toContain(first)
  })
})

describe('a pass', () => {
  const passes = findPasses(order([satellite(0), satellite(1), satellite(2)], 4))

  it('fully covers a small area that its strip is pointed at', () => {
    expect(passes.length).toBeGreaterThan(5)
    for (const pass of passes.filter(({ fault }) => fault === null)) expect(pass.coveragePct).toBeGreaterThan(95)
  })

  it('covers less of an area wider than its strip', () => {
    const wide = findPasses(order([satellite(0), satellite(1)], 4, box(114, 38.5, 118, 41.5)))
    expect(wide.some(({ coveragePct }) => coveragePct > 10 && coveragePct < 60)).toBe(true)
  })

  it('does not point at what its strip covers anyway', () => {
    const [narrow, broad] = [120, 2_000].map((swathKm) =>
      findPasses(order([{ ...satellite(0), swathKm }], 3)).map(({ offNadir }) => offNadir),
    )
    expect(Math.min(...(broad ?? []))).toBe(0)
    expect(Math.max(...(narrow ?? []))).toBeGreaterThan(Math.max(...(broad ?? [])))
  })

  it('lasts from the first to the last corner abeam, with a longer track', () => {
    const [pass] = passes
    const seconds = ((pass?.endMs ?? 0) - (pass?.startMs ?? 0)) / 1_000
    // About 100 km along the track at 7 km/s.
    expect(seconds).toBeGreaterThan(10)
    expect(seconds).toBeLessThan(30)
    expect(pass?.track[0]?.[2]).toBeLessThan(pass?.startMs ?? 0)
    expect(pass?.track.at(-1)?.[2]).toBeGreaterThan(pass?.endMs ?? 0)
  })

  it('has coarser resolution the farther it points', () => {
    for (const pass of passes) expect(pass.resM).toBeCloseTo(5 / Math.cos((pass.offNadir * Math.PI) / 180), 1)
  })
})

describe('the pass thread', () => {
  it('computes twenty satellites over seven days', async () => {
    const satellites = Array.from({ length: 20 }, (_, index) => satellite(index))
    const { passes } = await runPasses(order(satellites, 7))
    expect(passes.length).toBeGreaterThan(50)
  })

  it('ends when the caller disconnects, and the next request proceeds', async () => {
    const leave = new AbortController()
    const satellites = Array.from({ length: 20 }, (_, index) => satellite(index))
    const asked = runPasses(order(satellites, 14), leave.signal)
    setTimeout(() => leave.abort(new Error('gone')), 5)
    await expect(asked).rejects.toThrow()
    const after = new AbortController()
    after.abort(new Error('gone before'))
    await expect(runPasses(order(satellites, 1), after.signal)).rejects.toThrow('gone before')
    expect((await runPasses(order([satellite(0)], 1))).passes.length).toBeGreaterThan(0)
  })
})
