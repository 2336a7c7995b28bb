import type { ErrorCode } from '@natim/contract/errors'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { MonStation } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { findPage } from '../../platform/list/find-page.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export const STATION_FIELDS: ListFields = {
  code: { expression: sql.ref('station.code'), type: 'text' },
  name: { expression: sql.ref('station.name'), type: 'text' },
  shortName: { expression: sql.ref('station.shortName'), type: 'text' },
  stationType: { expression: sql.ref('station.stationType'), type: 'text' },
  status: { expression: sql.ref('station.status'), type: 'text' },
  regionCode: { expression: sql.ref('station.regionCode'), type: 'text' },
  sysOrgCode: { expression: sql.ref('station.sysOrgCode'), type: 'text' },
  address: { expression: sql.ref('station.address'), type: 'text' },
  funcZone: { expression: sql.ref('station.funcZone'), type: 'number' },
  population5km: { expression: sql.ref('station.population5km'), type: 'number' },
  deviceCount: { expression: sql.ref('devices.deviceCount'), type: 'number' },
  createTime: { expression: sql.ref('station.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('station.updateTime'), type: 'time' },
}

/** Unique indexes of the table, in the words of the form. */
export const STATION_CONFLICTS: Readonly<Record<string, ErrorCode>> = { mon_station_code: 'station.code_in_use' }

/** Whose menu carries the data rules of the list. */
export const STATION_RULES = { component: 'mon/station/StationList', fields: STATION_FIELDS } as const

export const STATION_LIST = {
  defaultSort: { field: 'createTime', order: 'desc' },
  tieBreaker: sql`station.id`,
} as const

/** Live stations of the scope with their devices counted. */
function stationsInScope(db: Db, scope: DataScope) {
  return db
    .selectFrom('monStation as station')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('monDevice as device')
          .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
          .select([
            sql<number>`count(*)::int`.as('deviceCount'),
            sql<number>`(count(*) filter (where state.status = 'online'))::int`.as('onlineCount'),
          ])
          .whereRef('device.stationId', '=', 'station.id')
          .where('device.delFlag', '=', 0)
          .as('devices'),
      (join) => join.onTrue(),
    )
    .where('station.delFlag', '=', 0)
    .where(scopeFilter(scope, 'station'))
}

const withCounts = (db: Db, scope: DataScope) =>
  stationsInScope(db, scope).selectAll('station').select(['devices.deviceCount', 'devices.onlineCount'])

export type StationRecord = Awaited<ReturnType<typeof findStations>>['records'][number]

/** `ids` narrows to ticked rows (export). */
export function findStations(db: Db, scope: DataScope, request: ListRequest, ids?: readonly string[]) {
  const where = [...request.conditions, ...(ids ? [sql<boolean>`station.id in (${sql.join(ids)})`] : [])]
  const filtered = <Q extends { where: (condition: never) => Q }>(query: Q): Q =>
    where.reduce((narrowed, condition) => narrowed.where(condition as never), query)
  return findPage(filtered(stationsInScope(db, scope)), filtered(withCounts(db, scope)), request)
}

export function findStation(db: Db, scope: DataScope, id: string) {
  return withCounts(db, scope).where('station.id', '=', id).executeTakeFirst()
}

/** Of these ids, the ones the caller may touch. */
export async function lockStations(db: Db, scope: DataScope, ids: readonly string[]) {
  return db
    .selectFrom('monStation as station')
    .select(['station.id', 'station.name'])
    .where('station.id', 'in', [...ids])
    .where('station.delFlag', '=', 0)
    .where(scopeFilter(scope, 'station'))
    .forUpdate()
    .execute()
}

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

/** Department that owns a region: the deepest one whose region encloses it. */
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

/** Stations of these codes, whoever may see them, with their devices in use counted. */
export function findStationsByCode(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('monStation as station')
    .selectAll('station')
    .select((eb) =>
      eb
        .selectFrom('monDevice as device')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('device.stationId', '=', 'station.id')
        .where('device.delFlag', '=', 0)
        .where('device.retiredAt', 'is', null)
        .as('deviceCount'),
    )
    .where('station.code', 'in', [...codes])
    .where('station.delFlag', '=', 0)
    .execute()
}

type StationColumns = Omit<Insertable<MonStation>, 'id' | 'createBy'>

export async function insertStations(trx: Tx, rows: readonly StationColumns[], createBy: string): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('monStation')
    .values(rows.map((row) => ({ ...row, id: newId(), createBy })))
    .execute()
}

export async function updateStation(
  trx: Tx,
  id: string,
  change: Updateable<MonStation>,
  updateBy: string,
): Promise<void> {
  await trx
    .updateTable('monStation')
    .set({ ...change, updateBy, updateTime: new Date() })
    .where('id', '=', id)
    .execute()
}
