import type { GapCause } from '@natim/contract/dict'
import type { MetricAgg } from '@natim/domain/metrics'
import { ALARM_BLOCKERS, QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { HOUR_MS } from '@natim/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { epochMs } from '../../platform/db/epoch-ms.ts'
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
  /** Empty unless a channel of the query is aggregated by its last value. */
  readonly last: (number | null)[]
  /** Empty unless a channel of the query is a direction. */
  readonly sin: number[]
  readonly cos: number[]
  readonly q: number[]
  readonly valid: number[]
  readonly statSum: number[]
  readonly statMin: (number | null)[]
  readonly statMax: (number | null)[]
  /** Sum of squared deviations from the bucket's mean. */
  readonly statM2: number[]
  /** Seconds covered, and valid hours of days; null where unknown. Empty for other than hours and days. */
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

const bucketEnd = (column: 't' | 'ts', stepMs: number) => {
  const step = sql`${`${stepMs} ms`}::interval`
  return sql`date_bin(${step}, ${sql.ref(column)} - interval '1 microsecond', ${ORIGIN}::timestamptz) + ${step}`
}

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

type Column = Exclude<keyof BucketColumns, 'channelNo'>
type Columns = Partial<Record<Column, RawBuilder<unknown>>>

const named = (columns: Columns) =>
  sql.join(Object.entries(columns).map(([name, expression]) => sql`${expression} as ${sql.ref(name)}`))
// Building an array takes PostgreSQL longer than reading the row: only what is used is asked for.
const arraysOf = (columns: Columns) =>
  sql.join(Object.keys(columns).map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`))

const hasAgg = (keys: readonly ChannelKey[], wanted: MetricAgg) => keys.some(({ agg }) => agg === wanted)

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
    const columns: Columns = {
      tMs: epochMs(sql.ref('t')),
      n: sql`count(*)`,
      q: sql`bit_or(q)`,
      drawn: sql`count(d)`,
      sum: sql`coalesce(sum(d), 0)`,
      min: sql`min(d)`,
      max: sql`max(d)`,
      ...(hasAgg(keys, 'last') && { last: sql`(array_agg(d order by ts desc) filter (where d is not null))[1]` }),
      ...(hasAgg(keys, 'circular') && {
        sin: sql`case when agg = 'circular' then coalesce(sum(sind(d)), 0) else 0 end`,
        cos: sql`case when agg = 'circular' then coalesce(sum(cosd(d)), 0) else 0 end`,
      }),
      valid: sql`count(s)`,
      statSum: sql`coalesce(sum(s), 0)`,
      statMin: sql`min(s)`,
      statMax: sql`max(s)`,
      statM2: sql`coalesce(regr_sxx(s, s), 0)`,
    }
    const { rows } = await sql<Partial<BucketColumns>>`
    select wanted.channel_no, series.*
    from ${wantedRows(keys)}
    cross join lateral (
      select ${arraysOf(columns)}
      from (
        select ${named(columns)}
        from (
          select t, ts, q, wanted.agg,
                 case when ${isValid(ALARM_BLOCKERS)} then x end as d,
                 case when ${isValid(STATISTICS_BLOCKERS)} then x end as s
          from (
            select ${bucketEnd('ts', stepMs)} as t, ts, q,
                   case when (q & ${QUALITY.belowLod}) <> 0 then greatest(v, 0) else v end as x
            from mon_samples
            where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ${sampleRange(span)}
          ) as row
        ) as judged
        group by t, agg
        order by t
      ) as bucket
    ) as series
    where series.t_ms is not null`.execute(db)
    return rows.map((row) => ({ ...NO_BUCKETS, ...row }))
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
  const isMerged = stepMs !== ROLLUP_STEP_MS[level]
  return byDevice(db, channels, async (keys) => {
    const columns = isMerged ? mergedColumns(keys, stepMs) : storedColumns(keys, stepMs)
    const { rows } = await sql<Partial<BucketColumns>>`
    select wanted.channel_no, series.*
    from ${wantedRows(keys)}
    cross join lateral (
      select ${arraysOf(columns)}
      from (
        select ${named(columns)}
        from ${sql.table(ROLLUP_TABLES[level])}
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no and ${rollupRange(span)}
        ${isMerged ? sql`group by 1 order by 1` : sql`order by t`}
      ) as bucket
    ) as series
    where series.t_ms is not null`.execute(db)
    return rows.map((row) => {
      const buckets = { ...NO_BUCKETS, ...row }
      // Rollups hold only samples that are valid for statistics.
      const { drawn: valid, sum: statSum, min: statMin, max: statMax } = buckets
      return { ...buckets, valid, statSum, statMin, statMax }
    })
  })
}

/** A bucket is a row of the level. */
const storedColumns = (keys: readonly ChannelKey[], stepMs: number): Columns => ({
  tMs: epochMs(sql.ref('t')),
  n: sql`n`,
  q: sql`q_or`,
  drawn: sql`n_valid`,
  sum: sql`v_sum`,
  min: sql`v_min`,
  max: sql`v_max`,
  statM2: sql`v_m2`,
  ...(hasAgg(keys, 'last') && { last: sql`case when n_valid > 0 then v_last end` }),
  ...(hasAgg(keys, 'circular') && { sin: sql`coalesce(v_sin, 0)`, cos: sql`coalesce(v_cos, 0)` }),
  ...(stepMs >= HOUR_MS && { coverS: sql`cover_s`, validHours: sql`valid_hours` }),
})

/** A bucket is made of several rows of the level. */
const mergedColumns = (keys: readonly ChannelKey[], stepMs: number): Columns => ({
  tMs: epochMs(bucketEnd('t', stepMs)),
  n: sql`sum(n)`,
  q: sql`bit_or(q_or)`,
  drawn: sql`sum(n_valid)`,
  sum: sql`sum(v_sum)`,
  min: sql`min(v_min)`,
  max: sql`max(v_max)`,
  // Within the rows, and between them: Σ n·mean² - N·mean².
  statM2: sql`sum(v_m2) + coalesce(sum(v_sum * v_sum / nullif(n_valid, 0)) - sum(v_sum) ^ 2 / nullif(sum(n_valid), 0), 0)`,
  ...(hasAgg(keys, 'last') && { last: sql`(array_agg(v_last order by t desc) filter (where n_valid > 0))[1]` }),
  ...(hasAgg(keys, 'circular') && { sin: sql`coalesce(sum(v_sin), 0)`, cos: sql`coalesce(sum(v_cos), 0)` }),
  ...(stepMs >= HOUR_MS && {
    coverS: sql`case when bool_and(cover_s is not null) then sum(cover_s) end`,
    validHours: sql`case when bool_and(valid_hours is not null) then sum(valid_hours) end`,
  }),
})

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
