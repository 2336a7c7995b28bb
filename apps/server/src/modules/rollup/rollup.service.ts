import { byDevice } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { markAqi } from '../aqi/index.ts'
import type { SampleSpan } from '../sample/index.ts'
import { findUnmarked, markLateSamples } from '../sample-mark/index.ts'
import {
  deleteMarks,
  fixOrderOfSums,
  lockDueMarks,
  rollUpRollups,
  rollUpSamples,
  upsertMarks,
} from './rollup.repository.ts'
import { dueOfNext, nextMarks, ROLLUP_LEVELS, type RollupLevel, staleSpan } from './rollup-level.ts'

export interface BatchResult {
  /** Marks processed; fewer than the limit = no more are due. */
  readonly marks: number
  /** Rollup rows written. */
  readonly rows: number
}

/** Attempts of a batch while new samples keep arriving in marked spans. */
const MARKING_TRIES = 5

export interface BatchOptions {
  /** Time from which new marks are delayed, epoch ms. */
  readonly nowMs: number
  /** Most marks to process. */
  readonly limit: number
  /** Takes marks due by this time, epoch ms; by default nowMs. */
  readonly dueMs?: number
  /** Debounce of marks that follow a correction. */
  readonly correctionDelayMs?: number | undefined
}

/**
 * Processes up to `limit` due marks of one level in one transaction: rollups are written, the next level is marked and
 * the marks are deleted atomically, so a crash loses no marks.
 */
export async function rollUpBatch(db: Db, level: RollupLevel, options: BatchOptions): Promise<BatchResult> {
  for (let tries = 0; tries < MARKING_TRIES; tries++) {
    const result = await attempt(db, level, options)
    if (!('unmarked' in result)) return result
    // In its own transaction: it takes locks in another order than this one.
    await markLateSamples(db, result.unmarked, options.nowMs)
  }
  throw new Error('samples keep arriving in spans that are marked')
}

function attempt(
  db: Db,
  level: RollupLevel,
  { nowMs, limit, dueMs = nowMs, correctionDelayMs }: BatchOptions,
): Promise<BatchResult | { readonly unmarked: readonly SampleSpan[] }> {
  return db.transaction().execute(async (trx) => {
    const marks = await lockDueMarks(trx, level.no, dueMs, limit)
    if (marks.length === 0) return { marks: 0, rows: 0 }
    const spans = marks.map((mark) => staleSpan(level, mark))
    const { source } = level
    // Samples stored after a sample mark was made over their time get that mark, too.
    const unmarked = source ? [] : await findUnmarked(trx, spans)
    if (unmarked.length > 0) return { unmarked }
    await fixOrderOfSums(trx)
    const written = await byDevice(trx, spans, async (own) => [
      source ? await rollUpRollups(trx, { ...level, source }, own) : await rollUpSamples(trx, level.stepMs, own),
    ])
    const rows = written.reduce((sum, count) => sum + count, 0)
    const { next } = level
    if (next) {
      const stale = nextMarks(spans, level.stepMs).map((mark) => ({
        ...mark,
        dueMs: dueOfNext(next, mark, nowMs, correctionDelayMs),
      }))
      await upsertMarks(trx, next.no, stale)
    }
    if (level.table === 'mon_r1h') await markAqi(trx, spans, nowMs)
    await deleteMarks(trx, level.no, marks)
    return { marks: marks.length, rows }
  })
}

const DRAIN_BATCH = 200
const DISTANT_FUTURE_MS = Date.UTC(9999, 0)

/** Processes every mark, due or not, minutes before hours before days. For tests and after bulk loads. */
export async function drainMarks(db: Db): Promise<void> {
  for (const level of ROLLUP_LEVELS) {
    for (;;) {
      const { marks } = await rollUpBatch(db, level, { nowMs: 0, limit: DRAIN_BATCH, dueMs: DISTANT_FUTURE_MS })
      if (marks < DRAIN_BATCH) break
    }
  }
}
