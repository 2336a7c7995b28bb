import { sql } from 'kysely'
import { byDevice, deviceOf } from '../../platform/db/by-device.ts'
import type { Db } from '../../platform/db/db.ts'

export interface AreaChannel {
  readonly deviceNo: number
  readonly channelNo: number
  /** Leading digits of the region code. */
  readonly area: string
}

/** Valid means of one bucket in one area, summed over its channels. */
export interface AreaBucket {
  readonly area: string
  /** End of the bucket, epoch ms. */
  readonly tMs: number
  readonly sum: number
  readonly n: number
  readonly min: number
  readonly max: number
}

/** Hours or days of channels with fromMs < t <= toMs, by area and bucket. On Citus one row for each device and bucket. */
export function findAreaBuckets(
  db: Db,
  table: 'mon_r1h' | 'mon_r1d',
  channels: readonly AreaChannel[],
  fromMs: number,
  toMs: number,
): Promise<AreaBucket[]> {
  return byDevice(db, channels, async (own) => {
    const { rows } = await sql<AreaBucket>`
      select key.area, (extract(epoch from r.t) * 1000)::float8 as t_ms, sum(r.v_avg)::float8 as sum, count(*)::int as n,
        min(r.v_min)::float8 as min, max(r.v_max)::float8 as max
      from unnest(
        ${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[],
        ${own.map(({ area }) => area)}::text[]
      ) as key (d, c, area)
      cross join lateral (
        select t, v_avg, v_min, v_max from ${sql.table(table)}
        where device_id = ${deviceOf(own, sql`key.d`)} and channel_no = key.c
          and t > ${new Date(fromMs)} and t <= ${new Date(toMs)} and v_avg is not null
      ) as r
      group by key.area, r.t`.execute(db)
    return rows
  })
}

/** Channels that have a valid mean in (fromMs, toMs], by area. */
export async function countInstruments(
  db: Db,
  table: 'mon_r1h' | 'mon_r1d',
  channels: readonly AreaChannel[],
  fromMs: number,
  toMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await byDevice(db, channels, async (own) => {
    const { rows: found } = await sql<{ area: string; n: number }>`
      select key.area, count(*)::int as n
      from unnest(
        ${own.map(({ deviceNo }) => deviceNo)}::int[], ${own.map(({ channelNo }) => channelNo)}::int[],
        ${own.map(({ area }) => area)}::text[]
      ) as key (d, c, area)
      where exists (
        select from ${sql.table(table)}
        where device_id = ${deviceOf(own, sql`key.d`)} and channel_no = key.c
          and t > ${new Date(fromMs)} and t <= ${new Date(toMs)} and v_avg is not null
      )
      group by key.area`.execute(db)
    return found
  })
  const counts = new Map<string, number>()
  for (const { area, n } of rows) counts.set(area, (counts.get(area) ?? 0) + n)
  return counts
}
