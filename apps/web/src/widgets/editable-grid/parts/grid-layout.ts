import type { ReactNode } from 'react'
import type { Column } from '../core/column.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'

/** What all rows are drawn by; another object only when one of its parts is. */
export interface GridLayout {
  readonly grid: Grid
  readonly columns: readonly Column[]
  /** Left edges of the columns, px, and after them their whole width. */
  readonly edges: readonly number[]
  readonly rowPx: number
  /** Content of the panel below an expanded row, and the height of every such panel, px. */
  readonly expansion: { readonly draw: (row: GridValues) => ReactNode; readonly panelPx: number } | undefined
  readonly expandedIds: ReadonlySet<string>
  readonly onExpand: (id: string) => void
  /** Width of what stands left of the columns and does not scroll. */
  readonly fixedPx: number
  readonly selection: 'checkbox' | 'radio' | undefined
  readonly hasNumbers: boolean
  readonly hasHandles: boolean
  /** No cell of the grid may be written. */
  readonly isDisabled: boolean
  /** Controls are always open to the user; else a click opens a cell (WG-181). */
  readonly isAlwaysEditing: boolean
  /** Whether a row may be selected and edited. */
  readonly isFree: (values: GridValues) => boolean
  readonly reloadedIds: ReadonlyMap<string, ReadonlySet<string>>
}

export const CHECK_PX = 40
export const HANDLE_PX = 64
