import type pg from 'pg'
import { type Partition, partitionAt } from '../sample/index.ts'
import { type CopyStream, createCopyStream } from './copy-writer.ts'

type PartitionedTable = Partition['table']

const ROLLUP_COLUMNS =
  't, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, v_sin, v_cos, device_id, channel_no, n, n_valid, q_or, cover_s, valid_hours, is_loaded'
const LAYOUT = {
  mon_sample: { columns: 'ts, rx, v, device_id, channel_no, q', time: 'ts' },
  mon_r1m: { columns: ROLLUP_COLUMNS, time: 't' },
  mon_r1h: { columns: ROLLUP_COLUMNS, time: 't' },
  mon_r1d: { columns: ROLLUP_COLUMNS, time: 't' },
} as const

export type WritableTable = keyof typeof LAYOUT

/** Index builds read freshly written data; a larger area sorts it in one pass. */
const SESSION = `set local maintenance_work_mem = '256MB'; set local synchronous_commit = off`

/**
 * Bulk rows of one partitioned table: each partition is a new table, filled without a key, then indexed and attached.
 */
export interface PartitionWriter {
  /** The partition an instant belongs to. */
  streamAt(tMs: number): CopyStream
  /** Waits until the database keeps up. */
  ready(): Promise<void>
  /** Builds the keys, attaches the partitions, commits. @returns rows written. */
  finish(): Promise<number>
  /** Rolls back everything not committed. */
  abort(): Promise<void>
}

interface OpenPartition {
  readonly partition: Partition
  readonly client: pg.PoolClient
  readonly stream: CopyStream
}

/**
 * Opens a COPY into every partition of `fromMs <= t <= toMs`. None of them may exist.
 *
 * A table made in the same transaction needs no log with `wal_level = minimal` and its rows are written frozen.
 * @param pool must have a free connection for each partition.
 */
export async function openPartitions(
  pool: pg.Pool,
  table: WritableTable,
  fromMs: number,
  toMs: number,
): Promise<PartitionWriter> {
  const open: OpenPartition[] = []
  const abort = async (): Promise<void> => {
    // A connection in the middle of a COPY cannot be reused.
    for (const { client } of open.splice(0)) client.release(true)
  }
  try {
    for (const partition of partitionsBetween(table, fromMs, toMs))
      open.push(await openPartition(pool, table, partition))
  } catch (error) {
    await abort()
    throw error
  }
  return {
    streamAt: (tMs) => {
      for (const { partition, stream } of open) {
        if (tMs >= partition.fromMs && tMs < partition.toMs) return stream
      }
      throw new Error(`No partition of ${table} at ${new Date(tMs).toISOString()}`)
    },
    ready: async () => {
      for (const { stream } of open) await stream.ready()
    },
    finish: async () => {
      const counts = await Promise.all(open.map((part) => finishPartition(table, part)))
      for (const { client } of open.splice(0)) client.release()
      return counts.reduce((sum, count) => sum + count, 0)
    },
    abort,
  }
}

async function openPartition(pool: pg.Pool, table: WritableTable, partition: Partition): Promise<OpenPartition> {
  const client = await pool.connect()
  const { name, fromMs, toMs } = partition
  const { columns, time } = LAYOUT[table]
  await client.query('begin')
  await client.query(SESSION)
  // Names and instants are generated here; DDL takes no parameters. The check constraint avoids a scan when attaching.
  await client.query(`create table ${name} (like ${table} including defaults including constraints,
    constraint ${name}_span check (${time} >= ${literal(fromMs)} and ${time} < ${literal(toMs)}))`)
  return {
    partition,
    client,
    stream: createCopyStream(client, `copy ${name} (${columns}) from stdin (format binary, freeze)`),
  }
}

async function finishPartition(table: WritableTable, { partition, client, stream }: OpenPartition): Promise<number> {
  const { name, fromMs, toMs } = partition
  const rows = await stream.end()
  await client.query(`alter table ${name} add primary key (device_id, channel_no, ${LAYOUT[table].time})`)
  await client.query(
    `alter table ${table} attach partition ${name} for values from (${literal(fromMs)}) to (${literal(toMs)})`,
  )
  await client.query(`alter table ${name} drop constraint ${name}_span`)
  await client.query('commit')
  return rows
}

/** Partitions covering the first to the last instant. */
function partitionsBetween(table: PartitionedTable, fromMs: number, toMs: number): Partition[] {
  const found = [partitionAt(table, fromMs)]
  for (let last = found[0]; last !== undefined && last.toMs <= toMs; last = found.at(-1)) {
    found.push(partitionAt(table, last.toMs))
  }
  return found
}

const literal = (ms: number) => `'${new Date(ms).toISOString()}'`
