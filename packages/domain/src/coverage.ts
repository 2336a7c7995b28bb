/** domain §5.1 (GB 3095-2026 table 4): an hourly mean needs 45 minutes of valid sampling. */
export const VALID_HOUR_S = 2_700
/** Valid hours a daily mean needs. */
export const VALID_DAY_HOURS = 20
const HOUR_S = 3_600
const MINUTE_S = 60

/**
 * Seconds covered by the valid samples of a minute: one period each, in total at most the minute, or one period if that
 * is longer. Null for a channel without a period.
 */
export function coveredInMinute(nValid: number, periodS: number): number | null {
  return periodS > 0 ? Math.min(nValid * periodS, Math.max(MINUTE_S, periodS)) : null
}

/** Seconds covered of an hour, from its minutes. */
export const coveredInHour = (minutes: Iterable<number>): number => Math.min(HOUR_S, sum(minutes))

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Whether an hourly mean may be published; undefined if not counted (rows of an older version, no period). */
export const isValidHour = (coverS: number | null): boolean | undefined =>
  coverS === null ? undefined : coverS >= VALID_HOUR_S

/** Whether a daily mean may be published; undefined if not counted. */
export const isValidDay = (validHours: number | null): boolean | undefined =>
  validHours === null ? undefined : validHours >= VALID_DAY_HOURS
