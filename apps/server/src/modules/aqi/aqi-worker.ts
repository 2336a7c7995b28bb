import { type AqiStandard, aqiTable } from '@natim/domain/aqi'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { findLimitRows } from '../limit/index.ts'
import { cityEvaluatedBy } from './aqi-city.ts'
import { findStationRows, writeRows } from './aqi-writer.ts'
import {
  type AqiRow,
  type AqiTables,
  cityRow,
  closedHours,
  isDayClosed,
  SPREAD_MS,
  stationHours,
  stationRows,
} from './compute.ts'
import {
  type AqiMark,
  deleteMarks,
  findAqiStationIds,
  findDaysWithHours,
  lockDueMarks,
  markStationsOf,
  postponeFirstMark,
  type RewrittenHours,
  takeTurn,
  upsertMarks,
} from './mark.repository.ts'
import { findChannels, findHourlyMeans, findStations } from './means.repository.ts'

/** An hour is reported five minutes after its end, when its last samples have arrived. */
export const SETTLE_MS = 5 * MINUTE_MS
/** Debounces corrections: devices of a station, hours of a batch. */
const CORRECTION_MS = 5_000
const LOOK_EVERY_MS = 2_000
const MARKS_A_BATCH = 60
const PUT_ASIDE_MS = 5 * MINUTE_MS
/** How far back the first start computes existing data. */
const PAST_DAYS = 400
const MISSED_HOURS = 48

export interface AqiWorkerDeps {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  /** Whether to pause because ingest needs the machine. */
  readonly shouldYield?: () => boolean
}

/** Marks stations as stale; called in the transaction that rewrites device hours. */
export const markAqi = (trx: Tx, spans: readonly RewrittenHours[], nowMs: number): Promise<void> =>
  markStationsOf(trx, spans, { atMs: nowMs + CORRECTION_MS, settleMs: SETTLE_MS })

/**
 * Keeps the index up to date with the hours. Marks are rows: any number of processes may run it, each mark is processed
 * once, and retried when its process died.
 */
export function startAqiWorker({
  db,
  log,
  clock = systemClock,
  shouldYield = () => false,
}: AqiWorkerDeps): () => Promise<void> {
  const failure = 'the air quality index is computed in a moment'
  return repeat({ clock, everyMs: LOOK_EVERY_MS, log, failure }, (signal) =>
    runAqi(db, clock.now(), { isOver: () => signal.aborted || shouldYield(), log }),
  ).stop
}

interface RunOptions {
  readonly isOver?: () => boolean
  readonly log?: Log
}

const STEPS = [
  ['s', computeStations],
  ['c', computeCities],
] as const
type Step = (typeof STEPS)[number]

/**
 * Takes due turns of the schedule and processes due marks; also called by tests. Returns the number of rows written.
 */
export async function runAqi(db: Db, nowMs: number, { isOver = () => false, log }: RunOptions = {}): Promise<number> {
  await db.transaction().execute((trx) => takeTurns(trx, nowMs))
  let tables: AqiTables | undefined
  const tablesOf = async (trx: Tx) => (tables ??= await loadTables(trx))
  let written = 0
  for (const step of STEPS) {
    let limit = MARKS_A_BATCH
    while (!isOver()) {
      try {
        const batch = await workOff(db, step, { tablesOf, nowMs, limit })
        written += batch.rows
        // A day that affects the next one has already marked it.
        if (batch.marks === 0) break
      } catch (error) {
        // Process one at a time to find the failing mark, postpone it and continue with the others.
        if (limit > 1) limit = 1
        else {
          await postponeFirstMark(db, step[0], nowMs, nowMs + PUT_ASIDE_MS)
          log?.error({ err: error }, 'air quality of a place and day failed; skipped')
        }
      }
    }
  }
  return written
}

/** Writes the rows, marks that follow, and deletes the marks: one transaction per batch. */
const workOff = (
  db: Db,
  [kind, compute]: Step,
  {
    tablesOf,
    nowMs,
    limit,
  }: {
    readonly tablesOf: (trx: Tx) => Promise<AqiTables>
    readonly nowMs: number
    readonly limit: number
  },
): Promise<{ marks: number; rows: number }> =>
  db.transaction().execute(async (trx) => {
    const marks = await lockDueMarks(trx, kind, nowMs, limit)
    if (marks.length === 0) return { marks: 0, rows: 0 }
    const rows = await compute(trx, marks, await tablesOf(trx), nowMs)
    await deleteMarks(trx, marks)
    await upsertMarks(
      trx,
      marks.flatMap((mark) => [...stillOpen(mark, nowMs), ...spreadInto(mark, nowMs)]),
    )
    return { marks: marks.length, rows: await writeRows(trx, rows, nowMs) }
  })

