import { ENOUGH_OF_WINDOW } from '../mean-window.ts'
import { MINUTE_MS } from '../time.ts'

/** Change per minute between two samples `spanMs` apart; undefined where they cover less than 75 % of `overMs`. */
export function ratePerMinute(from: number, to: number, spanMs: number, overMs: number): number | undefined {
  if (spanMs <= 0 || spanMs < overMs * ENOUGH_OF_WINDOW) return undefined
  return ((to - from) * MINUTE_MS) / spanMs
}
