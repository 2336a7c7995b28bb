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
/** Samples of the last seconds may still be in flight. */
const SETTLE_MS = 20 * SECOND_MS
/** Samples up to five minutes late leave no late mark: windows of this span are computed once more. */
const UNMARKED_MS = 2 * VITAL_WINDOW_MS
/** Nor do samples of devices whose clocks are slow by up to a quarter of an hour. */
const UNMARKED_SLOW_MS = 30 * MINUTE_MS
const SLOW_FROM_MS = 4 * MINUTE_MS
/** A window computed this soon after its end included all samples received by then. */
const IN_TIME_MS = MINUTE_MS
/** How far back the first start computes windows. */
const PAST_MS = DAY_MS
/** Windows older than this neither raise anything nor keep later windows from raising it (ADR 0063). */
const TELL_MS = 15 * MINUTE_MS

interface Deps {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  readonly shouldYield?: () => boolean
}

/** Computes vital sign windows of all wearers. Any number of processes may run it: one holds the turn. */
export function startVitalWorker({
  db,
  log,
  clock = systemClock,
  shouldYield = () => false,
}: Deps): () => Promise<void> {
  const failure = 'windows of vital signs are reckoned in a moment'
  return repeat({ clock, everyMs: LOOK_EVERY_MS, log, failure }, async (signal) => {
    while (!signal.aborted && !shouldYield() && (await runVitals(db, clock.now()))) {
      // One hour per transaction, until the present.
    }
  }).stop
}

/**
 * Computes at most one hour of windows, current ones first, then late ones; also called by tests.
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
    // Older windows are skipped: scores more than a day old are of no use.
    const sinceMs = Math.max(doneMs, lastMs - PAST_MS)
    const toMs = Math.min(lastMs, sinceMs + HOUR_MS)
    const slow = await findSlowDevices(trx, SLOW_FROM_MS)
    if (slow.length > 0) {
      const span = { fromMs: sinceMs - UNMARKED_SLOW_MS, toMs: sinceMs - UNMARKED_MS, deviceNos: slow }
      await reckon(trx, { ...span, newFromMs: span.toMs, nowMs })
    }
    // After a pause, any samples may have been waiting to be stored.
    const isInTime = reckonedAtMs !== null && reckonedAtMs - doneMs < IN_TIME_MS
    const again = isInTime ? { reckonedToMs: sinceMs } : {}
    await reckon(trx, { fromMs: sinceMs - UNMARKED_MS, toMs, newFromMs: sinceMs, nowMs, openedToMs, ...again })
    const isSteady = lastMs - doneMs <= VITAL_WINDOW_MS
    await setDone(trx, toMs, isSteady ? nowMs : null)
    return toMs < lastMs
  })

/** Recomputes windows whose samples came late or were replaced. Old ones are not reported. */
const runLate = (db: Db, nowMs: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Under the same turn, so that no concurrent pass writes a window with fewer samples.
    const turn = await takeTurn(trx)
    if (turn === undefined) return false
    const { doneMs } = turn
    const late = await takeLateSpans(trx)
    for (const { fromMs, toMs, deviceNos } of late ?? []) {
      const firstMs = bucketEnd(fromMs, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
      // Later windows are left to the regular pass.
      const endMs = Math.min(bucketEnd(toMs, VITAL_WINDOW_MS), doneMs)
      if (firstMs < endMs) await reckon(trx, { fromMs: firstMs, toMs: endMs, newFromMs: endMs, nowMs, deviceNos })
    }
    return late !== undefined
  })

/** Recomputes the windows affected by a nurse's entry, so that the score is current at once. */
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

/** Computes windows of a new binding since its beginning; old ones are not reported. */
export async function reckonBinding(trx: Tx, deviceNo: number, boundFromMs: number, nowMs: number): Promise<void> {
  const lastMs = bucketEnd(nowMs - SETTLE_MS + 1, VITAL_WINDOW_MS) - VITAL_WINDOW_MS
  const fromMs = Math.max(bucketEnd(boundFromMs, VITAL_WINDOW_MS), lastMs - PAST_MS) - VITAL_WINDOW_MS
  if (fromMs >= lastMs) return
  await reckon(trx, { fromMs, toMs: lastMs, newFromMs: lastMs, nowMs, deviceNos: [deviceNo] })
}

interface Span extends WindowSpan {
  /** Windows ending later are computed for the first time. */
  readonly newFromMs: number
  readonly nowMs: number
  /** Windows ending no later lie before the first start. */
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
  // Previous judgements, including the two windows before the first.
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
  /** Windows ending later are reported. */
  readonly tellFromMs: number
  readonly openedToMs: number
}

/**
 * Reports a score whose severity is higher than that of the previous window and of its own previous judgement, where
 * unknown counts as lower. Windows too old to be reported count as reported only as far as the windows before them.
 *
 * @param scored in time order per person
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

/** Null = not reported; a smaller number is more severe. */
const lessGrave = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)

/** Reported as an event of the device the person wears. */
function toEvent({ subjectId, endMs, severity, points, total }: ScoredWindow, deviceNo: number): ScoreEvent {
  const known = points.filter((part) => part !== null).length
  const key = createHash('sha256').update(`news2 ${subjectId} ${endMs} ${severity}`).digest()
  const single = NEWS2_ITEMS.filter((_, index) => points[index] === 3).map((item) => NEWS2_ITEM_LABEL[item])
  const data = { score: total, known: `${known}/7`, ...(single.length > 0 && { single: single.join('、') }) }
  return { deviceNo, tsMs: endMs, key, level: severity ?? 0, data }
}
