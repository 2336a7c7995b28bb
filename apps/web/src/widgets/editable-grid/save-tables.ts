import type { GridHandle } from './core/grid-handle.ts'
import type { ReadRow } from './core/reading.ts'

/** A table of a form: the key of its tab, and the grid while mounted. */
export interface SavedTable {
  readonly key: string
  readonly grid: () => GridHandle | null
}

export interface SaveOptions<Values> {
  readonly form: { readonly validateFields: () => Promise<Values> }
  readonly tables: readonly SavedTable[]
  /** Shows a tab; called before a cell in it is focused. */
  readonly showTab: (key: string) => void
}

export interface TableContent {
  readonly rows: readonly ReadRow[]
  readonly deletedIds: readonly string[]
}

export type SaveReading<Values> =
  | { readonly isOk: true; readonly values: Values; readonly tables: Readonly<Record<string, TableContent>> }
  | { readonly isOk: false /** Undefined for the form itself. */; readonly tabKey: string | undefined }

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Reads a form and its tables for saving (WG-203): the form first, then each table, up to the first error, whose tab is
 * shown and whose first cell is focused.
 */
export async function readFormAndTables<Values>(options: SaveOptions<Values>): Promise<SaveReading<Values>> {
  const { form, tables, showTab } = options
  let values: Values
  try {
    values = await form.validateFields()
  } catch {
    // antd has marked the fields; an invalid form is a result, not an error.
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
