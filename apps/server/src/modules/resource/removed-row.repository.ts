import type { Companions } from '../../db/columns.ts'
import {
  findCompanions,
  findForeignKeys,
  findWhole,
  insertCompanions,
} from '../../platform/db/companions.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

type Row = Readonly<Record<string, unknown>>

/** A deleted row with all its columns, and the rows deleted with it by cascade. */
export interface RemovedRow {
  readonly content: Row
  readonly companions: readonly Companions[]
}

/** Saves these rows and their companions. Call in the transaction of the deletion, before it. */
export async function keepRemoved(trx: Tx, table: string, ids: readonly string[]): Promise<void> {
  const foreignKeys = await findForeignKeys(trx)
  for (const row of await findWhole(trx, table, ids)) {
    const removed = {
      dataTable: table,
      dataId: String(row['id']),
      content: JSON.stringify(row),
      companions: JSON.stringify(await findCompanions(trx, foreignKeys, { table, rows: [row] })),
    }
    await trx
      .insertInto('sysRemovedRow')
      .values(removed)
      .onConflict((conflict) =>
        conflict.columns(['dataTable', 'dataId']).doUpdateSet({ ...removed, removedAt: new Date() }),
      )
      .execute()
  }
}

/** Removes and returns a saved deletion; a concurrent caller gets undefined. */
export async function takeRemoved(trx: Tx, table: string, id: string): Promise<RemovedRow | undefined> {
  const removed = await trx
    .deleteFrom('sysRemovedRow')
    .where('dataTable', '=', table)
    .where('dataId', '=', id)
    .returning(['content', 'companions'])
    .executeTakeFirst()
  return removed
}

export const restoreCompanions = (trx: Tx, { companions }: RemovedRow): Promise<void> =>
  insertCompanions(trx, companions)

/** Drops saved deletions that are past the restore period. */
export async function deleteOldRemovals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sysRemovedRow').where('removedAt', '<', before).execute()
}
