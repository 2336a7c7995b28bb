import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'

/** The loader reports every few seconds: after this silence it is taken for dead. */
const SILENCE_MS = 60_000

/** Progress of loading the demonstration network, 0 to 99; null = nothing is being loaded. */
export type DemoLoadPercent = () => number | null

/** Follows the reports of the loading process, which may be another one. */
export function watchDemoLoad(bus: Bus, clock: Clock): DemoLoadPercent {
  let heard: { readonly percent: number | null; readonly atMs: number } = { percent: null, atMs: 0 }
  bus.subscribe('demoLoad', ({ percent }) => {
    heard = { percent, atMs: clock.now() }
  })
  return () => (clock.now() - heard.atMs > SILENCE_MS ? null : heard.percent)
}
