import type { AqiCalendar, AqiCalendarQuery, AqiChoice, AqiRank, AqiRankQuery } from '@natim/contract/mon/aqi'
import {
  AQI_2026_FROM,
  AQI_POLLUTANTS,
  type AqiPollutant,
  type AqiStandard,
  aqiGrade,
  isAttained,
} from '@natim/domain/aqi'
import { isValidYear } from '@natim/domain/aqi-means'
import { DAY_MS, gmt8Fields, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type DaySums, findRows, type StoredRow, sumDays } from './aqi.repository.ts'
import { dayEnd, judgedRow, pollutantsOf, standardOf } from './aqi.service.ts'
import { loadTables } from './aqi-worker.ts'
import type { AqiTables } from './compute.ts'
import { findPlaces, getPlace, kindOf } from './places.ts'

const startOf = (date: string) => parseGmt8(`${date} 00:00:00`) ?? 0
const pad = (value: number) => String(value).padStart(2, '0')

/** Places ranked by air quality, for a day, or for a month or year up to one. */
export async function loadRank(db: Db, scope: DataScope, query: AqiRankQuery, nowMs: number): Promise<AqiRank> {
  const toMs = dayEnd(query.date, nowMs)
  const date = statDayGmt8(toMs)
  const { period } = query
  const fromMs =
    period === 'day'
      ? toMs - DAY_MS
      : startOf(period === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`)
  const places = await findPlaces(db, scope, query.place, query.region)
  const ids = places.map(({ id }) => id)
  const sums =
    query.standard === 'auto'
      ? await sumDays(db, kindOf(query.place), ids, fromMs, toMs)
      : await sumTrial(db, { ...query, ids, fromMs, toMs })
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const rows = sums
    .map(({ placeId, sum, valid, attained }) => ({
      id: placeId,
      name: names.get(placeId) ?? '',
      aqi: Math.round((10 * sum) / valid) / 10,
      valid,
      attained,
    }))
    .toSorted((a, b) => a.aqi - b.aqi || a.id.localeCompare(b.id))
  return {
    period,
    fromMs,
    toMs,
    // Equal figures share a rank.
    rows: rows.map((row) => ({ ...row, rank: rows.findIndex(({ aqi }) => aqi === row.aqi) + 1 })),
  }
}

interface TrialSpan extends Pick<AqiRankQuery, 'place' | 'standard'> {
  readonly ids: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}

const DAYS_AT_ONCE = 31

/** Month by month: daily rows of all places for a year would block other calls. */
async function sumTrial(db: Db, { place, standard, ids, fromMs, toMs }: TrialSpan): Promise<DaySums[]> {
  const tables = await loadTables(db)
  const sums = new Map<string, DaySums>()
  for (let lo = fromMs; lo < toMs; lo += DAYS_AT_ONCE * DAY_MS) {
    const rows = await findRows(db, 'd', kindOf(place), ids, lo, Math.min(toMs, lo + DAYS_AT_ONCE * DAY_MS))
    for (const row of rows) {
      const { aqi } = judgedRow(row, standardOf(standard, row.tMs), tables)
      if (aqi === null) continue
      const held = sums.get(row.placeId) ?? { placeId: row.placeId, valid: 0, attained: 0, sum: 0 }
      sums.set(row.placeId, {
        placeId: row.placeId,
        valid: held.valid + 1,
        attained: held.attained + (isAttained(aqi) ? 1 : 0),
        sum: held.sum + aqi,
      })
    }
  }
  return [...sums.values()]
}

interface JudgedDay {
  readonly date: string
  readonly aqi: number | null
  readonly leading: readonly AqiPollutant[]
}

/** Days of a year up to one of them, and the number that attain the standard. */
export async function loadCalendar(db: Db, scope: DataScope, query: AqiCalendarQuery): Promise<AqiCalendar> {
  const place = await getPlace(db, scope, query.place, query.id)
  const { year, month, day } = gmt8Fields(startOf(query.date))
  const tables = await loadTables(db)
  const yearOf = (wanted: number, toMs: number) =>
    findRows(db, 'd', kindOf(query.place), [query.id], startOf(`${wanted}-01-01`), toMs)
  const toMs = startOf(query.date) + DAY_MS
  const beforeMs =
    parseGmt8(`${year - 1}-${pad(month)}-${pad(day)} 00:00:00`) ?? startOf(`${year - 1}-${pad(month)}-28`)
  const [rows, before] = await Promise.all([yearOf(year, toMs), yearOf(year - 1, beforeMs + DAY_MS)])
  // A place added during the year misses nothing before.
  const firstMs = before.length > 0 ? undefined : rows[0] && rows[0].tMs - DAY_MS
  const days = judgedDays(rows, firstMs ?? startOf(`${year}-01-01`), toMs, query.standard, tables)
  return {
    id: place.id,
    name: place.name,
    year,
    changes: query.standard === 'auto' && AQI_2026_FROM.startsWith(String(year)) ? [AQI_2026_FROM] : [],
    days: days.map((row) => ({ ...row, leading: [...row.leading] })),
    attainment: {
      ...attainmentOf(days),
      shareBefore: shareOf(before, query.standard, tables),
      other: otherOf(rows, query.standard, tables),
    },
  }
}

function judgedDays(
  rows: readonly StoredRow[],
  fromMs: number,
  toMs: number,
  choice: AqiChoice,
  tables: AqiTables,
): JudgedDay[] {
  const byEnd = new Map(rows.map((row) => [row.tMs, row]))
  return Array.from({ length: Math.round((toMs - fromMs) / DAY_MS) }, (_, i) => {
    const endMs = fromMs + (i + 1) * DAY_MS
    const row = byEnd.get(endMs)
    const judged = row && judgedRow(row, standardOf(choice, endMs), tables)
    return {
      date: statDayGmt8(endMs),
      aqi: judged?.aqi ?? null,
      leading: pollutantsOf('day', judged?.leading ?? []),
    }
  })
}

function attainmentOf(days: readonly JudgedDay[]): Omit<AqiCalendar['attainment'], 'shareBefore' | 'other'> {
  const valid = days.flatMap(({ aqi }) => aqi ?? [])
  const above = days.filter(({ aqi }) => aqi !== null && !isAttained(aqi))
  const monthOf = ({ date }: JudgedDay) => Number(date.slice(5, 7))
  return {
    due: days.length,
    valid: valid.length,
    attained: valid.filter(isAttained).length,
    grades: ([1, 2, 3, 4, 5, 6] as const).map((grade) => valid.filter((aqi) => aqiGrade(aqi) === grade).length),
    missing: days.filter(({ aqi }) => aqi === null).map(({ date }) => date),
    exceeded: AQI_POLLUTANTS.map((pollutant) => ({
      pollutant,
      days: above.filter(({ leading }) => leading.includes(pollutant)).length,
    }))
      .filter((row) => row.days > 0)
      .toSorted((a, b) => b.days - a.days),
    isYearValid: isValidYear(
      Array.from({ length: 12 }, (_, i) => days.filter((row) => monthOf(row) === i + 1 && row.aqi !== null).length),
    ),
  }
}

const judgedAqis = (rows: readonly StoredRow[], standardAt: (tMs: number) => AqiStandard, tables: AqiTables) =>
  rows.flatMap((row) => judgedRow(row, standardAt(row.tMs), tables).aqi ?? [])

function shareOf(rows: readonly StoredRow[], choice: AqiChoice, tables: AqiTables): number | null {
  const aqis = judgedAqis(rows, (tMs) => standardOf(choice, tMs), tables)
  return aqis.length === 0 ? null : aqis.filter(isAttained).length / aqis.length
}

/** By the other standard; for 按当日有效 by the older one. */
function otherOf(rows: readonly StoredRow[], choice: AqiChoice, tables: AqiTables) {
  const standard: AqiStandard = choice === '2012' ? 2026 : 2012
  return { standard, attained: judgedAqis(rows, () => standard, tables).filter(isAttained).length }
}
