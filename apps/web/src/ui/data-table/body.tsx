import { EmptyState } from '../empty-state.tsx'
import { ErrorState } from '../error-state.tsx'
import { barWidth } from '../outline/bar-width.ts'
import { Bar, times } from '../skeleton.tsx'
import { useDelayed } from '../use-delayed.ts'
import { BodyRow } from './body-row.tsx'
import type { LaidColumn } from './data-column.ts'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'

const GROUP_ROWS = 50
const WAITING_ROWS = 6

/** Loading without data and without an error. */
export const isWaiting = <Row,>({ rows, error, isLoading }: DataTableProps<Row>): boolean =>
  rows.length === 0 && error === undefined && isLoading === true

function groupsOf<Row>(rows: readonly Row[], size: number): (readonly Row[])[] {
  const groups: (readonly Row[])[] = []
  for (let from = 0; from < rows.length; from += size) groups.push(rows.slice(from, from + size))
  return groups
}

function Nothing<Row>({ error, empty }: DataTableProps<Row>) {
  if (error) return <ErrorState {...error} />
  return empty ?? <EmptyState />
}

interface BodyProps<Row> {
  readonly table: DataTableProps<Row>
  readonly columns: readonly LaidColumn<Row>[]
  /** Group name of the radios. */
  readonly group: string
  /** Rendered in groups, only the visible ones. */
  readonly isMany: boolean
  readonly expandedKeys: ReadonlySet<string>
}

/** The rows, or the placeholder while there are none. */
export function Body<Row>({ table, columns, group, isMany, expandedKeys }: BodyProps<Row>) {
  const { rows, rowKey, rowName, selection, expand } = table
  const leads = (selection ? 1 : 0) + (expand ? 1 : 0)
  if (isWaiting(table)) return <WaitingRows columns={columns} leads={leads} count={table.waitingRows ?? WAITING_ROWS} />
  if (rows.length === 0) {
    return (
      <tbody>
        <tr className={styles.nothing}>
          <td colSpan={columns.length + leads}>
            <Nothing {...table} />
          </td>
        </tr>
      </tbody>
    )
  }
  const tick = selection && (selection.kind === 'one' ? 'radio' : 'checkbox')
  const draw = (row: Row) => {
    const id = rowKey(row)
    return (
      <BodyRow
        key={id}
        row={row}
        id={id}
        columns={columns}
        isFocusable={table.onOpen !== undefined || selection !== undefined}
        hasRoles={isMany}
        mark={table.markOf?.(row)}
        edge={table.edgeOf?.(row)}
        tick={tick}
        name={leads > 0 ? (rowName?.(row) ?? id) : undefined}
        group={group}
        isTicked={selection?.keys.has(id) ?? false}
        isTickDisabled={selection?.isDisabled?.(row) ?? false}
        expand={expand}
        isExpanded={expandedKeys.has(id)}
      />
    )
  }
  return groupsOf(rows, isMany ? GROUP_ROWS : rows.length).map((part, index) => (
    <tbody key={index} role={isMany ? 'rowgroup' : undefined}>
      {part.map(draw)}
    </tbody>
  ))
}

interface WaitingRowsProps<Row> {
  readonly columns: readonly LaidColumn<Row>[]
  /** Number of checkboxes and expanders before the columns. */
  readonly leads: number
  readonly count: number
}

/** Skeleton rows of the final height, with a bar in every cell. Announced once to screen readers. */
function WaitingRows<Row>({ columns, leads, count }: WaitingRowsProps<Row>) {
  const isDue = useDelayed()
  return (
    <tbody aria-hidden data-outline style={isDue ? undefined : { visibility: 'hidden' }}>
      {times(count, (row) => (
        <tr key={row}>
          {times(leads, (lead) => (
            <td key={lead} className={styles.tick} data-second={lead > 0 || undefined}>
              <Bar width={16} height={16} className={styles.box} />
            </td>
          ))}
          {columns.map(({ key, cellProps }, column) => (
            <td key={key} {...cellProps}>
              <Bar width={barWidth(row, column)} className={styles.bar} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
