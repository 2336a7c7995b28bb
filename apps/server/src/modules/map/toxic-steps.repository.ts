import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

interface Wanted {
  readonly deviceNo: number
  readonly channelNo: number
  readonly periodS: number
}

/**
 * Alarm-valid minutes of a channel, aggregated per ten minutes: `[steps back from the end, total, samples, seconds
 * covered, last minute's mean]`.
 */
export type TenMinutes = readonly [back: number, total: number, n: number, coverS: number, lastMean: number | null]

export interface ChannelSteps {
  readonly channelNo: number
  readonly steps: readonly TenMinutes[]
}

const STEP_MS = 600_000

/**
 * Ends of the ten-minute steps up to `toMs`, ascending, and the first instants in them: buckets are labelled by their
 * end.
 */
function stepEdges(toMs: number, count: number) {
  const ends = Array.from({ length: count }, (_, i) => new Date(toMs - (count - 1 - i) * STEP_MS))
  // Labels are full minutes: one second after the end of a step belongs to the next one.
  const starts = ends.map((end) => new Date(end.getTime() - STEP_MS + 1_000))
  return { ends, starts }
}

/**
 * Ten-minute totals of some channels in (toMs − count × 10 min, toMs], counted back from a full minute `toMs`. Steps
 * are found by binary search, since interval arithmetic uses numeric and took most of the time.
 */
export function findToxicSteps(
  db: Db,
  wanted: readonly Wanted[],
  toMs: number,
  count: number,
): Promise<ChannelSteps[]> {
  const { ends, starts } = stepEdges(toMs, count)
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<ChannelSteps>`
    select wanted.channel_no, step.steps
    from unnest(
      ${keys.map((key) => key.deviceNo)}::int[], ${keys.map((key) => key.channelNo)}::int[], ${keys.map((key) => key.periodS)}::int[]
    ) as wanted (device_no, channel_no, period_s)
    cross join lateral (
      select json_agg(json_build_array(${count}::int - slot, total, n, cover_s, coalesce(last_mean, before_mean))) as steps
      from (
        select slot, sum(v) as total, sum(k) as n, sum(least(k * sample_s, greatest(60, wanted.period_s))) as cover_s,
          max(v / nullif(k, 0)) filter (where t = ends[slot]) as last_mean,
          -- The rollup of the running minute may still be on its way.
          max(v / nullif(k, 0)) filter (where t = ends[slot] - interval '1 minute') as before_mean
        from (
          select t, coalesce(a_sum, v_sum) as v, coalesce(a_n, n_valid) as k,
            -- Of now, or of then where that was longer.
            greatest(wanted.period_s, cover_s::float8 / nullif(n_valid, 0)) as sample_s,
            width_bucket(t, ${starts}::timestamptz[]) as slot, ${ends}::timestamptz[] as ends
          from mon_r1m
          where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
            and t >= ${starts[0]} and t <= ${ends.at(-1)}
        ) as minute
        group by slot
      ) as gathered
    ) as step
    where step.steps is not null`.execute(db)
    return rows
  })
}

/** Newest valid minute of some channels in each ten minutes: `[steps back, value, end of the minute in epoch ms]`. */
export type LastValue = readonly [back: number, value: number, atMs: number]

export function findLastSteps(
  db: Db,
  wanted: readonly Pick<Wanted, 'deviceNo' | 'channelNo'>[],
  toMs: number,
  count: number,
): Promise<{ readonly channelNo: number; readonly steps: readonly LastValue[] }[]> {
  const { ends, starts } = stepEdges(toMs, count)
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<{ channelNo: number; steps: LastValue[] }>`
    select wanted.channel_no, step.steps
    from unnest(${keys.map((key) => key.deviceNo)}::int[], ${keys.map((key) => key.channelNo)}::int[])
      as wanted (device_no, channel_no)
    cross join lateral (
      select json_agg(json_build_array(${count}::int - slot, v_last, extract(epoch from t)::float8 * 1000)) as steps
      from (
        select distinct on (1) width_bucket(t, ${starts}::timestamptz[]) as slot, v_last, t
        from mon_r1m
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t >= ${starts[0]} and t <= ${ends.at(-1)} and n_valid > 0
        order by 1, t desc
      ) as newest
    ) as step
    where step.steps is not null`.execute(db)
    return rows
  })
}
