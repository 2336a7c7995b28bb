import { QUALITY, STATISTICS_BLOCKERS } from '@natim/domain/quality'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { LevelNo, Mark, RollupTable, StaleSpan } from './rollup-level.ts'

// Buckets end on the full minute, hour and GMT+8 day (domain §1).
const ORIGIN = new Date('1970-01-01T00:00:00+08:00')

/**
 * End of the bucket of an instant: (end - step, end]. The microsecond is the database's own resolution, so an instant
 * on the edge belongs to the bucket it ends.
 */
const bucketEndOf = (column: 'ts' | 't', stepMs: number) =>
  sql`date_bin(make_interval(secs => ${stepMs / 1000}), ${sql.ref(column)} - interval '1 microsecond', ${ORIGIN}::timestamptz) + make_interval(secs => ${stepMs / 1000})`

/**
 * Keeps sums of floating-point numbers equal whatever the order of arrival: rows are summed in order of time, by one
 * process.
 */
export async function fixOrderOfSums(trx: Tx): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx)
}

/** Takes up to `limit` due marks of a level that nobody else holds. */
export async function lockDueMarks(trx: Tx, level: LevelNo, dueMs: number, limit: number): Promise<Mark[]> {
  // Instants are whole milliseconds; rounding outwards costs nothing and would still be right for others.
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

/** Marks that exist are widened and keep their earlier due time. Call with the marks sorted by key. */
export async function upsertMarks(trx: Tx, level: LevelNo, marks: readonly Mark[], dueMs: number): Promise<void> {
  await sql`
    insert into mon_dirty as held (device_id, level, bucket, from_ts, to_ts, due_at)
    select device_no, ${level}, bucket, from_ts, to_ts, ${new Date(dueMs)}
    from unnest(
      ${marks.map((mark) => mark.deviceNo)}::int[], ${marks.map((mark) => new Date(mark.bucketMs))}::timestamptz[],
      ${marks.map((mark) => new Date(mark.fromMs))}::timestamptz[], ${marks.map((mark) => new Date(mark.toMs))}::timestamptz[]
    ) as fresh (device_no, bucket, from_ts, to_ts)
    on conflict (device_id, level, bucket) do update
    set from_ts = least(held.from_ts, excluded.from_ts), to_ts = greatest(held.to_ts, excluded.to_ts)`.execute(trx)
}

/** Puts the mark that is due longest off until later, so that one that cannot be worked off does not hold up the others. */
export async function postponeOldestMark(db: Db, level: LevelNo, dueMs: number, untilMs: number): Promise<void> {
  await sql`
    update mon_dirty set due_at = ${new Date(untilMs)}
    where (device_id, level, bucket) = (
      select device_id, level, bucket from mon_dirty
      where level = ${level} and due_at <= ${new Date(dueMs)}
      order by due_at limit 1 for update skip locked
    )`.execute(db)
}

/** Every channel of the devices with the span that is stale on it. */
const staleChannels = (spans: readonly StaleSpan[]) => sql`
  unnest(
    ${spans.map((span) => span.deviceNo)}::int[],
    ${spans.map((span) => new Date(span.loMs))}::timestamptz[], ${spans.map((span) => new Date(span.hiMs))}::timestamptz[]
  ) as span (device_no, lo, hi)
  join mon_device device on device.device_no = span.device_no
  join mon_channel channel on channel.device_id = device.id
  join mon_metric metric on metric.code = channel.metric_code`

/** For partition pruning at plan time: the spans themselves are known too late for it. */
const outerBounds = (spans: readonly StaleSpan[]) => ({
  lo: new Date(Math.min(...spans.map((span) => span.loMs))),
  hi: new Date(Math.max(...spans.map((span) => span.hiMs))),
})

const columns = sql`device_id, channel_no, t, n, n_valid, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, v_sin, v_cos, q_or`

const overwrite = sql`
  n = excluded.n, n_valid = excluded.n_valid, v_avg = excluded.v_avg, v_min = excluded.v_min, v_max = excluded.v_max,
  v_first = excluded.v_first, v_last = excluded.v_last, v_sum = excluded.v_sum, v_m2 = excluded.v_m2,
  v_sin = excluded.v_sin, v_cos = excluded.v_cos, q_or = excluded.q_or`

/** What a bucket stands for by the metric's kind; the same rule as `representative` of domain/rollup. */
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

/** Makes the minutes of some spans anew from their samples. Returns how many rows were written. */
export async function rollUpSamples(trx: Tx, stepMs: number, spans: readonly StaleSpan[]): Promise<number> {
  const { lo, hi } = outerBounds(spans)
  const result = await sql`
    insert into mon_r1m as held (${columns})
    select device.device_no, channel.channel_no, bucket.t, bucket.n, bucket.n_valid, ${representative},
           bucket.v_min, bucket.v_max, bucket.v_first, bucket.v_last, bucket.v_sum, bucket.v_m2,
           bucket.v_sin, bucket.v_cos, bucket.q_or
    from ${staleChannels(spans)}
    cross join lateral (
      select t, count(*)::int as n, count(x)::int as n_valid,
             min(x) as v_min, max(x) as v_max,
             (array_agg(x) filter (where x is not null))[1] as v_first,
             (array_agg(x) filter (where x is not null))[count(x)] as v_last,
             coalesce(sum(y), 0) as v_sum, coalesce(regr_sxx(y, y), 0) as v_m2,
             case metric.agg when 'circular' then coalesce(sum(sind(x)), 0) end as v_sin,
             case metric.agg when 'circular' then coalesce(sum(cosd(x)), 0) end as v_cos,
             bit_or(q) as q_or
      from (
        select t, ts, q, x, case metric.agg when 'energy' then power(10, x / 10) else x end as y
        from (
          select ${bucketEndOf('ts', stepMs)} as t, ts, q,
                 -- Null where it must not count; below the detection limit floored at 0 (domain §3.6).
                 case when (q & ${STATISTICS_BLOCKERS}) <> 0 and (q & ${QUALITY.manuallyValid}) = 0 then null
                      when (q & ${QUALITY.belowLod}) <> 0 then greatest(v, 0)
                      else v end as x
          from mon_sample
          where device_id = device.device_no and channel_no = channel.channel_no
            and ts > ${lo} and ts <= ${hi} and ts > span.lo and ts <= span.hi
        ) as judged
        order by t, ts
      ) as sample
      group by t
    ) as bucket
    on conflict (device_id, channel_no, t) do update set ${overwrite}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Makes hours anew from minutes, or days from hours. Means are merged with their weights, variances by Chan's rule.
 *
 * A bucket of which the source knows fewer samples than the bucket itself holds is left alone: samples are never
 * taken back, so the source has lost rows (retention) or never had them (history loaded at the coarser level).
 */
export async function rollUpRollups(
  trx: Tx,
  level: { readonly table: RollupTable; readonly source: RollupTable; readonly stepMs: number },
  spans: readonly StaleSpan[],
): Promise<number> {
  const { lo, hi } = outerBounds(spans)
  const result = await sql`
    insert into ${sql.table(level.table)} as held (${columns})
    select device.device_no, channel.channel_no, bucket.t, bucket.n, bucket.n_valid, ${representative},
           bucket.v_min, bucket.v_max, bucket.v_first, bucket.v_last, bucket.v_sum, bucket.v_m2,
           bucket.v_sin, bucket.v_cos, bucket.q_or
    from ${staleChannels(spans)}
    cross join lateral (
      select bucket_t as t, sum(n)::int as n, sum(n_valid)::int as n_valid,
             min(v_min) as v_min, max(v_max) as v_max,
             (array_agg(v_first) filter (where n_valid > 0))[1] as v_first,
             (array_agg(v_last) filter (where n_valid > 0))[count(*) filter (where n_valid > 0)] as v_last,
             sum(v_sum) as v_sum,
             sum(v_m2 + case when n_valid > 0 then n_valid * (v_sum / n_valid - whole_sum / whole_n) ^ 2 else 0 end) as v_m2,
             sum(v_sin) as v_sin, sum(v_cos) as v_cos, bit_or(q_or) as q_or
      from (
        select part.*, sum(n_valid) over whole as whole_n, sum(v_sum) over whole as whole_sum
        from (
          select ${bucketEndOf('t', level.stepMs)} as bucket_t, t, n, n_valid, v_min, v_max, v_first, v_last,
                 v_sum, v_m2, v_sin, v_cos, q_or
          from ${sql.table(level.source)}
          where device_id = device.device_no and channel_no = channel.channel_no
            and t > ${lo} and t <= ${hi} and t > span.lo and t <= span.hi
        ) as part
        window whole as (partition by bucket_t order by t rows between unbounded preceding and unbounded following)
      ) as part
      group by bucket_t
    ) as bucket
    on conflict (device_id, channel_no, t) do update set ${overwrite} where excluded.n >= held.n`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}
