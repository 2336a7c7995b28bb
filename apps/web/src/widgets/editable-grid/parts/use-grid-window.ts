import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createGeometry, rowsInSight } from '../core/geometry.ts'
import { assignSlots, columnsInSight, scrollToShow } from '../core/viewport.ts'
import type { GridLayout } from './grid-layout.ts'
import type { ScrolledViewport } from './use-viewport.ts'

export const HEAD_PX = 40
const FOOT_PX = 44

/** One drawn row. */
interface DrawnRow {
  readonly index: number
  readonly id: string
  /** Which element draws it; see {@link assignSlots}. */
  readonly slot: number
}

/**
 * Which rows and columns are drawn, and where. It is another answer when the grid is scrolled far enough or rows come,
 * go or move, not when a value changes.
 */
export function useGridWindow(layout: GridLayout, view: ScrolledViewport, pane: RefObject<HTMLElement | null>) {
  const { grid, columns, edges, rowPx, fixedPx } = layout
  const indexOf = useStore(grid.view, (state) => state.grid.indexOf)
  const activeId = useStore(grid.view, (state) => state.active?.id)
  const footPx = columns.some(({ statistics = [] }) => statistics.length > 0) ? FOOT_PX : 0
  const rowsPx = Math.max(0, view.height - HEAD_PX - footPx)
  const geometry = useGeometry(layout, indexOf)
  const { topOf } = geometry
  const rows = rowsInSight(view.top, rowsPx, geometry, indexOf.size)
  const firstTop = topOf(rows.first)

  const { follow, show, top, left, width } = view
  useLayoutEffect(() => {
    const place = (scrollTop: number, scrollLeft: number) => {
      pane.current?.style.setProperty('--shift-y', `${firstTop - scrollTop}px`)
      pane.current?.style.setProperty('--shift-x', `${-scrollLeft}px`)
    }
    follow(place)
    place(top, left)
  }, [follow, pane, firstTop, top, left])

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
    firstTop,
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

/** Rows in sight, and the one that holds the focus wherever it is, each with its place among the elements. */
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
