import { WX_METRICS, type WxCategory } from '@natim/domain/wx-image'
import { bucketEnd, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

interface Asked {
  readonly id: string
  readonly lng: number
  readonly lat: number
  readonly shotAt: Date
  readonly category: WxCategory
}

export interface NearRow {
  readonly imageId: string
  readonly stationId: string
  readonly name: string
  readonly km: number
  readonly metricCode: string | null
  readonly deviceId: string | null
  readonly channelId: string | null
  readonly channelNo: number | null
  readonly precision: number | null
  readonly unit: string | null
  readonly value: number | null
  readonly at: Date | null
}

/** Stations farther away are irrelevant to a picture. */
const WITHIN_DEG = 0.6
/** Without samples in the minute an earlier minute is used, at most this old. */
const BACK_MIN = 15

/**
 * The stations nearest to pictures, each with its most significant reading in the minute of the picture: the minute
 * that ends at or after that instant (domain §1). Where minutes have expired, the hour is used.
 */
export async function findNear(
  db: Db,
  scope: DataScope,
  asked: readonly Asked[],
  perImage: number,
): Promise<NearRow[]> {
  if (asked.length === 0) return []
  const minutes = asked.map(({ shotAt }) => new Date(bucketEnd(shotAt.getTime(), MINUTE_MS)))
  const hours = asked.map(({ shotAt }) => new Date(bucketEnd(shotAt.getTime(), HOUR_MS)))
  const metrics = asked.map(({ category }) => WX_METRICS[category].join(','))
  const { rows } = await sql<NearRow>`
    select wanted.id as image_id, station.id as station_id, station.name, station.km, reading.*
    from unnest(${asked.map(({ id }) => id)}::text[], ${asked.map(({ lng }) => lng)}::float8[],
      ${asked.map(({ lat }) => lat)}::float8[], ${minutes}::timestamptz[], ${hours}::timestamptz[], ${metrics}::text[])
      as wanted (id, lng, lat, minute, hour, metrics)
    cross join lateral (
      select place.id, place.name, 2 * 6371 * asin(sqrt(
        power(sin(radians(place.lat - wanted.lat) / 2), 2)
        + cos(radians(wanted.lat)) * cos(radians(place.lat)) * power(sin(radians(place.lng - wanted.lng) / 2), 2))) as km
      from mon_station as place
      where place.del_flag = 0 and place.lat between wanted.lat - ${WITHIN_DEG} and wanted.lat + ${WITHIN_DEG}
        and place.lng between wanted.lng - ${WITHIN_DEG} and wanted.lng + ${WITHIN_DEG}
        and ${scopeFilter(scope, 'place')}
      order by km, place.id limit ${perImage}) as station
    left join lateral (
      select channel.metric_code, device.id as device_id, channel.id as channel_id, channel.channel_no,
        channel.precision, metric.unit, minute.v_avg as value, minute.t as at
      from mon_device as device
      join mon_channel as channel on channel.device_id = device.id and channel.del_flag = 0 and channel.enabled
        and channel.metric_code = any(string_to_array(wanted.metrics, ','))
      join mon_metric as metric on metric.code = channel.metric_code
      join lateral (
        select t, v_avg from (
          (select t, v_avg, 1 as steps from mon_r1m as held
            where held.device_id = device.device_no and held.channel_no = channel.channel_no and held.n_valid > 0
              and held.t > wanted.minute - make_interval(mins => ${BACK_MIN}) and held.t <= wanted.minute
            order by held.t desc limit 1)
          union all
          select t, v_avg, 60 from mon_r1h as held
            where held.device_id = device.device_no and held.channel_no = channel.channel_no and held.n_valid > 0
              and held.t = wanted.hour) as known
        order by known.steps limit 1) as minute on true
      where device.station_id = station.id and device.del_flag = 0 and ${scopeFilter(scope, 'device')}
      order by array_position(string_to_array(wanted.metrics, ','), channel.metric_code::text), minute.t desc, channel.channel_no
      limit 1) as reading on true
    order by station.km`.execute(db)
  return rows
}
