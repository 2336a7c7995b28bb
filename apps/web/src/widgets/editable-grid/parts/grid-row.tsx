import { memo } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { CELLS } from '../cells/index.ts'
import type { Range } from '../core/viewport.ts'
import styles from '../grid.module.css'
import { type CellMode, GridCell } from './grid-cell.tsx'
import type { GridLayout } from './grid-layout.ts'

interface GridRowProps {
  readonly layout: GridLayout
  readonly id: string
  readonly index: number
  /** Visible columns. */
  readonly first: number
  readonly end: number
}

/** One row: subscribes to its own record, and to its cell with pointer or focus. */
export const GridRow = memo(function GridRow({ layout, id, index, first, end }: GridRowProps) {
  const { grid, columns } = layout
  const [record, isSelected, focusKey, hoverKey] = useStore(
    grid.view,
    useShallow(({ grid: { records, indexOf, selectedIds }, active, hover }) => [
      records[indexOf.get(id) ?? -1],
      selectedIds.has(id),
      active?.id === id ? active.key : undefined,
      hover?.id === id ? hover.key : undefined,
    ]),
  )
  if (record === undefined) return null
  const { values, errors } = record
  const isFree = layout.isFree(values)
  const reloaded = layout.reloadedIds.get(id)
  const modeOf = (key: string): CellMode => {
    if (key === focusKey) return 'focus'
    return key === hoverKey && layout.isAlwaysEditing ? 'hover' : 'idle'
  }
  return (
    <>
      <FixedCells layout={layout} id={id} index={index} isSelected={isSelected} isFree={isFree} />
      <div className={styles.track}>
        {drawn(columns, { first, end }, focusKey).map((place) => {
          const column = columns[place]
          if (column === undefined) return null
          const { key } = column
          const isWide = CELLS[column.type].readsRow === true || column.source !== undefined
          return (
            <GridCell
              key={key}
              grid={grid}
              column={column}
              index={place}
              id={id}
              value={values[key]}
              row={isWide ? values : undefined}
              error={errors?.[key]}
              isDisabled={column.isDisabled || !isFree}
              mode={modeOf(key)}
              isReloaded={reloaded?.has(key) === true}
              left={layout.edges[place] ?? 0}
              width={(layout.edges[place + 1] ?? 0) - (layout.edges[place] ?? 0)}
            />
          )
        })}
      </div>
      {layout.expansion && layout.expandedIds.has(id) && (
        <div role="gridcell" className={styles.panel} style={{ top: layout.rowPx, height: layout.expansion.panelPx }}>
          {layout.expansion.draw(values)}
        </div>
      )}
    </>
  )
})

/** Columns to render: the visible ones, and the focused one. */
function drawn(columns: GridLayout['columns'], { first, end }: Range, focusKey: string | undefined): number[] {
  const places = Array.from({ length: end - first }, (_, n) => first + n)
  const focused = focusKey === undefined ? -1 : columns.findIndex(({ key }) => key === focusKey)
  if (focused >= 0 && (focused < first || focused >= end)) places.push(focused)
  return places
}

interface FixedCellsProps {
  readonly layout: GridLayout
  readonly id: string
  readonly index: number
  readonly isSelected: boolean
  readonly isFree: boolean
}

/** The fixed part: selection box, row number and handle. */
const FixedCells = memo(function FixedCells({ layout, id, index, isSelected, isFree }: FixedCellsProps) {
  const { grid, selection, hasNumbers, hasHandles, fixedPx } = layout
  const number = index + 1
  if (fixedPx === 0) return null
  return (
    <div className={styles.fixed} style={{ width: fixedPx }}>
      {selection && (
        <div role="gridcell" className={styles.checkCell}>
          <input
            type={selection}
            className={selection === 'radio' ? styles.radio : styles.box}
            aria-label={`选择第 ${number} 行`}
            tabIndex={-1}
            disabled={!isFree}
            checked={isSelected}
            onChange={() => grid.select([id], !isSelected)}
          />
        </div>
      )}
      {(hasHandles || hasNumbers || layout.expansion) && (
        <div role="gridcell" className={styles.handleCell}>
          {hasHandles && (
            <button
              type="button"
              className={styles.handle}
              data-handle
              aria-haspopup="menu"
              aria-label={`第 ${number} 行：拖动排序，点击打开菜单`}
              tabIndex={-1}
            />
          )}
          {layout.expansion && (
            <button
              type="button"
              className={styles.expander}
              aria-expanded={layout.expandedIds.has(id)}
              aria-label={`${layout.expandedIds.has(id) ? '收起' : '展开'}第 ${number} 行`}
              tabIndex={-1}
              onClick={() => layout.onExpand(id)}
            />
          )}
          {hasNumbers && <span className={styles.number}>{number}</span>}
        </div>
      )}
    </div>
  )
})
