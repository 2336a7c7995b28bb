import { setTimeout as sleep } from 'node:timers/promises'
import type { ReportKind } from '@natim/contract/mon/mon-report.resource'
import { nextRuns } from '@natim/domain/cron/next-runs'
import { lastPeriod } from '@natim/domain/report-period'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { PdfError } from '../../platform/print/pdf-printer.ts'
import { repeat } from '../../platform/repeat.ts'
import { hasStaleAqi } from '../aqi/index.ts'
import { causeOf } from './cause.ts'
import { type TellDeps, tellReceivers } from './deliver.ts'
import { buildDocument, fingerprintOf, linesOf, REPORT_UNIT } from './documents/build.ts'
import { changesSince, changesText } from './documents/changes.ts'
import { bookRun, runOf } from './mon-report.service.ts'
import { paperOf, runView } from './paper.ts'
import { findDef, lockDue, lockUnplanned, type StoredDef, updatePlan } from './report-def.repository.ts'
import type { ReportFiles } from './report-files.ts'
import {
  claimRun,
  endRun,
  findDocument,
  findFormer,
  findRun,
  noteCheck,
  type RunTask,
  releaseRun,
  takeUnchecked,
  touchRun,
  withSnapshot,
} from './run.repository.ts'

export interface ReportWorkerOptions {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly files: ReportFiles
  readonly network: string
  readonly mail: TellDeps['mail']
  readonly clock?: Clock
  /** True while ingest needs the machine. */
  readonly shouldYield?: () => boolean
}

