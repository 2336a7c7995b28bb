import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type pg from 'pg'
import { createPartition } from '../../apps/server/src/modules/sample/partition.repository.ts'
import { type PartitionedTable, partitionAt } from '../../apps/server/src/modules/sample/partition-names.ts'

/** Channels available to the queries. */
export interface FilledChannels {
  /** One sample per minute for 25 h; the first ones also have minutes for 30 d and hours and days for 5 y. */
  readonly byMinute: readonly number[]
  /** Number of channels with long histories. */
  readonly long: number
  /** One sample every 5 s for 25 h. */
  readonly by5s: readonly number[]
}

const DEVICES = 60
const FAST_DEVICES = 2
const CHANNELS_PER_DEVICE = 10
const LONG_CHANNELS = 40

/** Registers, samples and rollups, written in time order as by ingest, so that a channel's rows are not adjacent. */
export async function fill(pool: pg.Pool, nowMs: number): Promise<FilledChannels> {
  const byMinute = await insertDevices(pool, 'M', DEVICES, 60)
  const by5s = await insertDevices(pool, 'F', FAST_DEVICES, 5)
  const rawFromMs = nowMs - 25 * HOUR_MS
  const minutesFromMs = nowMs - 30 * DAY_MS
  const longFromMs = nowMs - 5 * 365 * DAY_MS
  await insertSamples(pool, 'M', rawFromMs, nowMs, MINUTE_MS)
  await insertSamples(pool, 'F', rawFromMs, nowMs, 5_000)
  await insertRollups(pool, 'mon_r1m', minutesFromMs, nowMs, MINUTE_MS)
  await insertRollups(pool, 'mon_r1h', longFromMs, nowMs, HOUR_MS)
  await insertRollups(pool, 'mon_r1d', longFromMs, nowMs, DAY_MS)
  await pool.query(
    `insert into mon_latest (device_id, channel_no, ts, v, rx, q)
     select device.device_no, channel.channel_no, $1, 5, $1, 0
     from mon_channel channel join mon_device device on device.id = channel.device_id`,
    [new Date(nowMs)],
  )
  await pool.query('vacuum (analyze)')
  return { byMinute, by5s, long: LONG_CHANNELS }
}

/** Channels of a group of devices: `M-…` by the minute, `F-…` fast. Returns their numbers, ascending. */
export async function insertDevices(pool: pg.Pool, group: string, count: number, periodS: number): Promise<number[]> {
  await pool.query(
    `insert into mon_device_model (id, code, name, vendor, kind) values ('bench', 'BENCH', 'Bench', 'Bench', 'air')
     on conflict do nothing`,
  )
  await pool.query(
    `insert into mon_device (id, client_id, name, model_id, kind, region_code, sys_org_code, online_timeout_s)
     select $1 || '-' || i, $1 || '-CLIENT-' || i, $1 || ' ' || i, 'bench', 'air', '320500', 'A01', 180
     from generate_series(1, $2::int) as i`,
    [group, count],
  )
  const { rows } = await pool.query<{ no: number }>(
    `insert into mon_channel (id, device_id, seq, metric_code, unit_in, precision, period_s)
     select device.id || '-' || seq, device.id, seq, 'pm25', 'µg/m³', 0, $2
     from mon_device device cross join generate_series(1, $3::int) as seq
     where device.id like $1 || '-%'
     returning channel_no as no`,
    [group, periodS, CHANNELS_PER_DEVICE],
  )
  return rows.map(({ no }) => no).sort((a, b) => a - b)
}

const KEYS = `select device.device_no, channel.channel_no
  from mon_channel channel join mon_device device on device.id = channel.device_id
  where device.id like $1 || '-%' order by channel.channel_no limit $2`

/** One sample per step of every channel of a group in [fromMs, toMs). */
export async function insertSamples(pool: pg.Pool, group: string, fromMs: number, toMs: number, stepMs: number) {
  await makePartitions(pool, 'mon_sample', fromMs, toMs)
  await pool.query(
    `insert into mon_sample (ts, rx, v, device_id, channel_no, q)
     select ts, ts, round((35 + 20 * sin(extract(epoch from ts)::float8 / 9000 + key.channel_no) + random())::numeric, 1), key.device_no, key.channel_no, 0
     from generate_series($3::timestamptz, $4::timestamptz, make_interval(secs => $5)) as ts cross join (${KEYS}) as key
     order by ts`,
    [group, 1_000_000, new Date(fromMs), new Date(toMs - 1), stepMs / 1000],
  )
}

async function insertRollups(pool: pg.Pool, table: PartitionedTable, fromMs: number, toMs: number, stepMs: number) {
  const firstMs = Math.ceil(fromMs / stepMs) * stepMs
  await makePartitions(pool, table, firstMs, toMs)
  await pool.query(
    `insert into ${table} (t, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, device_id, channel_no, n, n_valid, q_or)
     select t, v, v - 3, v + 3, v, v, v * 60, 12.25, device_no, channel_no, 60, 60, 0
     from (
       select t, round((35 + 20 * sin(extract(epoch from t)::float8 / 9000 + key.channel_no))::numeric, 1) as v, key.*
       from generate_series($3::timestamptz, $4::timestamptz, make_interval(secs => $5)) as t cross join (${KEYS}) as key
       order by t
     ) as row`,
    ['M', LONG_CHANNELS, new Date(firstMs), new Date(toMs), stepMs / 1000],
  )
}

async function makePartitions(pool: pg.Pool, table: PartitionedTable, fromMs: number, toMs: number): Promise<void> {
  for (let atMs = fromMs; ; ) {
    const partition = partitionAt(table, atMs)
    await createPartition(pool, partition)
    atMs = partition.toMs
    if (atMs > toMs) return
  }
}
