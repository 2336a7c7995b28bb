import { nextRuns } from '@natim/domain/cron/next-runs'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { type Handler, type JobContext, JobFailure } from './handler.ts'
import { HANDLERS } from './handlers.ts'
import {
  extendLeases,
  lockAbandoned,
  lockDue,
  lockRunning,
  lockUnplanned,
  type StoredJob,
  updatePlan,
} from './job.repository.ts'
import { endRun, insertRun, RUN_STATUS } from './job-run.repository.ts'
import { handlerOf, readJob } from './read-job.ts'

const TICK_MS = 1_000
const LEASE_MS = 60_000
const RENEW_MS = 20_000
/** Maximum parallel runs per process; each takes a connection of the pool. */
const MAX_PARALLEL = 2
const MAX_RETRIES = 3
const FIRST_RETRY_MS = 60_000

export interface JobRunnerDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly audit: JobContext['audit']
  readonly clock?: Clock
  readonly handlers?: readonly Handler[]
}

export interface JobRunner {
  /** Starts due jobs. Their runs continue after it resolves. */
  tick(): Promise<void>
  /** Resolves when this process has no run in progress. */
  idle(): Promise<void>
  stop(): Promise<void>
}

type Outcome = { readonly status: 1 | 2; readonly message: string }

/**
 * Runs jobs by their timetable (security §8). Any number of processes may run one: a run is claimed under a row lock.
 * Missed runs are made up for once; a job still running when it falls due runs again afterwards.
 */
export function startJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, bus, log, audit, clock = systemClock, handlers = HANDLERS } = deps
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const now = () => new Date(clock.now())
  let ticking: Promise<void> | undefined

  async function carryOut(job: StoredJob, runId: string): Promise<void> {
    const outcome = await outcomeOf(job)
    await db.transaction().execute(async (trx) => {
      const current = await lockRunning(trx, runId)
      await endRun(trx, runId, { ...outcome, endTime: now() })
      if (current) await updatePlan(trx, job.id, planAfter(current, outcome, clock.now()))
      if (outcome.status === RUN_STATUS.failed) await writeFailure(trx, job, outcome.message, handlers)
    })
  }

  async function outcomeOf(job: StoredJob): Promise<Outcome> {
    const reading = readJob(job, handlers)
    if ('text' in reading) return { status: RUN_STATUS.failed, message: reading.text }
    try {
      const context = { db, bus, now: clock.now, signal: stopping.signal, audit }
      const message = await reading.handler.run(reading.params, context)
      return { status: RUN_STATUS.done, message: message.slice(0, 500) }
    } catch (error) {
      if (error instanceof JobFailure) return { status: RUN_STATUS.failed, message: error.message.slice(0, 500) }
      log.error({ err: error, job: job.id }, 'job failed')
      return { status: RUN_STATUS.failed, message: '内部错误，详见服务器日志' }
    }
  }

  async function work(): Promise<void> {
    await db.transaction().execute((trx) => plan(trx, clock.now()))
    await db.transaction().execute((trx) => bury(trx, clock.now(), { own: [...running.keys()], handlers }))
    while (running.size < MAX_PARALLEL && !stopping.signal.aborted) {
      const claimed = await db.transaction().execute((trx) => claim(trx, clock.now()))
      if (claimed === undefined) return
      const { job, runId } = claimed
      const run = carryOut(job, runId)
        .catch((error: unknown) => log.error({ err: error, job: job.id }, 'end of a job run not recorded'))
        .finally(() => running.delete(runId))
      running.set(runId, run)
    }
  }

  function tick(): Promise<void> {
    ticking ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'job poll failed; jobs are delayed'))
      .finally(() => {
        ticking = undefined
      })
    return ticking
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }
  const stopTicks = clock.every(TICK_MS, () => void tick())
  const stopRenewing = clock.every(RENEW_MS, () => {
    const until = new Date(clock.now() + LEASE_MS)
    extendLeases(db, [...running.keys()], until).catch((error: unknown) =>
      log.warn({ err: error }, 'leases of running jobs were not extended'),
    )
  })
  return {
    tick,
    idle,
    async stop() {
      stopTicks()
      stopping.abort()
      await ticking
      await idle()
      stopRenewing()
    },
  }
}

/** The first run after an instant; null when there is none or the expression is invalid. */
function nextAfter(cron: string, fromMs: number): Date | null {
  try {
    const [next] = nextRuns(cron, { fromMs, count: 1 })
    return next === undefined ? null : new Date(next)
  } catch {
    return null
  }
}

async function plan(trx: Tx, nowMs: number): Promise<void> {
  for (const { id, cronExpression } of await lockUnplanned(trx)) {
    const nextRunAt = nextAfter(cronExpression, nowMs)
    if (nextRunAt !== null) await updatePlan(trx, id, { nextRunAt })
  }
}

/** Ends the runs of dead processes. */
async function bury(
  trx: Tx,
  nowMs: number,
  { own, handlers }: { readonly own: readonly string[]; readonly handlers: readonly Handler[] },
): Promise<void> {
  for (const job of await lockAbandoned(trx, new Date(nowMs), own)) {
    const outcome = { status: RUN_STATUS.failed, message: '运行中断：执行它的进程已退出' } as const
    await endRun(trx, job.runId ?? '', { ...outcome, endTime: new Date(nowMs) })
    await updatePlan(trx, job.id, planAfter(job, outcome, nowMs))
    await writeFailure(trx, job, outcome.message, handlers)
  }
}

async function claim(trx: Tx, nowMs: number): Promise<{ job: StoredJob; runId: string } | undefined> {
  const now = new Date(nowMs)
  const job = await lockDue(trx, now)
  if (job === undefined) return undefined
  const runId = newId()
  const isDue = job.status === 0 && job.nextRunAt !== null && job.nextRunAt <= now
  const cause = job.requestedBy !== null ? 'manual' : job.failures > 0 ? 'retry' : 'schedule'
  const { id: jobId, jobClassName, requestedBy } = job
  await insertRun(trx, { id: runId, jobId, jobClassName, cause, requestedBy, startTime: now })
  await updatePlan(trx, jobId, {
    runId,
    requestedBy: null,
    leaseUntil: new Date(nowMs + LEASE_MS),
    // Missed runs are skipped: the timetable continues from here.
    ...(isDue && { nextRunAt: nextAfter(job.cronExpression, nowMs) }),
  })
  return { job, runId }
}

/** After a failure a job is retried before its next regular run, a few times with increasing delay. */
function planAfter(job: StoredJob, { status }: Outcome, nowMs: number) {
  const ended = { runId: null, leaseUntil: null }
  if (status === RUN_STATUS.done) return { ...ended, failures: 0 }
  const failures = Math.min(job.failures + 1, MAX_RETRIES + 1)
  if (failures > MAX_RETRIES || job.nextRunAt === null) return { ...ended, failures: 0 }
  const retryAt = new Date(nowMs + FIRST_RETRY_MS * 2 ** (failures - 1))
  return { ...ended, failures, nextRunAt: retryAt < job.nextRunAt ? retryAt : job.nextRunAt }
}

const writeFailure = (trx: Tx, job: StoredJob, message: string, handlers: readonly Handler[]) =>
  writeAudit(trx, {
    logType: OPERATION_LOG,
    content: `定时任务执行失败：${handlerOf(job.jobClassName, handlers)?.title ?? job.jobClassName}：${message}`,
    success: false,
    username: 'system',
    objectId: job.id,
  })
