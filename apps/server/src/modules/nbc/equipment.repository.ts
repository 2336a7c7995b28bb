import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { RowSource } from '../resource/index.ts'

export const NBC_KINDS = ['rad', 'chem', 'bio'] as const
export type NbcKind = (typeof NBC_KINDS)[number]

const STATUS = sql<string>`case when device.retired_at is not null then 'retired' else coalesce(state.status, 'inactive') end`

/** Fields of joined tables. */
export const EQUIPMENT_FIELDS: ListFields = {
  deviceName: { expression: sql.ref('device.name'), type: 'text' },
  kind: { expression: sql.ref('device.kind'), type: 'text' },
  stationName: { expression: sql.ref('station.name'), type: 'text' },
  regionCode: { expression: sql.ref('device.regionCode'), type: 'text' },
  status: { expression: STATUS, type: 'text' },
  calibDue: { expression: sql.ref('device.nextCalibDate'), type: 'date' },
}

const joined = (db: Db) =>
  db
    .selectFrom('monNbcProfile as profile')
    .innerJoin('monDevice as device', 'device.id', 'profile.deviceId')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .where('device.delFlag', '=', 0)

const details = (db: Db) =>
  joined(db)
    .selectAll('profile')
    .select([
      'device.name as deviceName',
      'device.kind',
      'device.regionCode',
      'device.nextCalibDate as calibDue',
      'station.name as stationName',
    ])
    .select(STATUS.as('status'))
    .select(sql<number | null>`coalesce(device.lng, station.lng)`.as('lng'))
    .select(sql<number | null>`coalesce(device.lat, station.lat)`.as('lat'))

/** A profile with its device. */
export type EquipmentRecord = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

export const EQUIPMENT_SOURCE: RowSource<'monNbcProfile', EquipmentRecord> = {
  table: 'monNbcProfile',
  alias: 'profile',
  rows: joined,
  details,
}

/** Condition: the device of the profile is in scope, as profiles have no scope of their own. */
export const ofDeviceInScope = (scope: DataScope, table: string) => sql<boolean>`exists (
  select from mon_device as owner where owner.id = ${sql.ref(`${table}.deviceId`)} and ${scopeFilter(scope, 'owner')})`

/** All equipment in scope, for totals and maps. */
export const findEquipment = (db: Db, scope: DataScope): Promise<EquipmentRecord[]> =>
  details(db).where('profile.delFlag', '=', 0).where(scopeFilter(scope, 'device')).orderBy('profile.clientId').execute()

/** A device in scope that may have a profile. */
export const findOwnDevice = (db: Db, scope: DataScope, id: string) =>
  db
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.clientId', 'device.kind'])
    .where('device.id', '=', id)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .executeTakeFirst()

const MAX_WITHOUT = 200

/** Devices of these kinds without a profile. */
export const findWithoutProfile = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monDevice as device')
    .select(['device.id', 'device.name', 'device.clientId'])
    .where('device.kind', 'in', [...NBC_KINDS])
    .where('device.delFlag', '=', 0)
    .where('device.retiredAt', 'is', null)
    .where(scopeFilter(scope, 'device'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('monNbcProfile as profile')
            .select('profile.id')
            .whereRef('profile.deviceId', '=', 'device.id')
            .where('profile.delFlag', '=', 0),
        ),
      ),
    )
    .orderBy('device.clientId')
    .limit(MAX_WITHOUT)
    .execute()

/** Levels at which the instrument itself alarms, ascending; unknown ones are left out. */
export async function findLevels(db: Db, deviceId: string): Promise<number[]> {
  const row = await db
    .selectFrom('monNbcProfile')
    .select(['alarmL1', 'alarmL2', 'alarmL3'])
    .where('deviceId', '=', deviceId)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return row ? [row.alarmL1, row.alarmL2, row.alarmL3].filter((level) => level !== null) : []
}
