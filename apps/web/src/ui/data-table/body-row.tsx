import type { Severity } from '@natim/contract/dict'
import { memo, type ReactNode } from 'react'
import type { LaidColumn } from './data-column.ts'
import styles from './data-table.module.css'
import { TickBox } from './tick-box.tsx'

/** `current`: open beside the table; `changed`: new or changed, flashes once. */
export type RowMark = 'current' | 'changed'

/** All primitive or stable: a row re-renders only when its own data change. */
export interface BodyRowProps<Row> {
  readonly row: Row
  readonly id: string
  readonly columns: readonly LaidColumn<Row>[]
  readonly isFocusable: boolean
  /** Sets ARIA roles explicitly, where the layout is not that of a table. */
  readonly hasRoles: boolean
  readonly mark: RowMark | undefined
  readonly edge: Severity | undefined
  readonly tick: 'checkbox' | 'radio' | undefined
  /** Accessible name of the row, its checkbox and expander. */
  readonly name: string | undefined
  readonly group: string
  readonly isTicked: boolean
  readonly isTickDisabled: boolean
  readonly expand: ((row: Row) => ReactNode) | undefined
  readonly isExpanded: boolean
}

/** The table handles the events of all checkboxes. */
const heardByTable = () => undefined

function Cell<Row>({ column, row, role }: { column: LaidColumn<Row>; row: Row; role: 'cell' | undefined }) {
  const content = column.render(row)
  if (!column.isEllipsis) {
    return (
      <td role={role} {...column.cellProps}>
        {content}
      </td>
    )
  }
  return (
    <td role={role} data-ellipsis title={typeof content === 'string' ? content : undefined} {...column.cellProps}>
      {content}
    </td>
  )
}

function Row<Row>(props: BodyRowProps<Row>) {
  const { row, id, columns, hasRoles, mark, tick, name, isTicked, expand, isExpanded } = props
  const cell = hasRoles ? 'cell' : undefined
  const line = hasRoles ? 'row' : undefined
  return (
    <>
      <tr
        role={line}
        data-row={id}
        data-mark={mark}
        data-severity={props.edge}
        data-ticked={isTicked || undefined}
        aria-current={mark === 'current' || undefined}
        tabIndex={props.isFocusable ? 0 : undefined}
      >
        {tick && (
          <td role={cell} className={styles.tick} data-tick>
            <TickBox
              type={tick}
              name={tick === 'radio' ? props.group : undefined}
              label={`选择 ${name}`}
              isTicked={isTicked}
              isDisabled={props.isTickDisabled}
              onChange={heardByTable}
            />
          </td>
        )}
        {expand && (
          <td role={cell} className={styles.tick} data-second={tick ? true : undefined}>
            <button
              type="button"
              data-expander
              className={styles.expander}
              aria-expanded={isExpanded}
              aria-label={`${isExpanded ? '收起' : '展开'} ${name}`}
            />
          </td>
        )}
        {columns.map((column) => (
          <Cell key={column.key} column={column} row={row} role={cell} />
        ))}
      </tr>
      {expand && isExpanded && (
        <tr role={line} className={styles.expanded}>
          <td role={cell} colSpan={columns.length + (tick ? 2 : 1)}>
            {expand(row)}
          </td>
        </tr>
      )}
    </>
  )
}

/** One row and its expanded content. */
export const BodyRow = memo(Row) as typeof Row
