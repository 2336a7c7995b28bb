import type { AvgPeriod } from '../limit.ts'
import { meanWindow } from '../mean-window.ts'
import type { MetricAgg } from '../metric.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

/** One clock hour of a channel, from its rollup. */
export interface ClockHour {
  readonly endMs: number
  readonly mean: number | null
  /** Whether it holds enough data for statistics (domain §5.1). */
  readonly isValid: boolean
}

/** A clock mean as `takeClock` accepts it; null = not valid. */
export interface ClockMean {
  readonly avgPeriod: AvgPeriod
  readonly endMs: number
  readonly mean: number | null
}

const GMT8_MS = 8 * HOUR_MS
const isMidnight = (endMs: number) => (endMs + GMT8_MS) % DAY_MS === 0

/**
 * Means of full clock hours and GMT+8 days, in time order: an hour alone, a running 8 h from at least 6 valid hours, a
 * day from at least 20.
 *
 * @param hours ascending; missing hours count as not valid
 */
export function clockMeans(hours: readonly ClockHour[], periods: readonly AvgPeriod[], agg: MetricAgg): ClockMean[] {
  const byEnd = new Map(hours.map((hour) => [hour.endMs, hour]))
  return hours.flatMap(({ endMs }) =>
    periods.flatMap((avgPeriod) => {
      const window = meanWindow(avgPeriod)
      if (window?.unit !== 'hours' || (avgPeriod === 'day' && !isMidnight(endMs))) return []
      const valid = Array.from({ length: window.count }, (_, i) => byEnd.get(endMs - i * HOUR_MS)).flatMap((hour) =>
        hour?.isValid && hour.mean !== null ? [hour.mean] : [],
      )
      const isEnough = valid.length >= (window.minValidHours ?? window.count)
      return [{ avgPeriod, endMs, mean: isEnough ? meanOf(valid, agg) : null }]
    }),
  )
}

function meanOf(values: readonly number[], agg: MetricAgg): number {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length
  return agg === 'energy' ? 10 * Math.log10(mean(values.map((value) => 10 ** (value / 10)))) : mean(values)
}
