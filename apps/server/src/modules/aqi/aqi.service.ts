import type {
  AqiChoice,
  AqiQuery,
  AqiReport,
  AqiRevision,
  AqiRevisionQuery,
  AqiRow as WireRow,
} from '@natim/contract/mon/aqi'
import {
  type AqiPollutant,
  type AqiSpan,
  type AqiStandard,
  aqiItems,
  aqiStandardOn,
  isGasAt273K,
  reportColumns,
} from '@natim/domain/aqi'
import { bucketEnd, DAY_MS, HOUR_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findRevisions, findRows, type StoredRow } from './aqi.repository.ts'
import { loadTables, SETTLE_MS } from './aqi-worker.ts'
import { type AqiTables, reportOf } from './compute.ts'
import { findPlaces, getPlace, kindOf, type Place } from './places.ts'

/** The daily report is published by noon of the next day (domain §5.2). */
const DAY_DUE_MS = 12 * HOUR_MS

/** The latest reported hour. */
export const newestHour = (nowMs: number): number => bucketEnd(nowMs - SETTLE_MS + 1, HOUR_MS) - HOUR_MS

/** End of a day; defaults to yesterday. */
export const dayEnd = (date: string | undefined, nowMs: number): number =>
  date === undefined ? bucketEnd(nowMs, DAY_MS) - DAY_MS : (parseGmt8(`${date} 00:00:00`) ?? 0) + DAY_MS

export const standardOf = (choice: AqiChoice, toMs: number): AqiStandard =>
  choice === 'auto' ? aqiStandardOn(statDayGmt8(toMs)) : choice === '2012' ? 2012 : 2026

/** A row under a standard: as published, or as a trial. */
export function judgedRow(row: StoredRow, standard: AqiStandard, tables: AqiTables) {
  if (row.standard === standard)
    return { aqi: row.aqi, iaqi: row.iaqi, leading: row.leadingItems, concentrations: row.shown }
  const { aqi, iaqi, primary, concentrations } = reportOf(tables, row, standard)
  return { aqi, iaqi, leading: primary, concentrations }
}

export const pollutantsOf = (span: AqiSpan, items: readonly number[]): AqiPollutant[] => [
  ...new Set(items.flatMap((i) => aqiItems(span)[i]?.pollutant ?? [])),
]

export interface ReportQuery extends AqiQuery {
  readonly span: AqiSpan
  readonly toMs: number
}

/** Report of one hour or day, in the caller's scope. */
export async function loadReport(db: Db, scope: DataScope, query: ReportQuery, nowMs: number): Promise<AqiReport> {
  const { span, toMs, place, region } = query
  const stepMs = span === 'hour' ? HOUR_MS : DAY_MS
  const places = await findPlaces(db, scope, place, region)
  const ids = places.map(({ id }) => id)
  const stored = await findRows(db, span === 'hour' ? 'h' : 'd', kindOf(place), ids, toMs - stepMs, toMs)
  const standard = standardOf(query.standard, toMs)
  const date = statDayGmt8(toMs)
  const tables = await loadTables(db)
  const found = new Map(stored.map((row) => [row.placeId, row]))
  const rows = places.map((row) => wireRow(row, found.get(row.id), span, standard, tables))
  return {
    toMs,
    date,
    standard,
    isTrial: standard !== aqiStandardOn(date),
    isGasAt273K: isGasAt273K(date),
    due: span === 'day' ? dueOf(toMs, nowMs) : null,
    columns: reportColumns(span, standard).flatMap((i) => aqiItems(span)[i] ?? []),
    rows: rows.toSorted((a, b) => (a.aqi ?? Number.POSITIVE_INFINITY) - (b.aqi ?? Number.POSITIVE_INFINITY)),
  }
}

function dueOf(dayEndMs: number, nowMs: number): AqiReport['due'] {
  const atMs = dayEndMs + DAY_DUE_MS
  if (nowMs >= atMs) return null
  const hours = Math.floor((Math.min(nowMs, dayEndMs) - (dayEndMs - DAY_MS)) / HOUR_MS)
  return { atMs, hours: Math.max(0, hours) }
}

function wireRow(
  place: Place,
  row: StoredRow | undefined,
  span: AqiSpan,
  standard: AqiStandard,
  tables: AqiTables,
): WireRow {
  const judged = row && judgedRow(row, standard, tables)
  return {
    id: place.id,
    name: place.name,
    regionName: place.regionName,
    aqi: judged?.aqi ?? null,
    leading: pollutantsOf(span, judged?.leading ?? []),
    figures: reportColumns(span, standard).map((i) => {
      const pollutant = aqiItems(span)[i]?.pollutant
      const isPlanned = row ? row.counts[i] != null : pollutant !== undefined && place.pollutants.has(pollutant)
      return {
        value: judged?.concentrations[i] ?? null,
        iaqi: judged?.iaqi[i] ?? null,
        isPlanned,
        n: row?.counts[i] ?? 0,
      }
    }),
    rev: row?.rev ?? 0,
    computedMs: row?.computedMs ?? null,
    stations: row?.stations ?? place.stations,
  }
}

/** Successive reports of one place, newest first. */
export async function loadRevisions(db: Db, scope: DataScope, query: AqiRevisionQuery): Promise<AqiRevision[]> {
  const { place, id, span, t } = query
  await getPlace(db, scope, place, id)
  const rows = await findRevisions(db, span === 'hour' ? 'h' : 'd', kindOf(place), id, t)
  return rows.map((row) => {
    const columns = reportColumns(span, row.standard)
    return {
      rev: row.rev,
      standard: row.standard,
      aqi: row.aqi,
      leading: pollutantsOf(span, row.leadingItems),
      columns: columns.flatMap((i) => aqiItems(span)[i] ?? []),
      figures: columns.map((i) => ({
        value: row.shown[i] ?? null,
        iaqi: row.iaqi[i] ?? null,
        isPlanned: row.counts[i] != null,
        n: row.counts[i] ?? 0,
      })),
      computedMs: row.computedMs,
      replacedMs: row.replacedMs,
    }
  })
}
