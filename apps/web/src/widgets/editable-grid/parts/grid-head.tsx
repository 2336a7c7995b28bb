import { memo } from 'react'
import { useStore } from 'zustand'
import { isNumeric } from '../core/column.ts'
import styles from '../grid.module.css'
import type { GridLayout } from './grid-layout.ts'

interface GridHeadProps {
  readonly layout: GridLayout
  readonly first: number
  readonly end: number
}

/** Column headings; at the left the checkbox that selects all selectable rows. */
export const GridHead = memo(function GridHead({ layout, first, end }: GridHeadProps) {
  const { columns, edges, fixedPx, hasNumbers, hasHandles, selection } = layout
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={styles.head}>
        {fixedPx > 0 && (
          <div className={styles.fixed} style={{ width: fixedPx }}>
            {selection && <HeadBox layout={layout} />}
            {(hasNumbers || hasHandles || layout.expansion) && (
              <div role="columnheader" className={styles.handleCell}>
                序
              </div>
            )}
          </div>
        )}
        <div className={styles.track}>
          {columns.slice(first, end).map((column, n) => {
            const left = edges[first + n] ?? 0
            return (
              <div
                key={column.key}
                role="columnheader"
                aria-colindex={first + n + 1}
                className={`${styles.headCell} ${isNumeric(column) ? styles.right : ''}`}
                style={{ left, width: (edges[first + n + 1] ?? 0) - left }}
                title={column.title}
              >
                {column.title}
                {column.isRequired && <span className={styles.star}>*</span>}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
})

/** None, some or all of the selectable rows (WG-179). */
function HeadBox({ layout: { grid, selection, isFree } }: { layout: GridLayout }) {
  const state = useStore(grid.view, (view) => {
    const { records, selectedIds } = view.grid
    if (selectedIds.size === 0) return 'none'
    return records.every(({ id, values }) => selectedIds.has(id) || !isFree(values)) ? 'all' : 'some'
  })
  if (selection === 'radio')
    return (
      <div role="columnheader" className={styles.checkCell}>
        选择
      </div>
    )
  const toggle = () => {
    if (state === 'all') grid.clearSelection()
    else
      grid.select(
        grid.state().records.map(({ id }) => id),
        true,
      )
  }
  return (
    <div role="columnheader" className={styles.checkCell}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label="全选"
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={toggle}
      />
    </div>
  )
}
