import { sql } from 'kysely'
import type { DayCounts } from '@natim/domain/capture'
import type { Rollup } from '@natim/domain/rollup'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { inSpan } from '../sample/index.ts'

export interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
}

/** An hour or a day of a channel, by its end. */
export interface FigureRow extends Rollup, DayCounts, ChannelKey {
  readonly endMs: number
  readonly value: number | null
  readonly coverS: number | null
  readonly validHours: number | null
  readonly nDoubt: number
}

/** Rollups of channels with after < t <= until, in order of time. */
export function findFigures(
  db: Db,
  table: 'mon_r1h' | 'mon_r1d',
  channels: readonly ChannelKey[],
  afterMs: number,
  untilMs: number,
): Promise<FigureRow[]> {
  return byDevice(db, channels, async (own) => {
    const { rows } = await sql<FigureRow>`
      select r.device_id as device_no, r.channel_no, (extract(epoch from r.t) * 1000)::float8 as end_ms, r.n, r.n_valid,
        r.v_avg as value, r.v_min as min, r.v_max as max, r.v_first as first, r.v_last as last, r.v_sum as sum,
        r.v_m2 as m2, r.v_sin as sin, r.v_cos as cos, r.q_or, r.cover_s, r.valid_hours,
        coalesce(r.n_cal, 0) as n_cal, coalesce(r.n_invalid, 0) as n_invalid, coalesce(r.n_manual, 0) as n_manual,
        coalesce(r.n_late, 0) as n_late, coalesce(r.n_doubt, 0) as n_doubt
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[]) as key (d, c)
      join ${sql.table(table)} r on r.device_id = ${deviceOf(own, sql`key.d`)} and r.channel_no = key.c
      where r.t > ${new Date(afterMs)} and r.t <= ${new Date(untilMs)}
      order by r.channel_no, r.t`.execute(db)
    return rows
  })
}

export interface SampleRow {
  readonly tsMs: number
  readonly value: number
  readonly quality: number
}

/** Samples of a channel with after < ts <= until, in order of time. */
export async function findSampleRows(
  db: Db,
  { deviceNo, channelNo }: ChannelKey,
  afterMs: number,
  untilMs: number,
): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select (extract(epoch from ts) * 1000)::float8 as ts_ms, v as value, q as quality
    from mon_samples where device_id = ${deviceNo} and channel_no = ${channelNo} and ${inSpan(afterMs, untilMs)}
    order by ts`.execute(db)
  return rows
}

/** Whether rollups of a day are still to follow its samples. */
export async function findStaleDevices(
  db: Db,
  deviceNos: readonly number[],
  afterMs: number,
  untilMs: number,
): Promise<number[]> {
  const { rows } = await sql<{ deviceNo: number }>`
    select distinct device_id as device_no from mon_dirty
    where device_id = any(${[...deviceNos]}::int[]) and bucket > ${new Date(afterMs)} and bucket <= ${new Date(untilMs)}
      and from_ts <= ${new Date(untilMs)}`.execute(db)
  return rows.map(({ deviceNo }) => deviceNo)
}
