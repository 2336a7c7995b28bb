import type { GridRow } from '@natim/contract/grid-column'
import type { ReactNode, Ref } from 'react'
import type { Slots } from './cells/slot-cells.tsx'
import type { EditableColumn } from './core/column.ts'
import type { DisabledRows } from './core/disabled-rows.ts'
import type { GridHandle } from './core/grid-handle.ts'
import type { GridEvents } from './core/grid-store.ts'
import type { Linkage } from './core/linkage.ts'
import type { RowDetails } from './parts/details-modal.tsx'
import type { GridPage } from './parts/grid-pager.tsx'
import type { LiveRows } from './parts/use-live-rows.ts'
import type { RemovalRules } from './parts/use-removal.ts'

export type ToolbarButton = 'add' | 'remove' | 'clearSelection' | 'save' | 'collapse'
/** Heights of rows: 61, 52, 44, 36 px. */
export type GridSize = 'medium' | 'small' | 'mini' | 'tiny'

export interface EditableGridProps extends GridEvents, RemovalRules {
  readonly columns: readonly EditableColumn[]
  /** The rows as loaded: another array loads the grid anew. */
  readonly rows: readonly GridRow[]
  /** Reading, writing and checking from outside. */
  readonly ref?: Ref<GridHandle>
  readonly 'aria-label'?: string
  readonly disabled?: boolean | undefined
  readonly loading?: boolean
  /** Prefix of the permission codes of columns and buttons (SS-38, SS-39). */
  readonly authPre?: string
  /** Key of the sort number, 1…n after every change of rows. */
  readonly dragSortKey?: string
  readonly disabledRows?: DisabledRows
  /** Boxes or radio buttons in front of the rows. */
  readonly rowSelection?: 'checkbox' | 'radio' | false
  readonly rowNumber?: boolean
  /** Handles to drag rows by, with a menu. */
  readonly dragSort?: boolean
  /** Every cell is open for writing; else a click opens it, and one outside closes it. */
  readonly alwaysEdit?: boolean
  readonly bordered?: boolean
  readonly size?: GridSize
  /** px; the seed's 400 by default. */
  readonly maxHeight?: number
  /** Buttons above the rows; false: no toolbar. */
  readonly toolbar?: readonly ToolbarButton[] | false
  readonly toolbarBefore?: ReactNode
  readonly toolbarAfter?: ReactNode
  readonly onSave?: () => void
  readonly page?: GridPage
  readonly onPageChange?: (page: { readonly current: number; readonly pageSize: number }) => void
  /** Contents of columns of type slot. */
  readonly slots?: Slots
  readonly linkage?: readonly Linkage[]
  /** Panel below a row that is expanded, 200 px high unless said otherwise. */
  readonly expandedRow?: (row: GridRow) => ReactNode
  readonly expandedHeight?: number
  readonly details?: RowDetails
  /** What opens below a clicked row. */
  readonly subTable?: (row: GridRow) => ReactNode
  readonly live?: LiveRows
}