/** Breakpoints are rows; those of a standard are read for a day on which it is valid. */
export async function loadTables(db: Db): Promise<AqiTables> {
  const limits = await findLimitRows(db)
  const tableOf = (standard: AqiStandard) => aqiTable(limits, standard)
  return { 2012: tableOf(2012), 2026: tableOf(2026) }
}

/** Hours of a mark that are still running stay marked until they end. */
function stillOpen(mark: AqiMark, nowMs: number): AqiMark[] {
  const closed = closedHours(mark.fromMs, mark.toMs, nowMs, SETTLE_MS)
  const fromMs = (closed.at(-1) ?? mark.fromMs - HOUR_MS) + HOUR_MS
  return fromMs > mark.toMs ? [] : [{ ...mark, fromMs, dueMs: fromMs + SETTLE_MS }]
}

/**
 * A separate mark for hours of the next day that running means affect, so that the writer of a day's rows always holds
 * the mark of that day.
 */
function spreadInto(mark: AqiMark, nowMs: number): AqiMark[] {
  if (!mark.spreads) return []
  const firstMs = dayEndOf(mark.day) + HOUR_MS
  // Hours still running have their own turn.
  const closed = closedHours(firstMs, mark.toMs + SPREAD_MS, nowMs, SETTLE_MS)
  const toMs = closed.at(-1)
  if (toMs === undefined) return []
  return [{ ...mark, day: statDayGmt8(firstMs), fromMs: firstMs, toMs, dueMs: nowMs, spreads: false }]
}

const dayEndOf = (day: string) => (parseGmt8(`${day} 00:00:00`) ?? 0) + DAY_MS

/** Ends of the hours and days that a mark covers. */
function endsOf(mark: AqiMark, nowMs: number) {
  const dayEndMs = dayEndOf(mark.day)
  const toMs = mark.spreads ? Math.min(mark.toMs + SPREAD_MS, dayEndMs) : mark.toMs
  return {
    hours: closedHours(mark.fromMs, toMs, nowMs, SETTLE_MS),
    days: isDayClosed(dayEndMs, nowMs, SETTLE_MS) ? [dayEndMs] : [],
  }
}

async function computeStations(
  trx: Tx,
  marks: readonly AqiMark[],
  tables: AqiTables,
  nowMs: number,
): Promise<AqiRow[]> {
  const stationIds = [...new Set(marks.map(({ placeId }) => placeId))]
  const [stations, channels] = await Promise.all([findStations(trx, stationIds), findChannels(trx, stationIds)])
  const channelsOf = groupBy(channels, ({ stationId }) => stationId)
  const rows: AqiRow[] = []
  for (const [, own] of groupBy(marks, ({ day }) => day)) {
    const ends = new Map(own.map((mark) => [mark.placeId, endsOf(mark, nowMs)]))
    const all = [...ends.values()].flatMap(({ hours, days }) => [...hours, ...days])
    if (all.length === 0) continue
    const asked = own.flatMap(({ placeId }) => channelsOf.get(placeId) ?? [])
    const found = await findHourlyMeans(trx, asked, Math.min(...all) - DAY_MS, Math.max(...all))
    const hoursOf = new Map(found.map((row) => [row.channelNo, row]))
    for (const [placeId, wanted] of ends)
      rows.push(...stationRows(tables, placeId, stationHours(channelsOf.get(placeId) ?? [], hoursOf), wanted))
  }
  const cities = new Map(stations.map((station) => [station.id, cityEvaluatedBy(station)]))
  await upsertMarks(trx, cityMarks(rows, cities, nowMs))
  return rows
}

/** Every computed station row makes its city stale. */
function cityMarks(rows: readonly AqiRow[], cities: ReadonlyMap<string, string | undefined>, nowMs: number): AqiMark[] {
  const marks = new Map<string, AqiMark>()
  for (const { placeId, tMs } of rows) {
    const city = cities.get(placeId)
    if (city === undefined) continue
    const day = statDayGmt8(tMs)
    const held = marks.get(`${city} ${day}`)
    marks.set(`${city} ${day}`, {
      placeKind: 'c',
      placeId: city,
      day,
      fromMs: Math.min(held?.fromMs ?? tMs, tMs),
      toMs: Math.max(held?.toMs ?? tMs, tMs),
      dueMs: nowMs,
      spreads: false,
    })
  }
  return [...marks.values()]
}

