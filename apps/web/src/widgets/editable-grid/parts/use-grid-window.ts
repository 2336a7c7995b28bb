import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createGeometry, rowsInSight } from '../core/geometry.ts'
import { assignSlots, columnsInSight, scrollToShow } from '../core/viewport.ts'
import type { GridLayout } from './grid-layout.ts'
import type { Viewport } from './use-viewport.ts'

export const HEAD_PX = 40
const FOOT_PX = 44

/** One rendered row. */
interface DrawnRow {
  readonly index: number
  readonly id: string
  /** The element that renders it; see {@link assignSlots}. */
  readonly slot: number
}

/** The outer pane, and the layer in it that contains the rows. */
export interface Panes {
  readonly pane: RefObject<HTMLElement | null>
  readonly layer: RefObject<HTMLElement | null>
}

/** Rows keep their position in the layer for this many px of scrolling, so that painted rows are only moved. */
const ORIGIN_STEP_PX = 4_000

/**
 * The rendered rows and columns with their positions. Changes when the grid has scrolled far enough or rows are added,
 * removed or moved, not when a value changes.
 */
export function useGridWindow(layout: GridLayout, view: Viewport, { pane, layer }: Panes) {
  const { grid, columns, edges, rowPx, fixedPx } = layout
  const indexOf = useStore(grid.view, (state) => state.grid.indexOf)
  const activeId = useStore(grid.view, (state) => state.active?.id)
  const footPx = columns.some(({ statistics = [] }) => statistics.length > 0) ? FOOT_PX : 0
  const rowsPx = Math.max(0, view.height - HEAD_PX - footPx)
  const geometry = useGeometry(layout, indexOf)
  const { topOf } = geometry
  const rows = rowsInSight(view.top, rowsPx, geometry, indexOf.size)
  const originTop = Math.floor(topOf(rows.first) / ORIGIN_STEP_PX) * ORIGIN_STEP_PX

  const { follow, show, top, left, width } = view
  useLayoutEffect(() => {
    const place = (scrollTop: number, scrollLeft: number) => {
      const shiftX = `${-scrollLeft}px`
      layer.current?.style.setProperty('transform', `translateY(${originTop - scrollTop}px)`)
      // Every cell inherits it, so it is written only on change.
      if (pane.current?.style.getPropertyValue('--shift-x') !== shiftX)
        pane.current?.style.setProperty('--shift-x', shiftX)
    }
    follow(place)
    place(top, left)
  }, [follow, pane, layer, originTop, top, left])

  const showCell = useCallback(
    (row: number, column: number) =>
      show(
        scrollToShow(top, rowsPx, topOf(row), topOf(row) + rowPx),
        scrollToShow(left, width - fixedPx, edges[column] ?? 0, edges[column + 1] ?? 0),
      ),
    [show, top, left, width, rowsPx, topOf, rowPx, fixedPx, edges],
  )

  const activeIndex = activeId === undefined ? undefined : indexOf.get(activeId)
  const drawn = useDrawnRows(rows.first, rows.end, activeIndex)
  const { records } = grid.state()
  return {
    rows: drawn.map(([index, slot]): DrawnRow => ({ index, slot, id: records[index]?.id ?? '' })),
    range: rows,
    columns: columnsInSight(left, width - fixedPx, edges),
    geometry,
    originTop,
    footPx,
    pageRows: Math.max(1, Math.floor(rowsPx / rowPx)),
    rowCount: indexOf.size,
    showCell,
    isActive: activeId !== undefined,
  }
}

function useGeometry({ expandedIds, expansion, rowPx }: GridLayout, indexOf: ReadonlyMap<string, number>) {
  return useMemo(() => {
    const expanded = [...expandedIds].map((id) => indexOf.get(id) ?? -1).filter((index) => index >= 0)
    return createGeometry(
      indexOf.size,
      rowPx,
      expanded.toSorted((a, b) => a - b),
      expansion?.panelPx ?? 0,
    )
  }, [indexOf, expandedIds, expansion, rowPx])
}

/** Visible rows, and the focused one, each with its slot. */
function useDrawnRows(first: number, end: number, active: number | undefined): readonly (readonly [number, number])[] {
  const [held, setHeld] = useState<{ name: string; slots: ReadonlyMap<number, number> }>({ name: '', slots: new Map() })
  const name = `${first} ${end} ${active}`
  if (held.name === name) return [...held.slots]
  const wanted = Array.from({ length: end - first }, (_, n) => first + n)
  if (active !== undefined && (active < first || active >= end)) wanted.push(active)
  const slots = assignSlots(held.slots, wanted)
  setHeld({ name, slots })
  return [...slots]
}
