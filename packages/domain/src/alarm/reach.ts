import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { type Comparison, withAlso } from './comparison.ts'

/** Means over longer spans are built from minutes, which the rollups hold. */
const LONGEST_RAW_MEAN_MS = 10 * MINUTE_MS
const LEAST_MS = 10 * MINUTE_MS
/** Longer holds start anew after a restart: a day of samples of every channel would be too much to read. */
const MOST_MS = 2 * HOUR_MS

/** Whether a mean is built from minutes. */
export const isMadeOfMinutes = (avgS: number): boolean => avgS * SECOND_MS > LONGEST_RAW_MEAN_MS

/**
 * How far back single samples affect the current state, ms: a full window, then the hold.
 *
 * @param periodS of the channel
 */
export function reachMs(comparisons: readonly Comparison[], periodS: number): number {
  const needs = withAlso(comparisons).map(({ figure, forS, clearForS, m }) => {
    const meanS = figure.kind === 'mean' && !isMadeOfMinutes(figure.avgS) ? figure.avgS : 0
    const spanS = figure.kind === 'rate' ? figure.overS : meanS
    return (spanS + (m - 1) * periodS + Math.max(forS, clearForS)) * SECOND_MS
  })
  return Math.min(MOST_MS, Math.max(LEAST_MS, ...needs))
}
