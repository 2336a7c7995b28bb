import type { Column } from './column.ts'
import type { CellRef } from './grid-store.ts'
import type { GridState } from './rows.ts'

/** A block of cells by positions, both ends included. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The block between two cells; one cell without a second corner. Undefined when a cell no longer exists. */
export function blockOf(
  { indexOf }: Pick<GridState, 'indexOf'>,
  columns: readonly Column[],
  active: CellRef | undefined,
  head: CellRef | undefined,
): Block | undefined {
  if (active === undefined) return undefined
  const other = head ?? active
  const rows = [indexOf.get(active.id) ?? -1, indexOf.get(other.id) ?? -1]
  const places = [active.key, other.key].map((key) => columns.findIndex((column) => column.key === key))
  if (Math.min(...rows, ...places) < 0) return undefined
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...places),
    right: Math.max(...places),
  }
}

export const isSingle = ({ top, bottom, left, right }: Block) => top === bottom && left === right

/** Fits pasted cells to the block: repeated where the block is larger, whole where it is smaller. */
export function tile(clip: readonly (readonly string[])[], block: Block): readonly (readonly string[])[] {
  const height = Math.max(clip.length, block.bottom - block.top + 1)
  const width = Math.max(clip[0]?.length ?? 0, block.right - block.left + 1)
  if (height === clip.length && width === clip[0]?.length) return clip
  const isRepeated = height % clip.length === 0 && width % (clip[0]?.length ?? 1) === 0
  if (!isRepeated) return clip
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_cell, column) => {
      const line = clip[row % clip.length] ?? []
      return line[column % line.length] ?? ''
    }),
  )
}
