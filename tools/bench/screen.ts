// npm run bench:screen: CPU to screen a phone picture of 12 megapixels, and how long it blocks the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createFactsReader } from '../../apps/server/src/modules/wx-image/screen/facts-reader.ts'
import { screenPicture } from '../../apps/server/src/modules/wx-image/screen/screen-picture.ts'
import { drawPicture } from '../../apps/server/src/modules/wx-image/testing/wx-picture.ts'

const RUNS = 8

const reader = createFactsReader()
const place = { takenMs: Date.UTC(2026, 10, 21), lng: 118.051, lat: 36.807 }
const picture = await drawPicture({ ...place, width: 4_096, height: 3_072, quality: 90 })
await screenPicture(reader, picture)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const begin = process.cpuUsage()
for (let run = 0; run < RUNS; run += 1) await screenPicture(reader, picture)
const { user, system } = process.cpuUsage(begin)
delay.disable()
const cpuMs = (user + system) / 1_000 / RUNS
process.stdout.write(
  `${Math.round(cpuMs)} ms CPU a picture, event loop blocked ${Math.round(delay.max / 1e6)} ms at most\n`,
)
await reader.stop()
