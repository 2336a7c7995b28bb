import type { GapCause } from '@natim/contract/dict'
import { sql } from 'kysely'
import type pg from 'pg'
import { byDevice, deviceOf } from '../../../platform/db/by-device.ts'
import type { Db } from '../../../platform/db/db.ts'
import { errorOf } from '../../../platform/errors.ts'
import { firstSample, lastSampleBefore } from '../../sample/index.ts'

/** The pool or one of its connections. */
type Queryable = Pick<pg.ClientBase, 'query'>

/** A row of `mon_gap`; instants are epoch ms. */
export interface GapRow {
  readonly deviceNo: number
  readonly channelNo: number
  readonly fromMs: number
  /** null = open */
  readonly toMs: number | null
  readonly expected: number | null
  readonly cause: GapCause
  /** Lease under which an open gap was found; nothing is opened if it has changed hands. */
  readonly epoch?: number | undefined
}

/** A span of late samples of one channel. */
export interface LateSpan {
  readonly deviceNo: number
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number
}

/** Opens and closes gaps. A row that is already closed keeps its end. */
export async function upsertGaps(pool: Queryable, gaps: readonly GapRow[]): Promise<void> {
  await pool.query({
    name: 'ingest-upsert-gaps',
    text: `insert into mon_gap as g (device_id, channel_no, t_from, t_to, expected, cause)
      select d, c, to_timestamp(f / 1000), to_timestamp(t / 1000), e, cause
      from unnest($1::int4[], $2::int4[], $3::float8[], $4::float8[], $5::int4[], $6::text[], $7::bigint[])
        as p (d, c, f, t, e, cause, epoch)
      where p.epoch is null or exists (select from mon_stream s where s.stream = p.d % 16 and s.epoch = p.epoch)
      on conflict (device_id, channel_no, t_from) do update
      set t_to = excluded.t_to, expected = excluded.expected, cause = excluded.cause where g.t_to is null`,
    values: [
      gaps.map((gap) => gap.deviceNo),
      gaps.map((gap) => gap.channelNo),
      gaps.map((gap) => gap.fromMs),
      gaps.map((gap) => gap.toMs),
      gaps.map((gap) => gap.expected),
      gaps.map((gap) => gap.cause),
      gaps.map((gap) => (gap.toMs === null ? (gap.epoch ?? null) : null)),
    ],
  })
}

/** A channel that has reported: its open gap may be over. */
export interface Speech {
  readonly deviceNo: number
  readonly channelNo: number
  readonly periodMs: number
}

/**
 * Closes open gaps of these channels, whichever process opened them, at the first stored sample after the one they were
 * opened from. Deletes a gap if that sample came in time.
 */
export async function closeGaps(db: Db, speeches: readonly Speech[]): Promise<void> {
  await byDevice(db, speeches, async (own) => {
    const device = deviceOf(own, sql`p.d`)
    const opening = sql`(g.t_from - make_interval(secs => p.period / 1000) + interval '0.5 milliseconds')`
    await sql`
    with ended as (
      select g.device_id, g.channel_no, g.t_from, next.ts, p.period
      from unnest(${own.map((speech) => speech.deviceNo)}::int4[], ${own.map((speech) => speech.channelNo)}::int4[],
        ${own.map((speech) => speech.periodMs)}::float8[]) as p (d, c, period)
      join mon_gap g on g.device_id = ${device} and g.channel_no = p.c and g.t_to is null
      cross join lateral (select ${firstSample(device, sql`p.c`, opening, sql`'infinity'`)} as ts) as next
      where next.ts is not null
    ), void as (
      delete from mon_gap g using ended e
      where g.device_id = ${deviceOf(own, sql`e.device_id`)} and g.channel_no = e.channel_no and g.t_from = e.t_from and e.ts <= e.t_from
    )
    update mon_gap g set t_to = e.ts,
      expected = greatest(0, ceil(extract(epoch from e.ts - e.t_from) * 1000 / e.period))::int,
      -- Why it was silent is what its status says of the time.
      cause = coalesce((
        select case when l.reason = 'gateway' then 'network' else 'offline' end from mon_device_status_log l
        where l.device_id = ${deviceOf(own, sql`g.device_id`)} and l.to_val = 'offline' and l.ts >= g.t_from and l.ts <= e.ts
        order by l.ts desc limit 1), case when g.cause = 'unknown' then 'device' else g.cause end)
    from ended e
    where g.device_id = ${deviceOf(own, sql`e.device_id`)} and g.channel_no = e.channel_no and g.t_from = e.t_from and e.ts > e.t_from`.execute(
      db,
    )
    return []
  })
}

