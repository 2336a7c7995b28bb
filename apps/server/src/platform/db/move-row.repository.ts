import type { SatState } from '@natim/domain/sat-task'
import type { WxState } from '@natim/domain/wx-image'
import type { WxProductState } from '@natim/domain/wx-product'
import type { Tx } from './db.ts'

/** Tables whose rows pass through states, with a version for optimistic locking. */
interface States {
  readonly monSatTask: SatState
  readonly monWxImage: WxState
  readonly monWxProduct: WxProductState
}

export interface RowMove<State extends string> {
  readonly id: string
  /** Version as read: a concurrent second change is a no-op. */
  readonly version: number
  readonly from: State
  readonly to: State
  readonly at: Date
}

/**
 * Moves a row to its next state and sets further columns, unless its state or version changed since it was read.
 *
 * @returns false when another caller was first
 */
export function moveRow<T extends keyof States>(
  trx: Tx,
  table: T,
  move: RowMove<States[T]>,
  columns: object,
): Promise<boolean>
// The columns used here are the same in all these tables; the implementation sees one of them.
export async function moveRow(
  trx: Tx,
  table: 'monSatTask',
  { id, version, from, to, at }: RowMove<SatState>,
  columns: object,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({ ...columns, state: to, version: version + 1, updateTime: at })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
