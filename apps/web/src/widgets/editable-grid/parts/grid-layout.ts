import type { ReactNode } from 'react'
import type { Column } from '../core/column.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'

/** Shared render input of all rows; a new object only when one of its parts changes. */
export interface GridLayout {
  readonly grid: Grid
  readonly columns: readonly Column[]
  /** Left edges of the columns, px, followed by the total width. */
  readonly edges: readonly number[]
  readonly rowPx: number
  /** Content of an expanded row's panel, and the height of every panel, px. */
  readonly expansion: { readonly draw: (row: GridValues) => ReactNode; readonly panelPx: number } | undefined
  readonly expandedIds: ReadonlySet<string>
  readonly onExpand: (id: string) => void
  /** Width of the fixed part left of the columns. */
  readonly fixedPx: number
  readonly selection: 'checkbox' | 'radio' | undefined
  readonly hasNumbers: boolean
  readonly hasHandles: boolean
  /** No cell is writable. */
  readonly isDisabled: boolean
  /** Controls are always open; otherwise a click opens a cell (WG-181). */
  readonly isAlwaysEditing: boolean
  /** Whether a row may be selected and edited. */
  readonly isFree: (values: GridValues) => boolean
  readonly reloadedIds: ReadonlyMap<string, ReadonlySet<string>>
}

export const CHECK_PX = 40
export const HANDLE_PX = 64
