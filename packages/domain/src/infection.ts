import { quantiles } from './quantile.ts'

/**
 * Infection indicators (domain §5.8, own): shares with their denominators, deviations from a person's own baseline, and
 * a signal similar to EARS C2.
 */

/** Core temperature from which it counts as fever. */
export const FEVER_C = 37.3
export const FEVER_MS = 2 * 3_600_000
/** Days covered by a wearer's own baseline. */
export const BASELINE_DAYS = 14
/** Minimum number of values for a baseline. */
export const BASELINE_MIN_N = 48

export interface Share {
  readonly n: number
  readonly of: number
  /** 0–1; null without a denominator. */
  readonly share: number | null
  /** Wilson 95 % interval. */
  readonly low: number | null
  readonly high: number | null
}

const Z95 = 1.959964

/**
 * A share with its Wilson 95 % interval, which stays within 0…1 and is valid for small numbers.
 *
 * @throws RangeError when n is negative or above `of`
 */
export function wilson(n: number, of: number): Share {
  if (n < 0 || n > of) throw new RangeError(`${n} of ${of}`)
  if (of === 0) return { n, of, share: null, low: null, high: null }
  const p = n / of
  const z2 = Z95 ** 2
  const centre = (p + z2 / (2 * of)) / (1 + z2 / of)
  const half = (Z95 * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of ** 2))) / (1 + z2 / of)
  return { n, of, share: p, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

export interface CitySignal {
  readonly today: number
  readonly mean: number
  readonly sd: number
  /** mean + 3·sd */
  readonly threshold: number
  /** The smallest count that would have triggered a signal. */
  readonly need: number
  readonly isSignal: boolean
}

/**
 * Days of the base: t−9 … t−3; the two days before today are excluded, so that a slow rise does not raise its own
 * threshold.
 */
/** Days needed before the first judged day. */
export const SIGNAL_LEAD_DAYS = 9
const BASE_FROM = SIGNAL_LEAD_DAYS
const BASE_TO = 3
export const SIGNAL_MIN_CASES = 5

/**
 * Whether today's count is a signal (EARS C2; domain §5.8).
 *
 * @param counts daily cases, oldest first, ending today; at least ten
 * @returns null for fewer than ten days
 */
export function citySignal(counts: readonly number[]): CitySignal | null {
  const today = counts.at(-1)
  if (today === undefined || counts.length <= BASE_FROM) return null
  const base = counts.slice(-1 - BASE_FROM, -BASE_TO)
  const mean = base.reduce((sum, count) => sum + count, 0) / base.length
  const sd = Math.sqrt(base.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (base.length - 1))
  const threshold = mean + 3 * sd
  const need = Math.max(SIGNAL_MIN_CASES, Math.floor(threshold) + 1)
  return { today, mean, sd, threshold, need, isSignal: today >= need }
}

export interface OwnBaseline {
  readonly n: number
  /** P10 and P90 of the last 14 days: the drawn band. */
  readonly low: number
  readonly high: number
  readonly mean: number
  readonly sd: number
}

/** @returns null with fewer than `BASELINE_MIN_N` values: one day of a wristband does not show what is normal. */
export function ownBaseline(values: readonly number[]): OwnBaseline | null {
  const n = values.length
  if (n < BASELINE_MIN_N) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1))
  const [low = mean, high = mean] = quantiles(values, [0.1, 0.9]).map((value) => value ?? mean)
  return { n, low, high, mean, sd }
}

/** Deviation from the person's mean in standard deviations; null without a baseline or with one of zero spread. */
export const deviation = (value: number | null, baseline: Pick<OwnBaseline, 'mean' | 'sd'> | null): number | null =>
  value === null || baseline === null || baseline.sd === 0 ? null : (value - baseline.mean) / baseline.sd

/**
 * Whether a wearer has had fever for two hours: every window of that time with a core temperature shows at least 37.3
 * ℃.
 *
 * @param windows oldest first: the end of each and its core temperature
 * @param widthMs width of a window
 */
export function hasFever(
  windows: readonly { readonly endMs: number; readonly temp: number | null }[],
  nowMs: number,
  widthMs: number,
): boolean {
  const told = windows.filter((window) => window.temp !== null && window.endMs <= nowMs)
  const lastCool = told.findLastIndex((window) => (window.temp ?? 0) < FEVER_C)
  const since = told[lastCool + 1]
  const last = told.at(-1)
  return since !== undefined && last !== undefined && last.endMs - since.endMs + widthMs >= FEVER_MS
}
