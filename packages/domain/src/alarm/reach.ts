import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time.ts'
import { type Comparison, withAlso } from './comparison.ts'

/** Means over longer spans are made of minutes, which the rollups have. */
const LONGEST_RAW_MEAN_MS = 10 * MINUTE_MS
const LEAST_MS = 10 * MINUTE_MS
/** What is held for longer is held anew after a start: a day of samples of every channel is not read for it. */
const MOST_MS = 2 * HOUR_MS

/** Whether a mean is made of minutes. */
export const isMadeOfMinutes = (avgS: number): boolean => avgS * SECOND_MS > LONGEST_RAW_MEAN_MS

/**
 * How far back single samples decide what is held now, ms: a full window, and after it the hold.
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
