import type { TableColumnType } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import type { Column } from '../columns.tsx'
import type { ResourceRow, Sort } from '../define-resource.ts'
import styles from './table.module.css'

/** px */
export const SELECTION_WIDTH = 44
const ACTIONS_WIDTH = 120

const ORDERS = { asc: 'ascend', desc: 'descend' } as const

/** Distance from the left at which a sticky column stands: behind the ticks and the sticky ones before it. */
function stickyOffsets(columns: readonly Column<never>[]): Map<string, number> {
  const offsets = new Map<string, number>()
  let left = SELECTION_WIDTH
  for (const { key, isSticky, width } of columns) {
    if (!isSticky) continue
    offsets.set(key, left)
    left += width
  }
  return offsets
}

export function toAntColumns<Row extends ResourceRow>(
  columns: readonly Column<Row>[],
  sort: Sort,
): TableColumnType<Row>[] {
  const offsets = stickyOffsets(columns)
  return columns.map(({ key, title, width, align, sortField, render }) => {
    const left = offsets.get(key)
    const style: CSSProperties | undefined = left === undefined ? undefined : { insetInlineStart: left }
    return {
      key,
      title,
      width,
      align,
      className: left === undefined ? undefined : styles.sticky,
      onCell: () => ({ style }),
      onHeaderCell: () => ({ style }),
      sorter: sortField !== undefined,
      sortOrder: sortField !== undefined && sort.field === sortField ? ORDERS[sort.order] : null,
      render: (_value, row) => render(row),
    }
  })
}

/** Last column, always in view. */
export function actionsColumn<Row extends ResourceRow>(
  rowActions: (row: Row) => ReactNode,
  width: number = ACTIONS_WIDTH,
): TableColumnType<Row> {
  return {
    key: 'actions',
    title: '操作',
    width,
    className: styles.actions,
    render: (_value, row) => <div className={styles.links}>{rowActions(row)}</div>,
  }
}
