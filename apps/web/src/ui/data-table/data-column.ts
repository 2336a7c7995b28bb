import type { CSSProperties, ReactNode } from 'react'

/** A column of a {@link DataTable}. Keep the array stable: rows re-render when it changes. */
export interface DataColumn<Row> {
  /** Unique in the table. */
  readonly key: string
  readonly title: string
  /** px; columns without a width share the rest. When all have one, they share the rest in proportion. */
  readonly width?: number
  readonly align?: 'start' | 'end'
  /** For the head and every cell. */
  readonly className?: string
  /** The head offers sorting. */
  readonly isSortable?: boolean
  /** Stays visible at its side during horizontal scrolling; only for the first or last columns. */
  readonly fixed?: 'start' | 'end'
  /** One line with an ellipsis; the full text is in the tooltip. */
  readonly isEllipsis?: boolean
  /** Minimum window width: below 768 or 1200 px the column is hidden. */
  readonly from?: 'tablet' | 'laptop'
  /** Interactive only: hidden on paper. */
  readonly isScreenOnly?: boolean
  /** Renders a cell. */
  readonly render: (row: Row) => ReactNode
}

/** A column with the shared properties of its cells. */
export interface LaidColumn<Row> extends DataColumn<Row> {
  readonly cellProps: {
    readonly className: string | undefined
    readonly style: CSSProperties | undefined
    readonly 'data-align': 'end' | undefined
    readonly 'data-fixed': 'start' | 'end' | undefined
    /** Next to the scrolling part: its edge is drawn here. */
    readonly 'data-edge': true | undefined
    readonly 'data-from': 'tablet' | 'laptop' | undefined
    readonly 'data-screen': true | undefined
  }
}

/** px, also for the expander */
export const TICK_WIDTH = 44

/**
 * CSS widths. Where all columns have a width they become percentages: checkboxes and expanders keep theirs, and the
 * columns share the rest in proportion. A column hidden in a narrow window would leave its share to the checkboxes, so
 * such tables keep pixels.
 */
export function widthsOf(columns: readonly Pick<DataColumn<never>, 'width' | 'from'>[]) {
  const isShared = columns.every(({ width, from }) => width !== undefined && from === undefined)
  const sum = columns.reduce((total, { width = 0 }) => total + width, 0)
  return columns.map(({ width }) => (isShared && width !== undefined ? `${(100 * width) / sum}%` : width))
}

/** Offset of each fixed column from its side: the widths of those fixed before it. */
function offsetsOf(columns: readonly DataColumn<never>[], side: 'start' | 'end', leadWidth: number) {
  const offsets = new Map<string, number>()
  let offset = leadWidth
  for (const { key, fixed, width } of side === 'start' ? columns : columns.toReversed()) {
    if (fixed !== side) continue
    offsets.set(key, offset)
    offset += width ?? 0
  }
  return offsets
}

/**
 * Computes the shared properties of each column's cells. `leadWidth` (px) is the width before the first column:
 * checkboxes and expander; `hasRowWidths` repeats the widths in each row, where rows are laid out separately.
 */
export function layColumns<Row>(
  columns: readonly DataColumn<Row>[],
  leadWidth: number,
  hasRowWidths: boolean,
): LaidColumn<Row>[] {
  const start = offsetsOf(columns, 'start', leadWidth)
  const end = offsetsOf(columns, 'end', 0)
  const edges = [columns.findLast(({ fixed }) => fixed === 'start'), columns.find(({ fixed }) => fixed === 'end')]
  const widths = widthsOf(columns)
  return columns.map((column, index) => {
    const { key, align, className, fixed, from, isScreenOnly } = column
    const width = widths[index]
    const style: CSSProperties = {
      ...(start.has(key) && { insetInlineStart: start.get(key) }),
      ...(end.has(key) && { insetInlineEnd: end.get(key) }),
      ...(hasRowWidths && width !== undefined && { width }),
    }
    return {
      ...column,
      cellProps: {
        className,
        style: Object.keys(style).length > 0 ? style : undefined,
        'data-align': align === 'end' ? align : undefined,
        'data-fixed': fixed,
        'data-edge': edges.includes(column) || undefined,
        'data-from': from,
        'data-screen': isScreenOnly || undefined,
      },
    }
  })
}
