import type { Severity } from '@natim/contract/dict'
import type { ReactNode } from 'react'
import type { ErrorBarProps } from '../error-state.tsx'
import type { RowMark } from './body-row.tsx'
import type { DataColumn } from './data-column.ts'
import type { TableSort } from './table-sort.ts'

/** Ticks of the rows; held by whoever draws the table. */
export interface TableSelection<Row> {
  /** `one`: a radio per row. */
  readonly kind?: 'many' | 'one'
  /** Keys of the ticked rows; they may stand on other pages. */
  readonly keys: ReadonlySet<string>
  readonly onToggle: (row: Row) => void
  /** The box in the head: the rows of this page that can be ticked, and what they shall be. */
  readonly onToggleAll?: (rows: readonly Row[], isTicked: boolean) => void
  readonly isDisabled?: (row: Row) => boolean
}

export interface DataTableProps<Row> {
  /** What the table lists, for those who hear it. */
  readonly label: string
  /** Stable, see {@link DataColumn}. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  /** Unique among the rows. */
  readonly rowKey: (row: Row) => string
  /** Name of a row for those who hear it; needed with ticks or an expander. */
  readonly rowName?: (row: Row) => string
  /** px; below it the table scrolls sideways. */
  readonly minWidth?: number
  /** That of the console by default. */
  readonly density?: 'standard' | 'compact' | undefined
  readonly sort?: TableSort | undefined
  readonly onSort?: (sort: TableSort | undefined) => void
  readonly selection?: TableSelection<Row>
  /** Row click, Enter on a row. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly onDoubleClick?: (row: Row) => void
  readonly markOf?: ((row: Row) => RowMark | undefined) | undefined
  /** Level whose colour runs along the first cell: an alarm that nobody has acknowledged (design §8). */
  readonly edgeOf?: ((row: Row) => Severity | undefined) | undefined
  /** What a row unfolds. Stable. */
  readonly expand?: (row: Row) => ReactNode
  /** Rows in outline while there is nothing, else the bar along the top edge. */
  readonly isLoading?: boolean
  /** How many rows in outline; 6 by default. */
  readonly waitingRows?: number
  /** Old rows stay below it, dimmed. */
  readonly error?: ErrorBarProps
  /** Stands in a table without rows. */
  readonly empty?: ReactNode
  readonly className?: string | undefined
}
