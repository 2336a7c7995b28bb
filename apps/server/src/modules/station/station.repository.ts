import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { RowSource } from '../resource/index.ts'

/** Fields that are not columns of the table. */
export const STATION_FIELDS: ListFields = {
  deviceCount: { expression: sql.ref('devices.deviceCount'), type: 'number' },
  onlineCount: { expression: sql.ref('devices.onlineCount'), type: 'number' },
  channelCount: { expression: sql.ref('devices.channelCount'), type: 'number' },
}

/** Stations with the number of their devices in use. */
export const stationRows = (db: Db) =>
  db.selectFrom('monStation as station').leftJoinLateral(
    (eb) =>
      eb
        .selectFrom('monDevice as device')
        .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
        .select([
          sql<number>`count(*)::int`.as('deviceCount'),
          sql<number>`(count(*) filter (where state.status = 'online'))::int`.as('onlineCount'),
          sql<number>`coalesce(sum((select count(*) from mon_channel as channel
            where channel.device_id = device.id and channel.enabled and channel.del_flag = 0)), 0)::int`.as(
            'channelCount',
          ),
        ])
        .whereRef('device.stationId', '=', 'station.id')
        .where('device.delFlag', '=', 0)
        .where('device.retiredAt', 'is', null)
        .as('devices'),
    (join) => join.onTrue(),
  )

const withCounts = (db: Db) =>
  stationRows(db).selectAll('station').select(['devices.deviceCount', 'devices.onlineCount', 'devices.channelCount'])

/** A station with its device count. */
export type StationRecord = Awaited<ReturnType<ReturnType<typeof withCounts>['execute']>>[number]

export const STATION_SOURCE: RowSource<'monStation', StationRecord> = {
  table: 'monStation',
  alias: 'station',
  rows: stationRows,
  details: withCounts,
}

/** Number of devices in use at these stations. */
export async function countDevicesOf(db: Db, stationIds: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('monDevice')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('stationId', 'in', [...stationIds])
    .where('delFlag', '=', 0)
    .where('retiredAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Department that owns a region: the deepest one whose region contains it. */
export async function findOrgCodeOfRegion(db: Db, regionCode: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sysDepart')
    .select('orgCode')
    .where('delFlag', '=', '0')
    .where('regionCode', 'in', [regionCode, `${regionCode.slice(0, 4)}00`, `${regionCode.slice(0, 2)}0000`])
    .orderBy('regionCode', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.orgCode
}
