import type { DeviceStatus } from '@natim/contract/dict'
import { MAX_PLACES } from '@natim/contract/mon/device'
import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { MonChannel } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { RowSource } from '../resource/index.ts'

/** A device that never reported has no state row yet. */
const STATUS = sql<DeviceStatus>`case when device.retired_at is not null then 'retired' else coalesce(state.status, 'inactive') end`

/** Sort key of urgency, by status, then by health; descending order puts the worst first. */
const ATTENTION = sql<number>`case
  when device.retired_at is not null then 0
  else case coalesce(state.status, 'inactive')
    when 'fault' then 5 when 'offline' then 4 when 'maintenance' then 2 when 'online' then 1 else 0.5 end
  + case when state.flapping then 0.5 else 0 end
  + (100 - coalesce(device.health_score, 100)) / 1000.0 end`

export const DEVICE_FIELDS: ListFields = {
  clientId: { expression: sql.ref('device.clientId'), type: 'text' },
  name: { expression: sql.ref('device.name'), type: 'text' },
  kind: { expression: sql.ref('device.kind'), type: 'text' },
  modelId: { expression: sql.ref('device.modelId'), type: 'text' },
  stationId: { expression: sql.ref('device.stationId'), type: 'text' },
  status: { expression: STATUS, type: 'text' },
  attention: { expression: ATTENTION, type: 'number' },
  regionCode: { expression: sql.ref('device.regionCode'), type: 'text' },
  sysOrgCode: { expression: sql.ref('device.sysOrgCode'), type: 'text' },
  firmware: { expression: sql.ref('state.firmware'), type: 'text' },
  serialNo: { expression: sql.ref('device.serialNo'), type: 'text' },
  healthScore: { expression: sql.ref('device.healthScore'), type: 'number' },
  nextCalibDate: { expression: sql.ref('device.nextCalibDate'), type: 'date' },
  lastSeen: { expression: sql.ref('state.lastSeen'), type: 'time' },
  createTime: { expression: sql.ref('device.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('device.updateTime'), type: 'time' },
}

const joined = (db: Db) =>
  db
    .selectFrom('monDevice as device')
    .innerJoin('monDeviceModel as model', 'model.id', 'device.modelId')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')

const withDetails = (db: Db) =>
  joined(db)
    .selectAll('device')
    .select([
      STATUS.as('status'),
      'model.name as modelName',
      'station.name as stationName',
      sql<string | null>`(select name from mon_device where id = device.gateway_id)`.as('gatewayName'),
      sql<string | null>`(select depart_name from sys_depart where org_code = device.sys_org_code)`.as('departName'),
      'state.statusSince',
      'state.flapping',
      'state.lastSeen',
      'state.lastSampleTs',
      'state.firmware',
      'state.ip',
      'state.signalDbm',
      'state.batteryPct',
      'state.skewMs',
      sql<number>`(select count(*)::int from mon_channel where device_id = device.id and del_flag = 0)`.as(
        'channelCount',
      ),
    ])

/** A device with its model, station and state. */
export type DeviceRecord = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

export const DEVICE_SOURCE: RowSource<'monDevice', DeviceRecord> = {
  table: 'monDevice',
  alias: 'device',
  rows: joined,
  details: withDetails,
}

/** List conditions other than field filters. */
export function deviceConditions(filter: {
  readonly region?: string | undefined
  readonly keyword?: string | undefined
  readonly bbox?: readonly [west: number, south: number, east: number, north: number] | undefined
}): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (filter.region) conditions.push(sql`starts_with(device.region_code, ${filter.region})`)
  if (filter.keyword) {
    // The same columns as the map search, so that a keyword finds the same devices on both.
    const found = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${filter.keyword})) > 0`
    conditions.push(sql`(${found('device.name')} or ${found('device.clientId')} or ${found('station.name')})`)
  }
  if (filter.bbox) {
    const [west, south, east, north] = filter.bbox
    conditions.push(sql`(${LNG} between ${west} and ${east} and ${LAT} between ${south} and ${north})`)
  }
  return conditions
}

/** Location of a device: last reported, else its registered one, else the station's. */
const LNG = sql<number | null>`coalesce(state.lng, device.lng, station.lng)`
const LAT = sql<number | null>`coalesce(state.lat, device.lat, station.lat)`

/** Devices with a location, at most {@link MAX_PLACES}. */
export const findPlaces = (db: Db, conditions: readonly Expression<SqlBool>[]) =>
  joined(db)
    .where(allOf([...conditions, sql<SqlBool>`${LNG} is not null and ${LAT} is not null`]))
    .select(['device.id', 'device.name', 'device.kind', 'device.stationId', STATUS.as('status')])
    .select([sql<number>`${LNG}`.as('lng'), sql<number>`${LAT}`.as('lat')])
    .orderBy('device.deviceNo')
    .limit(MAX_PLACES)
    .execute()

export const countByStatus = (db: Db, conditions: readonly Expression<SqlBool>[]) =>
  joined(db)
    .where(allOf(conditions))
    .select([STATUS.as('status'), sql<number>`count(*)::int`.as('n')])
    .groupBy(STATUS)
    .execute()

/** Serialises gateway changes for the whole transaction: two concurrent ones could form a ring. */
export async function lockGateways(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030018)`.execute(trx)
}

/** A live, visible device, locked against deletion until the transaction ends. */
export function findGateway(trx: Tx, scope: DataScope, id: string) {
  return trx
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.kind'])
    .where('device.id', '=', id)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .forShare('device')
    .executeTakeFirst()
}

/** Whether `id` reports through `gatewayId`, over any number of gateways. */
export async function isBehind(trx: Tx, id: string, gatewayId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, gateway_id from mon_device where id = ${id}
      union
      select device.id, device.gateway_id from mon_device device join above on device.id = above.gateway_id
    )
    select id from above where id = ${gatewayId} and id <> ${id}`.execute(trx)
  return rows.length > 0
}

/** Whether the device has ever reported. */
export async function hasReported(db: Db, deviceNo: number): Promise<boolean> {
  const row = await db
    .selectFrom('monDeviceState')
    .select('lastSeen')
    .where('deviceId', '=', deviceNo)
    .executeTakeFirst()
  return row !== undefined && row.lastSeen !== null
}

/** Names of register rows, including deleted ones. */
export const namesOf =
  (table: 'monDevice' | 'monDeviceModel' | 'monStation') =>
  async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

export function findModel(db: Db, id: string) {
  return db.selectFrom('monDeviceModel').selectAll().where('id', '=', id).where('delFlag', '=', 0).executeTakeFirst()
}

export function findStationPlace(db: Tx, scope: DataScope, id: string) {
  return (
    db
      .selectFrom('monStation as station')
      .select([
        'station.id',
        'station.regionCode',
        'station.sysOrgCode',
        'station.lng',
        'station.lat',
        'station.status',
      ])
      .where('station.id', '=', id)
      .where('station.delFlag', '=', 0)
      .where(scopeFilter(scope, 'station'))
      // Locked: the station must not be closed or deleted before the device refers to it.
      .forShare()
      .executeTakeFirst()
  )
}

export function findLiveCredentials(db: Db, deviceId: string) {
  return db
    .selectFrom('monDeviceCredential')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .orderBy('createTime', 'desc')
    .execute()
}

/** Inserts a new device's channels and removes its client id from the pending list. */
export async function insertChannels(
  trx: Tx,
  rows: readonly Insertable<MonChannel>[],
  clientId: string,
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('monChannel')
      .values([...rows])
      .execute()
  await trx.deleteFrom('monPendingClient').where('clientId', '=', clientId).execute()
}
