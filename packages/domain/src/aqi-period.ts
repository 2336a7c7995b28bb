import { AQI_POLLUTANTS, type AqiPollutant, cleanMean, publishedConcentration, roundHalfEven } from './aqi.ts'
import { isValidMonth, isValidYear } from './aqi-means.ts'
import { quantile } from './quantile.ts'

export type AqiPeriodUnit = 'month' | 'year'

/** Statistic of a month or year: the mean of its days, or a percentile of them (HJ 663-2013 clause 5 and annex A). */
export type PeriodStat = 'mean' | 'p90' | 'p95'

const SHARES = { p90: 0.9, p95: 0.95 } as const

export const periodStat = (pollutant: AqiPollutant): PeriodStat =>
  pollutant === 'co' ? 'p95' : pollutant === 'o3' ? 'p90' : 'mean'

/** A valid daily value; for ozone the daily maximum 8 h mean. */
export interface DailyValue {
  /** 1–12. */
  readonly month: number
  readonly value: number
}

export interface PeriodFigure {
  /** As published: an integer, CO with one decimal. Null = no or too few days. */
  readonly value: number | null
  /** Number of valid days. */
  readonly n: number
}

/**
 * The concentration of a month or year. Validity follows GB 3095-2026 table 4; an unfinished period gets the value so
 * far and is not checked for it.
 */
export function periodFigure(
  pollutant: AqiPollutant,
  days: readonly DailyValue[],
  { unit, isOver }: { readonly unit: AqiPeriodUnit; readonly isOver: boolean },
): PeriodFigure {
  const n = days.length
  if (n === 0 || (isOver && !isValidPeriod(unit, days))) return { value: null, n }
  return { value: publishedConcentration(pollutant, statOf(periodStat(pollutant), days)), n }
}

/** @returns the unrounded figure; needs at least one day */
function statOf(stat: PeriodStat, days: readonly DailyValue[]): number {
  const values = days.map(({ value }) => value)
  if (stat !== 'mean') return cleanMean(quantile(values, SHARES[stat]) ?? 0)
  return cleanMean(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function isValidPeriod(unit: AqiPeriodUnit, days: readonly DailyValue[]): boolean {
  const count = (month: number) => days.filter((day) => day.month === month).length
  return unit === 'month'
    ? isValidMonth(days[0]?.month ?? 0, days.length)
    : isValidYear(Array.from({ length: 12 }, (_, i) => count(i + 1)))
}

/**
 * 环境空气质量综合指数: sum of each concentration divided by its limit, to two decimals (HJ 663-2013 practice of the
 * ministry's monthly reports). Undefined if one of the six is missing.
 *
 * @param values as published
 * @param limits of the second grade: annual; for CO the daily, for ozone the maximum 8 h mean limit
 */
export function compositeIndex(
  values: Readonly<Partial<Record<AqiPollutant, number | null>>>,
  limits: Readonly<Partial<Record<AqiPollutant, number>>>,
): number | null {
  let sum = 0
  for (const pollutant of AQI_POLLUTANTS) {
    const value = values[pollutant]
    const limit = limits[pollutant]
    if (value === null || value === undefined || limit === undefined || limit <= 0) return null
    sum += value / limit
  }
  return roundHalfEven(sum, 2)
}
