import type { Tx } from './db.ts'

/** Tables whose rows pass through states, with a version for optimistic locking. */
type Moved = 'monSatTask' | 'monWxImage' | 'monWxProduct'

export interface RowMove {
  readonly id: string
  /** Version as read: a concurrent second change is a no-op. */
  readonly version: number
  readonly from: string
  readonly to: string
  readonly at: Date
}

/**
 * Moves a row to its next state and sets further columns, unless its state or version changed since it was read.
 *
 * @returns false when another caller was first
 */
export async function moveRow(
  trx: Tx,
  table: Moved,
  { id, version, from, to, at }: RowMove,
  columns: object,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    // The columns used here are the same in all these tables.
    .updateTable(table as 'monSatTask')
    .set({ ...columns, state: to, version: version + 1, updateTime: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