async function computeCities(trx: Tx, marks: readonly AqiMark[], tables: AqiTables): Promise<AqiRow[]> {
  const stations = groupBy(await findStations(trx, undefined), (station) => cityEvaluatedBy(station) ?? '')
  const rows: AqiRow[] = []
  for (const [, own] of groupBy(marks, ({ day }) => day)) {
    const dayEndMs = dayEndOf(own[0]?.day ?? '')
    const idsOf = ({ placeId }: AqiMark) => (stations.get(placeId) ?? []).map(({ id }) => id)
    const ids = own.flatMap(idsOf)
    const fromMs = Math.min(...own.map((mark) => mark.fromMs))
    for (const span of ['h', 'd'] as const) {
      const lo = span === 'h' ? fromMs - HOUR_MS : dayEndMs - DAY_MS
      const found = groupBy(await findStationRows(trx, span, ids, lo, dayEndMs), ({ placeId }) => placeId)
      for (const mark of own) {
        const ofCity = idsOf(mark).flatMap((id) => found.get(id) ?? [])
        for (const [tMs, parts] of groupBy(ofCity, (row) => row.tMs)) {
          if (span === 'h' && (tMs < mark.fromMs || tMs > mark.toMs)) continue
          rows.push(cityRow(tables, { span, placeId: mark.placeId, tMs, stations: idsOf(mark).length }, parts))
        }
      }
    }
  }
  return rows
}

interface Turn {
  readonly name: string
  /** Latest hour or day end that the turn covers. */
  readonly slotMs: number
  readonly stepMs: number
}

/** domain §7.4: hours at hh:05 and hh:20, days at 00:30 and 11:30. */
const turnsAt = (nowMs: number): Turn[] => {
  const past = (afterMs: number, stepMs: number) => bucketEnd(nowMs - afterMs + 1, stepMs) - stepMs
  return [
    { name: 'h05', slotMs: past(5 * MINUTE_MS, HOUR_MS), stepMs: HOUR_MS },
    { name: 'h20', slotMs: past(20 * MINUTE_MS, HOUR_MS), stepMs: HOUR_MS },
    { name: 'd0030', slotMs: past(30 * MINUTE_MS, DAY_MS), stepMs: DAY_MS },
    { name: 'd1130', slotMs: past(11.5 * HOUR_MS, DAY_MS), stepMs: DAY_MS },
  ]
}

async function takeTurns(trx: Tx, nowMs: number): Promise<void> {
  const marks: AqiMark[] = []
  let stationIds: readonly string[] | undefined
  for (const { name, slotMs, stepMs } of turnsAt(nowMs)) {
    const beforeMs = await takeTurn(trx, name, slotMs)
    if (beforeMs === undefined) continue
    stationIds ??= await findAqiStationIds(trx)
    // The very first turn takes its own slot only: the past has a separate turn.
    const missedMs = Math.max(beforeMs + stepMs, slotMs - Math.floor((MISSED_HOURS * HOUR_MS) / stepMs) * stepMs)
    for (let endMs = beforeMs === 0 ? slotMs : missedMs; endMs <= slotMs; endMs += stepMs)
      marks.push(...stationIds.map((id) => markOf(id, statDayGmt8(endMs), { fromMs: endMs, toMs: endMs }, nowMs)))
  }
  await upsertMarks(trx, [...marks, ...(await pastMarks(trx, nowMs))])
}

const markOf = (placeId: string, day: string, hours: Pick<AqiMark, 'fromMs' | 'toMs'>, dueMs: number): AqiMark => ({
  placeKind: 's',
  placeId,
  day,
  ...hours,
  dueMs,
  spreads: false,
})

/** Marks data that existed before the first start, once. */
async function pastMarks(trx: Tx, nowMs: number): Promise<AqiMark[]> {
  if ((await takeTurn(trx, 'past', 1)) === undefined) return []
  const days = await findDaysWithHours(trx, nowMs - PAST_DAYS * DAY_MS, nowMs)
  const lastMs = bucketEnd(nowMs + 1, HOUR_MS) - HOUR_MS
  return days.flatMap(({ id, day }) => {
    const fromMs = dayEndOf(day) - DAY_MS + HOUR_MS
    const toMs = Math.min(dayEndOf(day), lastMs)
    return toMs < fromMs ? [] : [markOf(id, day, { fromMs, toMs }, nowMs)]
  })
}
