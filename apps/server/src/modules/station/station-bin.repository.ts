import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const LIMIT = 500

export async function findVisibleIds(db: Db, scope: DataScope, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('monStation as station')
    .select('station.id')
    .where('station.id', 'in', [...ids])
    .where('station.delFlag', '=', 0)
    .where(scopeFilter(scope, 'station'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Deleted stations, newest first. */
export const findBinned = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monStation as station')
    .select(['station.id', 'station.name', 'station.code', 'station.updateBy', 'station.updateTime'])
    .where('station.delFlag', '=', 1)
    .where(scopeFilter(scope, 'station'))
    .orderBy('station.updateTime', 'desc')
    .orderBy('station.id')
    .limit(LIMIT)
    .execute()

export const lockBinned = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monStation as station')
    .select('station.id')
    .where('station.id', '=', id)
    .where('station.delFlag', '=', 1)
    .where(scopeFilter(scope, 'station'))
    .forUpdate()
    .executeTakeFirst()

/** @returns the rows as they are now */
export const setDeleted = (trx: Tx, ids: readonly string[], { delFlag, by }: { delFlag: 0 | 1; by: string }) =>
  trx
    .updateTable('monStation')
    .set({ delFlag, updateBy: by, updateTime: new Date() })
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()
