import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { repeat } from '../../../platform/repeat.ts'
import { type CarryOutDeps, carryOut } from './carry-out.ts'
import { claimExport, deleteExport, findExpired } from './export.repository.ts'

export interface ExportWorkerOptions extends Omit<CarryOutDeps, 'now' | 'signal' | 'rest'> {
  readonly clock?: Clock
  /** True while ingest needs the machine. */
  readonly shouldYield?: () => boolean
}

export interface ExportWorker {
  /** Processes waiting exports. */
  look(): Promise<void>
  /** Deletes expired files. */
  sweep(): Promise<void>
  /** The running task goes back to the queue. */
  stop(): Promise<void>
}

const TICK_MS = 500
const SWEEP_MS = 60_000
const SWEPT_AT_ONCE = 100
const YIELD_MS = 50

/**
 * Processes large exports, one at a time. Any number of processes may run a worker: each task is claimed by one of
 * them.
 */
export function startExportWorker(options: ExportWorkerOptions): ExportWorker {
  const { db, store, log, clock = systemClock, shouldYield = () => false } = options
  const rest = async () => {
    if (shouldYield()) await sleep(YIELD_MS)
  }

  async function pass(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const task = await claimExport(db)
      if (task === undefined) return
      await carryOut({ ...options, now: clock.now, signal, rest }, task)
    }
  }

  /** Deletes the file first: a remaining row is swept again, a file without a row never would be. */
  async function sweepFiles(): Promise<void> {
    for (const { id, storeKey } of await findExpired(db, SWEPT_AT_ONCE)) {
      if (storeKey !== null) await store.remove(storeKey)
      await deleteExport(db, id)
    }
  }

  const failure = 'exports were not looked at and are later'
  const working = repeat({ clock, everyMs: TICK_MS, log, failure }, pass)
  const sweeping = repeat({ clock, everyMs: SWEEP_MS, log, failure }, sweepFiles)
  return {
    look: working.look,
    sweep: sweeping.look,
    stop: async () => void (await Promise.all([working.stop(), sweeping.stop()])),
  }
}
