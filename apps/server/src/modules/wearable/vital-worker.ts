import { createHash } from 'node:crypto'
import { NEWS2_ITEM_LABEL, NEWS2_ITEMS } from '@natim/domain/news2'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { ENTRY_VALID_MS, isEntryOf, scoreWindow, VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import {
  findEntries,
  findJudged,
  findMeasured,
  findSlowDevices,
  insertScoreEvents,
  type JudgedWindow,
  type MeasuredWindow,
  openTurn,
  type ScoreEvent,
  setDone,
  takeLateSpans,
  takeTurn,
  upsertWindows,
  type WindowRow,
  type WindowSpan,
} from './vital.repository.ts'

const LOOK_EVERY_MS = 5_000
/** Samples of the last seconds are on their way. */
const SETTLE_MS = 20 * SECOND_MS
/** Samples that come up to five minutes after their time leave no mark: windows of so long are reckoned once more. */
const UNMARKED_MS = 2 * VITAL_WINDOW_MS
/** Neither do those of clocks that are slow by up to a quarter of an hour. */
const UNMARKED_SLOW_MS = 30 * MINUTE_MS
const SLOW_FROM_MS = 4 * MINUTE_MS
/** A window that is reckoned so soon after its end had all that had come by then. */
const IN_TIME_MS = MINUTE_MS
/** So far back the first start reckons. */
const PAST_MS = DAY_MS
/** Windows older than this raise nothing any more, nor do they keep those after them from it (ADR 0063). */
const TELL_MS = 15 * MINUTE_MS

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
 * Reckons at most an hour of windows, the present first, then what came late; tests call it themselves.
 *
 * @returns whether there is more to do
 */
export const runVitals = async (db: Db, nowMs: number): Promise<boolean> =>
  (await runPresent(db, nowMs)) || (await runLate(db, nowMs))

const runPresent = (db: Db, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const lastMs = bucketEnd(nowMs - SETTLE_MS + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
    await openTurn(trx, lastMs - PAST_MS, lastMs)
    const turn = await takeTurn(trx)
    if (turn === undefined || turn.doneMs >= lastMs) return false
    const { doneMs, reckonedAtMs, openedToMs } = turn
    // What lay too long in the past is left: nobody reads a score of a day ago for the first time.
    const sinceMs = Math.max(doneMs, lastMs - PAST_MS)
    const toMs = Math.min(lastMs, sinceMs + HOUR_MS)
    const slow = await findSlowDevices(trx, SLOW_FROM_MS)
    if (slow.length > 0) {
      const span = { fromMs: sinceMs - UNMARKED_SLOW_MS, toMs: sinceMs - UNMARKED_MS, deviceNos: slow }
      await reckon(trx, { ...span, newFromMs: span.toMs, nowMs })
    }
    // After a pause samples may still have been waiting to be stored, whenever they came.
    const isInTime = reckonedAtMs !== null && reckonedAtMs - doneMs < IN_TIME_MS
    const again = isInTime ? { reckonedToMs: sinceMs } : {}
    await reckon(trx, { fromMs: sinceMs - UNMARKED_MS, toMs, newFromMs: sinceMs, nowMs, openedToMs, ...again })
    const isSteady = lastMs - doneMs <= VITAL_WINDOW_MS
    await setDone(trx, toMs, isSteady ? nowMs : null)
    return toMs < lastMs
  })

/** Windows whose samples came late or were replaced. Nothing is told of those of long ago. */
const runLate = (db: Db, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Under the same turn, so that nobody reckons a window with fewer samples at the same time.
    const turn = await takeTurn(trx)
    if (turn === undefined) return false
    const { doneMs } = turn
    const late = await takeLateSpans(trx)
    for (const { fromMs, toMs, deviceNos } of late ?? []) {
      const firstMs = bucketEnd(fromMs, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
      // What ends later is reckoned when its turn comes.
      const endMs = Math.min(bucketEnd(toMs, VITAL_WINDOW_MS), doneMs)
      if (firstMs < endMs) await reckon(trx, { fromMs: firstMs, toMs: endMs, newFromMs: endMs, nowMs, deviceNos })
    }
    return late !== undefined
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

/** Reckons what a person wears since some time ago; tells nothing of what is long past. */
export async function reckonBinding(trx: Tx, deviceNo: number, boundFromMs: number, nowMs: number): Promise<void> {
  const lastMs = bucketEnd(nowMs - SETTLE_MS + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
  const fromMs = Math.max(bucketEnd(boundFromMs, VITAL_WINDOW_MS), lastMs - PAST_MS) - VITAL_WINDOW_MS
  if (fromMs >= lastMs) return
  await reckon(trx, { fromMs, toMs: lastMs, newFromMs: lastMs, nowMs, deviceNos: [deviceNo] })
}

interface Span extends WindowSpan {
  /** Windows that end later are reckoned for the first time. */
  readonly newFromMs: number
  readonly nowMs: number
  /** Those that end no later were over before anything was reckoned. */
  readonly openedToMs?: number
}

async function reckon(trx: Tx, { newFromMs, nowMs, openedToMs = 0, ...span }: Span): Promise<void> {
  const { fromMs, toMs } = span
  const measured = await findMeasured(trx, span)
  const subjectIds = [...new Set(measured.map((window) => window.subjectId))]
  const entries = groupBy(
    await findEntries(trx, { subjectIds, fromMs: fromMs - ENTRY_VALID_MS, toMs: toMs + VITAL_WINDOW_MS }),
    (entry) => entry.subjectId,
  )
  const tellFromMs = nowMs - TELL_MS
  const scored = measured.map((window) => {
    const entry = (entries.get(window.subjectId) ?? []).find((one) => isEntryOf(one, window.endMs))
    return toRow(window, entry)
  })
  if (toMs <= Math.min(newFromMs, tellFromMs)) return upsertWindows(trx, scored.map(asBefore))
  // What all were judged by until now, and the two windows before the first.
  const firstMs = Math.max(fromMs, Math.min(newFromMs, tellFromMs)) - 2 * VITAL_WINDOW_MS
  const judged = await findJudged(trx, subjectIds, firstMs, toMs)
  const { rows, told } = judge(scored, judged, { newFromMs, tellFromMs, openedToMs })
  await upsertWindows(trx, rows)
  const deviceOf = new Map(measured.map((window) => [window.subjectId, window.deviceNo]))
  const events = told.flatMap((row) => {
    const deviceNo = deviceOf.get(row.subjectId)
    return deviceNo === undefined ? [] : [toEvent(row, deviceNo)]
  })
  await insertScoreEvents(trx, events, nowMs)
}

type ScoredWindow = Omit<WindowRow, 'judgedAs'>

const asBefore = (row: ScoredWindow): WindowRow => ({ ...row, judgedAs: undefined })

function toRow(window: MeasuredWindow, entry: Parameters<typeof scoreWindow>[1]): ScoredWindow {
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

interface Bounds {
  readonly newFromMs: number
  /** Windows that end later are told of. */
  readonly tellFromMs: number
  readonly openedToMs: number
}

/**
 * A score that reaches a severity it did not have in the window before is told; so is one that was less grave until its
 * samples came, or unknown. What is too old to be told counts as told only as far as the windows before it were.
 *
 * @param scored of each person in the order of time
 */
function judge(
  scored: readonly ScoredWindow[],
  judged: readonly JudgedWindow[],
  { newFromMs, tellFromMs, openedToMs }: Bounds,
): { readonly rows: WindowRow[]; readonly told: ScoredWindow[] } {
  const keyOf = (subjectId: string, endMs: number) => `${endMs} ${subjectId}`
  const held = new Map(judged.map((one) => [keyOf(one.subjectId, one.endMs), one.judged]))
  const heldAt = ({ subjectId }: ScoredWindow, endMs: number) => held.get(keyOf(subjectId, endMs))
  const told: ScoredWindow[] = []
  const rows = scored.map((row): WindowRow => {
    const { endMs, severity } = row
    if (endMs <= Math.min(newFromMs, tellFromMs)) return asBefore(row)
    const own = heldAt(row, endMs) ?? null
    const before = heldAt(row, endMs - VITAL_WINDOW_MS)
    const was = before === undefined ? (heldAt(row, endMs - 2 * VITAL_WINDOW_MS) ?? null) : before
    const isTold = endMs > tellFromMs
    const judgedAs = isTold || endMs <= openedToMs ? severity : lessGrave(severity, was)
    held.set(keyOf(row.subjectId, endMs), judgedAs)
    if (isTold && severity !== null && ![own, was].some((one) => one !== null && one <= severity)) told.push(row)
    return { ...row, judgedAs }
  })
  return { rows, told }
}

/** Null = nobody was told; the graver, the smaller. */
const lessGrave = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)

/** Told by the device the person wears. */
function toEvent({ subjectId, endMs, severity, points, total }: ScoredWindow, deviceNo: number): ScoreEvent {
  const known = points.filter((part) => part !== null).length
  const key = createHash('sha256').update(`news2 ${subjectId} ${endMs} ${severity}`).digest()
  const single = NEWS2_ITEMS.filter((_, index) => points[index] === 3).map((item) => NEWS2_ITEM_LABEL[item])
  const data = { score: total, known: `${known}/7`, ...(single.length > 0 && { single: single.join('、') }) }
  return { deviceNo, tsMs: endMs, key, level: severity ?? 0, data }
}
