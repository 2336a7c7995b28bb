import type { RefObject } from 'react'
import type { Geometry } from '../core/geometry.ts'
import type { GridLayout } from './grid-layout.ts'

export interface RowPlaceOptions {
  readonly layout: GridLayout
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
}

/** Maps a dragging pointer to a row position. */
export function createRowPlace({ layout: { grid, rowPx }, scroller, geometry }: RowPlaceOptions) {
  return {
    /** Index of the row at a viewport height; `shiftRows` 0.5: of the nearest gap. */
    indexAt(clientY: number, shiftRows = 0): number {
      const firstRow = scroller.current?.querySelector<HTMLElement>('[data-id]')
      if (!firstRow) return 0
      const index = grid.state().indexOf.get(firstRow.dataset['id'] ?? '') ?? 0
      const offset = clientY - firstRow.getBoundingClientRect().top + geometry.topOf(index)
      return geometry.indexAt(Math.max(0, offset + shiftRows * rowPx))
    },
    /** Keeps scrolling while the pointer is at an edge. */
    scrollAtEdges(clientY: number): void {
      const box = scroller.current?.getBoundingClientRect()
      if (box && clientY > box.bottom - rowPx / 2) scroller.current?.scrollBy({ top: rowPx / 4 })
      if (box && clientY < box.top + rowPx) scroller.current?.scrollBy({ top: -rowPx / 4 })
    },
  }
}
