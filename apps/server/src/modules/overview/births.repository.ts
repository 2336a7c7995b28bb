import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
}

/** End of the first day with samples of each channel, epoch ms; channels without any are left out. */
export function findFirstDays(
  db: Db,
  channels: readonly ChannelKey[],
): Promise<{ channelNo: number; endMs: number }[]> {
  return byDevice(db, channels, async (keys) => {
    const { rows } = await sql<{ channelNo: number; endMs: number }>`
      select wanted.channel_no, (extract(epoch from first.t) * 1000)::float8 as end_ms
      from unnest(${keys.map(({ deviceNo }) => deviceNo)}::int[], ${keys.map(({ channelNo }) => channelNo)}::int[])
        as wanted (device_no, channel_no)
      cross join lateral (
        select t from mon_r1d
        where device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no
        order by t limit 1
      ) as first`.execute(db)
    return rows
  })
}
