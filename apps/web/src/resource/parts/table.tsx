import { type ReactNode, useMemo } from 'react'
import { TICK_WIDTH } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import type { DataTableProps } from '@/ui/data-table/data-table-props.ts'
import { CardOutlines } from '@/ui/outline/card-outlines.tsx'
import { Outline } from '@/ui/skeleton.tsx'
import { useIsPhone, useIsWide } from '../../lib/use-media.ts'
import { type Column, resolveColumns } from '../columns.tsx'
import { useListContext } from '../context.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { isShown, useTableSettings } from '../table-settings.ts'
import { useIsTickable } from '../use-is-tickable.ts'
import { CardList } from './card-list.tsx'
import { rowName } from './row-name.ts'
import { SelectionBar } from './selection-bar.tsx'
import styles from './table.module.css'
import { toDataColumns } from './table-columns.tsx'
import { TableState } from './table-state.tsx'

type TableMarks<Row> = Pick<DataTableProps<Row>, 'markOf' | 'edgeOf'>

export interface TableProps<Row extends ResourceRow, K extends string> {
  readonly resource: Resource<Row, K>
  /** Field names, or custom columns; by default every field, in the order of the resource. Must be stable. */
  readonly columns?: readonly (K | Column<Row>)[]
  /** At most three text links (design §8). Must be stable: rows re-render when it changes. */
  readonly rowActions?: (row: Row) => ReactNode
  readonly rowActionsWidth?: number
  /** Actions for ticked rows. Without any, rows have no checkboxes. */
  readonly selectionActions?: ReactNode
  /** Row click, Enter on a row, tap on a card. */
  readonly onOpen?: (row: Row) => void
  /** Expandable content of a row. Must be stable. */
  readonly expand?: (row: Row) => ReactNode
  /** Marks rows: open beside the table, or changed. */
  readonly markOf?: TableMarks<Row>['markOf']
  readonly edgeOf?: TableMarks<Row>['edgeOf']
  /** A row as a card on a phone; its first columns by default. */
  readonly card?: (row: Row) => ReactNode
  /** Next step shown while the list is empty. */
  readonly emptyAction?: ReactNode
}

/** Rows of the list as a table, on a phone as cards, with all states of design §7. */
export function Table<Row extends ResourceRow, K extends string>(props: TableProps<Row, K>) {
  const { resource, selectionActions } = props
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const isWaiting = !useListContext().answer.hasData
  const { settings } = useTableSettings(resource.endpoints.list.path)
  const isTickable = useIsTickable(resource, selectionActions)
  const given = props.columns
  const all = useMemo(() => resolveColumns(resource, given ?? (Object.keys(resource.fields) as K[])), [resource, given])
  const columns = useMemo(() => all.filter((column) => isShown(column, settings, isWide)), [all, settings, isWide])
  return (
    <>
      <SelectionBar columns={all} shown={columns.map(({ key }) => key)}>
        {selectionActions}
      </SelectionBar>
      <TableState emptyAction={props.emptyAction}>
        {isPhone && isWaiting ? (
          <Outline>
            <CardOutlines />
          </Outline>
        ) : isPhone ? (
          <CardList
            columns={columns}
            card={props.card}
            onOpen={props.onOpen}
            actions={props.rowActions}
            expand={props.expand}
            isTickable={isTickable}
          />
        ) : (
          <Grid {...props} columns={columns} isTickable={isTickable} density={settings.density ?? 'standard'} />
        )}
      </TableState>
    </>
  )
}

interface GridProps<Row extends ResourceRow, K extends string> extends Omit<TableProps<Row, K>, 'columns'> {
  readonly columns: readonly Column<Row>[]
  readonly isTickable: boolean
  readonly density: 'standard' | 'compact'
}

/** Fills a tall window. */
const WAITING_ROWS = 20

const rowKey = ({ id }: ResourceRow) => id

/** px: sum of the column widths and of `leads` columns for checkbox and expander. */
const widthOf = (columns: readonly { readonly width?: number }[], leads: number) =>
  columns.reduce((sum, { width = 0 }) => sum + width, leads * TICK_WIDTH)

function Grid<Row extends ResourceRow, K extends string>(props: GridProps<Row, K>) {
  const { resource, columns, density, rowActions, rowActionsWidth, onOpen, expand, isTickable } = props
  const { rows, printing, selection, state, setSort, answer } = useListContext<Row>()
  const drawn = useMemo(
    () => toDataColumns(columns, rowActions, rowActionsWidth),
    [columns, rowActions, rowActionsWidth],
  )
  const leads = (isTickable ? 1 : 0) + (expand ? 1 : 0)
  const ticked = useMemo(() => new Set(selection.ids), [selection.ids])
  const sorted = columns.find(({ sortField }) => sortField === state.sort.field)
  return (
    <DataTable
      label={resource.title}
      className={leads === 0 ? `${styles.scroll} ${styles.plain}` : styles.scroll}
      density={density}
      columns={drawn}
      rows={printing.printed ?? rows}
      isLoading={!answer.hasData}
      waitingRows={Math.min(state.size, WAITING_ROWS)}
      rowKey={rowKey}
      rowName={(row) => rowName(resource, row)}
      minWidth={widthOf(drawn, leads)}
      sort={sorted && { key: sorted.key, order: state.sort.order }}
      onSort={(sort) => {
        const field = columns.find(({ key }) => key === sort?.key)?.sortField
        setSort(field && sort ? { field, order: sort.order } : undefined)
      }}
      onOpen={onOpen}
      markOf={props.markOf}
      edgeOf={props.edgeOf}
      {...(isTickable && {
        selection: { keys: ticked, onToggle: selection.toggle, onToggleAll: selection.toggleAll },
      })}
      {...(expand && { expand })}
    />
  )
}
