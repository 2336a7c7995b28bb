import { DAY_MS, GMT8_OFFSET_MS, gmt8Fields } from './time.ts'

/**
 * What a range is compared with (domain §10.6): the preceding range, or the same one a week, a month or a year earlier.
 */
export const COMPARISONS = ['previous', 'week', 'month', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Range (fromMs, toMs], epoch ms. */
interface Range {
  readonly fromMs: number
  readonly toMs: number
}

const MONTHS: Readonly<Partial<Record<Comparison, number>>> = { month: 1, year: 12 }
const WEEK_MS = 7 * DAY_MS

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The same day of the month some months away, and the number of days of that month, GMT+8. */
function monthsAway(tsMs: number, months: number) {
  const { year, month, day } = gmt8Fields(tsMs)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const days = daysIn(first.getUTCFullYear(), first.getUTCMonth() + 1)
  const startOfDay = (dayOfMonth: number) => first.getTime() + (dayOfMonth - 1) * DAY_MS - GMT8_OFFSET_MS
  return { day, days, startOfDay, timeOfDay: (((tsMs + GMT8_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS }
}

/** `afterMs` after the same calendar label some months earlier. A day the month lacks becomes its end. */
function backByMonths(tsMs: number, months: number, afterMs = 0): number {
  const { day, days, startOfDay, timeOfDay } = monthsAway(tsMs, -months)
  return Math.min(startOfDay(days + 1), startOfDay(day) + timeOfDay + afterMs)
}

/** The earlier range that a range is compared with. */
export function comparedRange(comparison: Comparison, { fromMs, toMs }: Range): Range {
  const months = MONTHS[comparison]
  if (months === undefined) {
    const shift = comparison === 'week' ? WEEK_MS : toMs - fromMs
    return { fromMs: fromMs - shift, toMs: toMs - shift }
  }
  // 24:00 of a day is the last instant of that day, not the first of the next.
  return { fromMs: backByMonths(fromMs, months), toMs: backByMonths(toMs - 1, months, 1) }
}

/**
 * Position of an instant of the earlier range in the shown one: at the same calendar label. Undefined for a day that
 * the later month lacks, as 29 February a year later.
 */
export function alignedMs(comparison: Comparison, { fromMs, toMs }: Range, earlierMs: number): number | undefined {
  const months = MONTHS[comparison]
  if (months === undefined) return earlierMs + (comparison === 'week' ? WEEK_MS : toMs - fromMs)
  const { day, days, startOfDay, timeOfDay } = monthsAway(earlierMs - 1, months)
  return day > days ? undefined : startOfDay(day) + timeOfDay + 1
}
