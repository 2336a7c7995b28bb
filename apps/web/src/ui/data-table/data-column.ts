import type { CSSProperties, ReactNode } from 'react'

/** A column of a {@link DataTable}. Keep the array itself stable: rows are drawn anew when it changes. */
export interface DataColumn<Row> {
  /** Unique in the table. */
  readonly key: string
  readonly title: string
  /** px; columns without one share what is left. When all have one, they share the rest in proportion. */
  readonly width?: number
  readonly align?: 'start' | 'end'
  /** On the head and on every cell. */
  readonly className?: string
  /** The head asks for another order. */
  readonly isSortable?: boolean
  /** Stays in view at its side while the others scroll sideways; only for the first or the last columns. */
  readonly fixed?: 'start' | 'end'
  /** One line, cut with an ellipsis; text has its whole length in the tooltip. */
  readonly isEllipsis?: boolean
  /** Least width of the window: below 768 or 1200 px the column is left out. */
  readonly from?: 'tablet' | 'laptop'
  /** What can be pressed and not read: left out on paper. */
  readonly isScreenOnly?: boolean
  /** A cell. */
  readonly render: (row: Row) => ReactNode
}

/** A column with all its cells have in common. */
export interface LaidColumn<Row> extends DataColumn<Row> {
  readonly cellProps: {
    readonly className: string | undefined
    readonly style: CSSProperties | undefined
    readonly 'data-align': 'end' | undefined
    readonly 'data-fixed': 'start' | 'end' | undefined
    /** Beside the part that scrolls: here its edge is drawn. */
    readonly 'data-edge': true | undefined
    readonly 'data-from': 'tablet' | 'laptop' | undefined
    readonly 'data-screen': true | undefined
  }
}

/** px, also of the expander */
export const TICK_WIDTH = 44

/**
 * Widths as the browser takes them. Where all columns have one they become shares: boxes and expanders before them keep
 * theirs then, and the columns share what is left of the table in proportion. A column that a narrow window leaves out
 * would leave its share to the boxes, so such tables stay with pixels.
 */
export function widthsOf(columns: readonly Pick<DataColumn<never>, 'width' | 'from'>[]) {
  const isShared = columns.every(({ width, from }) => width !== undefined && from === undefined)
  const sum = columns.reduce((total, { width = 0 }) => total + width, 0)
  return columns.map(({ width }) => (isShared && width !== undefined ? `${(100 * width) / sum}%` : width))
}

/** Distance of each fixed column from its side: behind those that are fixed before it. */
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
 * Works out once what every cell of a column shares. `leadWidth` (px) is what stands before the first column: ticks and
 * expander; `hasRowWidths` repeats the widths in each row, where a row is laid out by itself.
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
