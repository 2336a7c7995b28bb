import type { Insertable, Updateable } from 'kysely'
import type { MonDevice } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** What texts of a sheet may name: every model, and the stations of the scope. */
export async function findModelsAndStations(db: Db, scope: DataScope) {
  const [models, stations] = await Promise.all([
    db
      .selectFrom('monDeviceModel')
      .select(['id', 'code', 'name', 'kind', 'channelTemplate'])
      .where('delFlag', '=', 0)
      .orderBy('code')
      .execute(),
    db
      .selectFrom('monStation as station')
      .select(['station.id', 'station.code', 'station.name', 'station.status', 'station.regionCode'])
      .select(['station.sysOrgCode', 'station.lng', 'station.lat'])
      .where('station.delFlag', '=', 0)
      .where(scopeFilter(scope, 'station'))
      .orderBy('station.code')
      .execute(),
  ])
  return { models, stations }
}

/** Whoever may see them, deleted ones too: an identity is never handed out twice. */
export function findDevicesByClientId(db: Db, clientIds: readonly string[]) {
  return db
    .selectFrom('monDevice')
    .selectAll()
    .where('clientId', 'in', [...clientIds])
    .execute()
}

export async function insertDevice(trx: Tx, row: Insertable<MonDevice>): Promise<void> {
  await trx.insertInto('monDevice').values(row).execute()
  await trx.deleteFrom('monPendingClient').where('clientId', '=', row.clientId).execute()
}

export async function updateDevice(trx: Tx, id: string, change: Updateable<MonDevice>): Promise<void> {
  await trx.updateTable('monDevice').set(change).where('id', '=', id).execute()
}
