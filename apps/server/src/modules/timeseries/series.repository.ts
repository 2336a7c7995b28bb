import type { GapCause } from '@natim/contract/dict'
import type { MetricAgg } from '@natim/domain/metrics'
import { ALARM_BLOCKERS, QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { type RawBuilder, sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { firstSample, inSpan } from '../sample/index.ts'
import type { FirstRows, RollupAggregate } from './level.ts'
import { LEVELS, ROLLUP_STEP_MS } from './level.ts'

/** Identifies the rows of a channel. */
export interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
  /** Aggregation of the metric: `avg`, `circular`, `energy` … */
  readonly agg: MetricAgg
}

/** fromMs < sample <= toMs; rollups are selected by their labels in the same way. Epoch ms. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Samples in columns, in time order. */
export interface SampleColumns {
  readonly channelNo: number
  readonly tsMs: number[]
  readonly v: number[]
  readonly q: number[]
}

/**
 * Buckets in columns, in time order, labelled by their ends. `sum`, `min` … cover the drawn samples; `stat…` those
 * valid for statistics. For rollups both are the same.
 */
export interface BucketColumns {
  readonly channelNo: number
  readonly tMs: number[]
  readonly n: number[]
  readonly drawn: number[]
  readonly sum: number[]
  readonly min: (number | null)[]
  readonly max: (number | null)[]
  readonly last: (number | null)[]
  readonly sin: number[]
  readonly cos: number[]
  readonly q: number[]
  readonly valid: number[]
  readonly statSum: number[]
  readonly statMin: (number | null)[]
  readonly statMax: (number | null)[]
  /** Sum of squared deviations from the bucket's mean. */
  readonly statM2: number[]
  /** Seconds covered, and valid hours of days; null where unknown. */
  readonly coverS: (number | null)[]
  readonly validHours: (number | null)[]
}

/** Columns of a channel without rows. */
export const NO_SAMPLES: SampleColumns = { channelNo: 0, tsMs: [], v: [], q: [] }
export const NO_BUCKETS: BucketColumns = {
  channelNo: 0,
  tMs: [],
  n: [],
  drawn: [],
  sum: [],
  min: [],
  max: [],
  last: [],
  sin: [],
  cos: [],
  q: [],
  valid: [],
  statSum: [],
  statMin: [],
  statMax: [],
  statM2: [],
  coverS: [],
  validHours: [],
}

const ROLLUP_TABLES = { '1m': 'mon_r1m', '1h': 'mon_r1h', '1d': 'mon_r1d' } as const
// Buckets are aligned to the clock and the GMT+8 day (domain §1).
const ORIGIN = new Date('1970-01-01T00:00:00+08:00')

const wantedRows = (channels: readonly ChannelKey[]) => sql`
  unnest(${channels.map((key) => key.deviceNo)}::int[], ${channels.map((key) => key.channelNo)}::int[], ${channels.map((key) => key.agg)}::text[])
    as wanted (device_no, channel_no, agg)`

// `extract` computes in decimals, which takes a third of the total response time; instants are whole milliseconds.
const epochMs = (expression: RawBuilder<unknown>) => sql`round(date_part('epoch', ${expression}) * 1000)`

const bucketEnd = (column: 't' | 'ts', stepMs: number) =>
  sql`date_bin(make_interval(secs => ${stepMs / 1000}), ${sql.ref(column)} - interval '1 microsecond', ${ORIGIN}::timestamptz) + make_interval(secs => ${stepMs / 1000})`

/** Every level reads (from, to], as buckets are labelled by their end: adjacent ranges share no point. */
const sampleRange = ({ fromMs, toMs }: Span) => inSpan(fromMs, toMs)
const rollupRange = ({ fromMs, toMs }: Span) => sql`t > ${new Date(fromMs)} and t <= ${new Date(toMs)}`

const asked = ({ fromMs, toMs }: Span) =>
  sql`(select ${new Date(fromMs)}::timestamptz as after, ${new Date(toMs)}::timestamptz as until) as asked`
const firstRaw = (device: RawBuilder<unknown>) =>
  epochMs(firstSample(device, sql`wanted.channel_no`, sql`asked.after`, sql`asked.until`))

/** Label of the first row of each level inside the span, by channel number. Only requested levels are looked up. */
export async function findFirstRows(
  db: Db,
  channels: readonly ChannelKey[],
  levels: ReadonlySet<string>,
  span: Span,
): Promise<ReadonlyMap<number, FirstRows>> {
  const rows = await byDevice(db, channels, async (keys) => {
    const device = deviceOf(keys, sql`wanted.device_no`)
    const key = sql`device_id = ${device} and channel_no = wanted.channel_no`
    const first = {
      raw: firstRaw(device),
      ...mapRollups(
        (table) =>
          sql`(select ${epochMs(sql.ref('t'))} from ${table} where ${key} and ${rollupRange(span)} order by t limit 1)`,
      ),
    }
    const { rows: found } = await sql<{ channelNo: number; firstRows: (number | null)[] }>`
    select wanted.channel_no,
           array[${sql.join(LEVELS.map((level) => (levels.has(level) ? first[level] : sql`null::float8`)))}] as first_rows
    from ${wantedRows(keys)}, ${asked(span)}`.execute(db)
    return found
  })
  return new Map(
    rows.map(({ channelNo, firstRows }) => [
      channelNo,
      Object.fromEntries(LEVELS.map((level, i) => [level, firstRows[i] ?? null])),
    ]),
  )
}

const mapRollups = <T>(make: (table: RawBuilder<unknown>) => T): Record<RollupAggregate, T> => ({
  '1m': make(sql.table(ROLLUP_TABLES['1m'])),
  '1h': make(sql.table(ROLLUP_TABLES['1h'])),
  '1d': make(sql.table(ROLLUP_TABLES['1d'])),
})

/** The oldest `limit` samples of each channel; channels without samples are left out. */
export async function findSamples(
  db: Db,
  channels: readonly ChannelKey[],
  span: Span,
  limit: number,
): Promise<SampleColumns[]> {
  return byDevice(db, channels, async (keys) => {
    const { rows } = await sql<SampleColumns>`
    select wanted.channel_no, sample.ts_ms, sample.v, sample.q
    from ${wantedRows(keys)}
    cross join lateral (
      select json_agg(${epochMs(sql.ref('ts'))}) as ts_ms, json_agg(v) as v, json_agg(q) as q
      from (
        select ts, v, q from mon_samples
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ${sampleRange(span)}
        order by ts limit ${limit}
      ) as row
    ) as sample
    where sample.ts_ms is not null`.execute(db)
    return rows
  })
}

const bucketColumns = sql`
  json_agg(t_ms) as t_ms, json_agg(n) as n, json_agg(drawn) as drawn, json_agg(sum) as sum, json_agg(min) as min,
  json_agg(max) as max, json_agg(last) as last, json_agg(sin) as sin, json_agg(cos) as cos, json_agg(q) as q,
  json_agg(valid) as valid, json_agg(stat_sum) as stat_sum, json_agg(stat_min) as stat_min,
  json_agg(stat_max) as stat_max, json_agg(stat_m2) as stat_m2, json_agg(cover_s) as cover_s,
  json_agg(valid_hours) as valid_hours`

/**
 * Samples in buckets of `stepMs`. Samples that may raise alarms are drawn: a release drives a detector off its range.
 */
export async function findSampleBuckets(
  db: Db,
  channels: readonly ChannelKey[],
  span: Span,
  stepMs: number,
): Promise<BucketColumns[]> {
  const isValid = (blockers: number) => sql`(q & ${blockers}) = 0 or (q & ${QUALITY.manuallyValid}) <> 0`
  return byDevice(db, channels, async (keys) => {
    const { rows } = await sql<BucketColumns>`
    select wanted.channel_no, series.*
    from ${wantedRows(keys)}
    cross join lateral (
      select ${bucketColumns}
      from (
        select ${epochMs(sql.ref('t'))} as t_ms, count(*) as n, bit_or(q) as q,
               count(d) as drawn, coalesce(sum(d), 0) as sum, min(d) as min, max(d) as max,
               case when wanted.agg = 'last' then (array_agg(d order by ts desc) filter (where d is not null))[1] end as last,
               case when wanted.agg = 'circular' then coalesce(sum(sind(d)), 0) else 0 end as sin,
               case when wanted.agg = 'circular' then coalesce(sum(cosd(d)), 0) else 0 end as cos,
               count(s) as valid, coalesce(sum(s), 0) as stat_sum, min(s) as stat_min, max(s) as stat_max,
               coalesce(regr_sxx(s, s), 0) as stat_m2, null as cover_s, null as valid_hours
        from (
          select t, ts, q,
                 case when ${isValid(ALARM_BLOCKERS)} then x end as d,
                 case when ${isValid(STATISTICS_BLOCKERS)} then x end as s
          from (
            select ${bucketEnd('ts', stepMs)} as t, ts, q,
                   case when (q & ${QUALITY.belowLod}) <> 0 then greatest(v, 0) else v end as x
            from mon_samples
            where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ${sampleRange(span)}
          ) as row
        ) as judged
        group by t
        order by t
      ) as bucket
    ) as series
    where series.t_ms is not null`.execute(db)
    return rows
  })
}

/** Rollups of a level, merged into buckets of `stepMs` (a multiple of the level's own step). */
export async function findRollupBuckets(
  db: Db,
  level: RollupAggregate,
  channels: readonly ChannelKey[],
  span: Span,
  stepMs: number,
): Promise<BucketColumns[]> {
  const label = stepMs === ROLLUP_STEP_MS[level] ? sql`t` : bucketEnd('t', stepMs)
  return byDevice(db, channels, async (keys) => {
    const { rows } = await sql<BucketColumns>`
    select wanted.channel_no, series.*
    from ${wantedRows(keys)}
    cross join lateral (
      select ${bucketColumns}
      from (
        select ${epochMs(label)} as t_ms, sum(n) as n, bit_or(q_or) as q, sum(n_valid) as drawn, sum(v_sum) as sum,
               min(v_min) as min, max(v_max) as max,
               case when wanted.agg = 'last' then (array_agg(v_last order by t desc) filter (where n_valid > 0))[1] end as last,
               coalesce(sum(v_sin), 0) as sin, coalesce(sum(v_cos), 0) as cos,
               sum(n_valid) as valid, sum(v_sum) as stat_sum, min(v_min) as stat_min, max(v_max) as stat_max,
               -- Within the rows, and between them: Σ n·mean² - N·mean².
               sum(v_m2) + coalesce(sum(v_sum ^ 2 / nullif(n_valid, 0)) - sum(v_sum) ^ 2 / nullif(sum(n_valid), 0), 0) as stat_m2,
               case when bool_and(cover_s is not null) then sum(cover_s) end as cover_s,
               case when bool_and(valid_hours is not null) then sum(valid_hours) end as valid_hours
        from ${sql.table(ROLLUP_TABLES[level])}
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ${rollupRange(span)}
        group by 1
        order by 1
      ) as bucket
    ) as series
    where series.t_ms is not null`.execute(db)
    return rows
  })
}

export interface QuantileRow {
  readonly channelNo: number
  /** Over the valid samples in (fromMs, toMs]; null without any. */
  readonly p95: number | null
  /** First stored sample after `sinceMs`, epoch ms; null without any. */
  readonly firstMs: number | null
}

/** 95th percentile of the valid samples, interpolated (Hyndman and Fan's type 7). */
export async function findQuantiles(
  db: Db,
  channels: readonly ChannelKey[],
  span: Span,
  sinceMs: number,
): Promise<QuantileRow[]> {
  return byDevice(db, channels, async (keys) => {
    const device = deviceOf(keys, sql`wanted.device_no`)
    const isWanted = sql`device_id = ${device} and channel_no = wanted.channel_no`
    const { rows } = await sql<QuantileRow>`
    select wanted.channel_no, figure.p95,
      ${firstRaw(device)} as first_ms
    from ${wantedRows(keys)}
    cross join ${asked({ fromMs: sinceMs, toMs: span.toMs })}
    cross join lateral (
      select percentile_cont(0.95) within group (order by case when (q & ${QUALITY.belowLod}) <> 0 then greatest(v, 0) else v end) as p95
      from mon_samples
      where ${isWanted} and ${sampleRange(span)}
        and ((q & ${STATISTICS_BLOCKERS}) = 0 or (q & ${QUALITY.manuallyValid}) <> 0)
    ) as figure`.execute(db)
    return rows
  })
}

export interface GapRow {
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number | null
  readonly cause: GapCause
}

const MAX_GAPS = 500

/** Gaps that overlap the span, newest first, at most 500 per channel. */
export async function findGaps(db: Db, channels: readonly ChannelKey[], span: Span): Promise<GapRow[]> {
  return byDevice(db, channels, async (keys) => {
    const { rows } = await sql<GapRow>`
    select wanted.channel_no, gap.from_ms, gap.to_ms, gap.cause
    from ${wantedRows(keys)}
    cross join lateral (
      select ${epochMs(sql.ref('tFrom'))} as from_ms, ${epochMs(sql.ref('tTo'))} as to_ms, cause
      from mon_gap
      where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
        and t_from < ${new Date(span.toMs)} and (t_to is null or t_to > ${new Date(span.fromMs)})
      order by t_from desc limit ${MAX_GAPS}
    ) as gap`.execute(db)
    return rows
  })
}
