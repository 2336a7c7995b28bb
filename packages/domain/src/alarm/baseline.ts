import { DAY_MS, HOUR_MS } from '../time.ts'

/** Hours of a week, Monday 00:00–01:00 GMT+8 first. */
export const WEEK_HOURS = 168

/** What is usual for a channel at each hour of the week (domain §7.6). */
export interface Baseline {
  /** When it was reckoned, epoch ms: another one is another comparison. */
  readonly atMs: number
  /** {@link WEEK_HOURS} each, in the metric's unit. */
  readonly medians: readonly number[]
  /** 1.4826 · MAD, at least one display step. */
  readonly sigmas: readonly number[]
}

const GMT8_MS = 8 * HOUR_MS
/** 1 January 1970 was a Thursday. */
const MONDAY_MS = 3 * DAY_MS

/** The cell of an instant. */
export const weekHour = (tsMs: number): number => Math.floor((tsMs + GMT8_MS + MONDAY_MS) / HOUR_MS) % WEEK_HOURS

/** The line that a baseline draws at every instant: it moves with the hour of the week. */
export interface BaselineLine {
  readonly baseline: Baseline
  /** So many σ above what is usual, or below it when negative … */
  readonly sigmas: number
  /** … and at least so much, in the metric's unit. */
  readonly atLeast: number
  /** So many times what is usual instead; 0 = by σ. */
  readonly times: number
}

/** Where a line lies at an instant. @param share of its distance from what is usual */
export function lineAt({ baseline, sigmas, atLeast, times }: BaselineLine, tsMs: number, share = 1): number {
  const cell = weekHour(tsMs)
  const usual = baseline.medians[cell] ?? Number.NaN
  const distance =
    times > 0
      ? usual * (times - 1)
      : Math.sign(sigmas) * Math.max(Math.abs(sigmas) * (baseline.sigmas[cell] ?? Number.NaN), atLeast)
  return usual + distance * share
}
