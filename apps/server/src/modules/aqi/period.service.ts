import type { AqiChoice, AqiPeriodQuery, AqiPeriodReport, AqiPeriodRow } from '@natim/contract/mon/aqi'
import { AQI_2026_FROM, AQI_POLLUTANTS, type AqiPollutant, isAttained, isGasAt273K } from '@natim/domain/aqi'
import { type AqiPeriodUnit, compositeIndex, periodFigure, periodStat } from '@natim/domain/aqi-period'
import type { LimitBook } from '@natim/domain/limits'
import { periodAt } from '@natim/domain/report-period'
import { bucketEnd, calendarDayGmt8, DAY_MS, gmt8Fields, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DataScope } from '../../platform/scope.ts'
import { loadLimitBook } from '../limit/index.ts'
import { findRows, type StoredRow } from './aqi.repository.ts'
import { dayEnd, judgedRow, standardOf } from './aqi.service.ts'
import { loadTables } from './aqi-worker.ts'
import { findPlaces, kindOf, type Place } from './places.ts'

/** Columns of a day that figures of longer periods are computed from. */
interface Day {
  readonly month: number
  readonly means: StoredRow['means']
  readonly counts: StoredRow['counts']
  readonly aqi: number | null
}

const DAYS_AT_ONCE = 31

/** Concentrations, composite index and attained days of a month or year, in the caller's scope. */
export async function loadPeriod(
  db: Db,
  scope: DataScope,
  query: AqiPeriodQuery,
  nowMs: number,
): Promise<AqiPeriodReport> {
  const { period, place, region, standard } = query
  // A day still running has no daily value.
  const toMs = Math.min(dayEnd(query.date, nowMs), bucketEnd(nowMs + 1, DAY_MS) - DAY_MS)
  const { fromMs, endMs } = wholeOf(period, toMs)
  const isRunning = toMs < endMs
  const [places, book] = await Promise.all([findPlaces(db, scope, place, region), loadLimitBook(db)])
  const days = await loadDays(db, { place, standard, ids: places.map(({ id }) => id), fromMs, toMs })
  const limits = limitsOn(book, limitDay(standard, statDayGmt8(toMs)))
  const rows = places.map((own) => rowOf(own, days.get(own.id) ?? [], { unit: period, isOver: !isRunning }, limits))
  return {
    period,
    fromMs,
    toMs,
    days: Math.round((toMs - fromMs) / DAY_MS),
    isRunning,
    standard: standard === 'auto' ? null : standardOf(standard, toMs),
    isGasAt273K: isGasAt273K(statDayGmt8(fromMs + DAY_MS)),
    columns: AQI_POLLUTANTS.map((pollutant) => ({
      pollutant,
      stat: periodStat(pollutant),
      limit: limits[pollutant] ?? null,
    })),
    rows: ranked(rows),
  }
}

/** The whole month or year that a day's end falls in. */
function wholeOf(unit: AqiPeriodUnit, toMs: number): { readonly fromMs: number; readonly endMs: number } {
  if (unit === 'month') {
    const { fromMs, toMs: endMs } = periodAt('month', toMs)
    return { fromMs, endMs }
  }
  const { year } = gmt8Fields(toMs - 1)
  const start = (of: number) => parseGmt8(`${of}-01-01`) ?? 0
  return { fromMs: start(year), endMs: start(year + 1) }
}

interface Span {
  readonly place: AqiPeriodQuery['place']
  readonly standard: AqiChoice
  readonly ids: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}

/** Month by month: daily rows of all places for a year would block other calls. */
async function loadDays(db: Db, { place, standard, ids, fromMs, toMs }: Span): Promise<ReadonlyMap<string, Day[]>> {
  const tables = await loadTables(db)
  const days: (Day & { readonly placeId: string })[] = []
  for (let lo = fromMs; lo < toMs; lo += DAYS_AT_ONCE * DAY_MS)
    for (const row of await findRows(db, 'd', kindOf(place), ids, lo, Math.min(toMs, lo + DAYS_AT_ONCE * DAY_MS)))
      days.push({
        placeId: row.placeId,
        month: gmt8Fields(row.tMs - 1).month,
        means: row.means,
        counts: row.counts,
        aqi: judgedRow(row, standardOf(standard, row.tMs), tables).aqi,
      })
  return groupBy(days, ({ placeId }) => placeId)
}

type Limits = Readonly<Partial<Record<AqiPollutant, number>>>

/** The day to look up limits for: under a chosen standard, the nearest day on which it is in force. */
function limitDay(choice: AqiChoice, lastDay: string): string {
  if (choice === '2012' && lastDay >= AQI_2026_FROM) return calendarDayGmt8((parseGmt8(AQI_2026_FROM) ?? 0) - DAY_MS)
  return choice === '2026' && lastDay < AQI_2026_FROM ? AQI_2026_FROM : lastDay
}

const LIMIT_PERIODS = { mean: 'year', p95: 'day', p90: 'day8h' } as const

function limitsOn(book: LimitBook, day: string): Limits {
  return Object.fromEntries(
    AQI_POLLUTANTS.map((pollutant) => [
      pollutant,
      book
        .limitsFor(pollutant, day, { grade: 2 })
        .find(({ kind, avgPeriod }) => kind === 'GB3095' && avgPeriod === LIMIT_PERIODS[periodStat(pollutant)])?.value,
    ]),
  )
}

function rowOf(
  place: Place,
  days: readonly Day[],
  span: { readonly unit: AqiPeriodUnit; readonly isOver: boolean },
  limits: Limits,
): Omit<AqiPeriodRow, 'rank'> {
  const figures = AQI_POLLUTANTS.map((pollutant, i) => {
    const valid = days.flatMap(({ month, means }) => {
      const value = means[i]
      return value === null || value === undefined ? [] : [{ month, value }]
    })
    const { value, n } = periodFigure(pollutant, valid, span)
    const limit = limits[pollutant]
    return {
      value,
      n,
      isPlanned: days.length > 0 ? days.some(({ counts }) => counts[i] != null) : place.pollutants.has(pollutant),
      isAbove: value !== null && limit !== undefined && value > limit,
    }
  })
  const aqis = days.flatMap(({ aqi }) => aqi ?? [])
  return {
    id: place.id,
    name: place.name,
    regionName: place.regionName,
    index: compositeIndex(
      Object.fromEntries(AQI_POLLUTANTS.map((pollutant, i) => [pollutant, figures[i]?.value ?? null])),
      limits,
    ),
    figures,
    valid: aqis.length,
    attained: aqis.filter(isAttained).length,
  }
}

/** Equal indexes share a rank. */
function ranked(rows: readonly Omit<AqiPeriodRow, 'rank'>[]): AqiPeriodRow[] {
  const order = ({ index }: { readonly index: number | null }) => index ?? Number.POSITIVE_INFINITY
  const sorted = rows.toSorted((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'zh'))
  return sorted.map((row) => ({
    ...row,
    rank: row.index === null ? null : sorted.findIndex(({ index }) => index === row.index) + 1,
  }))
}
