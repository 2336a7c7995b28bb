import { type KeyboardEvent, useState } from 'react'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Roving focus over a grid: arrow keys move it. Cells name their place as `data-place="row column"`. */
export function useGridKeys() {
  const [current, setCurrent] = useState<readonly [row: number, column: number]>([0, 0])
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = STEPS[event.key]
    const from = event.target.dataset['place']?.split(' ').map(Number)
    if (step === undefined || from === undefined) return
    const [row = 0, column = 0] = [0, 1].map((axis) => (from[axis] ?? 0) + (step[axis] ?? 0))
    const next = event.currentTarget.closest('table')?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)
    if (!next) return
    event.preventDefault()
    setCurrent([row, column])
    next.focus()
  }
  return { onKeyDown, isCurrent: (row: number, column: number) => current[0] === row && current[1] === column }
}
