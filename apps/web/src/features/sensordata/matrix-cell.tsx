import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { qualityNames } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import { memo } from 'react'
import { useLiveValue } from '../../lib/socket/live.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { useIsStale } from '../../ui/age.tsx'
import { reachedText } from '../../ui/limit-text.ts'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import styles from './matrix.module.css'
import { cellLevel, limitsOf } from './matrix-model.ts'

export type Cell = MatrixRow['cells'][number]

export interface MatrixCellProps {
  readonly cell: Cell
  readonly column: MatrixColumn
  readonly values: LiveValues
  readonly onOpen: (cell: Cell) => void
}

/** One live value. Re-renders only when its own channel reports. */
export const MatrixCell = memo(function MatrixCell({ cell, column, values, onOpen }: MatrixCellProps) {
  const point = useLiveValue(values, cell.channelNo)
  const isStale = useIsStale(point?.[1], cell.periodS)
  if (point === undefined) return <span className={styles.empty}>{NO_VALUE}</span>
  const [, ts, value, q] = point
  const figures = figuresOf({ v: value, q }, cell.means)
  const reached = isStale ? undefined : reachedLimit(limitsOf(cell, column), figures)
  const level = cellLevel(cell, reached)
  const notes = [
    `${column.name} ${formatNumber(value, column.precision)} ${column.unit}`,
    formatGmt8(ts),
    ...qualityNames(q),
    isStale ? '数据陈旧' : '',
    cell.severity === undefined ? '' : `${cell.severity} 级报警`,
    reached ? reachedText(reached, figures, column.precision) : '',
  ]
  return (
    <button
      type="button"
      className={styles.cell}
      data-stale={isStale || undefined}
      data-level={level}
      title={notes.filter(Boolean).join(' · ')}
      onClick={() => onOpen(cell)}
    >
      {level !== undefined && <SeverityGlyph level={level} size={13} />}
      {/* A new key restarts the highlight of a fresh value. */}
      <span key={ts} className={styles.fresh}>
        {formatNumber(value, column.precision)}
        {q !== 0 && <sup aria-hidden>*</sup>}
      </span>
    </button>
  )
})
