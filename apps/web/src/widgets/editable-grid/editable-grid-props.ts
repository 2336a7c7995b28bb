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
/** Row heights: 61, 52, 44, 36 px. */
export type GridSize = 'medium' | 'small' | 'mini' | 'tiny'

export interface EditableGridProps extends GridEvents, RemovalRules {
  readonly columns: readonly EditableColumn[]
  /** The rows as loaded; a new array reloads the grid. */
  readonly rows: readonly GridRow[]
  /** Reading, writing and checking by the page. */
  readonly ref?: Ref<GridHandle>
  readonly 'aria-label'?: string
  readonly disabled?: boolean | undefined
  readonly loading?: boolean
  /** Prefix of the permission codes of columns and buttons (SS-38, SS-39). */
  readonly authPre?: string
  /** Key of the sort number, renumbered 1…n after every row change. */
  readonly dragSortKey?: string
  readonly disabledRows?: DisabledRows
  /** Checkboxes or radio buttons in front of the rows. */
  readonly rowSelection?: 'checkbox' | 'radio' | false
  readonly rowNumber?: boolean
  /** Drag handles on the rows, with a menu. */
  readonly dragSort?: boolean
  /** Every cell is always editable; otherwise a click opens it and an outside click closes it. */
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
  /** Contents of slot columns. */
  readonly slots?: Slots
  readonly linkage?: readonly Linkage[]
  /** Panel below an expanded row, 200 px high by default. */
  readonly expandedRow?: (row: GridRow) => ReactNode
  readonly expandedHeight?: number
  readonly details?: RowDetails
  /** Content that opens below a clicked row. */
  readonly subTable?: (row: GridRow) => ReactNode
  readonly live?: LiveRows
}
