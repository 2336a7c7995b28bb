import { Table as AntTable, type TableColumnType } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { useIsPhone, useIsWide } from '../../lib/use-media.ts'
import { type Column, resolveColumns } from '../columns.tsx'
import { useListContext } from '../context.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { isShown, useTableSettings } from '../table-settings.ts'
import type { ResourceList } from '../use-resource-list.ts'
import { CardList } from './card-list.tsx'
import { rowName } from './row-name.ts'
import { rowProps } from './row-props.ts'
import { SelectionBar } from './selection-bar.tsx'
import styles from './table.module.css'
import { actionsColumn, SELECTION_WIDTH, toAntColumns } from './table-columns.tsx'
import { TableState } from './table-state.tsx'
import { useHiddenEdges } from './use-hidden-edges.ts'

export interface TableProps<Row extends ResourceRow, K extends string> {
  readonly resource: Resource<Row, K>
  /** Field names, or columns of the page's own; by default every field, in the order of the resource. */
  readonly columns?: readonly (K | Column<Row>)[]
  /** At most three text links (design §8). */
  readonly rowActions?: (row: Row) => ReactNode
  readonly rowActionsWidth?: number
  /** What can be done with ticked rows. */
  readonly selectionActions?: ReactNode
  /** Row click, Enter on a row, tap on a card. */
  readonly onOpen?: (row: Row) => void
  /** A row as a card on a phone; by default its first columns. */
  readonly card?: (row: Row) => ReactNode
  /** Next step while there is nothing at all. */
  readonly emptyAction?: ReactNode
}

/** Rows of the list as a table, on a phone as cards, in every state of design §7. */
export function Table<Row extends ResourceRow, K extends string>(props: TableProps<Row, K>) {
  const { resource, selectionActions } = props
  const list = useListContext<Row>()
  const isPhone = useIsPhone()
  const isWide = useIsWide()
  const { settings } = useTableSettings(resource.endpoints.list.path)
  const all = resolveColumns(resource, props.columns ?? (Object.keys(resource.fields) as K[]))
  const columns = all.filter((column) => isShown(column as Column<ResourceRow>, settings, isWide))
  return (
    <>
      <SelectionBar columns={all as Column<ResourceRow>[]} shown={columns.map(({ key }) => key)}>
        {selectionActions}
      </SelectionBar>
      <TableState emptyAction={props.emptyAction}>
        {isPhone ? (
          <CardList columns={columns} card={props.card} onOpen={props.onOpen} actions={props.rowActions} />
        ) : (
          <Grid {...props} list={list} columns={columns} density={settings.density ?? 'standard'} />
        )}
      </TableState>
    </>
  )
}

interface GridProps<Row extends ResourceRow, K extends string> extends Omit<TableProps<Row, K>, 'columns'> {
  readonly list: ResourceList<Row>
  readonly columns: readonly Column<Row>[]
  readonly density: 'standard' | 'compact'
}

function Grid<Row extends ResourceRow, K extends string>(props: GridProps<Row, K>) {
  const { list, columns, density, rowActions, rowActionsWidth, onOpen } = props
  const { selection, state, setSort } = list
  const { setHost, hidden } = useHiddenEdges()
  const actions: TableColumnType<Row>[] = rowActions ? [actionsColumn(rowActions, rowActionsWidth)] : []
  const minWidth = columns.reduce((sum, { width }) => sum + width, SELECTION_WIDTH + (rowActionsWidth ?? 0))
  return (
    <div
      className={styles.scroll}
      data-density={density}
      ref={setHost}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
      style={{ '--table-min-width': `${minWidth}px` } as CSSProperties}
    >
      <AntTable<Row>
        rowKey="id"
        className={styles.table}
        columns={[...toAntColumns(columns, state.sort), ...actions]}
        dataSource={[...list.rows]}
        pagination={false}
        tableLayout="fixed"
        showSorterTooltip={false}
        rowSelection={{
          columnWidth: SELECTION_WIDTH,
          selectedRowKeys: [...selection.ids],
          preserveSelectedRowKeys: true,
          onChange: (_keys, rows) => selection.set(rows),
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${rowName(row)}` }),
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
        }}
        onRow={(row) => rowProps(row, { onOpen, onToggle: selection.toggle })}
        onChange={(_page, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
          const field = columns.find(({ key }) => key === columnKey)?.sortField
          setSort(field && order ? { field, order: order === 'ascend' ? 'asc' : 'desc' } : undefined)
        }}
      />
    </div>
  )
}
