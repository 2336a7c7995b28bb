import type { GapCause } from '@natim/contract/dict'
import type { DayCounts } from '@natim/domain/capture'
import type { Rollup } from '@natim/domain/rollup'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { inSpan } from '../sample/index.ts'

export interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
}

/** An hourly or daily rollup of a channel, by its end. */
export interface FigureRow extends Rollup, DayCounts, ChannelKey {
  readonly endMs: number
  readonly value: number | null
  readonly coverS: number | null
  readonly validHours: number | null
  readonly nDoubt: number
}

/** Rollups of channels with after < t <= until, in time order. */
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

/** Samples of a channel with after < ts <= until, in time order. */
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

/** Devices whose rollups in the span are stale. */
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

export interface CityFigure {
  readonly stationId: string
  readonly city: string
  readonly metricCode: string
  readonly endMs: number
  readonly value: number
}

/**
 * Daily or hourly figures of metrics at all stations of some cities. Readers see nothing of other stations but the
 * median of three or more, so that all get the same doubts.
 */
export async function findDaysOf(
  db: Db,
  cities: readonly string[],
  metricCodes: readonly string[],
  afterMs: number,
  untilMs: number,
  table: 'mon_r1h' | 'mon_r1d' = 'mon_r1d',
): Promise<CityFigure[]> {
  if (cities.length === 0 || metricCodes.length === 0) return []
  const channels = await sql<ChannelKey & Pick<CityFigure, 'stationId' | 'city' | 'metricCode'>>`
    select device.device_no, channel.channel_no, station.id as station_id, left(station.region_code, 4) as city,
      channel.metric_code
    from mon_station station
    join mon_device device on device.station_id = station.id and device.del_flag = 0
    join mon_channel channel on channel.device_id = device.id and channel.del_flag = 0 and channel.enabled
    where left(station.region_code, 4) = any(${[...cities]}::text[]) and channel.metric_code = any(${[...metricCodes]}::text[])
      and station.del_flag = 0`.execute(db)
  const keys = channels.rows
  const byNo = new Map(keys.map((key) => [key.channelNo, key]))
  const rows = await byDevice(db, keys, async (own) => {
    const found = await sql<{ channelNo: number; endMs: number; value: number }>`
      select r.channel_no, (extract(epoch from r.t) * 1000)::float8 as end_ms, r.v_avg as value
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[]) as key (d, c)
      join ${sql.table(table)} r on r.device_id = ${deviceOf(own, sql`key.d`)} and r.channel_no = key.c
      where r.t > ${new Date(afterMs)} and r.t <= ${new Date(untilMs)} and r.v_avg is not null`.execute(db)
    return found.rows
  })
  return rows.flatMap((row) => {
    const key = byNo.get(row.channelNo)
    return key
      ? [{ stationId: key.stationId, city: key.city, metricCode: key.metricCode, endMs: row.endMs, value: row.value }]
      : []
  })
}

/** Duration of the channels' gaps within a span, by cause. */
export async function findGapTimes(
  db: Db,
  channels: readonly ChannelKey[],
  fromMs: number,
  toMs: number,
): Promise<{ cause: GapCause; ms: number }[]> {
  const rows = await byDevice(db, channels, async (own) => {
    const found = await sql<{ cause: GapCause; ms: number }>`
      select g.cause, sum(extract(epoch from least(coalesce(g.t_to, ${new Date(toMs)}), ${new Date(toMs)})
        - greatest(g.t_from, ${new Date(fromMs)})) * 1000)::float8 as ms
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[]) as key (d, c)
      join mon_gap g on g.device_id = ${deviceOf(own, sql`key.d`)} and g.channel_no = key.c
      where g.t_from < ${new Date(toMs)} and (g.t_to is null or g.t_to > ${new Date(fromMs)}) and g.filled_at is null
      group by g.cause`.execute(db)
    return found.rows
  })
  const sums = new Map<GapCause, number>()
  for (const { cause, ms } of rows) sums.set(cause, (sums.get(cause) ?? 0) + ms)
  return [...sums].map(([cause, ms]) => ({ cause, ms })).sort((a, b) => b.ms - a.ms)
}

/** Channels of the active devices at these stations. */
export async function findStationChannels(
  db: Db,
  stationIds: readonly string[],
): Promise<{ channelNo: number; stationId: string; stationName: string; regionCode: string }[]> {
  const { rows } = await sql<{ channelNo: number; stationId: string; stationName: string; regionCode: string }>`
    select channel.channel_no, station.id as station_id, station.name as station_name, station.region_code
    from mon_station station
    join mon_device device on device.station_id = station.id and device.del_flag = 0
    join mon_channel channel on channel.device_id = device.id and channel.del_flag = 0 and channel.enabled
      and channel.period_s > 0
    where station.id = any(${[...stationIds]}::text[])
    order by station.id, device.name, channel.seq`.execute(db)
  return rows
}
