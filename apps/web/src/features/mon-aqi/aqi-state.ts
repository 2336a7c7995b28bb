import {
  AQI_PERIODS,
  AQI_PLACES,
  AQI_STANDARDS,
  type AqiChoice,
  type AqiPeriod,
  type AqiPlace,
} from '@natim/contract/mon/aqi'
import { bucketEnd, calendarDayGmt8, DAY_MS, HOUR_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'

/** The page's state in its address; empty and 0 = the newest there is. */
export interface LinkState {
  readonly place: string
  readonly span: string
  readonly date: string
  /** End of the hour, epoch ms. */
  readonly t: number
  readonly standard: string
  readonly region: string
  /** The place that is chosen. */
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

export interface AqiState {
  readonly place: AqiPlace
  readonly span: 'hour' | 'day'
  /** `yyyy-MM-dd`: of the daily report, or the day of the hour. */
  readonly date: string
  /** Up to which days are counted and ranked: it is over. */
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

/** An address is input: what it cannot mean is left out. */
export function readState(link: LinkState, nowMs: number): AqiState {
  const span = link.span === 'hour' ? 'hour' : 'day'
  const tMs = link.t > 0 ? bucketEnd(link.t, HOUR_MS) : newestHour(nowMs)
  const date = span === 'hour' ? statDayGmt8(tMs) : parseGmt8(link.date) === undefined ? yesterday(nowMs) : link.date
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

/** What the table is asked for. */
export const reportQueryOf = ({ place, standard, region, span, date, tMs }: AqiState) => ({
  place,
  standard,
  ...(region !== '' && { region }),
  ...(span === 'day' ? { date } : { t: tMs }),
})
