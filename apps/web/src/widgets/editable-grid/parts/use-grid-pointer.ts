import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Geometry } from '../core/geometry.ts'
import { cellAt, rowAt } from './cell-at.ts'
import type { GridLayout } from './grid-layout.ts'

interface PointerOptions {
  readonly layout: GridLayout
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly onMenu: (id: string, handle: HTMLElement) => void
  readonly onInsertBelow: (id: string) => void
}

/** So long after a scroll nothing is mounted under the pointer: cells pass below it, ms. */
const SCROLL_REST_MS = 120
/** A handle that moved less was clicked, px. */
const CLICK_PX = 4

interface Drag {
  readonly id: string
  readonly handle: HTMLElement
  readonly fromY: number
  hasMoved: boolean
}

/** Pointer of the grid: controls mount under it, blocks are drawn with it, rows are dragged by their handles. */
export function useGridPointer({ layout, scroller, geometry, onMenu, onInsertBelow }: PointerOptions) {
  const { grid, rowPx } = layout
  const scrolledAt = useRef(0)
  const drag = useRef<Drag>(undefined)
  const marking = useRef(false)
  const [dropLine, setDropLine] = useState<number>()

  useEffect(() => {
    const element = scroller.current
    const note = () => {
      scrolledAt.current = performance.now()
      grid.hover(undefined)
    }
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [grid, scroller])

  /** Position between rows at a height of the window, 0 … number of rows. */
  function gapAt(clientY: number): number {
    const element = scroller.current
    const firstRow = element?.querySelector<HTMLElement>('[data-id]')
    if (!element || !firstRow) return 0
    const { top } = firstRow.getBoundingClientRect()
    const offset = clientY - top + geometry.topOf(grid.state().indexOf.get(firstRow.dataset['id'] ?? '') ?? 0)
    return geometry.indexAt(Math.max(0, offset + rowPx / 2))
  }

  function dragHandle(event: PointerEvent<HTMLElement>, current: Drag): void {
    if (!current.hasMoved && Math.abs(event.clientY - current.fromY) < CLICK_PX) return
    current.hasMoved = true
    const box = scroller.current?.getBoundingClientRect()
    if (box && event.clientY > box.bottom - rowPx / 2) scroller.current?.scrollBy({ top: rowPx / 4 })
    if (box && event.clientY < box.top + rowPx) scroller.current?.scrollBy({ top: -rowPx / 4 })
    setDropLine(gapAt(event.clientY))
  }

  function drop(event: PointerEvent<HTMLElement>, { id, handle, hasMoved }: Drag): void {
    setDropLine(undefined)
    if (!hasMoved) {
      onMenu(id, handle)
      return
    }
    const from = grid.state().indexOf.get(id) ?? 0
    const gap = gapAt(event.clientY)
    grid.move(id, gap > from ? gap - 1 : gap)
  }

  return {
    dropLine,
    handlers: {
      onPointerOver: (event: PointerEvent<HTMLElement>) => {
        if (event.buttons !== 0 && event.pointerType === 'mouse') return
        if (performance.now() - scrolledAt.current > SCROLL_REST_MS) grid.hover(cellAt(event.target))
      },
      onPointerLeave: () => grid.hover(undefined),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { target } = event
        if (event.button !== 0 || !event.currentTarget.contains(target as Node)) return
        const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null
        const id = rowAt(target)
        if (handle && id !== undefined) {
          drag.current = { id, handle, fromY: event.clientY, hasMoved: false }
          // Capturing keeps the browser from making a link, an image or a tab of it.
          event.currentTarget.setPointerCapture?.(event.pointerId)
          event.preventDefault()
          return
        }
        const cell = cellAt(target)
        if (!cell) return
        marking.current = event.pointerType === 'mouse'
        if (event.shiftKey) event.preventDefault()
        grid.activate(cell, event.shiftKey)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag.current) dragHandle(event, drag.current)
        if (!marking.current || event.buttons !== 1) return
        const cell = cellAt(event.target)
        const { active, head } = grid.view.getState()
        if (!cell || !active || (head ?? active) === cell) return
        if (cell.id === (head ?? active).id && cell.key === (head ?? active).key) return
        window.getSelection()?.removeAllRanges()
        grid.activate(cell, true)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        marking.current = false
        if (drag.current) drop(event, drag.current)
        drag.current = undefined
      },
      onPointerCancel: () => {
        marking.current = false
        drag.current = undefined
        setDropLine(undefined)
      },
      onDoubleClick: (event: React.MouseEvent<HTMLElement>) => {
        const id = rowAt(event.target)
        const isHandle = event.target instanceof Element && event.target.closest('[data-handle]') !== null
        if (isHandle && id !== undefined) onInsertBelow(id)
      },
    },
  }
}
