import { GRID } from '@natim/contract/constants'
import { z } from 'zod'
import { readStored, writeStored } from '@/lib/storage.ts'

/** How 新增 adds rows (WG-174). */
export interface AddSettings {
  /** Rows at once, from 1. */
  readonly rows: number
  /** Where: 0 = after the last row, else the number of the row that the first new one becomes. */
  readonly position: number
  readonly scrollToBottom: boolean
}

const KEY = 'NATIM_GRID_ADD'
const shape = z.object({
  rows: z.number().int().min(1),
  position: z.number().int().min(0),
  scrollToBottom: z.boolean(),
})

/** What this browser was told last, else the defaults. */
export const readAddSettings = (): AddSettings => shape.safeParse(readStored(KEY)).data ?? GRID.addRow

export const saveAddSettings = (settings: AddSettings): void => writeStored(KEY, settings, null)
