import { GMT8_OFFSET_MS, DAY_MS, gmt8Fields } from './time.ts'

/** What a range is laid beside (domain §10.6): the stretch before it, or the same one a week, a month or a year earlier. */
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

/** The instant of the same day of the month some months away, and that month's number of days, GMT+8. */
function monthsAway(tsMs: number, months: number) {
  const { year, month, day } = gmt8Fields(tsMs)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const days = daysIn(first.getUTCFullYear(), first.getUTCMonth() + 1)
  const startOfDay = (dayOfMonth: number) => first.getTime() + (dayOfMonth - 1) * DAY_MS - GMT8_OFFSET_MS
  return { day, days, startOfDay, timeOfDay: (((tsMs + GMT8_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS }
}

/** So long after the same label some months before. A day that the month does not have is the end of it. */
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
  // 24:00 of a day is the last instant of that day, not the first of the next one.
  return { fromMs: backByMonths(fromMs, months), toMs: backByMonths(toMs - 1, months, 1) }
}

/**
 * Where an instant of the earlier range stands in the shown one: at the same label of the calendar. Undefined for a day
 * that the later month does not have, as 29 February has none a year on.
 */
export function alignedMs(comparison: Comparison, { fromMs, toMs }: Range, earlierMs: number): number | undefined {
  const months = MONTHS[comparison]
  if (months === undefined) return earlierMs + (comparison === 'week' ? WEEK_MS : toMs - fromMs)
  const { day, days, startOfDay, timeOfDay } = monthsAway(earlierMs - 1, months)
  return day > days ? undefined : startOfDay(day) + timeOfDay + 1
}
