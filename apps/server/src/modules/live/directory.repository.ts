import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export function findStationEntries(db: Db) {
  return db
    .selectFrom('monStation')
    .select(['id', 'code', 'name', 'stationType', 'lng', 'lat', 'population5km', 'status', 'regionCode', 'sysOrgCode'])
    .where('delFlag', '=', 0)
    .execute()
}

export function findDeviceEntries(db: Db) {
  return db
    .selectFrom('monDevice as device')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .select([
      'device.id',
      'device.deviceNo',
      'device.clientId',
      'device.name',
      'device.kind',
      'device.stationId',
      'device.regionCode',
      'device.sysOrgCode',
      sql<boolean>`device.retired_at is not null`.as('isRetired'),
      // A mobile device is where it last said it was.
      sql<number | null>`coalesce(state.lng, device.lng)`.as('lng'),
      sql<number | null>`coalesce(state.lat, device.lat)`.as('lat'),
    ])
    .where('device.delFlag', '=', 0)
    .orderBy('device.deviceNo')
    .execute()
}

/** Newest sample of every channel in columns, epoch ms; one JSON row is a third cheaper than rows of Dates. */
export async function findAllLatest(
  db: Db,
): Promise<{ channelNos: number[]; tsMs: number[]; v: number[]; q: number[] }> {
  const row = await db
    .selectFrom('monLatest')
    .select([
      sql<number[] | null>`json_agg(channel_no order by channel_no)`.as('channelNos'),
      sql<number[] | null>`json_agg((extract(epoch from ts) * 1000)::float8 order by channel_no)`.as('tsMs'),
      sql<number[] | null>`json_agg(v order by channel_no)`.as('v'),
      sql<number[] | null>`json_agg(q order by channel_no)`.as('q'),
    ])
    .executeTakeFirstOrThrow()
  return { channelNos: row.channelNos ?? [], tsMs: row.tsMs ?? [], v: row.v ?? [], q: row.q ?? [] }
}

export function findAllStates(db: Db) {
  return db
    .selectFrom('monDeviceState')
    .select([
      'deviceId as deviceNo',
      'status',
      sql<number | null>`(extract(epoch from last_seen) * 1000)::float8`.as('lastSeenMs'),
    ])
    .execute()
}
