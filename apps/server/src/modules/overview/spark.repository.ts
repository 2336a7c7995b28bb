import { QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { inSpan } from '../sample/index.ts'
import { SPARK_STEP_MS, type SparkSums } from './spark.ts'

export interface ChannelSpan {
  readonly deviceNo: number
  readonly channelNo: number
  readonly agg: string
  /** Reads fromMs < t <= toMs, epoch ms. */
  readonly fromMs: number
  readonly toMs: number
}

export interface BucketSource {
  readonly table: 'mon_r1m' | 'mon_r1h'
  readonly stepMs: number
}

/** Sums with the end of the first and of the last rollup they contain, epoch ms. */
export interface RolledSums extends SparkSums {
  readonly firstMs: number
  readonly lastMs: number
}

const seconds = (ms: number) => ms / 1_000
// Any instant on a full GMT+8 hour: aligns quarter-hour and hour buckets to the clock.
const ORIGIN = new Date(0)
const bucketStartMs = (column: 't' | 'ts', stepMs: number) =>
  sql`extract(epoch from date_bin(make_interval(secs => ${seconds(stepMs)}), ${sql.ref(column)} - interval '1 microsecond', ${ORIGIN}::timestamptz))::float8 * 1000`

// One lateral index probe per channel; the outer bounds allow partition pruning at plan time.
const spanRows = (spans: readonly ChannelSpan[]) => sql`unnest(
    ${spans.map((span) => span.deviceNo)}::int[], ${spans.map((span) => span.channelNo)}::int[],
    ${spans.map((span) => span.agg)}::text[],
    ${spans.map((span) => seconds(span.fromMs))}::float8[], ${spans.map((span) => seconds(span.toMs))}::float8[]
  ) as span (device_no, channel_no, agg, from_s, to_s)`

const bounds = (spans: readonly ChannelSpan[]) => ({
  from: new Date(Math.min(...spans.map((span) => span.fromMs))),
  to: new Date(Math.max(...spans.map((span) => span.toMs))),
})

/** Rollups summed into clock-aligned buckets of `stepMs`. */
export async function sumRollups(
  db: Db,
  { table, stepMs }: BucketSource,
  spans: readonly ChannelSpan[],
): Promise<RolledSums[]> {
  if (spans.length === 0) return []
  const { from, to } = bounds(spans)
  return byDevice(db, spans, async (keys) => {
    const { rows } = await sql<RolledSums>`
    select span.channel_no, bucket.*
    from ${spanRows(keys)}
    cross join lateral (
      select ${bucketStartMs('t', stepMs)} as start_ms,
             sum(n_valid)::float8 as n_valid, sum(v_sum) as v_sum,
             coalesce(sum(v_sin), 0) as v_sin, coalesce(sum(v_cos), 0) as v_cos,
             max(v_max) as v_max, (array_agg(v_last order by t desc))[1] as v_last,
             extract(epoch from min(t))::float8 * 1000 as first_ms,
             extract(epoch from max(t))::float8 * 1000 as last_ms
      from ${sql.table(table)}
      where device_id = ${deviceOf(keys, sql`span.device_no`)} and channel_no = span.channel_no
        and t > ${from} and t <= ${to} and t > to_timestamp(span.from_s) and t <= to_timestamp(span.to_s)
      group by 1
    ) as bucket
    order by 1, 2`.execute(db)
    return rows
  })
}

/** The same from raw samples. */
export async function sumSamples(db: Db, spans: readonly ChannelSpan[]): Promise<SparkSums[]> {
  if (spans.length === 0) return []
  const { from, to } = bounds(spans)
  return byDevice(db, spans, async (keys) => {
    const { rows } = await sql<SparkSums>`
    select span.channel_no, bucket.*
    from ${spanRows(keys)}
    cross join lateral (
      select ${bucketStartMs('ts', SPARK_STEP_MS)} as start_ms,
             count(*)::float8 as n_valid,
             sum(case span.agg when 'energy' then power(10, v / 10) else v end) as v_sum,
             sum(case span.agg when 'circular' then sind(v) else 0 end) as v_sin,
             sum(case span.agg when 'circular' then cosd(v) else 0 end) as v_cos,
             max(v) as v_max,
             case span.agg when 'last' then (array_agg(v order by ts desc))[1] end as v_last
      from mon_samples
      where device_id = ${deviceOf(keys, sql`span.device_no`)} and channel_no = span.channel_no
        and ${inSpan(from.getTime(), to.getTime())} and ts > to_timestamp(span.from_s) and ts <= to_timestamp(span.to_s)
        and ((q & ${STATISTICS_BLOCKERS}) = 0 or (q & ${QUALITY.manuallyValid}) <> 0)
      group by 1
    ) as bucket
    order by 1, 2`.execute(db)
    return rows
  })
}
