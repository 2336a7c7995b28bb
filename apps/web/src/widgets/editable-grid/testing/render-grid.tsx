import { act } from '@testing-library/react'
import { createRef } from 'react'
import { renderPage } from '@/testing/render-page.tsx'
import type { EditableColumn } from '../core/column.ts'
import type { GridHandle } from '../core/grid-handle.ts'
import { EditableGrid } from '../editable-grid.tsx'
import type { EditableGridProps } from '../editable-grid-props.ts'

/** Renders a grid in a page, with helpers. */
export function renderGrid(
  columns: readonly EditableColumn[],
  rows: EditableGridProps['rows'],
  props: Partial<EditableGridProps> = {},
) {
  const ref = createRef<GridHandle>()
  const draw = (more: Partial<EditableGridProps> = {}) => (
    <EditableGrid ref={ref} columns={columns} rows={rows} {...props} {...more} />
  )
  const page = renderPage(draw())
  const element = (selector: string): HTMLElement => {
    const found = page.container.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`nothing is ${selector}`)
    return found
  }
  return {
    ...page,
    draw,
    grid: (): GridHandle => {
      if (!ref.current) throw new Error('the grid is not mounted')
      return ref.current
    },
    /** Runs an action with the handle inside act. */
    run: (action: (grid: GridHandle) => void): void =>
      act(() => {
        if (ref.current) action(ref.current)
      }),
    /** The cell of a column, in the first row by default. */
    cell: (key: string, id = '1') => element(`[data-id="${id}"] [data-key="${key}"]`),
    row: (id: string) => element(`[data-id="${id}"]`),
    element,
    ids: () => [...page.container.querySelectorAll<HTMLElement>('[data-id]')].map((row) => row.dataset['id']),
  }
}
