import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStatistics } from '../core/statistics.ts'
import styles from '../grid.module.css'
import type { GridLayout } from './grid-layout.ts'

/** 合计 and 平均 of number columns, pinned below the rows. */
export function StatisticsRow({ layout, heightPx }: { layout: GridLayout; heightPx: number }) {
  const { grid, columns, edges, fixedPx } = layout
  const records = useStore(grid.view, (view) => view.grid.records)
  const statistics = useMemo(() => createStatistics(columns), [columns])
  const texts = useMemo(() => statistics.read(records), [statistics, records])
  return (
    <div role="rowgroup" className={styles.foot} style={{ height: heightPx }}>
      <div role="row" className={styles.footRow}>
        {fixedPx > 0 && (
          <div role="gridcell" className={styles.fixed} style={{ width: fixedPx }}>
            <span className={styles.footTitle}>统计</span>
          </div>
        )}
        <div className={styles.track}>
          {columns.map(({ key }, place) => {
            const found = texts.get(key)
            if (!found) return null
            const left = edges[place] ?? 0
            return (
              <div
                key={key}
                role="gridcell"
                aria-colindex={place + 1}
                className={`${styles.footCell} ${styles.right}`}
                style={{ left, width: (edges[place + 1] ?? 0) - left }}
              >
                {found.sum !== undefined && <span>合计 {found.sum}</span>}
                {found.average !== undefined && <span>平均 {found.average}</span>}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
