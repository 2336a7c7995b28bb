/** China has had one zone without daylight saving since 1991; earlier instants do not occur in this product. */
export const GMT8_OFFSET_MS = 8 * 3_600_000
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

const pad = (value: number, width = 2) => String(value).padStart(width, '0')

/** Calendar fields of an instant in GMT+8; month 1–12. */
export interface Gmt8Fields {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 = Sunday. */
  readonly weekday: number
}

export function gmt8Fields(tsMs: number): Gmt8Fields {
  const shifted = new Date(tsMs + GMT8_OFFSET_MS)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    weekday: shifted.getUTCDay(),
  }
}

/** `yyyy-MM-dd HH:mm:ss` in GMT+8; milliseconds are dropped. */
export function formatGmt8(tsMs: number): string {
  const { hour, minute, second } = gmt8Fields(tsMs)
  return `${calendarDayGmt8(tsMs)} ${pad(hour)}:${pad(minute)}:${pad(second)}`
}

/** `yyyy-MM-dd` of the GMT+8 calendar day the instant falls on. */
export function calendarDayGmt8(tsMs: number): string {
  const { year, month, day } = gmt8Fields(tsMs)
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/**
 * `yyyy-MM-dd` of the statistical day: 00:00 < t <= 24:00 GMT+8, so the instant 00:00:00.000 belongs to the previous
 * day (domain §1).
 */
export function statDayGmt8(tsMs: number): string {
  return calendarDayGmt8(bucketEnd(tsMs, DAY_MS) - 1)
}

/**
 * End of the bucket that contains an instant: buckets are (end - step, end], the rule of the national monitoring centre
 * (domain §1). Days are GMT+8 days; `stepMs` must divide a day or be a whole number of days.
 */
export function bucketEnd(tsMs: number, stepMs: number): number {
  return Math.ceil((tsMs + GMT8_OFFSET_MS) / stepMs) * stepMs - GMT8_OFFSET_MS
}

const TEXT = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/**
 * Instant of `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd` (start of day) in GMT+8, epoch ms; undefined for anything else,
 * including days that do not exist.
 */
export function parseGmt8(text: string): number | undefined {
  const match = TEXT.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const utc = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(utc)
  if (back.getUTCFullYear() !== year || back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined
  return utc - GMT8_OFFSET_MS
}

/** First instant of the month containing an instant, GMT+8, epoch ms. */
export function monthStartGmt8(tsMs: number): number {
  const { year, month } = gmt8Fields(tsMs)
  return Date.UTC(year, month - 1, 1) - GMT8_OFFSET_MS
}
