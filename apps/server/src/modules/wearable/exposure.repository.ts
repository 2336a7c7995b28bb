import type { Place } from '@natim/domain/distance'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** A channel relevant to a person's exposure to gases or radiation. */
export interface ExposureChannel {
  readonly deviceId: string
  readonly deviceNo: number
  readonly deviceName: string
  readonly channelNo: number
  readonly metricCode: string
  readonly lng: number | null
  readonly lat: number | null
}

/** Channels of the devices a person wears. */
export async function findOwnChannels(
  db: Db,
  deviceId: string,
  metricCodes: readonly string[],
): Promise<ExposureChannel[]> {
  const { rows } = await sql<ExposureChannel>`
    select d.id as device_id, d.device_no, d.name as device_name, c.channel_no, c.metric_code, d.lng, d.lat
    from mon_device as d join mon_channel as c on c.device_id = d.id and c.del_flag = 0
    where d.id = ${deviceId} and c.metric_code = any(${[...metricCodes]}::text[]) order by c.channel_no`.execute(db)
  return rows
}

/**
 * Channels of fixed devices in a box around a place: by their own place, else their station's. Mobile stations are
 * excluded.
 */
export async function findFixedChannels(
  db: Db,
  scope: DataScope,
  { place, metricCodes, halfDeg }: { place: Place; metricCodes: readonly string[]; halfDeg: number },
): Promise<ExposureChannel[]> {
  const { rows } = await sql<ExposureChannel>`
    select * from (
      select d.id as device_id, d.device_no, d.name as device_name, c.channel_no, c.metric_code,
        coalesce(d.lng, s.lng) as lng, coalesce(d.lat, s.lat) as lat
      from mon_device as d
      join mon_channel as c on c.device_id = d.id and c.del_flag = 0 and c.metric_code = any(${[...metricCodes]}::text[])
      join mon_station as s on s.id = d.station_id and s.station_type <> 'mobile'
      where d.kind <> 'wearable' and d.del_flag = 0 and d.retired_at is null and ${scopeFilter(scope, 'd')}) as fixed
    where lat between ${place.lat - halfDeg} and ${place.lat + halfDeg}
      and lng between ${place.lng - 2 * halfDeg} and ${place.lng + 2 * halfDeg}
    order by channel_no`.execute(db)
  return rows
}

/** Last reported place of a device, else its registered one. */
export async function findPlace(db: Db, deviceId: string): Promise<Place | undefined> {
  const { rows } = await sql<{ lng: number | null; lat: number | null }>`
    select coalesce(st.lng, d.lng) as lng, coalesce(st.lat, d.lat) as lat
    from mon_device as d left join mon_device_state as st on st.device_id = d.device_no
    where d.id = ${deviceId}`.execute(db)
  const [{ lng, lat } = { lng: null, lat: null }] = rows
  return lng === null || lat === null ? undefined : { lng, lat }
}
