import { inDatabase } from './database.ts'

/**
 * Channels with one sample per minute, written directly to the database: sending as many would take longer than the
 * test.
 */
export interface FilledChannels {
  readonly channelNos: readonly number[]
  /** Number of stored samples. */
  readonly samples: number
  /** Over all channels: the first instant is later than `fromMs`, the last is `toMs`. */
  readonly fromMs: number
  readonly toMs: number
}

const MINUTE_MS = 60_000

/** One device whose channels measure different metrics, so that a chart of all has several axes. */
const REGISTER = `with model as (
    insert into mon_device_model (id, code, name, vendor, kind) values ('filled', 'FILLED', '长期监测仪', '测试', 'air')
    returning id),
  device as (
    insert into mon_device (id, client_id, name, model_id, kind, region_code, sys_org_code, online_timeout_s)
    select 'filled', 'FILLED-1', '长期监测仪', model.id, 'air', '320100', 'A01', 180 from model
    returning id, device_no)
  insert into mon_channel (id, device_id, seq, metric_code, unit_in, precision, period_s)
  select 'filled-' || seq, device.id, seq, metric.code, metric.unit, 1, 60
  from device cross join (
    select code, unit, row_number() over (order by category, code) as seq from mon_metric
    where category in ('air', 'met') and agg = 'avg') as metric
  where seq <= $1
  returning channel_no, (select device_no from device) as device_no`

const PARTITIONS = `do $$
  declare
    day timestamptz;
    part text;
  begin
    perform pg_advisory_xact_lock(71030002);
    for day in select date_trunc('day', d, 'Asia/Shanghai') from generate_series(
        current_setting('natim.from')::timestamptz, current_setting('natim.to')::timestamptz + interval '1 day', interval '1 day') as d
    loop
      part := 'mon_sample_' || to_char(day at time zone 'Asia/Shanghai', 'YYYYMMDD');
      continue when to_regclass(part) is not null;
      execute format('create table %I partition of mon_sample for values from (%L) to (%L)', part, day, day + interval '1 day');
    end loop;
    for day in select distinct date_trunc('month', d, 'Asia/Shanghai') from generate_series(
        current_setting('natim.from')::timestamptz, current_setting('natim.to')::timestamptz + interval '1 day', interval '1 day') as d
    loop
      part := 'mon_r1h_' || to_char(day at time zone 'Asia/Shanghai', 'YYYYMM');
      continue when to_regclass(part) is not null;
      execute format('create table %I partition of mon_r1h for values from (%L) to (%L)', part, day,
        (day at time zone 'Asia/Shanghai' + interval '1 month') at time zone 'Asia/Shanghai');
    end loop;
  end $$`

const SAMPLES = `insert into mon_sample (ts, rx, v, device_id, channel_no, q)
  select ts, ts, round((40 + 20 * sin(extract(epoch from ts)::float8 / 9000 + no) + 8 * random())::numeric, 1), $2, no, 0
  from unnest($1::int[]) as no
  cross join generate_series($3::timestamptz, $4::timestamptz, interval '1 minute') as ts`

/** A bucket is labelled by its end and contains what came after the previous one. */
const HOURS = `insert into mon_r1h (t, v_avg, v_min, v_max, v_sum, v_m2, v_first, v_last, device_id, channel_no, n, n_valid, q_or)
  select date_bin('1 hour', ts - interval '1 ms', 'epoch') + interval '1 hour' as t, avg(v), min(v), max(v), sum(v),
    coalesce(var_pop(v) * count(*), 0), (array_agg(v order by ts))[1], (array_agg(v order by ts desc))[1],
    device_id, channel_no, count(*), count(*), 0
  from mon_sample where device_id = $1 group by device_id, channel_no, t`

/** Channels, twenty by default, with one sample per minute until `toMs`, and their hourly rollups. */
export async function fillSamples(
  dataDir: string,
  {
    toMs,
    perChannel,
    channels = 20,
  }: { readonly toMs: number; readonly perChannel: number; readonly channels?: number },
): Promise<FilledChannels> {
  const fromMs = toMs - perChannel * MINUTE_MS
  return inDatabase(dataDir, async (client) => {
    await client.query('begin')
    const found = await client.query<{ channel_no: number; device_no: number }>(REGISTER, [channels])
    const channelNos = found.rows.map((row) => row.channel_no).toSorted((a, b) => a - b)
    const deviceNo = found.rows[0]?.device_no
    await client.query("select set_config('natim.from', $1, true), set_config('natim.to', $2, true)", [
      new Date(fromMs).toISOString(),
      new Date(toMs).toISOString(),
    ])
    await client.query(PARTITIONS)
    const range = [new Date(fromMs + MINUTE_MS), new Date(toMs)]
    const { rowCount } = await client.query(SAMPLES, [channelNos, deviceNo, ...range])
    await client.query(HOURS, [deviceNo])
    await client.query('commit')
    await client.query('analyze mon_sample')
    return { channelNos, samples: rowCount ?? 0, fromMs, toMs }
  })
}
