import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Rows a sheet may refer to: all models, and the stations in scope. */
export async function findModelsAndStations(db: Db, scope: DataScope) {
  const [models, stations] = await Promise.all([
    db.selectFrom('monDeviceModel').select(['id', 'code', 'name']).where('delFlag', '=', 0).orderBy('code').execute(),
    db
      .selectFrom('monStation as station')
      .select(['station.id', 'station.code', 'station.name', 'station.status'])
      .where('station.delFlag', '=', 0)
      .where(scopeFilter(scope, 'station'))
      .orderBy('station.code')
      .execute(),
  ])
  return { models, stations }
}
