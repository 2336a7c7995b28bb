import { finished } from 'node:stream/promises'
import { QUALITY } from '@natim/domain/quality'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DirtyMark } from './dirty-marks.ts'
import type { Position } from './group.ts'
import type { Points } from './points.ts'

/** One connection inside a transaction. */
export type Connection = Pick<pg.ClientBase, 'query'>

export const begin = (connection: Connection) => connection.query('begin')
export const commit = (connection: Connection) => connection.query('commit')
export const rollback = (connection: Connection) => connection.query('rollback')

/**
 * Streams rows made by `RowEncoder` into `mon_sample`.
 *
 * @throws DatabaseError 23505 when one of them exists already; the transaction is then aborted.
 */
export async function copySamples(connection: Connection, rows: Buffer): Promise<void> {
  const stream = connection.query(
    copyFrom('copy mon_sample (ts, rx, v, device_id, channel_no, q) from stdin (format binary)'),
  )
  stream.end(rows)
  await finished(stream)
}

/** Inserts rows that do not exist yet. @returns how many were new. */
export async function insertSamples(connection: Connection, points: Points, isOnCitus: boolean): Promise<number> {
  const { deviceNos, channelNos, tsMs, rxMs, values, flags } = points
  const { rowCount, rows } = await connection.query<{ n?: number }>({
    ...(isOnCitus ? INSERT_SAMPLES_INTO_NODES : INSERT_SAMPLES),
    values: [deviceNos, channelNos, tsMs, rxMs, values, flags],
  })
  return isOnCitus ? (rows[0]?.n ?? 0) : (rowCount ?? 0)
}

const INSERT_SAMPLES = {
  name: 'ingest-insert-samples',
  text: `insert into mon_sample (device_id, channel_no, ts, rx, v, q)
    select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), v, q
    from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::int2[]) as p (d, c, t, r, v, q)
    on conflict do nothing`,
}
// Citus reports how many rows it was given, not how many were new.
const INSERT_SAMPLES_INTO_NODES = {
  name: 'ingest-insert-samples-into-nodes',
  text: `with fresh as (
      insert into mon_sample (device_id, channel_no, ts, rx, v, q)
      select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), v, q
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::int2[]) as p (d, c, t, r, v, q)
      on conflict do nothing returning 1)
    select count(*)::int as n from fresh`,
}

/** The stored row under a key of `points`; `index` is the position in the columns. */
export interface StoredSample {
  readonly index: number
  readonly value: number
  readonly flags: number
  readonly rxMs: number
}

/**
 * Locks the rows in key order, so that two writers cannot deadlock. Citus cannot lock like this across nodes: there one
 * of the two gets a deadlock error and retries.
 */
export async function findStoredSamples(
  connection: Connection,
  points: Points,
  isOnCitus: boolean,
): Promise<StoredSample[]> {
  const statement = isOnCitus ? FIND_SAMPLES_OF_NODES : FIND_SAMPLES
  const { deviceNos, channelNos, tsMs } = points
  const { rows } = await connection.query<StoredSample>({
    ...statement,
    values: [deviceNos, channelNos, tsMs, minOf(tsMs), maxOf(tsMs)],
  })
  return rows
}

// The range lets the planner prune partitions at plan time.
const FIND_SAMPLES = {
  name: 'ingest-find-samples',
  text: `select (p.i - 1)::int4 as index, s.v as value, s.q as flags,
        (extract(epoch from s.rx) * 1000)::float8 as "rxMs"
      from unnest($1::int4[], $2::int4[], $3::float8[]) with ordinality as p (d, c, t, i)
      join mon_sample s on s.device_id = p.d and s.channel_no = p.c and s.ts = to_timestamp(p.t / 1000)
      where s.ts between to_timestamp($4::float8 / 1000) and to_timestamp($5::float8 / 1000)
      order by s.device_id, s.channel_no, s.ts, p.i
      for update of s`,
}
const FIND_SAMPLES_OF_NODES = {
  name: 'ingest-find-samples-of-nodes',
  text: `select (p.i - 1)::int4 as index, s.v as value, s.q as flags,
      (extract(epoch from s.rx) * 1000)::float8 as "rxMs"
    from unnest($1::int4[], $2::int4[], $3::float8[]) with ordinality as p (d, c, t, i)
    join mon_sample s on s.device_id = p.d and s.channel_no = p.c and s.ts = to_timestamp(p.t / 1000)
    where s.ts between to_timestamp($4::float8 / 1000) and to_timestamp($5::float8 / 1000)
    order by s.device_id, s.channel_no, s.ts, p.i`,
}

