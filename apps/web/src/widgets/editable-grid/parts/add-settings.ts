import { GRID } from '@natim/contract/constants'
import { z } from 'zod'
import { readStored, writeStored } from '@/lib/storage.ts'

/** Settings of 新增 (WG-174). */
export interface AddSettings {
  /** Number of rows to add, from 1. */
  readonly rows: number
  /** Position: 0 = after the last row, else the row number of the first new row. */
  readonly position: number
  readonly scrollToBottom: boolean
}

const KEY = 'NATIM_GRID_ADD'
const shape = z.object({
  rows: z.number().int().min(1),
  position: z.number().int().min(0),
  scrollToBottom: z.boolean(),
})

/** The last settings of this browser, else the defaults. */
export const readAddSettings = (): AddSettings => shape.safeParse(readStored(KEY)).data ?? GRID.addRow

export const saveAddSettings = (settings: AddSettings): void => writeStored(KEY, settings, null)
