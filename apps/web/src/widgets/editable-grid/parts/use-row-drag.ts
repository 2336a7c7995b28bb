import { type PointerEvent, useRef, useState } from 'react'
import { rowAt } from './cell-at.ts'
import { createRowPlace, type RowPlaceOptions } from './row-place.ts'

/** A smaller movement of a handle is a click, px. */
const CLICK_PX = 4

interface Drag {
  readonly id: string
  readonly handle: HTMLElement
  readonly fromY: number
  hasMoved: boolean
}

interface RowDragOptions extends RowPlaceOptions {
  /** Called when a handle is clicked. */
  readonly onMenu: (id: string, handle: HTMLElement) => void
}

export const handleAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null

/** Dragging rows by their handles (WG-176). `dropLine`: the target gap, 0 … number of rows. */
export function useRowDrag({ onMenu, ...options }: RowDragOptions) {
  const { grid } = options.layout
  const drag = useRef<Drag>(undefined)
  const [dropLine, setDropLine] = useState<number>()

  const place = createRowPlace(options)

  function drop({ id, handle, hasMoved }: Drag, clientY: number): void {
    if (!hasMoved) {
      onMenu(id, handle)
      return
    }
    const from = grid.state().indexOf.get(id) ?? 0
    const gap = place.indexAt(clientY, 0.5)
    grid.move(id, gap > from ? gap - 1 : gap)
  }

  return {
    dropLine,
    /** Returns whether the event started a drag. */
    start(event: PointerEvent<HTMLElement>): boolean {
      const handle = handleAt(event.target)
      const id = rowAt(event.target)
      if (!handle || id === undefined) return false
      drag.current = { id, handle, fromY: event.clientY, hasMoved: false }
      // Pointer capture keeps the browser from dragging a link or image.
      event.currentTarget.setPointerCapture?.(event.pointerId)
      event.preventDefault()
      // Otherwise a blur would close the control's pop-up later.
      grid.activate(undefined)
      return true
    },
    move({ clientY }: PointerEvent<HTMLElement>): void {
      const { current } = drag
      if (!current || (!current.hasMoved && Math.abs(clientY - current.fromY) < CLICK_PX)) return
      current.hasMoved = true
      place.scrollAtEdges(clientY)
      setDropLine(place.indexAt(clientY, 0.5))
    },
    /** Drops the row here; without an event it stays in place. */
    end(event?: PointerEvent<HTMLElement>): void {
      const { current } = drag
      drag.current = undefined
      setDropLine(undefined)
      if (current && event) drop(current, event.clientY)
    },
  }
}
