import { AQI_POLLUTANTS, type AqiPollutant } from '@natim/domain/aqi'
import { VALID_HOUR_S } from '@natim/domain/coverage'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

/** Columns of a station that matter for the index. */
export interface AqiStation {
  readonly id: string
  readonly regionCode: string
  readonly stationType: string
}

export function findStations(db: Db, ids: readonly string[] | undefined): Promise<AqiStation[]> {
  return db
    .selectFrom('monStation')
    .select(['id', 'regionCode', 'stationType'])
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${[...(ids ?? [])]}::text[])`))
    .execute()
}

/** One instrument of one pollutant. */
export interface AqiChannel {
  readonly stationId: string
  readonly deviceNo: number
  readonly channelNo: number
  readonly metricCode: AqiPollutant
  /** In service now; other instruments count for the data they measured. */
  readonly isActive: boolean
}

export async function findChannels(db: Db, stationIds: readonly string[]): Promise<AqiChannel[]> {
  const { rows } = await sql<AqiChannel>`
    select device.station_id, device.device_no, channel.channel_no, channel.metric_code,
           device.del_flag = 0 and channel.del_flag = 0 and device.retired_at is null as is_active
    from mon_device device join mon_channel channel on channel.device_id = device.id
    where device.station_id = any(${[...stationIds]}::text[]) and channel.metric_code = any(${[...AQI_POLLUTANTS]}::text[])`.execute(
    db,
  )
  return rows
}

export interface ChannelHours {
  readonly channelNo: number
  /** Ends of the valid hours (at least 45 minutes), in hours since the epoch. */
  readonly hours: readonly number[]
  readonly means: readonly number[]
}

/**
 * Valid hourly means with loMs < t <= hiMs. One row per channel: one row per hour would cost more than the computation.
 */
export async function findHourlyMeans(
  db: Db,
  channels: readonly AqiChannel[],
  loMs: number,
  hiMs: number,
): Promise<ChannelHours[]> {
  return byDevice(db, channels, async (own) => {
    const { rows } = await sql<ChannelHours>`
      select wanted.channel_no, hour.hours, hour.means
      from unnest(${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[])
        as wanted (device_no, channel_no)
      cross join lateral (
        select array_agg((extract(epoch from t) / 3600)::int) as hours, array_agg(v_avg) as means
        from mon_r1h
        where device_id = ${deviceOf(own, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > ${new Date(loMs)} and t <= ${new Date(hiMs)} and cover_s >= ${VALID_HOUR_S} and v_avg is not null
      ) as hour
      where hour.hours is not null`.execute(db)
    return rows
  })
}
