import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'

/** Whoever loads says so every few seconds: after such a silence nobody does. */
const SILENCE_MS = 60_000

/** How far the demonstration network is loaded, 0 to 99; null = nothing is being loaded. */
export type DemoLoadPercent = () => number | null

/** Follows what the loading process tells; it may be another one. */
export function watchDemoLoad(bus: Bus, clock: Clock): DemoLoadPercent {
  let heard = { percent: null as number | null, atMs: 0 }
  bus.subscribe('demoLoad', ({ percent }) => {
    heard = { percent, atMs: clock.now() }
  })
  return () => (clock.now() - heard.atMs > SILENCE_MS ? null : heard.percent)
}
