import { VALID_HOUR_S } from '@natim/domain/coverage'
import { ENOUGH_OF_WINDOW, type MeanWindow } from '@natim/domain/mean-window'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

/** One requested mean. */
export interface WantedMean {
  readonly deviceNo: number
  readonly channelNo: number
  readonly periodS: number
  /** How values of the metric are aggregated: `avg`, `energy`, `sum` … */
  readonly agg: string
  /** Averaging period of the limit: `60min`, `day` … */
  readonly avgPeriod: string
  readonly window: MeanWindow
}

export interface MeanRow {
  readonly channelNo: number
  readonly avgPeriod: string
  /** In the metric's unit; null when the window is not sufficiently covered. */
  readonly mean: number | null
}

const wantedRows = (wanted: readonly WantedMean[]) => sql`
  unnest(
    ${wanted.map((row) => row.deviceNo)}::int[], ${wanted.map((row) => row.channelNo)}::int[],
    ${wanted.map((row) => row.periodS)}::int[], ${wanted.map((row) => row.agg)}::text[],
    ${wanted.map((row) => row.avgPeriod)}::text[], ${wanted.map((row) => row.window.count)}::int[],
    ${wanted.map((row) => (row.window.unit === 'hours' ? (row.window.minValidHours ?? null) : null))}::int[]
  ) as wanted (device_no, channel_no, period_s, agg, avg_period, count, min_valid_hours)`

/** Aggregate of alarm-valid samples by the metric's kind. Directions have no limits. */
const runningMean = sql`case wanted.agg
    when 'sum' then sum(coalesce(a_sum, v_sum))
    when 'max' then max(case when a_n is null then v_max else a_max end)
    when 'last' then (array_agg(v_last order by t desc) filter (where n_valid > 0))[1]
    when 'energy' then 10 * log(sum(coalesce(a_sum, v_sum)) / nullif(sum(coalesce(a_n, n_valid)), 0))
    when 'circular' then null
    else sum(coalesce(a_sum, v_sum)) / nullif(sum(coalesce(a_n, n_valid)), 0)
  end`

/**
 * Seconds covered by alarm-valid samples in buckets of `bucketS` seconds: one period per sample, current or former,
 * whichever is longer (`cover_s` was counted with the former).
 */
const covered = (bucketS: number) =>
  sql`sum(least(coalesce(a_n, n_valid) * greatest(wanted.period_s, cover_s::float8 / nullif(n_valid, 0)),
    greatest(${bucketS}::int, wanted.period_s)))`

const isEnough = (bucketS: number) =>
  sql`${covered(bucketS)} >= ${ENOUGH_OF_WINDOW}::float8 * wanted.count * ${bucketS}::int`

/** Means over the last minutes, up to the full minute `toMs`. */
export async function findMinuteMeans(db: Db, wanted: readonly WantedMean[], toMs: number): Promise<MeanRow[]> {
  if (wanted.length === 0) return []
  const to = sql`${new Date(toMs)}::timestamptz`
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<MeanRow>`
    select wanted.channel_no, wanted.avg_period, figure.mean
    from ${wantedRows(keys)}
    cross join lateral (
      select case when ${isEnough(60)} then ${runningMean} end as mean
      from mon_r1m
      where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
        and t > ${to} - make_interval(mins => wanted.count) and t <= ${to}
    ) as figure`.execute(db)
    return rows
  })
}

/** Means over the last clock hours, up to the full hour `toMs`. */
export async function findHourMeans(db: Db, wanted: readonly WantedMean[], toMs: number): Promise<MeanRow[]> {
  if (wanted.length === 0) return []
  const to = sql`${new Date(toMs)}::timestamptz`
  const isValidHour = sql`cover_s >= ${VALID_HOUR_S}`
  return byDevice(db, wanted, async (keys) => {
    const { rows } = await sql<MeanRow>`
    select wanted.channel_no, wanted.avg_period, figure.mean
    from ${wantedRows(keys)}
    cross join lateral (
      select case
          when wanted.min_valid_hours is null then case when ${isEnough(3_600)} then ${runningMean} end
          when count(*) filter (where ${isValidHour}) < wanted.min_valid_hours then null
          when wanted.agg = 'energy' then 10 * log(avg(power(10, v_avg / 10)) filter (where ${isValidHour}))
          else avg(v_avg) filter (where ${isValidHour})
        end as mean
      from mon_r1h
      where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
        and t > ${to} - make_interval(hours => wanted.count) and t <= ${to}
    ) as figure`.execute(db)
    return rows
  })
}
