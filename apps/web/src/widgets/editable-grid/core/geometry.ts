import type { Range } from './viewport.ts'

/** Positions of rows, px from the top of the first. Expanded rows have a panel below them, all of the same height. */
export interface Geometry {
  readonly topOf: (index: number) => number
  readonly indexAt: (px: number) => number
  readonly heightPx: number
}

/** `expanded`: positions of expanded rows, ascending; there are few. */
export function createGeometry(count: number, rowPx: number, expanded: readonly number[], panelPx: number): Geometry {
  const topOf = (index: number) => {
    let panels = 0
    while (panels < expanded.length && (expanded[panels] ?? 0) < index) panels += 1
    return index * rowPx + panels * panelPx
  }
  return {
    topOf,
    indexAt(px) {
      let index = Math.floor(px / rowPx)
      while (index > 0 && topOf(index) > px) index -= 1
      return Math.max(0, Math.min(index, count))
    },
    heightPx: topOf(count),
  }
}

/** Rows to render: the visible ones and one more at either end. */
export function rowsInSight(scrollPx: number, viewPx: number, { indexAt }: Geometry, count: number): Range {
  const first = Math.max(0, indexAt(scrollPx) - 1)
  return { first: Math.min(first, count), end: Math.min(count, indexAt(scrollPx + viewPx) + 2) }
}
