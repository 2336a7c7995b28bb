import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Grid } from '../core/grid-store.ts'
import { cellAt, rowAt } from './cell-at.ts'
import type { RowPlaceOptions } from './row-place.ts'
import { useFillHandle } from './use-fill-handle.ts'
import { handleAt, useRowDrag } from './use-row-drag.ts'

interface PointerOptions extends RowPlaceOptions {
  readonly onMenu: (id: string, handle: HTMLElement) => void
  readonly onInsertBelow: (id: string) => void
}

/** For this long after a scroll nothing is mounted under the pointer, as cells pass below it, ms. */
const SCROLL_REST_MS = 120

/** Mounts the control under the pointer, unless it only passes by. */
function useHover(grid: Grid, scroller: PointerOptions['scroller']) {
  const scrolledAt = useRef(0)
  useEffect(() => {
    const element = scroller.current
    const note = () => {
      scrolledAt.current = performance.now()
      grid.hover(undefined)
    }
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [grid, scroller])
  return {
    onPointerOver: (event: PointerEvent<HTMLElement>) => {
      if (event.buttons !== 0 && event.pointerType === 'mouse') return
      if (performance.now() - scrolledAt.current > SCROLL_REST_MS) grid.hover(cellAt(event.target))
    },
    onPointerLeave: () => grid.hover(undefined),
  }
}

/** A click focuses a cell; dragging selects a block from it. */
function useMarking(grid: Grid) {
  const isMarking = useRef(false)
  return {
    start(event: PointerEvent<HTMLElement>): void {
      const cell = cellAt(event.target)
      if (!cell) return
      isMarking.current = event.pointerType === 'mouse'
      if (event.shiftKey) event.preventDefault()
      grid.activate(cell, event.shiftKey)
    },
    move(event: PointerEvent<HTMLElement>): void {
      if (!isMarking.current || event.buttons !== 1) return
      const cell = cellAt(event.target)
      const { active, head = active } = grid.view.getState()
      if (!cell || !head || (cell.id === head.id && cell.key === head.key)) return
      window.getSelection()?.removeAllRanges()
      grid.activate(cell, true)
    },
    end(): void {
      isMarking.current = false
    },
  }
}

/** Pointer handling of the grid: mounts controls under it, selects blocks, drags rows by their handles. */
export function useGridPointer({ layout, scroller, geometry, onMenu, onInsertBelow }: PointerOptions) {
  const { grid } = layout
  const hover = useHover(grid, scroller)
  const marking = useMarking(grid)
  const drag = useRowDrag({ layout, scroller, geometry, onMenu })
  const fill = useFillHandle({ layout, scroller, geometry })
  return {
    dropLine: drag.dropLine,
    fillEnd: fill.fillEnd,
    handlers: {
      ...hover,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !event.currentTarget.contains(event.target)) return
        if (!drag.start(event) && !fill.start(event)) marking.start(event)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        drag.move(event)
        fill.move(event)
        marking.move(event)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        marking.end()
        drag.end(event)
        fill.end(event)
      },
      onPointerCancel: () => {
        marking.end()
        drag.end()
        fill.end()
      },
      onDoubleClick: ({ target }: MouseEvent<HTMLElement>) => {
        const id = rowAt(target)
        if (handleAt(target) && id !== undefined) onInsertBelow(id)
      },
    },
  }
}
