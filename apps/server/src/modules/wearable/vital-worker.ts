import { createHash } from 'node:crypto'
import { NEWS2_ITEM_LABEL, NEWS2_ITEMS } from '@natim/domain/news2'
import { bucketEnd, DAY_MS, HOUR_MS, SECOND_MS } from '@natim/domain/time'
import { ENTRY_VALID_MS, isEntryOf, scoreWindow, VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import {
  findEntries,
  findMeasured,
  findSeverities,
  insertScoreEvents,
  type MeasuredWindow,
  type ScoreEvent,
  setDone,
  takeTurn,
  upsertWindows,
  type WindowRow,
} from './vital.repository.ts'

const LOOK_EVERY_MS = 5_000
/** Samples of the last seconds are on their way. */
const SETTLE_MS = 20 * SECOND_MS
/** Samples that come later than this are in the rollups, and in no window that was reckoned. */
const LATE_MS = 30 * 60 * SECOND_MS
/** So far back the first start reckons. */
const PAST_MS = DAY_MS
/** Windows older than this raise nothing any more. */
const TELL_MS = 15 * 60 * SECOND_MS

interface Deps {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  readonly shouldYield?: () => boolean
}

/** Reckons the windows of everybody who wears something. Any number of processes may run it: one holds the turn. */
export function startVitalWorker({
  db,
  log,
  clock = systemClock,
  shouldYield = () => false,
}: Deps): () => Promise<void> {
  const failure = 'windows of vital signs are reckoned in a moment'
  return repeat({ clock, everyMs: LOOK_EVERY_MS, log, failure }, async (signal) => {
    while (!signal.aborted && !shouldYield() && (await runVitals(db, clock.now()))) {
      // An hour a transaction, until the present.
    }
  }).stop
}

/**
 * Reckons at most an hour of windows; tests call it themselves.
 *
 * @returns whether there is more to do
 */
export const runVitals = (db: Db, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const lastMs = bucketEnd(nowMs - SETTLE_MS + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
    const doneMs = await takeTurn(trx, lastMs - PAST_MS)
    if (doneMs === undefined || doneMs >= lastMs) return false
    // What lay too long in the past is left: nobody reads a score of a day ago for the first time.
    const sinceMs = Math.max(doneMs, lastMs - PAST_MS)
    const toMs = Math.min(lastMs, sinceMs + HOUR_MS)
    // The half hour before is reckoned again, for samples that came late.
    await reckon(trx, { fromMs: sinceMs - LATE_MS, toMs, newFromMs: sinceMs, nowMs })
    await setDone(trx, toMs)
    return toMs < lastMs
  })

/** Reckons again what an entry of a nurse completes; whoever asks sees it at once. */
export async function reckonSubject(trx: Tx, subjectId: string, nowMs: number): Promise<void> {
  const lastMs = bucketEnd(nowMs + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
  await reckon(trx, {
    fromMs: lastMs - VITAL_WINDOW_MS,
    toMs: lastMs,
    newFromMs: lastMs - VITAL_WINDOW_MS,
    nowMs,
    subjectId,
  })
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
  /** Windows that end later are reckoned for the first time. */
  readonly newFromMs: number
  readonly nowMs: number
  readonly subjectId?: string
}

async function reckon(trx: Tx, { fromMs, toMs, newFromMs, nowMs, subjectId }: Span): Promise<void> {
  const measured = await findMeasured(trx, fromMs, toMs, subjectId ?? null)
  const subjectIds = [...new Set(measured.map((window) => window.subjectId))]
  const entries = groupBy(
    await findEntries(trx, { subjectIds, fromMs: fromMs - ENTRY_VALID_MS, toMs: toMs + VITAL_WINDOW_MS }),
    (entry) => entry.subjectId,
  )
  const rows = measured.map((window) => {
    const entry = (entries.get(window.subjectId) ?? []).find((one) => isEntryOf(one, window.endMs))
    return toRow(window, entry)
  })
  await upsertWindows(trx, rows)
  const before = await findSeverities(trx, subjectIds, newFromMs + VITAL_WINDOW_MS)
  const deviceOf = new Map(measured.map((window) => [window.subjectId, window.deviceNo]))
  await insertScoreEvents(trx, risen(rows, before, { newFromMs, tellFromMs: nowMs - TELL_MS, deviceOf }), nowMs)
}

function toRow(window: MeasuredWindow, entry: Parameters<typeof scoreWindow>[1]): WindowRow {
  const { ageBand, pregnant, deviceNo: _deviceNo, ...kept } = window
  const { vitals, news2, exclusion } = scoreWindow(window, entry, { ageBand, isPregnant: pregnant })
  const excluded = exclusion !== null
  return {
    ...kept,
    sbp: vitals.sbp,
    onOxygen: vitals.onOxygen,
    consciousness: vitals.consciousness,
    spo2Scale: vitals.spo2Scale,
    points: NEWS2_ITEMS.map((item) => (excluded ? null : news2.parts[item])),
    total: excluded ? 0 : news2.total,
    severity: excluded ? null : news2.severity,
    excluded,
  }
}

/** A score that reaches a severity it did not have in the window before is told, by the person's device. */
function risen(
  rows: readonly WindowRow[],
  before: ReadonlyMap<string, number>,
  {
    newFromMs,
    tellFromMs,
    deviceOf,
  }: { readonly newFromMs: number; readonly tellFromMs: number; readonly deviceOf: ReadonlyMap<string, number> },
): ScoreEvent[] {
  const held = new Map<string, number | null>(before)
  return rows.flatMap((row) => {
    if (row.endMs <= newFromMs) return []
    const was = held.get(row.subjectId) ?? null
    held.set(row.subjectId, row.severity)
    const hasRisen = row.severity !== null && (was === null || row.severity < was)
    const deviceNo = deviceOf.get(row.subjectId)
    if (!hasRisen || row.severity === null || deviceNo === undefined || row.endMs <= tellFromMs) return []
    const known = row.points.filter((part) => part !== null).length
    const key = createHash('sha256').update(`news2 ${row.subjectId} ${row.endMs} ${row.severity}`).digest()
    const single = NEWS2_ITEMS.filter((_, index) => row.points[index] === 3).map((item) => NEWS2_ITEM_LABEL[item])
    const data = { score: row.total, known: `${known}/7`, ...(single.length > 0 && { single: single.join('、') }) }
    return [{ deviceNo, tsMs: row.endMs, key, level: row.severity, data }]
  })
}
