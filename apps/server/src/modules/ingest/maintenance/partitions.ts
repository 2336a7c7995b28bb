import { entriesOf } from '@natim/domain/record'
import { DAY_MS, GMT8_OFFSET_MS } from '@natim/domain/time'
import type { Retention } from '../../../platform/config.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { errorDetailsOf } from '../../../platform/errors.ts'
import {
  createPartition,
  dropEmptyPartition,
  dropPartition,
  findPartitions,
  findStrayPartitions,
  type Partition,
  partitionNamed,
  partitionsFor,
  recordPartitionsFor,
} from '../../sample/index.ts'
import { deleteClosedGaps, hasGaps } from './gap.repository.ts'

const DAYS_AHEAD = 7

/** Default retention (domain §3.6). */
export const DEFAULT_RETENTION: Retention = {
  rawMs: 90 * DAY_MS,
  minutesMs: 400 * DAY_MS,
  hoursMs: 3_653 * DAY_MS,
  recordsMs: 400 * DAY_MS,
}

/**
 * Creates the partitions of today and the next seven days, for samples, their rollups and the records beside them; with
 * `fromMs` also of the days from then until today. Safe to run concurrently.
 */
export async function ensurePartitions(pool: Pool, nowMs: number, fromMs: number = nowMs): Promise<void> {
  const untilMs = nowMs + DAYS_AHEAD * DAY_MS
  for (const partition of partitionsFor(fromMs, untilMs)) await createPartition(pool, partition)
  await createUnlessBusy(pool, recordPartitionsFor(fromMs, untilMs))
}

/** Moves the records of the default partitions into their months (ADR 0068). */
export async function sortRecords(pool: Pool): Promise<void> {
  await createUnlessBusy(pool, await findStrayPartitions(pool))
}

/** Where a table is in use for too long, its records stay in its default partition until the next run. */
async function createUnlessBusy(pool: Pool, partitions: readonly Partition[]): Promise<void> {
  const busy = new Set<string>()
  for (const partition of partitions) {
    if (busy.has(partition.table)) continue
    await createPartition(pool, partition).catch((error: unknown) => {
      if (errorDetailsOf(error).code !== LOCK_NOT_AVAILABLE) throw error
      busy.add(partition.table)
    })
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** A table in use waits for the next run, and the others do not wait for it. */
function notIfBusy(error: unknown): false {
  if (errorDetailsOf(error).code === LOCK_NOT_AVAILABLE) return false
  throw error
}

/** Drops partitions entirely older than the retention. @returns their names. */
export async function dropExpiredPartitions(
  pool: Pool,
  nowMs: number,
  { rawMs, minutesMs, hoursMs, recordsMs }: Retention = DEFAULT_RETENTION,
): Promise<string[]> {
  const dropped: string[] = []
  const tables = {
    mon_sample: rawMs,
    mon_sample_pack: rawMs,
    mon_track: rawMs,
    mon_r1m: minutesMs,
    mon_r1h: hoursMs,
    mon_sample_conflict: rawMs,
    mon_gap: recordsMs,
    mon_device_status_log: recordsMs,
    mon_ingest_counter: recordsMs,
  }
  for (const [table, keptMs] of entriesOf(tables)) {
    for (const name of await findPartitions(pool, table)) {
      const partition = partitionNamed(table, name)
      if (!partition || partition.toMs > nowMs - keptMs) continue
      const drop = () =>
        table === 'mon_gap'
          ? dropClosedGaps(pool, partition, nowMs - keptMs)
          : dropPartition(pool, name).then(() => true)
      if (await drop().catch(notIfBusy)) dropped.push(name)
    }
  }
  return dropped
}

/** Gaps expire by their end: a month is dropped with its last one. @returns whether it was. */
async function dropClosedGaps(pool: Pool, month: Partition, untilMs: number): Promise<boolean> {
  await deleteClosedGaps(pool, month, untilMs)
  return !(await hasGaps(pool, month)) && dropEmptyPartition(pool, month)
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
