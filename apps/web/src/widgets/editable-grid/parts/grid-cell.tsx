import { memo, Suspense, useLayoutEffect, useRef } from 'react'
import { CELLS } from '../cells/index.ts'
import type { Column } from '../core/column.ts'
import { isNumeric } from '../core/column.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'
import styles from '../grid.module.css'
import { focusInside } from './focus-inside.ts'

/** The control is mounted in the modes hover and focus. */
export type CellMode = 'idle' | 'hover' | 'focus'

interface GridCellProps {
  readonly grid: Grid
  readonly column: Column
  readonly index: number
  readonly id: string
  readonly value: unknown
  /** Only for cells that show more than their own value. */
  readonly row: GridValues | undefined
  readonly error: string | undefined
  readonly isDisabled: boolean
  readonly mode: CellMode
  readonly isReloaded: boolean
  readonly left: number
  readonly width: number
}

/** One cell. Re-renders only when its own value, message or mode changes. */
export const GridCell = memo(function GridCell(cell: GridCellProps) {
  const { column, index, error, mode, left, width, isReloaded } = cell
  const messageId = `${cell.id}-${column.key}-error`
  const kinds = [styles.cell, isNumeric(column) && styles.right, isReloaded && styles.reloaded]
  return (
    <div
      role="gridcell"
      aria-colindex={index + 1}
      aria-describedby={error === undefined ? undefined : messageId}
      data-key={column.key}
      data-mode={mode}
      tabIndex={-1}
      className={kinds.filter(Boolean).join(' ')}
      style={{ left, width }}
    >
      <CellContent {...cell} />
      {error !== undefined && (
        <span id={messageId} className={styles.message} title={error}>
          {error}
        </span>
      )}
    </div>
  )
})

function CellContent(cell: GridCellProps) {
  const { column, value, row, isDisabled, error, mode } = cell
  const { View, Edit } = CELLS[column.type]
  const view = { column, value, row, isDisabled, isInvalid: error !== undefined }
  const idle = View(view)
  if (mode === 'idle' || isDisabled || Edit === undefined)
    return (
      <>
        {idle}
        {mode === 'focus' && <FocusMark />}
      </>
    )
  return (
    <Suspense fallback={idle}>
      <LiveCell {...cell} />
    </Suspense>
  )
}

/** The control. It takes the focus when reached by keyboard. */
function LiveCell({ grid, column, id, value, row, isDisabled, error, mode }: GridCellProps) {
  const { Edit } = CELLS[column.type]
  const marker = useFocus(mode === 'focus')
  const { key, title } = column
  return (
    <>
      <span ref={marker} hidden />
      {Edit && (
        <Edit
          column={column}
          value={value}
          row={row}
          label={title}
          isDisabled={isDisabled}
          isInvalid={error !== undefined}
          onChange={(next) => grid.write(id, key, next)}
          onInterim={(next) => grid.patch(id, { [key]: next })}
          onFill={(values) => grid.fill(id, values)}
        />
      )}
    </>
  )
}

/** Focuses a cell without a control. */
function FocusMark() {
  return <span ref={useFocus(true)} hidden />
}

function useFocus(isWanted: boolean) {
  const marker = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const cell = marker.current?.parentElement
    if (isWanted && cell) focusInside(cell)
  }, [isWanted])
  return marker
}
