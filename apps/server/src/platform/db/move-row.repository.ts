import type { Tx } from './db.ts'

/** Tables whose rows go through states, each change under a version. */
type Moved = 'monSatTask' | 'monWxImage' | 'monWxProduct'

export interface RowMove {
  readonly id: string
  /** As it was seen: whoever comes second changes nothing. */
  readonly version: number
  readonly from: string
  readonly to: string
  readonly at: Date
}

/**
 * Takes a row to its next state, with further columns, unless it is no longer as it was seen.
 *
 * @returns false when another one was first
 */
export async function moveRow(
  trx: Tx,
  table: Moved,
  { id, version, from, to, at }: RowMove,
  columns: object,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    // The columns used here are the same in all of them.
    .updateTable(table as 'monSatTask')
    .set({ ...columns, state: to, version: version + 1, updateTime: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
