import { barWidth } from '../outline/bar-width.ts'
import { Bar, times } from '../skeleton.tsx'
import { useDelayed } from '../use-delayed.ts'
import type { LaidColumn } from './data-column.ts'
import styles from './data-table.module.css'

export interface WaitingRowsProps<Row> {
  readonly columns: readonly LaidColumn<Row>[]
  /** Number of checkboxes and expanders before the columns. */
  readonly leads: number
  readonly count: number
}

/** Skeleton rows of the final height, with a bar in every cell. Announced once to screen readers. */
export function WaitingRows<Row>({ columns, leads, count }: WaitingRowsProps<Row>) {
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
