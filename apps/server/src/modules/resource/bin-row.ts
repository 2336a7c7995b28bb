import type { BinRow } from '@natim/contract/resource/crud-endpoints'
import { toDateTimeText } from '../../platform/wire.ts'

interface Marked {
  readonly id: string
  readonly updateBy: string | null
  readonly updateTime: Date | null
}

/** A recycle-bin row of a soft-deleted record; its last update is the deletion. */
export const toBinRow = (
  { id, updateBy, updateTime }: Marked,
  { name, code }: Pick<BinRow, 'name' | 'code'>,
): BinRow => ({ id, name, code, deleteBy: updateBy ?? '', deleteTime: toDateTimeText(updateTime) ?? '' })
