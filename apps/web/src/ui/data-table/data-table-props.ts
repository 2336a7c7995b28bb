import type { Severity } from '@natim/contract/dict'
import type { ReactNode } from 'react'
import type { ErrorBarProps } from '../error-state.tsx'
import type { RowMark } from './body-row.tsx'
import type { DataColumn } from './data-column.ts'
import type { TableSort } from './table-sort.ts'

/** Selection of the rows; owned by the parent. */
export interface TableSelection<Row> {
  /** `one`: a radio per row. */
  readonly kind?: 'many' | 'one'
  /** Keys of the ticked rows; they may be on other pages. */
  readonly keys: ReadonlySet<string>
  readonly onToggle: (row: Row) => void
  /** Select-all box: called with the tickable rows of this page and their new state. */
  readonly onToggleAll?: (rows: readonly Row[], isTicked: boolean) => void
  readonly isDisabled?: (row: Row) => boolean
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string
  /** Must be stable, see {@link DataColumn}. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  /** Unique among the rows. */
  readonly rowKey: (row: Row) => string
  /** Accessible name of a row; required with checkboxes or an expander. */
  readonly rowName?: (row: Row) => string
  /** px; below it the table scrolls horizontally. */
  readonly minWidth?: number
  /** By default that of the console. */
  readonly density?: 'standard' | 'compact' | undefined
  readonly sort?: TableSort | undefined
  readonly onSort?: (sort: TableSort | undefined) => void
  readonly selection?: TableSelection<Row>
  /** Row click, Enter on a row. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly onDoubleClick?: (row: Row) => void
  readonly markOf?: ((row: Row) => RowMark | undefined) | undefined
  /** Severity colour along the first cell: an unacknowledged alarm (design §8). */
  readonly edgeOf?: ((row: Row) => Severity | undefined) | undefined
  /** Expandable content of a row. Must be stable. */
  readonly expand?: (row: Row) => ReactNode
  /** Skeleton rows while empty, else a progress bar along the top edge. */
  readonly isLoading?: boolean
  /** Number of skeleton rows; 6 by default. */
  readonly waitingRows?: number
  /** Stale rows stay below it, dimmed. */
  readonly error?: ErrorBarProps
  /** Shown in a table without rows. */
  readonly empty?: ReactNode
  readonly className?: string | undefined
}
