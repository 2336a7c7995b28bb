import { DAY_MS, HOUR_MS } from '../time.ts'

/** Hours of a week, starting at Monday 00:00–01:00 GMT+8. */
export const WEEK_HOURS = 168

/** Normal values of a channel for each hour of the week (domain §7.6). */
export interface Baseline {
  /** When it was computed, epoch ms; a new baseline makes a new comparison. */
  readonly atMs: number
  /** {@link WEEK_HOURS} each, in the metric's unit. */
  readonly medians: readonly number[]
  /** 1.4826 · MAD, at least one display step. */
  readonly sigmas: readonly number[]
}

const GMT8_MS = 8 * HOUR_MS
/** 1 January 1970 was a Thursday. */
const MONDAY_MS = 3 * DAY_MS

/** Hour of the week of an instant, 0 = Monday 00:00 GMT+8. */
export const weekHour = (tsMs: number): number => Math.floor((tsMs + GMT8_MS + MONDAY_MS) / HOUR_MS) % WEEK_HOURS

/** A limit line derived from a baseline; it varies with the hour of the week. */
export interface BaselineLine {
  readonly baseline: Baseline
  /** Distance from the median in σ; negative = below. */
  readonly sigmas: number
  /** Minimum distance, in the metric's unit. */
  readonly atLeast: number
  /** Multiple of the median, used instead of σ; 0 = by σ. */
  readonly times: number
}

/** Value of the line at an instant. @param share fraction of its distance from the median */
export function lineAt({ baseline, sigmas, atLeast, times }: BaselineLine, tsMs: number, share = 1): number {
  const cell = weekHour(tsMs)
  const usual = baseline.medians[cell] ?? Number.NaN
  const distance =
    times > 0
      ? usual * (times - 1)
      : Math.sign(sigmas) * Math.max(Math.abs(sigmas) * (baseline.sigmas[cell] ?? Number.NaN), atLeast)
  return usual + distance * share
}
