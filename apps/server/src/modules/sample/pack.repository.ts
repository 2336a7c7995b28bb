import { DAY_MS, GMT8_OFFSET_MS } from '@natim/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { isOnCitus } from '../../platform/db/by-device.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type Pack, unpack } from './unpack.ts'

/** Instants from <= t < to, epoch ms: one GMT+8 day. */
export interface Day {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Sized so that the widest row fits into a page: 288 values of 26 bytes. One value per minute makes five packs a day.
 */
const POINTS_PER_PACK = 288
const INT2_MAX = 32_767
const INT4_MAX = 2_147_483_647

type Expression = RawBuilder<unknown>

const ms = (interval: Expression) => sql`round(date_part('epoch', ${interval}) * 1000)`

/**
 * Exact number of decimals of a value; null when it needs more than four, or is too large for the product with 10^4 to
 * be exact.
 */
const digits = sql`case when abs(v) >= 1e9 then null when v = round(v) then 0 when v = round(v * 10) / 10 then 1
  when v = round(v * 100) / 100 then 2 when v = round(v * 1000) / 1000 then 3 when v = round(v * 10000) / 10000 then 4 end`

const fitsInt4 = (range: Expression) => sql`${range} <= ${sql.lit(INT4_MAX)}`

/** Two columns, at most one of them filled: values within `range` of `least`, stored as offsets from it. */
const narrow = (values: Expression, least: Expression, range: Expression) => sql`
  case when ${range} between 1 and ${sql.lit(INT2_MAX)}
    then array(select (x - ${least})::int2 from unnest(${values}) as x) end,
  case when ${range} > ${sql.lit(INT2_MAX)} and ${fitsInt4(range)}
    then array(select (x - ${least})::int4 from unnest(${values}) as x) end`

/** A third column, for values that fit neither. */
const wide = (values: Expression, range: Expression) => sql`case when not ${fitsInt4(range)} then ${values} end`

const [values, ks, kMin, kRange] = [sql`vs`, sql`ks`, sql`k_min`, sql`k_range`]
const [delays, rxMin, rxRange] = [sql`delays`, sql`rx_min`, sql`rx_range`]
const isOf = ({ fromMs, toMs }: Day, instant: 'ts' | 't') =>
  sql`${sql.ref(instant)} >= ${new Date(fromMs)} and ${sql.ref(instant)} < ${new Date(toMs)}`

/** Channels, as two columns of equal length. */
export interface Channels {
  readonly deviceNos: readonly number[]
  readonly channelNos: readonly number[]
}

const isAmong = ({ deviceNos, channelNos }: Channels) =>
  sql`(device_id, channel_no) in (select * from unnest(${deviceNos}::int4[], ${channelNos}::int4[]))`

/** Packs the rows of the day, or of some channels; the rows stay. On Citus device by device, each on its node. */
export async function packRows(trx: Tx, day: Day, channels?: Channels): Promise<void> {
  const among = channels ? isAmong(channels) : sql`true`
  if (!(await isOnCitus(trx))) return packRowsOf(trx, day, among)
  const { rows } = await sql<{ deviceId: number }>`
    select distinct device_id from mon_sample where ${isOf(day, 'ts')} and ${among}`.execute(trx)
  for (const { deviceId } of rows) await packRowsOf(trx, day, sql`device_id = ${deviceId} and ${among}`)
}

async function packRowsOf(trx: Tx, day: Day, condition: Expression): Promise<void> {
  await sql`
    insert into mon_sample_pack (device_id, channel_no, t, t_last, n, step, slots, dt2, dt4,
      v_base, v_div, v2, v4, v8, rx_base, rx2, rx4, rx8, q_all, q)
    select device_id, channel_no, t, t_last, n, step, case when step > 0 and not is_dense then slots end,
      ${narrow(sql`dts`, sql`0`, sql`dt_max`)},
      case when ${fitsInt4(kRange)} then k_min else 0 end, case when ${fitsInt4(kRange)} then scale else 1 end,
      ${narrow(ks, kMin, kRange)}, ${wide(values, kRange)},
      case when ${fitsInt4(rxRange)} then rx_min else 0 end, ${narrow(delays, rxMin, rxRange)}, ${wide(delays, rxRange)},
      q_min, case when q_min <> q_max then qs end
    from (
      select device_id, channel_no, min(ts) as t, max(ts) as t_last, count(*)::int as n,
        array_agg(ts) as tss, array_agg(delay) as delays, array_agg(v) as vs, array_agg(q) as qs,
        percentile_disc(0.5) within group (order by gap) as beat,
        case when bool_and(digits is not null) then power(10, max(digits)) end as scale,
        min(delay) as rx_min, max(delay) - min(delay) as rx_range, min(q) as q_min, max(q) as q_max
      from (
        select device_id, channel_no, ts, v, q,
          (row_number() over channel - 1) / ${sql.lit(POINTS_PER_PACK)} as part,
          ${ms(sql`ts - lag(ts) over channel`)} as gap, ${ms(sql`rx - ts`)} as delay, ${digits} as digits
        from mon_sample
        where ${isOf(day, 'ts')} and ${condition}
        window channel as (partition by device_id, channel_no order by ts)
        order by device_id, channel_no, part, ts
      ) as sample
      group by device_id, channel_no, part
    ) as pack
    cross join lateral (
      select case when beat > 0 and ${ms(sql`t_last - t`)} / beat <= ${sql.lit(INT2_MAX)} then beat else 0 end as step
    ) as grid
    cross join lateral (
      select array_agg(slot) as slots, bool_and(slot = i) as is_dense, array_agg(dt) as dts, max(abs(dt)) as dt_max,
        array_agg(k) as ks, min(k) as k_min, coalesce(max(k) - min(k), 'infinity') as k_range
      from (
        select i, slot, at - slot * step as dt, k
        from (
          select i - 1 as i, at, case when step > 0 then round(at / step) else 0 end as slot, k
          from unnest(
            array(select ${ms(sql`x - t`)} from unnest(tss) as x), array(select round(x * scale) from unnest(vs) as x)
          ) with ordinality as row (at, k, i)
        ) as row
      ) as row
    ) as item`.execute(trx)
}

/** GMT+8 days since 1970. */
export const dayNumber = (tMs: number) => Math.floor((tMs + GMT8_OFFSET_MS) / DAY_MS)

/** Tries to become the only packer until the transaction ends. @returns whether it succeeded. */
export async function becomePacker(trx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(71030012) as is_ours`.execute(trx)
  return rows[0]?.isOurs ?? false
}

/** Waits until no writer is in the day (`enterDays`) and blocks writers until the transaction ends. */
export async function closeDay(trx: Tx, day: Day): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030011, ${dayNumber(day.fromMs)})`.execute(trx)
}

export interface DayState {
  /** Whether the day has samples as rows. */
  readonly hasRows: boolean
  readonly hasPacks: boolean
}

export async function findDayState(db: Db, day: Day): Promise<DayState> {
  const { rows } = await sql<DayState>`
    select exists (select 1 from mon_sample where ${isOf(day, 'ts')} limit 1) as has_rows,
           exists (select 1 from mon_sample_pack where ${isOf(day, 't')} limit 1) as has_packs`.execute(db)
  return rows[0] as DayState
}

export async function deletePacks(trx: Tx, day: Day, channels: Channels): Promise<void> {
  await sql`delete from mon_sample_pack where ${isOf(day, 't')} and ${isAmong(channels)}`.execute(trx)
}

export async function deleteRows(trx: Tx, day: Day, channels: Channels): Promise<void> {
  await sql`delete from mon_sample where ${isOf(day, 'ts')} and ${isAmong(channels)}`.execute(trx)
}

/** Unpacks these channels of the day into rows. */
export async function unpackChannels(trx: Tx, day: Day, channels: Channels): Promise<void> {
  const { rows } = await sql<Pack>`
    delete from mon_sample_pack where ${isOf(day, 't')} and ${isAmong(channels)} returning *`.execute(trx)
  const { deviceNos, channelNos, ts, rx, v, q } = unpack(rows)
  await sql`
    insert into mon_sample (device_id, channel_no, ts, rx, v, q)
    select * from unnest(${deviceNos}::int4[], ${channelNos}::int4[], ${ts}::timestamptz[], ${rx}::timestamptz[],
      ${v}::float8[], ${q}::int2[])`.execute(trx)
}

/** Notes every channel that has rows in the day for packing. */
export async function touchRows(trx: Tx, day: Day): Promise<void> {
  await sql`
    insert into mon_pack_touched (day, device_id, channel_no)
    select distinct ${dayNumber(day.fromMs)}::int, device_id, channel_no from mon_sample where ${isOf(day, 'ts')}
    on conflict do nothing`.execute(trx)
}

/** Takes up to `limit` channels of the day that are noted for packing. */
export async function takeTouched(trx: Tx, day: Day, limit: number): Promise<Channels> {
  const { rows } = await sql<{ deviceId: number; channelNo: number }>`
    delete from mon_pack_touched where (device_id, channel_no, day) in (
      select device_id, channel_no, day from mon_pack_touched
      where day = ${dayNumber(day.fromMs)} order by device_id, channel_no limit ${limit})
    returning device_id, channel_no`.execute(trx)
  return { deviceNos: rows.map((row) => row.deviceId), channelNos: rows.map((row) => row.channelNo) }
}

/**
 * Blocks all writers of a partition. Waits at most 3 s, as do the functions below. @throws DatabaseError 55P03 then.
 */
export async function lockPartition(trx: Tx, partition: string): Promise<void> {
  await sql`select set_config('lock_timeout', '3s', true)`.execute(trx)
  await sql`lock table ${sql.table(partition)} in share row exclusive mode`.execute(trx)
}

/** Call before discarding rows. @throws Error when the numbers of stored and packed samples differ. */
export async function assertAllPacked(trx: Tx, day: Day): Promise<void> {
  const { rows } = await sql<{ stored: number; packed: number }>`
    select (select count(*) from mon_sample where ${isOf(day, 'ts')}) as stored,
           (select coalesce(sum(n), 0)::bigint from mon_sample_pack where ${isOf(day, 't')}) as packed`.execute(trx)
  const { stored, packed } = rows[0] ?? { stored: Number.NaN, packed: 0 }
  if (stored !== packed)
    throw new Error(`${stored} samples are stored and ${packed} packed: some were written meanwhile`)
}

/** Truncates the partition after waiting for its readers. */
export async function emptyPartition(trx: Tx, partition: string): Promise<void> {
  await sql`truncate ${sql.table(partition)}`.execute(trx)
}

export const setSavepoint = (trx: Tx) => sql`savepoint packed`.execute(trx)
export const returnToSavepoint = (trx: Tx) => sql`rollback to savepoint packed`.execute(trx)

/** Backend PID for {@link cancelStatement}. */
export async function findBackend(trx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]?.pid ?? 0
}

/** Runs as the login role: up to PostgreSQL 15 the assumed role may not cancel statements of a superuser. */
export async function cancelStatement(db: Db, pid: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`select pg_cancel_backend(${pid})`.execute(trx)
  })
}
