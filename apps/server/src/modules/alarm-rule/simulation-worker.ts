import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { type Repeated, repeat } from '../../platform/repeat.ts'
import { simulate } from './simulate.ts'
import {
  claimSimulation,
  endSimulation,
  releaseSimulation,
  type SimulationJob,
  touchSimulation,
} from './simulation.repository.ts'

export interface SimulationWorkerOptions {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  /** Whether to pause because ingest needs the machine. */
  readonly shouldYield?: () => boolean
  /** Interval for renewing the claim and checking for cancellation. */
  readonly touchEveryMs?: number
}

const TICK_MS = 500
const TOUCH_MS = 500
const YIELD_MS = 50

/**
 * Runs backtests, one at a time. Any number of processes may run a worker: each job is claimed by one of them; a job in
 * flight is released when the worker stops.
 */
export function startSimulationWorker(options: SimulationWorkerOptions): Repeated {
  const { db, log, clock = systemClock, shouldYield = () => false, touchEveryMs = TOUCH_MS } = options

  async function work(job: SimulationJob, signal: AbortSignal): Promise<void> {
    let touchedAt = job.touchedAt
    let touchedMs = performance.now()
    async function report(done: number): Promise<boolean> {
      if (shouldYield()) await sleep(YIELD_MS)
      if (signal.aborted) return false
      if (performance.now() - touchedMs < touchEveryMs) return true
      touchedMs = performance.now()
      const touched = await touchSimulation(db, { id: job.id, touchedAt }, Math.min(99, Math.floor(done * 100)))
      touchedAt = touched ?? touchedAt
      return touched !== undefined
    }
    try {
      const result = await simulate(db, job, { report })
      if (result !== undefined) await endSimulation(db, { id: job.id, touchedAt }, { result })
      else if (signal.aborted) await releaseSimulation(db, { id: job.id, touchedAt })
    } catch (error) {
      log.error({ err: error, simulation: job.id }, 'backtest failed')
      await endSimulation(db, { id: job.id, touchedAt }, { error: '回测失败，请稍后重试' })
    }
  }

  async function pass(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const job = await claimSimulation(db)
      if (job === undefined) return
      await work(job, signal)
    }
  }

  return repeat({ clock, everyMs: TICK_MS, log, failure: 'backtests were not looked at and are later' }, pass)
}
