import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { Geometry } from '../core/geometry.ts'
import { rowAt } from './cell-at.ts'
import type { GridLayout } from './grid-layout.ts'

/** A handle that moved less was clicked, px. */
const CLICK_PX = 4

interface Drag {
  readonly id: string
  readonly handle: HTMLElement
  readonly fromY: number
  hasMoved: boolean
}

interface RowDragOptions {
  readonly layout: GridLayout
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  /** A handle was clicked. */
  readonly onMenu: (id: string, handle: HTMLElement) => void
}

export const handleAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null

/** Rows dragged by their handles (WG-176). `dropLine`: the gap a row would go to, 0 … number of rows. */
export function useRowDrag({ layout: { grid, rowPx }, scroller, geometry, onMenu }: RowDragOptions) {
  const drag = useRef<Drag>(undefined)
  const [dropLine, setDropLine] = useState<number>()

  function gapAt(clientY: number): number {
    const firstRow = scroller.current?.querySelector<HTMLElement>('[data-id]')
    if (!firstRow) return 0
    const { top } = firstRow.getBoundingClientRect()
    const offset = clientY - top + geometry.topOf(grid.state().indexOf.get(firstRow.dataset['id'] ?? '') ?? 0)
    return geometry.indexAt(Math.max(0, offset + rowPx / 2))
  }

  function scrollAtEdges(clientY: number): void {
    const box = scroller.current?.getBoundingClientRect()
    if (box && clientY > box.bottom - rowPx / 2) scroller.current?.scrollBy({ top: rowPx / 4 })
    if (box && clientY < box.top + rowPx) scroller.current?.scrollBy({ top: -rowPx / 4 })
  }

  function drop({ id, handle, hasMoved }: Drag, clientY: number): void {
    if (!hasMoved) {
      onMenu(id, handle)
      return
    }
    const from = grid.state().indexOf.get(id) ?? 0
    const gap = gapAt(clientY)
    grid.move(id, gap > from ? gap - 1 : gap)
  }

  return {
    dropLine,
    /** Whether the event began a drag. */
    start(event: PointerEvent<HTMLElement>): boolean {
      const handle = handleAt(event.target)
      const id = rowAt(event.target)
      if (!handle || id === undefined) return false
      drag.current = { id, handle, fromY: event.clientY, hasMoved: false }
      // Capturing keeps the browser from making a link, an image or a tab of it.
      event.currentTarget.setPointerCapture?.(event.pointerId)
      event.preventDefault()
      return true
    },
    move({ clientY }: PointerEvent<HTMLElement>): void {
      const { current } = drag
      if (!current || (!current.hasMoved && Math.abs(clientY - current.fromY) < CLICK_PX)) return
      current.hasMoved = true
      scrollAtEdges(clientY)
      setDropLine(gapAt(clientY))
    },
    /** Drops the row here; without an event it stays where it was. */
    end(event?: PointerEvent<HTMLElement>): void {
      const { current } = drag
      drag.current = undefined
      setDropLine(undefined)
      if (current && event) drop(current, event.clientY)
    },
  }
}
