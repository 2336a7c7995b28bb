import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { rollUpBatch } from './rollup.service.ts'
import { ROLLUP_LEVELS, type RollupLevel } from './rollup-level.ts'

export interface RollupWorkerOptions {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  /** Says that ingest needs the machine: then one batch a level is worked off each second, no more. */
  readonly shouldYield?: () => boolean
}

export interface RollupWorker {
  /** Ends after the running batch. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
/** A batch holds locks that ingest of the same devices waits for; keep it short. */
const TARGET_BATCH_MS = 80
const MIN_BATCH = 4
const MAX_BATCH = 400
const FIRST_BATCH = 50
/** Batches of one level before the next level gets its turn. */
const BATCHES_PER_TURN = 25

/** Batch size of one level, steered by how long the last batch took. */
function createBatchSize() {
  let size = FIRST_BATCH
  return {
    get: () => size,
    learn(marks: number, tookMs: number) {
      if (tookMs > 2 * TARGET_BATCH_MS) size = Math.max(MIN_BATCH, Math.floor(size / 2))
      else if (tookMs < TARGET_BATCH_MS && marks === size) size = Math.min(MAX_BATCH, Math.ceil(size * 1.5))
    },
  }
}

/** Keeps the rollups up with the samples until it is stopped. Any number may run, in any number of processes. */
export function startRollupWorker(options: RollupWorkerOptions): RollupWorker {
  const { db, log, clock = systemClock, shouldYield = () => false } = options
  const sizes = new Map(ROLLUP_LEVELS.map((level) => [level.no, createBatchSize()]))
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** Returns whether marks may be left. */
  async function workOff(level: RollupLevel): Promise<boolean> {
    const size = sizes.get(level.no) ?? createBatchSize()
    for (let batch = 0; batch < BATCHES_PER_TURN; batch++) {
      const limit = size.get()
      const startedMs = performance.now()
      const { marks } = await rollUpBatch(db, level, clock.now(), limit)
      size.learn(marks, performance.now() - startedMs)
      if (marks < limit) return false
      if (stopping.signal.aborted || shouldYield()) return false
    }
    return true
  }

  async function pass(): Promise<void> {
    let hasMore = true
    while (hasMore && !stopping.signal.aborted) {
      hasMore = false
      for (const level of ROLLUP_LEVELS) hasMore = (await workOff(level)) || hasMore
    }
  }

  function tick(): void {
    if (running || stopping.signal.aborted) return
    running = pass()
      .catch((error: unknown) => log.warn({ err: error }, 'rollup failed; trying again'))
      .finally(() => {
        running = undefined
      })
  }

  const stopTimer = clock.every(POLL_MS, tick)
  return {
    async stop() {
      stopping.abort()
      stopTimer()
      await running
    },
  }
}
