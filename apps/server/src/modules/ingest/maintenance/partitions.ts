import { entriesOf } from '@natim/domain/record'
import { DAY_MS, GMT8_OFFSET_MS } from '@natim/domain/time'
import type { Retention } from '../../../platform/config.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { createPartition, dropPartition, findPartitions, partitionNamed, partitionsFor } from '../../sample/index.ts'

const DAYS_AHEAD = 7

/** Default retention (domain §3.6). */
export const DEFAULT_RETENTION: Retention = {
  rawMs: 90 * DAY_MS,
  minutesMs: 400 * DAY_MS,
  hoursMs: 3_653 * DAY_MS,
  recordsMs: 400 * DAY_MS,
}

/**
 * Creates the partitions of today and the next seven days, for samples and their rollups; with `fromMs` also of the
 * days from then until today. Safe to run concurrently.
 */
export async function ensurePartitions(pool: Pool, nowMs: number, fromMs: number = nowMs): Promise<void> {
  for (const partition of partitionsFor(fromMs, nowMs + DAYS_AHEAD * DAY_MS)) await createPartition(pool, partition)
}

/** Drops partitions entirely older than the retention. @returns their names. */
export async function dropExpiredPartitions(
  pool: Pool,
  nowMs: number,
  { rawMs, minutesMs, hoursMs }: Retention = DEFAULT_RETENTION,
): Promise<string[]> {
  const dropped: string[] = []
  const tables = { mon_sample: rawMs, mon_sample_pack: rawMs, mon_track: rawMs, mon_r1m: minutesMs, mon_r1h: hoursMs }
  for (const [table, keptMs] of entriesOf(tables)) {
    for (const name of await findPartitions(pool, table)) {
      const partition = partitionNamed(table, name)
      if (!partition || partition.toMs > nowMs - keptMs) continue
      await dropPartition(pool, name)
      dropped.push(name)
    }
  }
  return dropped
}

/** Creates partitions on demand for samples older than those made ahead. Caches which days are ready. */
export class PartitionKeeper {
  readonly #pool: Pool
  readonly #days = new Set<number>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * Called before each group is written; almost never needs a query.
   *
   * @param spans of a day at most, on the samples' clock.
   * @param isRetry the group failed before, perhaps because a partition was dropped: bypass the cache.
   */
  async prepare(spans: Iterable<{ readonly fromMs: number; readonly toMs: number }>, isRetry: boolean): Promise<void> {
    if (isRetry) this.#days.clear()
    for (const { fromMs, toMs } of spans) {
      // Its border may be a day border.
      await this.#ensureDay(fromMs)
      await this.#ensureDay(toMs)
    }
  }

  async #ensureDay(tsMs: number): Promise<void> {
    const day = Math.floor((tsMs + GMT8_OFFSET_MS) / DAY_MS)
    if (this.#days.has(day)) return
    const startMs = day * DAY_MS - GMT8_OFFSET_MS
    for (const partition of partitionsFor(startMs, startMs + DAY_MS)) await createPartition(this.#pool, partition)
    this.#days.add(day)
  }
}
