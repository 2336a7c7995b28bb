import { AQI_POLLUTANTS, type AqiPollutant, cleanMean } from './aqi.ts'
import { daysInMonth } from './calendar.ts'
import { VALID_DAY_HOURS } from './coverage.ts'

/** One hourly mean of one pollutant; null = missing, or fewer than 45 minutes of sampling. */
export type HourlyMean = number | null

/** A mean with the number of values behind it. */
export interface AqiMean {
  /** Null = invalid: too few values. */
  readonly value: number | null
  /** Number of valid hours; for the daily maximum 8 h mean the number of valid 8 h means. */
  readonly n: number
}

/**
 * GB 3095-2026 table 4: an 8 h mean needs six hours, the daily maximum needs 14 of the 17 that end at 08:00 … 24:00.
 */
export const VALID_8H_HOURS = 6
export const VALID_DAY_8H_MEANS = 14
const FIRST_8H_LABEL = 8
const DAY_HOURS = 24
const NONE: AqiMean = { value: null, n: 0 }

function meanOf(hours: readonly (HourlyMean | undefined)[], atLeast: number): AqiMean {
  const valid = hours.filter((value) => value !== null && value !== undefined)
  if (valid.length < atLeast) return { value: null, n: valid.length }
  return { value: cleanMean(valid.reduce((sum, value) => sum + value, 0) / valid.length), n: valid.length }
}

/** Mean of the last 24 hours; 20 of them have to be valid. */
export const mean24h = (hours: readonly HourlyMean[]): AqiMean => meanOf(hours.slice(-DAY_HOURS), VALID_DAY_HOURS)

/** Mean of the last 8 hours; six of them have to be valid. */
export const mean8h = (hours: readonly HourlyMean[]): AqiMean => meanOf(hours.slice(-8), VALID_8H_HOURS)

/**
 * Maximum 8 h mean of a calendar day: of the 17 that end at 08:00 … 24:00. Fewer than 14 valid ones suffice if the
 * maximum already exceeds the limit (domain §5.1).
 *
 * @param hours the 24 of the day, labelled 01:00 … 24:00
 */
export function maxMean8h(hours: readonly HourlyMean[], limit: number): AqiMean {
  const means = Array.from({ length: DAY_HOURS - FIRST_8H_LABEL + 1 }, (_, i) => mean8h(hours.slice(i, i + 8)))
  const valid = means.flatMap(({ value }) => value ?? [])
  const value = valid.length === 0 ? null : Math.max(...valid)
  const isEnough = valid.length >= VALID_DAY_8H_MEANS || (value !== null && value > limit)
  return { value: isEnough ? value : null, n: valid.length }
}

/** Maximum hourly mean of a calendar day with at least 20 valid hours. */
export function maxMean1h(hours: readonly HourlyMean[]): AqiMean {
  const valid = hours.filter((value) => value !== null)
  return { value: valid.length < VALID_DAY_HOURS ? null : Math.max(...valid), n: valid.length }
}

/** Hourly means of a station by pollutant, oldest first; absent for pollutants it does not measure. */
export type HoursOf = Readonly<Partial<Record<AqiPollutant, readonly HourlyMean[]>>>

const lastHour = (hours: readonly HourlyMean[]): AqiMean => {
  const value = hours.at(-1) ?? null
  return { value: value === null ? null : cleanMean(value), n: value === null ? 0 : 1 }
}

/**
 * The figures of `HOUR_ITEMS` for the last hour of the series.
 *
 * @returns undefined where a pollutant is not measured
 */
export function hourFigures(hours: HoursOf): (AqiMean | undefined)[] {
  const of = (pollutant: AqiPollutant, mean: (own: readonly HourlyMean[]) => AqiMean) => {
    const own = hours[pollutant]
    return own && (own.length === 0 ? NONE : mean(own))
  }
  return [
    ...AQI_POLLUTANTS.map((pollutant) => of(pollutant, lastHour)),
    of('pm10', mean24h),
    of('o3', mean8h),
    of('pm25', mean24h),
  ]
}

/** The figures of `DAY_ITEMS` for a calendar day, from its 24 hours labelled 01:00 … 24:00. */
export function dayFigures(hours: HoursOf, o3Limit8h: number): (AqiMean | undefined)[] {
  const of = (pollutant: AqiPollutant, mean: (own: readonly HourlyMean[]) => AqiMean) => {
    const own = hours[pollutant]
    return own && mean(own)
  }
  return [
    ...AQI_POLLUTANTS.map((pollutant) =>
      pollutant === 'o3' ? of('o3', (own) => maxMean8h(own, o3Limit8h)) : of(pollutant, mean24h),
    ),
    of('o3', maxMean1h),
  ]
}

/** A city's figure: the mean of its stations' figures, unrounded (domain §7.4). */
export function cityFigure(stations: readonly (number | null)[]): AqiMean {
  return meanOf(stations, 1)
}

/** Valid days a month needs: 27, February 25 (GB 3095-2026 table 4). */
export const validDaysOfMonth = (month: number): number => (month === 2 ? 25 : 27)
export const VALID_YEAR_DAYS = 324

/** Whether a month's statistic may be published; month 1–12. */
export const isValidMonth = (month: number, validDays: number): boolean => validDays >= validDaysOfMonth(month)

/** Whether a year's statistic may be published: 324 days, and every month valid. */
export function isValidYear(validDaysByMonth: readonly number[]): boolean {
  const total = validDaysByMonth.reduce((sum, n) => sum + n, 0)
  return (
    total >= VALID_YEAR_DAYS &&
    Array.from({ length: 12 }, (_, i) => isValidMonth(i + 1, validDaysByMonth[i] ?? 0)).every(Boolean)
  )
}

/** Day number within the year (inclusive). */
export const daysOfYearTo = (year: number, month: number, day: number): number =>
  Array.from({ length: month - 1 }, (_, i) => daysInMonth(year, i + 1)).reduce((sum, n) => sum + n, 0) + day
