import { bucketEnd, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { WX_METRICS, type WxCategory } from '@natim/domain/wx-image'
import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
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

/** A station near a picture with one of its channels that matter, or none. The most significant channels come first. */
interface Candidate extends Omit<NearRow, 'value' | 'at'> {
  readonly deviceNo: number | null
  readonly rank: number | null
}

type Measuring = Candidate & { readonly deviceNo: number; readonly channelNo: number }

const isMeasuring = (candidate: Candidate): candidate is Measuring => candidate.channelNo !== null

/**
 * The stations nearest to pictures, each with its most significant reading in the minute of the picture: the minute
 * that ends at or after that instant (domain §1). Where minutes have expired, the hour is used. Places are read before
 * readings: on a cluster each device has its own node.
 */
export async function findNear(
  db: Db,
  scope: DataScope,
  asked: readonly Asked[],
  perImage: number,
): Promise<NearRow[]> {
  if (asked.length === 0) return []
  const candidates = await findCandidates(db, scope, asked, perImage)
  const shots = new Map(asked.map(({ id, shotAt }) => [id, shotAt]))
  const measured = candidates.filter(isMeasuring).flatMap((candidate) => {
    const shotAt = shots.get(candidate.imageId)
    return shotAt ? [{ ...candidate, shotAt }] : []
  })
  const readings = await findReadings(db, measured)
  return [...groupBy(candidates, ({ imageId, stationId }) => `${imageId} ${stationId}`).values()].flatMap(
    (channels): readonly NearRow[] => {
      const known = channels.flatMap((channel) => {
        const reading = readings.get(readingKey(channel))
        return reading ? [{ channel, ...reading }] : []
      })
      known.sort((a, b) => (a.channel.rank ?? 0) - (b.channel.rank ?? 0) || b.at.getTime() - a.at.getTime())
      const [best] = known
      if (best) return [{ ...rowOf(best.channel), value: best.value, at: best.at }]
      return channels.slice(0, 1).map((channel) => ({ ...rowOf(channel), ...NOTHING, value: null, at: null }))
    },
  )
}

/** A station without a reading shows none of its channels. */
const NOTHING = { metricCode: null, deviceId: null, channelId: null, channelNo: null, precision: null, unit: null }
const rowOf = ({ deviceNo: _device, rank: _rank, ...row }: Candidate) => row
const readingKey = ({ imageId, channelNo }: Pick<Candidate, 'imageId' | 'channelNo'>) => `${imageId} ${channelNo}`

async function findCandidates(
  db: Db,
  scope: DataScope,
  asked: readonly Asked[],
  perImage: number,
): Promise<Candidate[]> {
  const metrics = asked.map(({ category }) => WX_METRICS[category].join(','))
  const { rows } = await sql<Candidate>`
    select wanted.id as image_id, station.id as station_id, station.name, station.km, channel.metric_code,
      device.id as device_id, device.device_no, channel.id as channel_id, channel.channel_no, channel.precision, metric.unit,
      array_position(string_to_array(wanted.metrics, ','), channel.metric_code::text) as rank
    from unnest(${asked.map(({ id }) => id)}::text[], ${asked.map(({ lng }) => lng)}::float8[],
      ${asked.map(({ lat }) => lat)}::float8[], ${metrics}::text[]) as wanted (id, lng, lat, metrics)
    cross join lateral (
      select place.id, place.name, 2 * 6371 * asin(sqrt(
        power(sin(radians(place.lat - wanted.lat) / 2), 2)
        + cos(radians(wanted.lat)) * cos(radians(place.lat)) * power(sin(radians(place.lng - wanted.lng) / 2), 2))) as km
      from mon_station as place
      where place.del_flag = 0 and place.lat between wanted.lat - ${WITHIN_DEG} and wanted.lat + ${WITHIN_DEG}
        and place.lng between wanted.lng - ${WITHIN_DEG} and wanted.lng + ${WITHIN_DEG}
        and ${scopeFilter(scope, 'place')}
      order by km, place.id limit ${perImage}) as station
    left join mon_device as device on device.station_id = station.id and device.del_flag = 0 and ${scopeFilter(scope, 'device')}
    left join mon_channel as channel on channel.device_id = device.id and channel.del_flag = 0 and channel.enabled
      and channel.metric_code = any(string_to_array(wanted.metrics, ','))
    left join mon_metric as metric on metric.code = channel.metric_code
    order by station.km, channel.channel_no`.execute(db)
  return rows
}

interface Reading {
  readonly value: number | null
  readonly at: Date
}

/** The newest minute of each channel before the picture, else the hour, by `readingKey`. */
async function findReadings(
  db: Db,
  measured: readonly (Measuring & { readonly shotAt: Date })[],
): Promise<Map<string, Reading>> {
  const rows = await byDevice(db, measured, async (keys) => {
    const { rows: found } = await sql<Reading & { imageId: string; channelNo: number }>`
      select wanted.image_id, wanted.channel_no, known.v_avg as value, known.t as at
      from unnest(${keys.map(({ imageId }) => imageId)}::text[], ${keys.map(({ deviceNo }) => deviceNo)}::int[],
        ${keys.map(({ channelNo }) => channelNo)}::int[],
        ${keys.map(({ shotAt }) => new Date(bucketEnd(shotAt.getTime(), MINUTE_MS)))}::timestamptz[],
        ${keys.map(({ shotAt }) => new Date(bucketEnd(shotAt.getTime(), HOUR_MS)))}::timestamptz[])
        as wanted (image_id, device_no, channel_no, minute, hour)
      cross join lateral (
        select t, v_avg from (
          (select t, v_avg, 1 as steps from mon_r1m as held
            where held.device_id = ${deviceOf(keys, sql`wanted.device_no`)} and held.channel_no = wanted.channel_no
              and held.n_valid > 0 and held.t > wanted.minute - make_interval(mins => ${BACK_MIN}) and held.t <= wanted.minute
            order by held.t desc limit 1)
          union all
          select t, v_avg, 60 from mon_r1h as held
            where held.device_id = ${deviceOf(keys, sql`wanted.device_no`)} and held.channel_no = wanted.channel_no
              and held.n_valid > 0 and held.t = wanted.hour) as either
        order by steps limit 1) as known`.execute(db)
    return found
  })
  return new Map(rows.map((row) => [readingKey(row), row]))
}
