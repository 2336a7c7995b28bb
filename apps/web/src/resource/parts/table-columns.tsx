import type { ReactNode } from 'react'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import type { Column } from '../columns.tsx'
import type { ResourceRow } from '../define-resource.ts'
import styles from './table.module.css'

const ACTIONS_WIDTH = 120

/** The columns of a list as table columns; the row links come last and stay visible. */
export function toDataColumns<Row extends ResourceRow>(
  columns: readonly Column<Row>[],
  rowActions: ((row: Row) => ReactNode) | undefined,
  actionsWidth: number = ACTIONS_WIDTH,
): DataColumn<Row>[] {
  const fields = columns.map(
    ({ key, title, width, align, sortField, isSticky, render }): DataColumn<Row> => ({
      key,
      title,
      width,
      render,
      isSortable: sortField !== undefined,
      ...(align && { align }),
      ...(isSticky && { fixed: 'start' }),
    }),
  )
  if (!rowActions) return fields
  const render = (row: Row) => <div className={styles.links}>{rowActions(row)}</div>
  return [...fields, { key: 'actions', title: '操作', width: actionsWidth, fixed: 'end', isScreenOnly: true, render }]
}
