import { formatNumber } from '@natim/domain/format'
import { Button } from 'antd'
import styles from './selection-summary.module.css'

/** A column summed over the selected rows. */
export interface SummedColumn<Row> {
  readonly title: string
  readonly valueOf: (row: Row) => number | null | undefined
  readonly decimals?: number
  readonly unit?: string
}

/** Sum of the present values, in integer units of the last decimal so that 0.1 and 0.2 are 0.3. */
export function columnTotal<Row>(rows: readonly Row[], { valueOf, decimals = 0 }: SummedColumn<Row>): number {
  const scale = 10 ** decimals
  return rows.reduce((sum, row) => sum + Math.round((valueOf(row) ?? 0) * scale), 0) / scale
}

export interface SelectionSummaryProps<Row> {
  readonly rows: readonly Row[]
  readonly columns?: readonly SummedColumn<Row>[]
  readonly onClear: () => void
}

/** Number of selected rows, their sums, and a clear button (WG-22). */
export function SelectionSummary<Row>({ rows, columns = [], onClear }: SelectionSummaryProps<Row>) {
  return (
    <div className={styles.bar} role="status">
      <span>
        已选择 <b className="t-value">{formatNumber(rows.length)}</b> 项
      </span>
      {columns.map((column) => (
        <span key={column.title}>
          {column.title}总计 <b className="t-value">{formatNumber(columnTotal(rows, column), column.decimals ?? 0)}</b>
          {column.unit !== undefined && ` ${column.unit}`}
        </span>
      ))}
      <Button type="link" size="small" className="push" disabled={rows.length === 0} onClick={onClear}>
        清空
      </Button>
    </div>
  )
}
