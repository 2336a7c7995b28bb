import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Devices of a scope and region, including retired ones, which may have been in service. */
export const findReportedDevices = (db: Db, scope: DataScope, region: string) =>
  db
    .selectFrom('monDevice as device')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .select(['device.deviceNo', 'device.name', 'device.clientId', 'device.regionCode', 'station.name as stationName'])
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .where(sql<SqlBool>`starts_with(device.region_code, ${region})`)
    .orderBy('device.name')
    .orderBy('device.deviceNo')
    .execute()
