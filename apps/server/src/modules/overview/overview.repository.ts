import type { Db } from '../../platform/db/db.ts'

/** Station and owner department of a device. */
export function findPlaceNames(db: Db, deviceId: string) {
  return db
    .selectFrom('monDevice as device')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('sysDepart as depart', 'depart.orgCode', 'device.sysOrgCode')
    .select(['station.name as stationName', 'depart.departName'])
    .where('device.id', '=', deviceId)
    .executeTakeFirst()
}