/**
 * Records conflicting values that lost. The same value again is a no-op, so that repeated messages change nothing.
 */
export async function insertConflicts(connection: Connection, losers: Points): Promise<void> {
  await connection.query({
    name: 'ingest-insert-conflicts',
    text: `insert into mon_sample_conflict (device_id, channel_no, ts, rx, v, q)
      select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), v, q
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::int2[]) as p (d, c, t, r, v, q)
      on conflict do nothing`,
    values: [losers.deviceNos, losers.channelNos, losers.tsMs, losers.rxMs, losers.values, losers.flags],
  })
}

/** Sets the conflict bit of the rows stored under the keys of `losers`. */
export async function markConflicts(connection: Connection, losers: Points): Promise<void> {
  await connection.query({
    name: 'ingest-mark-conflicts',
    text: `update mon_sample s set q = s.q | $4::int2
      from unnest($1::int4[], $2::int4[], $3::float8[]) as p (d, c, t)
      where s.device_id = p.d and s.channel_no = p.c and s.ts = to_timestamp(p.t / 1000) and s.q & $4::int2 = 0
        and s.ts between to_timestamp($5::float8 / 1000) and to_timestamp($6::float8 / 1000)`,
    values: [
      losers.deviceNos,
      losers.channelNos,
      losers.tsMs,
      QUALITY.conflict,
      minOf(losers.tsMs),
      maxOf(losers.tsMs),
    ],
  })
}

/** Overwrites with values the device declares final; one row per key. New rows get no conflict bit. */
export async function replaceSamples(connection: Connection, points: Points): Promise<void> {
  // 2048 is QUALITY.conflict: Citus accepts no parameters there.
  await connection.query({
    name: 'ingest-replace-samples',
    text: `insert into mon_sample as s (device_id, channel_no, ts, rx, v, q)
      select d, c, to_timestamp(t / 1000), to_timestamp(r / 1000), v, q
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::float8[], $6::int2[]) as p (d, c, t, r, v, q)
      on conflict (device_id, channel_no, ts) do update
      set v = excluded.v, rx = excluded.rx, q = excluded.q | 2048::int2 where s.v <> excluded.v`,
    values: [points.deviceNos, points.channelNos, points.tsMs, points.rxMs, points.values, points.flags],
  })
}

/** Stores positions; per instant the first one is kept. */
export async function insertPositions(connection: Connection, positions: readonly Position[]): Promise<void> {
  await connection.query({
    name: 'ingest-insert-positions',
    text: `insert into mon_track (device_id, ts, rx, lng, lat, alt)
      select d, to_timestamp(t / 1000), to_timestamp(r / 1000), lng, lat, alt
      from unnest($1::int4[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[]) as p (d, t, r, lng, lat, alt)
      on conflict do nothing`,
    values: [
      positions.map((position) => position.deviceNo),
      positions.map((position) => position.tsMs),
      positions.map((position) => position.rxMs),
      positions.map((position) => position.lng),
      positions.map((position) => position.lat),
      positions.map((position) => position.alt ?? null),
    ],
  })
}

/** Widens the ranges the rollup worker has to process. Call with the marks sorted by key. */
export async function upsertDirtyMarks(connection: Connection, marks: readonly DirtyMark[]): Promise<void> {
  await connection.query({
    name: 'ingest-dirty-marks',
    text: `insert into mon_dirty as m (device_id, level, bucket, from_ts, to_ts, due_at)
      select d, 1, to_timestamp(b / 1000), to_timestamp(f / 1000), to_timestamp(t / 1000), to_timestamp(u / 1000)
      from unnest($1::int4[], $2::float8[], $3::float8[], $4::float8[], $5::float8[]) as p (d, b, f, t, u)
      on conflict (device_id, level, bucket) do update
      set from_ts = least(m.from_ts, excluded.from_ts), to_ts = greatest(m.to_ts, excluded.to_ts),
        due_at = least(m.due_at, excluded.due_at)`,
    values: [
      marks.map((mark) => mark.deviceNo),
      marks.map((mark) => mark.bucketMs),
      marks.map((mark) => mark.fromMs),
      marks.map((mark) => mark.toMs),
      marks.map((mark) => mark.dueMs),
    ],
  })
}

function minOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

function maxOf(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}
