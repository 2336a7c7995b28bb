import type { GridRow } from '@natim/contract/grid-column'
import { reportDefect } from '@/lib/report-defect.ts'
import type { Grid } from './grid-store.ts'
import { type ReadOptions, type ReadRow, readAll, readChanged, readNew } from './reading.ts'
import type { CellChange } from './rows.ts'
import type { CellError } from './validation.ts'

/** Result of reading a grid for saving. */
export type GridReading =
  | { readonly isOk: true; readonly rows: readonly ReadRow[]; readonly deletedIds: readonly string[] }
  | { readonly isOk: false; readonly errors: readonly CellError[] }

/** A grid's interface for its page (WG-200). */
export interface GridHandle {
  readonly getRows: (options?: ReadOptions) => readonly ReadRow[]
  readonly getChangedRows: (options?: ReadOptions) => readonly ReadRow[]
  readonly getNewRows: (options?: ReadOptions) => readonly ReadRow[]
  readonly getDeletedIds: () => readonly string[]
  /** Writes cells; each change is reported and checked like a manual one. */
  readonly setValues: (cells: readonly CellChange[]) => void
  readonly addRows: (rows: readonly Readonly<Record<string, unknown>>[]) => readonly GridRow[]
  readonly removeRows: (ids: readonly string[]) => void
  readonly select: (ids: readonly string[]) => void
  readonly clearSelection: () => void
  /** Checks all cells and reads the rows when all are valid. */
  readonly validate: (options?: ReadOptions) => Promise<GridReading>
  /** Focuses a cell and scrolls it into view. */
  readonly focusCell: (id: string, key: string) => void
}

export function createHandle(grid: Grid): GridHandle {
  const state = grid.state
  return {
    getRows: (options) => readAll(state(), options),
    getChangedRows: (options) => readChanged(state(), options),
    getNewRows: (options) => readNew(state(), options),
    getDeletedIds: () => state().deletedIds,
    setValues: (cells) => grid.setCells(known(grid, cells)),
    addRows: (rows) => grid.append(rows),
    removeRows: (ids) => grid.remove(ids),
    select: (ids) => grid.select(ids, true),
    clearSelection: grid.clearSelection,
    validate: async (options) => {
      const errors = await grid.checkAll()
      if (errors.length > 0) return { isOk: false, errors }
      return { isOk: true, rows: readAll(state(), options), deletedIds: state().deletedIds }
    },
    focusCell: (id, key) => {
      const row = state().indexOf.get(id)
      const column = grid.columns().findIndex((one) => one.key === key)
      if (row === undefined || column < 0) return
      grid.reveal(row, column)
      grid.activate({ id, key })
    },
  }
}

/** The cells that exist in the grid; others are reported to the developer. */
function known(grid: Grid, cells: readonly CellChange[]): CellChange[] {
  return cells.filter(({ id, key }) => {
    const hasRow = grid.recordOf(id) !== undefined
    const hasColumn = grid.hasKey(key)
    if (!hasRow) reportDefect(`no row ${id}`, 'editable grid: setValues')
    if (!hasColumn) reportDefect(`no column ${key}`, 'editable grid: setValues')
    return hasRow && hasColumn
  })
}
