import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

interface Wanted {
  readonly deviceNo: number
  readonly channelNo: number
  readonly periodS: number
}

/** Alarm-valid minutes of a channel, gathered ten by ten: `[steps back from the end, total, samples, seconds covered, last minute's mean]`. */
export type TenMinutes = readonly [back: number, total: number, n: number, coverS: number, lastMean: number | null]

export interface ChannelSteps {
  readonly channelNo: number
  readonly steps: readonly TenMinutes[]
}

/** Ten-minute totals of some channels in (toMs − count × 10 min, toMs], counted back from a full minute `toMs`. */
export function findToxicSteps(
  db: Db,
  wanted: readonly Wanted[],
  toMs: number,
  count: number,
): Promise<ChannelSteps[]> {
  const to = sql`${new Date(toMs)}::timestamptz`
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<ChannelSteps>`
    select wanted.channel_no, step.steps
    from unnest(
      ${keys.map((key) => key.deviceNo)}::int[], ${keys.map((key) => key.channelNo)}::int[], ${keys.map((key) => key.periodS)}::int[]
    ) as wanted (device_no, channel_no, period_s)
    cross join lateral (
      select json_agg(json_build_array(back, total, n, cover_s, last_mean)) as steps
      from (
        select floor(extract(epoch from ${to} - t) / 600)::int as back,
          sum(coalesce(a_sum, v_sum)) as total, sum(coalesce(a_n, n_valid)) as n,
          sum(least(coalesce(a_n, n_valid) * wanted.period_s, greatest(60, wanted.period_s))) as cover_s,
          -- The rollup of the running minute may still be on its way.
          (array_agg(coalesce(a_sum, v_sum) / nullif(coalesce(a_n, n_valid), 0) order by t desc)
            filter (where extract(epoch from ${to} - t)::int % 600 < 120 and coalesce(a_n, n_valid) > 0))[1] as last_mean
        from mon_r1m
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > ${to} - make_interval(mins => ${count * 10}::int) and t <= ${to}
        group by 1
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
  const to = sql`${new Date(toMs)}::timestamptz`
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<{ channelNo: number; steps: LastValue[] }>`
    select wanted.channel_no, step.steps
    from unnest(${keys.map((key) => key.deviceNo)}::int[], ${keys.map((key) => key.channelNo)}::int[])
      as wanted (device_no, channel_no)
    cross join lateral (
      select json_agg(json_build_array(back, v_last, at_ms)) as steps
      from (
        select distinct on (1) floor(extract(epoch from ${to} - t) / 600)::int as back, v_last,
          (extract(epoch from t) * 1000)::float8 as at_ms
        from mon_r1m
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > ${to} - make_interval(mins => ${count * 10}::int) and t <= ${to} and n_valid > 0
        order by 1, t desc
      ) as newest
    ) as step
    where step.steps is not null`.execute(db)
    return rows
  })
}