export interface ReportWorker {
  /** Processes pending runs. */
  look(): Promise<void>
  /** Books due scheduled runs. */
  plan(): Promise<void>
  /** Checks whether one of the current runs would now have different content. */
  check(): Promise<void>
  sweep(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 500
const PLAN_MS = SECOND_MS
const CHECK_MS = 2 * SECOND_MS
const SWEEP_MS = MINUTE_MS
const TOUCH_MS = 5 * SECOND_MS
const YIELD_MS = 50
/** Minimum interval between checks of one run, and how long after its period it is checked. */
const CHECK_EVERY_MS = MINUTE_MS
const CHECKED_DAYS = 40
/**
 * After an outage or the first load the indices of a period arrive late: a report without them would say NA everywhere.
 */
const AIR_KINDS: readonly ReportKind[] = ['air_hour', 'air_day']
/** After this the report is built from what exists; a later revision adds the rest. */
const AIR_WAIT_MS = 30 * MINUTE_MS
/** After a check, pause this many times its duration: at most a twentieth of one core. */
const REST_FACTOR = 20

/** Builds reports, scheduled and manual. Any number of processes may run one: each run is built by one of them. */
export function startReportWorker(options: ReportWorkerOptions): ReportWorker {
  const { db, log, clock = systemClock, shouldYield = () => false } = options
  let restUntilMs = 0

  async function pass(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (shouldYield()) await sleep(YIELD_MS)
      const task = await claimRun(db)
      if (task === undefined) return
      await carryOut(options, task, signal)
    }
  }

  async function plan(): Promise<void> {
    await db.transaction().execute(async (trx) => {
      for (const def of await lockUnplanned(trx)) {
        const next = nextAfter(def, clock.now())
        if (next !== null) await updatePlan(trx, def.id, next)
      }
    })
    while (await db.transaction().execute((trx) => bookDue(trx, clock.now())));
  }

  async function check(): Promise<void> {
    const startedMs = clock.now()
    if (startedMs < restUntilMs) return
    const begin = performance.now()
    await checkOne(db, startedMs)
    restUntilMs = startedMs + (performance.now() - begin) * REST_FACTOR
  }

  const failure = 'reports were not looked at and are later'
  const parts = {
    look: repeat({ clock, everyMs: TICK_MS, log, failure }, pass),
    plan: repeat({ clock, everyMs: PLAN_MS, log, failure }, plan),
    check: repeat({ clock, everyMs: CHECK_MS, log, failure }, check),
    sweep: repeat({ clock, everyMs: SWEEP_MS, log, failure }, () => options.files.sweep()),
  }
  return {
    look: parts.look.look,
    plan: parts.plan.look,
    check: parts.check.look,
    sweep: parts.sweep.look,
    stop: async () => void (await Promise.all(Object.values(parts).map((part) => part.stop()))),
  }
}

function nextAfter({ cron }: StoredDef, nowMs: number): Date | null {
  try {
    const [next] = nextRuns(cron ?? '', { fromMs: nowMs, count: 1 })
    return next === undefined ? null : new Date(next)
  } catch {
    return null
  }
}

/** Books a due definition for the newest period only, even if several were missed. False when none is due. */
async function bookDue(trx: Tx, nowMs: number): Promise<boolean> {
  const def = await takeDue(trx, nowMs)
  if (def === undefined) return false
  await updatePlan(trx, def.id, nextAfter(def, nowMs))
  const scope = { orgCode: def.sysOrgCode, regionPrefixes: def.scopePrefixes }
  const period = lastPeriod(REPORT_UNIT[def.kind], nowMs)
  await bookRun(trx, { ...runOf(def, scope, period), cause: 'schedule', requestedBy: null })
  return true
}

/** The first due definition that need not wait for indices. */
async function takeDue(trx: Tx, nowMs: number): Promise<StoredDef | undefined> {
  const first = await lockDue(trx, new Date(nowMs))
  const isLate = !first?.nextRunAt || nowMs - first.nextRunAt.getTime() >= AIR_WAIT_MS
  const air = isLate ? undefined : AIR_KINDS.find((kind) => kind === first.kind)
  if (!air || !(await hasStaleAqi(trx, lastPeriod(REPORT_UNIT[air], nowMs), nowMs))) return first
  return lockDue(trx, new Date(nowMs), AIR_KINDS)
}

async function carryOut(options: ReportWorkerOptions, task: RunTask, signal: AbortSignal): Promise<void> {
  const { db, log, clock = systemClock } = options
  let { touchedAt } = task
  const own = () => ({ id: task.id, touchedAt })
  let touching: Promise<void> = Promise.resolve()
  // Heartbeat while one long statement runs.
  const timer = setInterval(() => {
    touching = touchRun(db, own(), 50)
      .then((touched) => void (touchedAt = touched ?? touchedAt))
      .catch((error: unknown) => log.warn({ err: error, run: task.id }, 'report heartbeat failed'))
  }, TOUCH_MS)
  const begin = performance.now()
  try {
    const former = await findFormer(db, task)
    const { document, snapshot } = await withSnapshot(db, async (trx, name) => ({
      document: await buildDocument(trx, task),
      snapshot: name,
    }))
    clearInterval(timer)
    await touching
    if (signal.aborted) {
      await releaseRun(db, own())
      return
    }
    const made = { ...document, changes: former ? changesSince(former, document) : [] }
    const ms = Math.round(performance.now() - begin)
    const rows = linesOf(made)
    const end = { document: made, fingerprint: fingerprintOf(made), snapshot, rows, ms }
    const isOurs = await endRun(db, own(), end, clock.now())
    if (isOurs) await afterwards(options, task)
  } catch (error) {
    log.error({ err: error, run: task.id }, 'report failed')
    await endRun(db, own(), { error: causeOf(error) }, clock.now())
  } finally {
    clearInterval(timer)
    await touching
  }
}

/**
 * Creates files in the definition's formats, then notifies the receivers. A format that fails does not stop the rest.
 */
async function afterwards(
  { db, files, network, log, bus, mail, clock = systemClock }: ReportWorkerOptions,
  task: RunTask,
) {
  try {
    const def = await findDef(db, task.scope, task.defId)
    const row = await findRun(db, task.scope, task.id)
    if (def === undefined || row === undefined) return
    const run = runView(row)
    const document = await findDocument(db, task.id)
    if (document === undefined) return
    for (const format of def.formats) {
      try {
        await files.make(task.id, paperOf(run, document, network), format)
      } catch (error) {
        if (!(error instanceof PdfError)) throw error
        log.warn({ err: error, run: task.id }, 'report PDF not rendered')
      }
    }
    if (task.cause !== 'manual') await tellReceivers({ db, bus, log, mail, now: clock.now }, def, run, task.scope)
  } catch (error) {
    log.error({ err: error, run: task.id }, 'report files or delivery failed')
  }
}

/** Rebuilds the least recently checked run and compares; records what would change. */
async function checkOne(db: Db, nowMs: number): Promise<void> {
  const taken = await db.transaction().execute(async (trx) => {
    const run = await takeUnchecked(trx, nowMs - CHECK_EVERY_MS, nowMs - CHECKED_DAYS * DAY_MS)
    if (run !== undefined) await noteCheck(trx, run.id, nowMs, undefined)
    return run
  })
  if (taken === undefined) return
  const document = await withSnapshot(db, (trx) => buildDocument(trx, taken.params))
  if (taken.fingerprint?.equals(fingerprintOf(document))) return
  const before = taken.document as Parameters<typeof changesSince>[0]
  await noteCheck(db, taken.id, nowMs, changesText(changesSince(before, document)).slice(0, 300))
}
