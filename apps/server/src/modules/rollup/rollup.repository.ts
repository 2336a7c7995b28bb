import { VALID_HOUR_S } from '@natim/domain/coverage'
import { ALARM_BLOCKERS, DECIDED, DOUBTS, QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { sql } from 'kysely'
import { deviceOf } from '../../platform/db/by-device.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inSpan } from '../sample/index.ts'
import type { LevelNo, Mark, RollupTable, StaleSpan } from './rollup-level.ts'

// Buckets end on the full minute, hour and GMT+8 day (domain §1).
const ORIGIN = new Date('1970-01-01T00:00:00+08:00')

/**
 * End of the bucket (end - step, end] that contains an instant. One microsecond, the database's resolution, puts an
 * edge instant into the bucket it ends.
 */
const bucketEndOf = (column: 'ts' | 't', stepMs: number) =>
  sql`date_bin(make_interval(secs => ${stepMs / 1000}), ${sql.ref(column)} - interval '1 microsecond', ${ORIGIN}::timestamptz) + make_interval(secs => ${stepMs / 1000})`

/** Makes floating-point sums independent of the order of arrival: rows are summed in time order, by one process. */
export async function fixOrderOfSums(trx: Tx): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx)
}

/** Locks up to `limit` due marks of a level that no other worker holds. */
export async function lockDueMarks(trx: Tx, level: LevelNo, dueMs: number, limit: number): Promise<Mark[]> {
  // Instants are whole milliseconds; rounding outwards is also safe for finer ones.
  const { rows } = await sql<Mark>`
    select device_id as device_no,
           (extract(epoch from bucket) * 1000)::float8 as bucket_ms,
           floor(extract(epoch from from_ts) * 1000)::float8 as from_ms,
           ceil(extract(epoch from to_ts) * 1000)::float8 as to_ms
    from mon_dirty
    where level = ${level} and due_at <= ${new Date(dueMs)}
    order by due_at
    limit ${limit}
    for update skip locked`.execute(trx)
  return rows
}

export async function deleteMarks(trx: Tx, level: LevelNo, marks: readonly Mark[]): Promise<void> {
  await sql`
    delete from mon_dirty
    using unnest(${marks.map((mark) => mark.deviceNo)}::int[], ${marks.map((mark) => new Date(mark.bucketMs))}::timestamptz[])
      as done (device_no, bucket)
    where mon_dirty.device_id = done.device_no and mon_dirty.level = ${level} and mon_dirty.bucket = done.bucket`.execute(
    trx,
  )
}

/** Inserts marks; existing ones are widened and keep the earlier due time. Call with the marks sorted by key. */
export async function upsertMarks(
  trx: Tx,
  level: LevelNo,
  marks: readonly (Mark & { readonly dueMs: number })[],
): Promise<void> {
  await sql`
    insert into mon_dirty as held (device_id, level, bucket, from_ts, to_ts, due_at)
    select device_no, ${level}, bucket, from_ts, to_ts, due_at
    from unnest(
      ${marks.map((mark) => mark.deviceNo)}::int[], ${marks.map((mark) => new Date(mark.bucketMs))}::timestamptz[],
      ${marks.map((mark) => new Date(mark.fromMs))}::timestamptz[], ${marks.map((mark) => new Date(mark.toMs))}::timestamptz[],
      ${marks.map((mark) => new Date(mark.dueMs))}::timestamptz[]
    ) as fresh (device_no, bucket, from_ts, to_ts, due_at)
    on conflict (device_id, level, bucket) do update
    set from_ts = least(held.from_ts, excluded.from_ts), to_ts = greatest(held.to_ts, excluded.to_ts),
        due_at = least(held.due_at, excluded.due_at)`.execute(trx)
}

