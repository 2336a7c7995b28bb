import type { GridHandle } from './core/grid-handle.ts'
import type { ReadRow } from './core/reading.ts'

/** A table of a form: the key of its tab, and the grid while it is there. */
export interface SavedTable {
  readonly key: string
  readonly grid: () => GridHandle | null
}

export interface SaveOptions<Values> {
  readonly form: { readonly validateFields: () => Promise<Values> }
  readonly tables: readonly SavedTable[]
  /** Brings a tab to the front; called before a cell in it gets the focus. */
  readonly showTab: (key: string) => void
}

export interface TableContent {
  readonly rows: readonly ReadRow[]
  readonly deletedIds: readonly string[]
}

export type SaveReading<Values> =
  | { readonly isOk: true; readonly values: Values; readonly tables: Readonly<Record<string, TableContent>> }
  | { readonly isOk: false /** Undefined: the form itself. */; readonly tabKey: string | undefined }

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Reads a form and its tables for saving (WG-203): the form first, then each table in turn, up to the first fault,
 * whose tab comes to the front and whose first cell gets the focus.
 */
export async function readFormAndTables<Values>(options: SaveOptions<Values>): Promise<SaveReading<Values>> {
  const { form, tables, showTab } = options
  let values: Values
  try {
    values = await form.validateFields()
  } catch {
    // antd has marked the fields; a form that is wrong is an answer, not a fault.
    return { isOk: false, tabKey: undefined }
  }
  const contents: Record<string, TableContent> = {}
  for (const { key, grid } of tables) {
    const reading = await grid()?.validate()
    if (reading === undefined) continue
    if (!reading.isOk) {
      showTab(key)
      await nextFrame()
      const [first] = reading.errors
      if (first) grid()?.focusCell(first.id, first.key)
      return { isOk: false, tabKey: key }
    }
    contents[key] = { rows: reading.rows, deletedIds: reading.deletedIds }
  }
  return { isOk: true, values, tables: contents }
}
