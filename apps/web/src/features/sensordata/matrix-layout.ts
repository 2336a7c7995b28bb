import type { MatrixColumn } from '@natim/contract/mon/home'
import type { CSSProperties } from 'react'
import { metricLabel } from '../../ui/metric-label.ts'

/** Widths of the leading columns, px. */
const LEADING = [264, 92] as const
const MIN_VALUE_PX = 92
/** Padding of a cell at both sides and the gap between label and unit. */
const EDGES_PX = 36
/** Widths of one character at 12 px. */
const CJK_PX = 12
const LATIN_PX = 7.5

const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) > 0x2e80 ? CJK_PX : LATIN_PX), 0)

/** Width that fits an uncut column label and the digits below it; px. */
const valueWidth = (column: MatrixColumn): number =>
  Math.max(MIN_VALUE_PX, Math.ceil(textWidth(metricLabel(column)) + textWidth(column.unit) + EDGES_PX))

export interface MatrixGrid extends CSSProperties {
  readonly gridTemplateColumns: string
  /** Below this width the matrix scrolls sideways, px. */
  readonly minWidth: number
}

/** Columns of the matrix; spare width is distributed over the value columns. */
export function matrixGrid(columns: readonly MatrixColumn[]): MatrixGrid {
  const values = columns.map(valueWidth)
  return {
    gridTemplateColumns: [
      ...LEADING.map((width) => `${width}px`),
      ...values.map((width) => `minmax(${width}px, 1fr)`),
    ].join(' '),
    minWidth: [...LEADING, ...values].reduce((sum, width) => sum + width, 0),
  }
}