/** Postpones the longest-due mark, so that a failing one does not block the others. */
export async function postponeOldestMark(db: Db, level: LevelNo, dueMs: number, untilMs: number): Promise<void> {
  await sql`
    update mon_dirty set due_at = ${new Date(untilMs)}
    where (device_id, level, bucket) = (
      select device_id, level, bucket from mon_dirty
      where level = ${level} and due_at <= ${new Date(dueMs)}
      order by due_at limit 1 for update skip locked
    )`.execute(db)
}

/** Every channel of the devices with its stale span. */
const staleChannels = (spans: readonly StaleSpan[]) => sql`
  unnest(
    ${spans.map((span) => span.deviceNo)}::int[],
    ${spans.map((span) => new Date(span.loMs))}::timestamptz[], ${spans.map((span) => new Date(span.hiMs))}::timestamptz[]
  ) as span (device_no, lo, hi)
  join mon_device device on device.device_no = span.device_no
  join mon_channel channel on channel.device_id = device.id
  join mon_metric metric on metric.code = channel.metric_code`

/** Bounds for partition pruning at plan time, when the spans themselves are not known yet. */
const outerBounds = (spans: readonly StaleSpan[]) => ({
  lo: new Date(Math.min(...spans.map((span) => span.loMs))),
  hi: new Date(Math.max(...spans.map((span) => span.hiMs))),
})

const CAUSES = {
  nCal: QUALITY.calibration,
  nInvalid: QUALITY.deviceInvalid | QUALITY.manuallyInvalid,
  nLate: QUALITY.late,
  nEst: QUALITY.estimated,
  nLod: QUALITY.belowLod,
  nManual: QUALITY.manuallyInvalid,
} as const

const VALUES = [
  'n', 'n_valid', 'v_avg', 'v_min', 'v_max', 'v_first', 'v_last', 'v_sum', 'v_m2', 'v_sin', 'v_cos', 'q_or',
  'cover_s', 'valid_hours', 'a_n', 'a_sum', 'a_max', 'n_cal', 'n_invalid', 'n_late', 'n_est', 'n_lod', 'n_manual', 'n_doubt', 'is_loaded',
] as const // biome-ignore format: a line a group

const columns = sql.join(['device_id', 'channel_no', 't', ...VALUES].map((name) => sql.ref(name)))

/**
 * A loaded row may cover more samples than are stored; so may a row of an old version without coverage. Any other row
 * is replaced by what its source gives now, even if samples were removed from it.
 */
const overwrite = sql`
  set ${sql.join(VALUES.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
  where case
    -- Made of more than is stored of it: as many samples say the same, unless somebody has decided about them.
    when held.is_loaded then excluded.n > held.n or (excluded.n = held.n and excluded.n_valid <> held.n_valid)
    when held.cover_s is null then excluded.n >= held.n else true end`

/** Representative value of a bucket by the metric's aggregation; same rule as `representative` of domain/rollup. */
const representative = sql`case
    when bucket.n_valid = 0 then null
    when metric.agg = 'sum' then bucket.v_sum
    when metric.agg = 'max' then bucket.v_max
    when metric.agg = 'last' then bucket.v_last
    when metric.agg = 'energy' then 10 * log(bucket.v_sum / bucket.n_valid)
    when metric.agg = 'circular' then
      case when sqrt(bucket.v_sin ^ 2 + bucket.v_cos ^ 2) / bucket.n_valid < 1e-9 then null
        when atan2d(bucket.v_sin, bucket.v_cos) < 0 then atan2d(bucket.v_sin, bucket.v_cos) + 360
        else atan2d(bucket.v_sin, bucket.v_cos) end
    else bucket.v_sum / bucket.n_valid
  end`

/** Values that may raise alarms, where they differ from those valid for statistics, and sample counts by cause. */
const alarmsAndCauses = sql`
  case when not bucket.is_same then bucket.a_n end, case when not bucket.is_same then bucket.a_sum end,
  case when not bucket.is_same then bucket.a_max end,
  nullif(bucket.n_cal, 0), nullif(bucket.n_invalid, 0), nullif(bucket.n_late, 0), nullif(bucket.n_est, 0),
  nullif(bucket.n_lod, 0), nullif(bucket.n_manual, 0), nullif(bucket.n_doubt, 0), null`

