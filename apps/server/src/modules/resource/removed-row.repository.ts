import {
  type Companions,
  findCompanions,
  findForeignKeys,
  findWhole,
  insertCompanions,
} from '../../platform/db/companions.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

type Row = Readonly<Record<string, unknown>>

/** What a deletion took: the row with every column, and what went with it. */
export interface RemovedRow {
  readonly content: Row
  readonly companions: readonly Companions[]
}

/** Keeps what the deletion of these rows will take. In the transaction of the deletion, before it. */
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

/** Takes out what a deletion took; whoever asks at the same moment finds nothing. */
export async function takeRemoved(trx: Tx, table: string, id: string): Promise<RemovedRow | undefined> {
  const removed = await trx
    .deleteFrom('sysRemovedRow')
    .where('dataTable', '=', table)
    .where('dataId', '=', id)
    .returning(['content', 'companions'])
    .executeTakeFirst()
  return removed as RemovedRow | undefined
}

export const restoreCompanions = (trx: Tx, { companions }: RemovedRow): Promise<void> =>
  insertCompanions(trx, companions)

/** The way back ends: until then a deletion can be taken back. */
export async function deleteOldRemovals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sysRemovedRow').where('removedAt', '<', before).execute()
}
