import {
  AQI_PERIODS,
  AQI_PLACES,
  AQI_STANDARDS,
  type AqiChoice,
  type AqiPeriod,
  type AqiPlace,
} from '@natim/contract/mon/aqi'
import { bucketEnd, calendarDayGmt8, DAY_MS, gmt8Fields, HOUR_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'

/** State of the page in its address; empty and 0 = the latest. */
export interface LinkState {
  readonly place: string
  readonly span: string
  readonly date: string
  /** End of the hour, epoch ms. */
  readonly t: number
  readonly standard: string
  readonly region: string
  /** The selected place. */
  readonly id: string
  readonly rank: string
}

export const DEFAULTS: LinkState = {
  place: 'city',
  span: 'day',
  date: '',
  t: 0,
  standard: 'auto',
  region: '',
  id: '',
  rank: 'day',
}

const SPANS = ['hour', 'day', 'month', 'year'] as const
export type AqiSpanChoice = (typeof SPANS)[number]

/** 月报 or 年报; undefined for an hourly or daily report. */
export const periodOf = (span: AqiSpanChoice): 'month' | 'year' | undefined =>
  span === 'month' || span === 'year' ? span : undefined

export interface AqiState {
  readonly place: AqiPlace
  readonly span: AqiSpanChoice
  /** `yyyy-MM-dd`: the day of a daily report, the day of the hour, or the last day of a month or year. */
  readonly date: string
  /** Last complete day, up to which days are counted and ranked. */
  readonly upTo: string
  readonly tMs: number
  readonly standard: AqiChoice
  readonly region: string
  readonly id: string
  readonly rank: AqiPeriod
}

/** An hour is reported five minutes after its end. */
const SETTLE_MS = 5 * 60_000
const newestHour = (nowMs: number) => Math.floor((nowMs - SETTLE_MS) / HOUR_MS) * HOUR_MS
const yesterday = (nowMs: number) => calendarDayGmt8(nowMs - DAY_MS)

/** The address is untrusted input: invalid values fall back to defaults. */
export function readState(link: LinkState, nowMs: number): AqiState {
  const span = SPANS.find((known) => known === link.span) ?? 'day'
  const tMs = link.t > 0 ? bucketEnd(link.t, HOUR_MS) : newestHour(nowMs)
  const given = span === 'hour' ? statDayGmt8(tMs) : parseGmt8(link.date) === undefined ? yesterday(nowMs) : link.date
  const date = periodOf(span) && given > yesterday(nowMs) ? yesterday(nowMs) : given
  return {
    place: AQI_PLACES.find((known) => known === link.place) ?? 'city',
    span,
    date,
    upTo: date < yesterday(nowMs) ? date : yesterday(nowMs),
    tMs,
    standard: AQI_STANDARDS.find((known) => known === link.standard) ?? 'auto',
    region: /^\d{2}(\d{2}(\d{2})?)?$/.test(link.region) ? link.region : '',
    id: link.id,
    rank: AQI_PERIODS.find((known) => known === link.rank) ?? 'day',
  }
}

export const stepDay = (date: string, days: number): string =>
  calendarDayGmt8((parseGmt8(`${date} 00:00:00`) ?? 0) + days * DAY_MS)

/** Last day of the month or year that lies `by` periods from that of a given day. */
export function stepPeriod(period: 'month' | 'year', date: string, by: number): string {
  const { year, month } = gmt8Fields(parseGmt8(`${date} 00:00:00`) ?? 0)
  // The day before the first of the following period.
  const months = period === 'year' ? 12 * (year + by + 1) : 12 * year + (month - 1) + by + 1
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  return stepDay(first, -1)
}

/** Query of the table. */
export const reportQueryOf = ({ place, standard, region, span, date, tMs }: AqiState) => ({
  place,
  standard,
  ...(region !== '' && { region }),
  ...(span === 'hour' ? { t: tMs } : { date }),
})