const bucketValues = sql`
  bucket.n, bucket.n_valid, ${representative}, bucket.v_min, bucket.v_max, bucket.v_first, bucket.v_last,
  bucket.v_sum, bucket.v_m2, bucket.v_sin, bucket.v_cos, bucket.q_or`

const isValid = (blockers: number) => sql`((q & ${blockers}) = 0 or (q & ${QUALITY.manuallyValid}) <> 0)`
const countOf = (bits: number) => sql`count(*) filter (where (q & ${bits}) <> 0)::int`

/** A value clipped to the range its channel had at the time; before the first version its own holds. */
const withinRange = sql`
  case when history.has_changed then (
    select least(greatest(row.value, (body ->> 'rangeLo')::float8), (body ->> 'rangeHi')::float8)
    from mon_channel_version version where version.channel_no = channel.channel_no
    order by from_ts <= row.ts desc, case when from_ts <= row.ts then from_ts end desc, from_ts
    limit 1)
  else least(greatest(value, channel.range_lo), channel.range_hi) end`

/** Recomputes the minutes of these spans from their samples. Returns the number of rows written. */
export async function rollUpSamples(trx: Tx, stepMs: number, spans: readonly StaleSpan[]): Promise<number> {
  const { lo, hi } = outerBounds(spans)
  const result = await sql`
    insert into mon_r1m as held (${columns})
    select device.device_no, channel.channel_no, bucket.t, ${bucketValues},
           least(bucket.n_valid * period.s, greatest(${stepMs / 1000}, period.s)), null, ${alarmsAndCauses}
    from ${staleChannels(spans)}
    cross join lateral (
      select exists (select from mon_channel_version version where version.channel_no = channel.channel_no) as has_changed
    ) as history
    cross join lateral (
      select t, count(*)::int as n, count(x)::int as n_valid,
             min(x) as v_min, max(x) as v_max,
             (array_agg(x) filter (where x is not null))[1] as v_first,
             (array_agg(x) filter (where x is not null))[count(x)] as v_last,
             coalesce(sum(y), 0) as v_sum, coalesce(regr_sxx(y, y), 0) as v_m2,
             case metric.agg when 'circular' then sum(sind(x)) end as v_sin,
             case metric.agg when 'circular' then sum(cosd(x)) end as v_cos,
             bit_or(q) as q_or,
             bool_and(a is not distinct from x) as is_same,
             count(a)::int as a_n, max(a) as a_max,
             coalesce(sum(case metric.agg when 'energy' then power(10, a / 10) else a end), 0) as a_sum,
             ${countOf(CAUSES.nCal)} as n_cal, ${countOf(CAUSES.nInvalid)} as n_invalid,
             ${countOf(CAUSES.nLate)} as n_late, ${countOf(CAUSES.nEst)} as n_est, ${countOf(CAUSES.nLod)} as n_lod,
             ${countOf(CAUSES.nManual)} as n_manual,
             count(*) filter (where (q & ${DOUBTS}) <> 0 and (q & ${DECIDED}) = 0)::int as n_doubt
      from (
        select t, ts, q, x, a, case metric.agg when 'energy' then power(10, x / 10) else x end as y
        from (
          -- Null where it must not count (domain §3.6); past its range the figure of an instrument is none.
          select t, ts, q,
                 case when ${isValid(STATISTICS_BLOCKERS)} then value end as x,
                 case when not ${isValid(ALARM_BLOCKERS)} then null
                      when (q & ${QUALITY.outOfRange}) <> 0 then ${withinRange}
                      else value end as a
          from (
            select ${bucketEndOf('ts', stepMs)} as t, ts, q,
                   -- Below the detection limit floored at 0.
                   case when (q & ${QUALITY.belowLod}) <> 0 then greatest(v, 0) else v end as value
            from mon_samples
            where device_id = ${deviceOf(spans, sql`device.device_no`)} and channel_no = channel.channel_no and ${inSpan(lo.getTime(), hi.getTime())}
              and ts > span.lo and ts <= span.hi and part_to > span.lo and part_from <= span.hi
          ) as row
        ) as judged
        order by t, ts
      ) as sample
      group by t
    ) as bucket
    cross join lateral (
      select nullif(case when history.has_changed then coalesce((
        -- Before the first version its own holds.
        select (version.body ->> 'periodS')::int from mon_channel_version version
        where version.channel_no = channel.channel_no
        order by version.from_ts < bucket.t desc, case when version.from_ts < bucket.t then version.from_ts end desc,
                 version.from_ts
        limit 1), channel.period_s) else channel.period_s end, 0) as s
    ) as period
    on conflict (device_id, channel_no, t) do update ${overwrite}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** Covered seconds of a bucket, and valid hours of a day; null if they are unknown for any part. */
const coverageOf = (table: RollupTable) => {
  const isKnown = sql`bool_and(cover_s is not null)`
  return table === 'mon_r1d'
    ? sql`case when ${isKnown} then sum(cover_s)::int end as cover_s,
          case when ${isKnown} then count(*) filter (where cover_s >= ${VALID_HOUR_S})::smallint end as valid_hours`
    : sql`case when ${isKnown} then least(3600, sum(cover_s))::int end as cover_s, null::smallint as valid_hours`
}

/** Recomputes hours from minutes, or days from hours. Means are merged by weight, variances by Chan's rule. */
export async function rollUpRollups(
  trx: Tx,
  level: { readonly table: RollupTable; readonly source: RollupTable; readonly stepMs: number },
  spans: readonly StaleSpan[],
): Promise<number> {
  const { lo, hi } = outerBounds(spans)
  const result = await sql`
    insert into ${sql.table(level.table)} as held (${columns})
    select device.device_no, channel.channel_no, bucket.t, ${bucketValues}, bucket.cover_s, bucket.valid_hours,
           ${alarmsAndCauses}
    from ${staleChannels(spans)}
    cross join lateral (
      select bucket_t as t, sum(n)::int as n, sum(n_valid)::int as n_valid,
             min(v_min) as v_min, max(v_max) as v_max,
             (array_agg(v_first) filter (where n_valid > 0))[1] as v_first,
             (array_agg(v_last) filter (where n_valid > 0))[count(*) filter (where n_valid > 0)] as v_last,
             sum(v_sum) as v_sum,
             sum(v_m2 + case when n_valid > 0 then n_valid * (v_sum / n_valid - whole_sum / whole_n) ^ 2 else 0 end) as v_m2,
             sum(v_sin) as v_sin, sum(v_cos) as v_cos, bit_or(q_or) as q_or,
             ${coverageOf(level.table)},
             bool_and(a_n is null) as is_same, sum(coalesce(a_n, n_valid))::int as a_n,
             sum(coalesce(a_sum, v_sum)) as a_sum, max(case when a_n is null then v_max else a_max end) as a_max,
             sum(n_cal)::int as n_cal, sum(n_invalid)::int as n_invalid, sum(n_late)::int as n_late,
             sum(n_est)::int as n_est, sum(n_lod)::int as n_lod,
             sum(n_manual)::int as n_manual, sum(n_doubt)::int as n_doubt
      from (
        select part.*, sum(n_valid) over whole as whole_n, sum(v_sum) over whole as whole_sum
        from (
          select ${bucketEndOf('t', level.stepMs)} as bucket_t, *
          from ${sql.table(level.source)}
          where device_id = ${deviceOf(spans, sql`device.device_no`)} and channel_no = channel.channel_no
            and t > ${lo} and t <= ${hi} and t > span.lo and t <= span.hi
        ) as part
        window whole as (partition by bucket_t order by t rows between unbounded preceding and unbounded following)
      ) as part
      group by bucket_t
    ) as bucket
    on conflict (device_id, channel_no, t) do update ${overwrite}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}
