import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Changes when a row is added, removed or written through the product. */
export async function findRegisterFingerprint(db: Db): Promise<string> {
  const part = (table: 'mon_station' | 'mon_device' | 'mon_channel') =>
    sql`(select count(*) || '/' || max(greatest(create_time, update_time))::text from ${sql.table(table)})`
  const { rows } = await sql<{ fingerprint: string | null }>`
    select concat_ws(' ', ${part('mon_station')}, ${part('mon_device')}, ${part('mon_channel')}) as fingerprint`.execute(
    db,
  )
  return rows[0]?.fingerprint ?? ''
}

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
    .select([
      'device.id',
      'device.deviceNo',
      'device.clientId',
      'device.name',
      'device.kind',
      'device.modelId',
      'device.tags',
      'device.stationId',
      'device.gatewayId',
      'device.regionCode',
      'device.sysOrgCode',
      sql<boolean>`device.retired_at is not null`.as('isRetired'),
      'device.lng',
      'device.lat',
    ])
    .where('device.delFlag', '=', 0)
    .orderBy('device.deviceNo')
    .execute()
}

/** Newest sample of every channel in columns, epoch ms; a single JSON row is a third cheaper than rows of Dates. */
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
      'lng',
      'lat',
      sql<number | null>`(extract(epoch from last_seen) * 1000)::float8`.as('lastSeenMs'),
    ])
    .execute()
}
