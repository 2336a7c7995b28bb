import { Bar, Outline, times } from '../skeleton.tsx'
import { barWidth } from './bar-width.ts'
import { CardOutlines } from './card-outlines.tsx'
import styles from './list-outline.module.css'

/** More than fits a tall window; the rest is cut off. */
const ROWS = 30
const FIELDS = 3
const BUTTONS = [72, 72, 96] as const
const COLUMNS = ['14%', '18%', '12%', '16%', '10%', '9%'] as const

/** Skeleton of a list page while its code loads: head, filters, table, pager; on a phone field and cards. */
export function ListOutline({ hasTree = false }: { readonly hasTree?: boolean }) {
  return (
    <Outline className={styles.page}>
      <div className={styles.head}>
        <Bar width={88} height={18} />
        <Bar width={168} />
        <span className="push" />
        {BUTTONS.map((width, index) => (
          <span key={index} className={styles.button} style={{ width }} />
        ))}
      </div>
      <div className={styles.panes}>
        {hasTree && <TreeOutline />}
        <div className={styles.panel}>
          <div className={styles.filters}>
            {times(FIELDS, (index) => (
              <span key={index} className={styles.field} />
            ))}
            <span className="push" />
            <span className={styles.button} />
            <span className={styles.button} />
          </div>
          <div className={styles.bar}>
            <Bar width={96} height={10} />
            <Bar width={120} height={14} />
          </div>
          <div className={styles.table}>
            {times(ROWS, (row) => (
              <div key={row} className={row === 0 ? styles.headRow : styles.row}>
                <Bar width={16} height={16} />
                {COLUMNS.map((width, column) => (
                  <span key={column} style={{ width }}>
                    <Bar width={row === 0 ? '40%' : barWidth(row, column)} height={row === 0 ? 10 : 12} />
                  </span>
                ))}
              </div>
            ))}
          </div>
          <CardOutlines />
          <div className={styles.pager}>
            <Bar width={112} />
            <Bar width={184} height={24} />
          </div>
        </div>
      </div>
    </Outline>
  )
}

function TreeOutline() {
  return (
    <div className={styles.tree}>
      <span className={styles.field} />
      {times(ROWS, (row) => (
        <div key={row} className={styles.node} data-level={Math.min(row, 2)}>
          <Bar width="56%" />
          <Bar width={20} height={10} />
        </div>
      ))}
    </div>
  )
}
