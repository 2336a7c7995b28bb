import { SECOND_MS } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { advance } from './advance.ts'
import type { SatProvider } from './provider/provider.ts'
import { claimTask } from './worker.repository.ts'

export interface SatWorkerOptions {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly provider: SatProvider
  readonly store: FileStore
  readonly clock?: Clock
}

export interface SatWorker {
  /** Processes all due tasks. */
  look(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 2 * SECOND_MS

/** Carries out approved tasks. Any number of processes may run a worker: each step is done by one of them. */
export function startSatWorker(options: SatWorkerOptions): SatWorker {
  const { db, bus, log, clock = systemClock } = options
  const part = repeat(
    { clock, everyMs: TICK_MS, log, failure: 'satellite tasks were not looked at and are later' },
    async (signal) => {
      while (!signal.aborted) {
        const task = await claimTask(db, new Date(clock.now()))
        if (task === undefined) return
        try {
          const told = await advance({ ...options, now: clock.now }, task)
          for (const message of told) bus.publish('notice', message)
        } catch (error) {
          // A failing task does not hold up the others.
          log.warn({ err: error, task: task.no }, 'satellite task step failed')
        }
      }
    },
  )
  return { look: part.look, stop: part.stop }
}
