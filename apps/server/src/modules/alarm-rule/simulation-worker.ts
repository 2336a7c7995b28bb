import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
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
  /** Says that ingest needs the machine. */
  readonly shouldYield?: () => boolean
  /** How often it says that it lives, and hears that it is cancelled. */
  readonly touchEveryMs?: number
}

export interface SimulationWorker {
  /** Works off what waits. */
  tick(): Promise<void>
  /** What is under way goes back to those that wait. */
  stop(): Promise<void>
}

const TICK_MS = 500
const TOUCH_MS = 500
const YIELD_MS = 50

/** Works on backtests, one at a time. Any number of processes may run one: each job is taken by one of them. */
export function startSimulationWorker(options: SimulationWorkerOptions): SimulationWorker {
  const { db, log, clock = systemClock, shouldYield = () => false, touchEveryMs = TOUCH_MS } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function work(job: SimulationJob): Promise<void> {
    let touchedAt = job.touchedAt
    let touchedMs = performance.now()
    async function report(done: number): Promise<boolean> {
      if (shouldYield()) await sleep(YIELD_MS)
      if (stopping.signal.aborted) return false
      if (performance.now() - touchedMs < touchEveryMs) return true
      touchedMs = performance.now()
      const touched = await touchSimulation(db, { id: job.id, touchedAt }, Math.min(99, Math.floor(done * 100)))
      touchedAt = touched ?? touchedAt
      return touched !== undefined
    }
    try {
      const result = await simulate(db, job, { report })
      if (result !== undefined) await endSimulation(db, { id: job.id, touchedAt }, { result })
      else if (stopping.signal.aborted) await releaseSimulation(db, { id: job.id, touchedAt })
    } catch (error) {
      log.error({ err: error, simulation: job.id }, 'backtest failed')
      await endSimulation(db, { id: job.id, touchedAt }, { error: '回测失败，请稍后重试' })
    }
  }

  async function pass(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = await claimSimulation(db)
      if (job === undefined) return
      await work(job)
    }
  }

  function tick(): Promise<void> {
    running ??= pass()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'backtests were not looked at and are later')
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  const stopTimer = clock.every(TICK_MS, () => void tick())
  return {
    tick,
    async stop() {
      stopping.abort()
      stopTimer()
      await running
    },
  }
}
