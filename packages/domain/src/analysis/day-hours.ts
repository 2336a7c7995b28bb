import { calendarDayGmt8, DAY_MS, GMT8_OFFSET_MS, HOUR_MS } from '../time.ts'

/** Hourly means by the end of their hour, epoch ms. */
export interface HourMean {
  readonly tsMs: number
  readonly value: number
}

/** One GMT+8 day: hours labelled 1 to 24 by their ends, at index 0 to 23. */
export interface DayRow {
  /** yyyy-MM-dd */
  readonly day: string
  readonly hours: readonly (number | null)[]
}

export interface DayHours {
  readonly days: readonly DayRow[]
  /** Mean of each hour of the day over all days; null without data. */
  readonly byHour: readonly (number | null)[]
}

/** Index of the hour that ends then: 24:00 is the last hour of the previous day. */
export const hourIndexOf = (endMs: number): number =>
  Math.floor(((((endMs - 1 + GMT8_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)

/** Hours grouped by day, including every day of (fromMs, toMs]. */
export function dayHours(means: readonly HourMean[], fromMs: number, toMs: number): DayHours {
  const rows = new Map<string, (number | null)[]>()
  const rowOf = (day: string) => {
    const row = rows.get(day) ?? Array.from({ length: 24 }, () => null)
    rows.set(day, row)
    return row
  }
  for (let ms = fromMs + 1; ms <= toMs; ms += DAY_MS) rowOf(calendarDayGmt8(ms))
  rowOf(calendarDayGmt8(toMs - 1))
  const sums = Array.from({ length: 24 }, () => ({ sum: 0, n: 0 }))
  for (const { tsMs, value } of means) {
    if (tsMs <= fromMs || tsMs > toMs) continue
    const hour = hourIndexOf(tsMs)
    rowOf(calendarDayGmt8(tsMs - 1))[hour] = value
    const held = sums[hour]
    if (held) {
      held.sum += value
      held.n += 1
    }
  }
  return {
    days: [...rows].map(([day, hours]) => ({ day, hours })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    byHour: sums.map(({ sum, n }) => (n === 0 ? null : sum / n)),
  }
}
