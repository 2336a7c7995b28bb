import { sql } from 'kysely'
import type { StoredPoints } from '../../platform/bus.ts'
import { isOnCitus } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

/** Current sequence of each stream. */
export async function findSequences(db: Db): Promise<{ stream: number; seq: number }[]> {
  const { rows } = await sql<{ stream: number; seq: number }>`
    select stream, seq::float8 from mon_stream_seq order by stream`.execute(db)
  return rows
}

interface NewSample {
  readonly deviceNo: number
  readonly channelNo: number
  readonly tsMs: number
  readonly v: number
  readonly q: number
}

/** Samples of these streams whose receive time and timestamp are after `sinceMs`, in time order. */
export async function findNewSamples(db: Db, streams: readonly number[], sinceMs: number): Promise<StoredPoints> {
  const since = new Date(sinceMs)
  // Where each node can query only its own devices, each reads its samples of that time.
  const { rows } = await ((await isOnCitus(db))
    ? sql<NewSample>`
    select device_id as device_no, channel_no, round(date_part('epoch', ts) * 1000) as ts_ms, v, q from mon_sample
    where ts > ${since} and rx > ${since} and device_id % 16 = any(${[...streams]}::int[])
    order by ts`
    : sql<NewSample>`
    select device.device_no, channel.channel_no, sample.ts_ms, sample.v, sample.q
    from mon_device device
    join mon_channel channel on channel.device_id = device.id
    cross join lateral (
      select round(date_part('epoch', ts) * 1000) as ts_ms, v, q from mon_sample
      where device_id = device.device_no and channel_no = channel.channel_no and ts > ${since} and rx > ${since}
    ) as sample
    where device.device_no % 16 = any(${[...streams]}::int[])
    order by sample.ts_ms`
  ).execute(db)
  return {
    commits: [],
    deviceIds: rows.map((row) => row.deviceNo),
    channelNos: rows.map((row) => row.channelNo),
    tsMs: rows.map((row) => row.tsMs),
    values: rows.map((row) => row.v),
    flags: rows.map((row) => row.q),
  }
}
