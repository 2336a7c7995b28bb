import { CELLS } from '../cells/index.ts'
import { type Block, blockOf, tile } from './block.ts'
import { fromTsv, toTsv } from './clipboard.ts'
import type { Column } from './column.ts'
import type { Grid } from './grid-store.ts'
import type { CellChange } from './rows.ts'

/** Outcome of a paste. */
export interface PasteResult {
  readonly changed: number
  /** Cells whose text was invalid for their column; left unchanged. */
  readonly skipped: number
}

export function currentBlock(grid: Grid): Block | undefined {
  const { active, head } = grid.view.getState()
  return blockOf(grid.state(), grid.columns(), active, head)
}

const columnsOf = (grid: Grid, { left, right }: Block) => grid.columns().slice(left, right + 1)
const recordsOf = (grid: Grid, { top, bottom }: Block) => grid.state().records.slice(top, bottom + 1)

/** The block as tab-separated text. */
export function copyBlock(grid: Grid, block: Block): string {
  const columns = columnsOf(grid, block)
  return toTsv(
    recordsOf(grid, block).map(({ values }) =>
      columns.map((column) => CELLS[column.type].format(values[column.key], column)),
    ),
  )
}

const canWrite = (column: Column) => !column.isDisabled && CELLS[column.type].Edit !== undefined

/** Clears the writable cells. */
export function clearBlock(grid: Grid, block: Block): void {
  const columns = columnsOf(grid, block).filter(canWrite)
  grid.setCells(
    recordsOf(grid, block).flatMap(({ id, values }) =>
      grid.isFree(values)
        ? columns.map((column) => ({ id, key: column.key, value: CELLS[column.type].parse('', column) }))
        : [],
    ),
  )
}

/** Repeats the rows of the block downwards to the given row. */
export function fillTo(grid: Grid, block: Block, bottom: number): void {
  const columns = columnsOf(grid, block).filter(canWrite)
  const source = recordsOf(grid, block)
  grid.setCells(
    recordsOf(grid, { ...block, top: block.bottom + 1, bottom }).flatMap(({ id, values }, n) =>
      grid.isFree(values) ? columns.map(({ key }) => ({ id, key, value: source[n % source.length]?.values[key] })) : [],
    ),
  )
}

/** Copies the first row of the block into the others; for a single row, the row above into it. */
export function fillDown(grid: Grid, block: Block): void {
  const from = block.top === block.bottom ? block.top - 1 : block.top
  if (from >= 0) fillTo(grid, { ...block, top: from, bottom: from }, block.bottom)
}

/**
 * Pastes spreadsheet cells from the block's corner: repeated over a larger block, continued in new rows where rows may
 * be added.
 */
export function pasteBlock(grid: Grid, block: Block, text: string, mayAdd: boolean): PasteResult {
  const clip = tile(fromTsv(text), block)
  const columns = grid.columns().slice(block.left, block.left + Math.max(...clip.map((line) => line.length)))
  const cells: CellChange[] = []
  const added: Record<string, unknown>[] = []
  let skipped = 0
  const { records } = grid.state()
  for (const [n, line] of clip.entries()) {
    const record = records[block.top + n]
    if (record ? !grid.isFree(record.values) : !mayAdd) {
      skipped += line.length
      continue
    }
    const values: Record<string, unknown> = {}
    for (const [m, cell] of line.entries()) {
      const column = columns[m]
      const value = column && canWrite(column) ? CELLS[column.type].parse(cell, column) : undefined
      if (column === undefined || value === undefined) skipped += 1
      else if (record) cells.push({ id: record.id, key: column.key, value })
      else values[column.key] = value
    }
    if (!record) added.push(values)
  }
  grid.setCells(cells)
  if (added.length > 0) grid.append(added)
  return { changed: cells.length + added.length, skipped }
}
