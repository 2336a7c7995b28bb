import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

/** Columns of equal length, one entry per device and clock hour that has samples. */
export interface HourlyCounts {
  readonly deviceNos: readonly number[]
  /** End of the hour, epoch ms. */
  readonly hourMs: readonly number[]
  readonly n: readonly number[]
  readonly nValid: readonly number[]
}

/** Samples per device and hour with fromMs < hour end <= toMs. One index probe per channel, summed in the database. */
export async function findHourlyCounts(
  db: Db,
  channels: readonly { readonly deviceNo: number; readonly channelNo: number }[],
  fromMs: number,
  toMs: number,
): Promise<HourlyCounts> {
  const rows = await byDevice(db, channels, async (keys) => {
    const { rows: found } = await sql<{ deviceNos: number[] | null; hourMs: number[]; n: number[]; nValid: number[] }>`
    select json_agg(device_no) as device_nos, json_agg(hour_ms) as hour_ms, json_agg(n) as n, json_agg(n_valid) as n_valid
    from (
      select wanted.device_no, extract(epoch from hour.t)::float8 * 1000 as hour_ms, sum(hour.n) as n, sum(hour.n_valid) as n_valid
      from unnest(${keys.map((key) => key.deviceNo)}::int[], ${keys.map((key) => key.channelNo)}::int[])
        as wanted (device_no, channel_no)
      cross join lateral (
        select t, n, n_valid from mon_r1h
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
          and t > ${new Date(fromMs)} and t <= ${new Date(toMs)}
      ) as hour
      group by wanted.device_no, hour.t
    ) as counted`.execute(db)
    return found
  })
  const counted = rows.filter((row) => row.deviceNos !== null)
  return {
    deviceNos: counted.flatMap((row) => row.deviceNos ?? []),
    hourMs: counted.flatMap((row) => row.hourMs),
    n: counted.flatMap((row) => row.n),
    nValid: counted.flatMap((row) => row.nValid),
  }
}
