import { useMemo } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import styles from './stats.module.css'

type Line = readonly string[]

interface FigureTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly lines: readonly Line[]
  readonly minWidth?: number
}

const keyOf = (line: Line) => line[0] ?? ''

/** Table view of a chart: a name, then numbers. */
export function FigureTable({ label, head, lines, minWidth }: FigureTableProps) {
  const isPhone = useIsPhone()
  const heads = head.join('|')
  const columns = useMemo(
    () =>
      heads.split('|').map(
        (title, index): DataColumn<Line> => ({
          key: `${index}`,
          title,
          ...(index > 0 && { align: 'end' }),
          render: (line) => line[index] ?? '',
        }),
      ),
    [heads],
  )
  return (
    // A scrollable region must be reachable by keyboard.
    <div className={styles.tableView} tabIndex={isPhone ? undefined : 0} role="group" aria-label={`${label}，可滚动`}>
      <DataTable
        label={label}
        density="compact"
        columns={columns}
        rows={lines}
        rowKey={keyOf}
        {...(minWidth !== undefined && { minWidth })}
      />
    </div>
  )
}
