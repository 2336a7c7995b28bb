import type { DeviceTrack } from '@natim/contract/mon/device'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export async function hasTrack(db: Db, deviceNo: number): Promise<boolean> {
  const { rows } = await sql`select from mon_track where device_id = ${deviceNo} limit 1`.execute(db)
  return rows.length > 0
}

/** Positions of a device in time order; beyond `limit` every n-th, with the first and the last. */
export async function findTrack(
  db: Db,
  deviceNo: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): Promise<DeviceTrack> {
  const { rows } = await sql<DeviceTrack>`
    select coalesce(json_agg(ts_ms order by i), '[]') as ts_ms, coalesce(json_agg(lng order by i), '[]') as lng,
      coalesce(json_agg(lat order by i), '[]') as lat, coalesce(json_agg(alt order by i), '[]') as alt,
      coalesce(max(total), 0)::float8 as total
    from (
      select round(date_part('epoch', ts) * 1000) as ts_ms, lng, lat, alt,
        row_number() over (order by ts) as i, count(*) over () as total
      from mon_track
      where device_id = ${deviceNo} and ts > ${new Date(fromMs)} and ts <= ${new Date(toMs)}
    ) as place
    where (i - 1) % ceil(total / (${limit} - 1)::float8)::int = 0 or i = total`.execute(db)
  return rows[0] as DeviceTrack
}
