import type { ReviewCell, ReviewStation } from '@natim/contract/mon/review'
import { type KeyboardEvent, useState } from 'react'

/** A cell by its row and column. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** Cells a decision applies to. */
export type ChosenCells = readonly { readonly station: ReviewStation; readonly cell: ReviewCell }[]

export interface MonthMatrixProps {
  readonly stations: readonly ReviewStation[]
  /** Cell of the day open beside the matrix. */
  readonly open: Place | undefined
  readonly onOpen: (place: Place) => void
  /** Space: marks them reviewed. */
  readonly onReview: (cells: ChosenCells) => void
  /** A: approves them. */
  readonly onApprove: (cells: ChosenCells) => void
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const isBetween = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)

/** Arrow keys move, Shift selects a block, Space and A decide on it, J and K go to the next and previous doubt. */
export function useMatrixKeys({ stations, open, onOpen, onReview, onApprove }: MonthMatrixProps) {
  const [focus, setFocus] = useState<Place>(open ?? { row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place>()
  const isInBlock = ({ row, column }: Place) =>
    anchor !== undefined && isBetween(row, anchor.row, focus.row) && isBetween(column, anchor.column, focus.column)
  const isChosen = (place: Place) =>
    anchor ? isInBlock(place) : place.row === focus.row && place.column === focus.column
  const chosen = (): ChosenCells =>
    stations.flatMap((station, row) =>
      station.cells.flatMap((cell, column) => (isChosen({ row, column }) ? [{ station, cell }] : [])),
    )

  function focusOn(place: Place, block?: Place): void {
    setAnchor(block)
    setFocus(place)
  }
  const goTo = (table: HTMLElement, place: Place, block?: Place): boolean => {
    const next = table.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`)
    if (!next) return false
    focusOn(place, block)
    next.focus()
    return true
  }

  /** Row by row. */
  function jump(table: HTMLElement, step: 1 | -1): void {
    const flat = stations.flatMap(({ cells }, row) => cells.map((cell, column) => ({ cell, row, column })))
    const at = flat.findIndex(({ row, column }) => row === focus.row && column === focus.column)
    const rest = step === 1 ? flat.slice(at + 1) : flat.slice(0, Math.max(0, at)).reverse()
    const next = rest.find(({ cell }) => cell.doubts > 0 && cell.state !== 'approved')
    if (next && goTo(table, next)) onOpen(next)
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const table = event.currentTarget.closest('table')
    if (!table || event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    const letter = event.key.toLowerCase()
    if (step) {
      const place = { row: focus.row + step[0], column: focus.column + step[1] }
      goTo(table, place, event.shiftKey ? (anchor ?? focus) : undefined)
    } else if (event.key === ' ') onReview(chosen())
    else if (letter === 'a') onApprove(chosen())
    else if (letter === 'j' || letter === 'k') jump(table, letter === 'j' ? 1 : -1)
    else if (event.key === 'Escape' && anchor) setAnchor(undefined)
    else return
    event.preventDefault()
  }

  return { focus, isInBlock, focusOn, handleKey }
}
