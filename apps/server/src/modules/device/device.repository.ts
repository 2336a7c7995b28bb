import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import type { MonDevice } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** A device that never reported has no state row yet. */
const STATUS = sql<string>`case when device.retired_at is not null then 'retired' else coalesce(state.status, 'inactive') end`

/** How urgently a device wants to be looked at: by status, then by health. Sorted downwards the worst comes first. */
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

/** Whose menu carries the data rules of the list. */
export const DEVICE_RULES = { component: 'mon/device/DeviceList', fields: DEVICE_FIELDS } as const

export const DEVICE_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`device.id`,
} as const

function devicesInScope(db: Db, scope: DataScope) {
  return db
    .selectFrom('monDevice as device')
    .innerJoin('monDeviceModel as model', 'model.id', 'device.modelId')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
}

const withDetails = (db: Db, scope: DataScope) =>
  devicesInScope(db, scope)
    .selectAll('device')
    .select([
      STATUS.as('status'),
      'model.name as modelName',
      'station.name as stationName',
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

export type DeviceRecord = Awaited<ReturnType<typeof findDevices>>['records'][number]

/** Conditions of the list beyond its fields. */
export function deviceConditions(filter: {
  readonly region?: string | undefined
  readonly keyword?: string | undefined
  readonly ids?: readonly string[] | undefined
}): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (filter.region) conditions.push(sql`starts_with(device.region_code, ${filter.region})`)
  if (filter.ids) conditions.push(sql`device.id in (${sql.join(filter.ids)})`)
  if (filter.keyword) {
    // What the map searches, too: one keyword finds the same devices on both.
    const found = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${filter.keyword})) > 0`
    conditions.push(sql`(${found('device.name')} or ${found('device.clientId')} or ${found('station.name')})`)
  }
  return conditions
}

export function findDevices(db: Db, scope: DataScope, request: ListRequest, extra: readonly Expression<SqlBool>[]) {
  const conditions = [sql<SqlBool>`true`, ...request.conditions, ...extra]
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  return findPage(devicesInScope(db, scope).where(where), withDetails(db, scope).where(where), request)
}

export async function countByStatus(db: Db, scope: DataScope, conditions: readonly Expression<SqlBool>[]) {
  return devicesInScope(db, scope)
    .where(sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`)
    .select([STATUS.as('status'), sql<number>`count(*)::int`.as('n')])
    .groupBy(STATUS)
    .execute()
}

export function findDevice(db: Db, scope: DataScope, id: string) {
  return withDetails(db, scope).where('device.id', '=', id).executeTakeFirst()
}

/** One at a time through the whole transaction: two that put each other behind themselves would make a ring. */
export async function lockGateways(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030018)`.execute(trx)
}

/** A live device somebody may see, kept from leaving until the transaction ends. */
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

/** Whether one device reports through the other, over however many gateways. */
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

/** One row anew; the caller holds its lock. */
export function changeDevice(trx: Tx, id: string, columns: Updateable<MonDevice>) {
  return trx
    .updateTable('monDevice')
    .set({ ...columns, updateTime: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** In the order of their ids, so that two who lock some of the same never wait for each other. */
export function lockDevices(trx: Tx, scope: DataScope, ids: readonly string[]) {
  return trx
    .selectFrom('monDevice as device')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .select(['device.id', 'device.deviceNo', 'device.clientId', 'device.name', 'device.retiredAt', 'state.lastSeen'])
    .where('device.id', 'in', [...ids])
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .orderBy('device.id')
    .forUpdate('device')
    .execute()
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
      // It must not be closed or deleted before the device stands at it.
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
