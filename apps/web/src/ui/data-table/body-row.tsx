import type { Severity } from '@natim/contract/dict'
import { memo, type ReactNode } from 'react'
import type { LaidColumn } from './data-column.ts'
import styles from './data-table.module.css'
import { TickBox } from './tick-box.tsx'

/** `current`: what stands open beside the table; `changed`: just came or was changed, flashes once. */
export type RowMark = 'current' | 'changed'

/** All primitive or stable: a row is drawn anew when something of its own changes. */
export interface BodyRowProps<Row> {
  readonly row: Row
  readonly id: string
  readonly columns: readonly LaidColumn<Row>[]
  readonly isFocusable: boolean
  /** Says its role itself, where the layout is not that of a table. */
  readonly hasRoles: boolean
  readonly mark: RowMark | undefined
  readonly edge: Severity | undefined
  readonly tick: 'checkbox' | 'radio' | undefined
  /** Name of the row for those who hear it; of its tick box and expander. */
  readonly name: string | undefined
  readonly group: string
  readonly isTicked: boolean
  readonly isTickDisabled: boolean
  readonly expand: ((row: Row) => ReactNode) | undefined
  readonly isExpanded: boolean
}

/** The table listens for all of its boxes. */
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

/** One row, and below it what it unfolds. */
export const BodyRow = memo(Row) as typeof Row
