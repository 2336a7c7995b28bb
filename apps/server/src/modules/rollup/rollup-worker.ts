import { MINUTE_MS } from '@natim/domain/time'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { postponeOldestMark } from './rollup.repository.ts'
import { rollUpBatch } from './rollup.service.ts'
import { ROLLUP_LEVELS, type RollupLevel } from './rollup-level.ts'

export interface RollupWorkerOptions {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  /** True while ingest needs the machine: then only one batch per level is processed each second. */
  readonly shouldYield?: () => boolean
  /** Debounce of marks that follow a correction; 30 s by default. */
  readonly correctionDelayMs?: number
}

export interface RollupWorker {
  /** Resolves after the running batch. */
  stop(): Promise<void>
}

const POLL_MS = 1_000
/** A batch holds locks that block ingest of the same devices; keep it short. */
const TARGET_BATCH_MS = 80
const MIN_BATCH = 4
const MAX_BATCH = 400
const FIRST_BATCH = 50
/** Batches of one level before the next level gets its turn. */
const BATCHES_PER_TURN = 25
/** How long a mark that fails on its own is postponed. */
const PUT_ASIDE_MS = 5 * MINUTE_MS

/** Batch size of one level, adapted to the duration of the last batch. */
function createBatchSize() {
  let size = FIRST_BATCH
  return {
    get: () => size,
    learn(marks: number, tookMs: number) {
      if (tookMs > 2 * TARGET_BATCH_MS) size = Math.max(MIN_BATCH, Math.floor(size / 2))
      else if (tookMs < TARGET_BATCH_MS && marks === size) size = Math.min(MAX_BATCH, Math.ceil(size * 1.5))
    },
    /** Processes one mark at a time, to find the one that fails. */
    isolate() {
      size = 1
    },
  }
}

/** Keeps the rollups up to date until stopped. Safe to run in any number of processes. */
export function startRollupWorker(options: RollupWorkerOptions): RollupWorker {
  const { db, log, clock = systemClock, shouldYield = () => false, correctionDelayMs } = options
  const sizes = new Map(ROLLUP_LEVELS.map((level) => [level.no, createBatchSize()]))
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  /** Returns how many marks were processed or postponed. */
  async function tryBatch(level: RollupLevel, limit: number): Promise<number> {
    const nowMs = clock.now()
    try {
      return (await rollUpBatch(db, level, { nowMs, limit, correctionDelayMs })).marks
    } catch (error) {
      sizes.get(level.no)?.isolate()
      if (limit > 1) throw error
      await postponeOldestMark(db, level.no, nowMs, nowMs + PUT_ASIDE_MS)
      log.error({ err: error, level: level.no }, 'rollup mark failed; set aside')
      return 1
    }
  }

  /** Returns whether more marks may be due. */
  async function workOff(level: RollupLevel): Promise<boolean> {
    const size = sizes.get(level.no) ?? createBatchSize()
    for (let batch = 0; batch < BATCHES_PER_TURN; batch++) {
      const limit = size.get()
      const startedMs = performance.now()
      const marks = await tryBatch(level, limit)
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
