import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'
import { stationRows } from '../station/index.ts'

/** More than any network has; a map with that many would be unreadable. */
const MAX_PLACES = 20_000

/** Stations matching the list conditions, with their counts. */
export const findStationPlaces = (db: Db, conditions: readonly Expression<SqlBool>[]) =>
  stationRows(db)
    .where(allOf(conditions))
    .select(['station.id', 'station.name', 'station.regionCode', 'station.lng', 'station.lat'])
    // A lateral join without a condition: there is always a row of counts.
    .select(['devices.deviceCount', 'devices.onlineCount', 'devices.channelCount'])
    .$narrowType<{ deviceCount: number; onlineCount: number; channelCount: number }>()
    .orderBy('station.code')
    .limit(MAX_PLACES)
    .execute()
