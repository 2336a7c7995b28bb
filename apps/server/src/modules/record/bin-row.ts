import type { BinRow } from '@natim/contract/record'
import { toDateTimeText } from '../../platform/wire.ts'

interface Marked extends Pick<BinRow, 'id' | 'name' | 'code'> {
  readonly updateBy: string | null
  readonly updateTime: Date | null
}

/** A row marked as deleted; its last change is the deletion. */
export const toBinRow = ({ id, name, code, updateBy, updateTime }: Marked): BinRow => ({
  id,
  name,
  code,
  deleteBy: updateBy ?? '',
  deleteTime: toDateTimeText(updateTime) ?? '',
})