/** Newest stored sample of each channel before an instant, epoch ms; channels without one are absent. */
export async function findPrevious(
  db: Db,
  before: readonly { readonly deviceNo: number; readonly channelNo: number; readonly tsMs: number }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await byDevice(db, before, async (own) => {
    const { rows: found } = await sql<{ channelNo: number; ms: number }>`
    select p.c as channel_no, (extract(epoch from s.ts) * 1000)::float8 as ms
    from unnest(${own.map((row) => row.deviceNo)}::int4[], ${own.map((row) => row.channelNo)}::int4[],
      ${own.map((row) => row.tsMs)}::float8[]) as p (d, c, t)
    cross join lateral (select ${lastSampleBefore(deviceOf(own, sql`p.d`), sql`p.c`, sql`to_timestamp(p.t / 1000)`)} as ts) as s
    where s.ts is not null`.execute(db)
    return found
  })
  return new Map(rows.map(({ channelNo, ms }) => [channelNo, ms]))
}

export async function deleteGaps(pool: Queryable, keys: readonly Omit<LateSpan, 'toMs'>[]): Promise<void> {
  await pool.query({
    name: 'ingest-delete-gaps',
    text: `delete from mon_gap g
      using unnest($1::int4[], $2::int4[], $3::float8[]) as p (d, c, f)
      where g.device_id = p.d and g.channel_no = p.c and g.t_from = to_timestamp(p.f / 1000)`,
    values: [keys.map((key) => key.deviceNo), keys.map((key) => key.channelNo), keys.map((key) => key.fromMs)],
  })
}

/** A closed gap with the instants of the samples now inside it, ascending. */
export interface BackfilledGap extends GapRow {
  readonly toMs: number
  readonly sampleMs: readonly number[]
}

/** Closed, unfilled gaps that late samples fell into. */
export async function findBackfilledGaps(db: Db, spans: readonly LateSpan[]): Promise<BackfilledGap[]> {
  return byDevice(db, spans, async (own) => {
    const { rows } = await sql<BackfilledGap>`
      select g.device_id as device_no, g.channel_no, g.expected, g.cause,
        (extract(epoch from g.t_from) * 1000)::float8 as from_ms, (extract(epoch from g.t_to) * 1000)::float8 as to_ms,
        array(select (extract(epoch from s.ts) * 1000)::float8 from mon_samples s
          where s.device_id = ${deviceOf(own, sql`g.device_id`)} and s.channel_no = g.channel_no
            and s.ts >= g.t_from and s.ts < g.t_to
            and s.part_to >= g.t_from and s.part_from < g.t_to and s.part_from > g.t_from - interval '1 day'
          order by s.ts) as sample_ms
      from (select distinct on (g.device_id, g.channel_no, g.t_from) g.*
        from unnest(${own.map((span) => span.deviceNo)}::int4[], ${own.map((span) => span.channelNo)}::int4[],
          ${own.map((span) => span.fromMs)}::float8[], ${own.map((span) => span.toMs)}::float8[]) as p (d, c, f, t)
        join mon_gap g on g.device_id = ${deviceOf(own, sql`p.d`)} and g.channel_no = p.c and g.t_to is not null
          and g.filled_at is null and g.t_from <= to_timestamp(p.t / 1000) and g.t_to >= to_timestamp(p.f / 1000)) g`.execute(
      db,
    )
    return rows
  })
}

/** Marks a gap as completely filled by backfill. */
export async function markGapFilled(pool: pg.Pool, gap: BackfilledGap): Promise<void> {
  await pool.query({
    name: 'ingest-gap-filled',
    text: `update mon_gap set filled_at = now(), received = $4::int4
      where device_id = $1 and channel_no = $2 and t_from = to_timestamp($3::float8 / 1000)`,
    values: [gap.deviceNo, gap.channelNo, gap.fromMs, gap.sampleMs.length],
  })
}

/** Replaces a gap by what backfill left of it. */
export async function replaceGap(pool: pg.Pool, gap: BackfilledGap, rest: readonly GapRow[]): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await deleteGaps(connection, [gap])
    await upsertGaps(connection, rest)
    await connection.query('commit')
    connection.release()
  } catch (error) {
    connection.release(errorOf(error))
    throw error
  }
}

interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** Deletes gaps that began within the period and ended before an instant. */
export async function deleteClosedGaps(pool: Queryable, { fromMs, toMs }: Period, untilMs: number): Promise<void> {
  await pool.query('delete from mon_gap where t_from >= $1 and t_from < $2 and t_to < $3', [
    new Date(fromMs),
    new Date(toMs),
    new Date(untilMs),
  ])
}

/** Whether any gap began within the period. */
export async function hasGaps(pool: Queryable, { fromMs, toMs }: Period): Promise<boolean> {
  const { rows } = await pool.query('select 1 from mon_gap where t_from >= $1 and t_from < $2 limit 1', [
    new Date(fromMs),
    new Date(toMs),
  ])
  return rows.length > 0
}
