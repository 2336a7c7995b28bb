import {
  AQI_POLLUTANTS,
  type AqiFigure,
  type AqiPollutant,
  type AqiReport,
  type AqiSpan,
  type AqiStandard,
  type AqiTable,
  aqiReport,
  aqiStandardOn,
  reportColumns,
} from '@natim/domain/aqi'
import {
  type AqiMean,
  cityFigure,
  dayFigures,
  type HourlyMean,
  type HoursOf,
  hourFigures,
} from '@natim/domain/aqi-means'
import { DAY_MS, HOUR_MS, statDayGmt8 } from '@natim/domain/time'
import type { PlaceKind } from './mark.repository.ts'
import type { AqiChannel, ChannelHours } from './means.repository.ts'

/** Tables of both standards, from the limits in force. */
export type AqiTables = Readonly<Record<AqiStandard, AqiTable>>

/** A computed row of `mon_aqi`. */
export interface AqiRow {
  readonly span: 'h' | 'd'
  readonly placeKind: PlaceKind
  readonly placeId: string
  /** End of the hour or day, epoch ms. */
  readonly tMs: number
  readonly standard: AqiStandard
  readonly aqi: number | null
  readonly leadingItems: readonly number[]
  readonly means: readonly (number | null)[]
  readonly counts: readonly (number | null)[]
  readonly shown: readonly (number | null)[]
  readonly iaqi: readonly (number | null)[]
  readonly stations: number | null
}

const spanOf = (span: 'h' | 'd'): AqiSpan => (span === 'h' ? 'hour' : 'day')

/** Figures of a report from the stored means and counts. */
const figuresOf = ({ means, counts }: Pick<AqiRow, 'means' | 'counts'>): AqiFigure[] =>
  means.map((value, i) => ({ value, isPlanned: counts[i] !== null && counts[i] !== undefined }))

/** Report of a row by a standard: its own, or another one for comparison. */
export const reportOf = (
  tables: AqiTables,
  row: Pick<AqiRow, 'span' | 'means' | 'counts'>,
  standard: AqiStandard,
): AqiReport => aqiReport(tables[standard], spanOf(row.span), standard, figuresOf(row))

type Place = Pick<AqiRow, 'span' | 'placeKind' | 'placeId' | 'tMs' | 'stations'>

/** A row under the standard valid on its day. */
export function rowOf(tables: AqiTables, place: Place, figures: readonly (AqiMean | undefined)[]): AqiRow {
  const standard = aqiStandardOn(statDayGmt8(place.tMs))
  const means = figures.map((figure) => figure?.value ?? null)
  const counts = figures.map((figure) => figure?.n ?? null)
  const report = reportOf(tables, { span: place.span, means, counts }, standard)
  const printed = new Set(reportColumns(spanOf(place.span), standard))
  return {
    ...place,
    standard,
    aqi: report.aqi,
    leadingItems: report.primary,
    means,
    counts,
    shown: report.concentrations.map((value, i) => (printed.has(i) ? value : null)),
    iaqi: report.iaqi,
  }
}

/** Hourly means of one station over a range, by pollutant and hour. */
export interface StationHours {
  /** The 24 hours that end with the hour `tMs`. */
  readonly endingAt: (tMs: number) => HoursOf
}

const SERIES_HOURS = 24

/** Hourly means of a station: the mean of the valid instruments of each pollutant. */
export function stationHours(channels: readonly AqiChannel[], rows: ReadonlyMap<number, ChannelHours>): StationHours {
  const byPollutant = new Map<AqiPollutant, ReadonlyMap<number, number>>()
  for (const pollutant of AQI_POLLUTANTS) {
    const own = channels.filter(({ metricCode }) => metricCode === pollutant)
    const measured = own.flatMap(({ channelNo }) => rows.get(channelNo) ?? [])
    if (measured.length > 0 || own.some(({ isActive }) => isActive)) byPollutant.set(pollutant, merged(measured))
  }
  return {
    endingAt(tMs) {
      const last = tMs / HOUR_MS
      return Object.fromEntries(
        [...byPollutant].map(([pollutant, means]) => [
          pollutant,
          Array.from({ length: SERIES_HOURS }, (_, i): HourlyMean => means.get(last - SERIES_HOURS + 1 + i) ?? null),
        ]),
      )
    },
  }
}

function merged(rows: readonly ChannelHours[]): ReadonlyMap<number, number> {
  const values = new Map<number, number[]>()
  for (const { hours, means } of rows)
    for (const [i, hour] of hours.entries()) {
      const held = values.get(hour)
      if (held) held.push(means[i] ?? 0)
      else values.set(hour, [means[i] ?? 0])
    }
  return new Map([...values].map(([hour, own]) => [hour, own.reduce((sum, value) => sum + value, 0) / own.length]))
}

/** The daily O3 limit, where the table reaches 100; above it fewer 8 h means are sufficient. */
const o3Limit = (table: AqiTable): number =>
  (table.get('o3|day8h')?.find(({ iaqi }) => iaqi === 100)?.milli ?? Number.POSITIVE_INFINITY) / 1_000

/** Rows of a station for finished hours and days, given by their ends. */
export function stationRows(
  tables: AqiTables,
  placeId: string,
  hours: StationHours,
  ends: { readonly hours: readonly number[]; readonly days: readonly number[] },
): AqiRow[] {
  const place = { placeKind: 's', placeId, stations: null } as const
  return [
    ...ends.hours.map((tMs) => rowOf(tables, { ...place, span: 'h', tMs }, hourFigures(hours.endingAt(tMs)))),
    ...ends.days.map((tMs) => {
      const limit = o3Limit(tables[aqiStandardOn(statDayGmt8(tMs))])
      return rowOf(tables, { ...place, span: 'd', tMs }, dayFigures(hours.endingAt(tMs), limit))
    }),
  ]
}

/** Row of a city from its stations' rows of the same hour or day. */
export function cityRow(
  tables: AqiTables,
  place: Pick<AqiRow, 'span' | 'placeId' | 'tMs' | 'stations'>,
  stations: readonly Pick<AqiRow, 'means' | 'counts'>[],
): AqiRow {
  const items = stations[0]?.means ?? []
  const figures = items.map((_, i) => {
    const measuring = stations.filter(({ counts }) => counts[i] !== null && counts[i] !== undefined)
    return measuring.length === 0 ? undefined : cityFigure(measuring.map(({ means }) => means[i] ?? null))
  })
  return rowOf(tables, { ...place, placeKind: 'c' }, figures)
}

/** Ends of the hours in fromMs..toMs (inclusive) that ended at least `settleMs` ago. */
export function closedHours(fromMs: number, toMs: number, nowMs: number, settleMs: number): number[] {
  const last = Math.min(toMs, Math.floor((nowMs - settleMs) / HOUR_MS) * HOUR_MS)
  const count = Math.max(0, Math.floor((last - fromMs) / HOUR_MS) + 1)
  return Array.from({ length: count }, (_, i) => fromMs + i * HOUR_MS)
}

export const isDayClosed = (dayEndMs: number, nowMs: number, settleMs: number): boolean => dayEndMs + settleMs <= nowMs

/** A 24 h running mean contains an hour for 23 more hours. */
export const SPREAD_MS = DAY_MS - HOUR_MS
