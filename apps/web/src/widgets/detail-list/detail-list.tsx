import { DETAIL_COLUMNS } from '@natim/contract/constants'
import type { ReactNode } from 'react'
import styles from './detail-list.module.css'

export interface DetailItem {
  readonly term: string
  /** Empty content is shown as a dash. */
  readonly content: ReactNode
}

export interface DetailListProps {
  readonly items: readonly DetailItem[]
  readonly title?: string
  /** 1 to 4; fewer on a narrow screen: 2 below 768 px, 1 below 576. */
  readonly columns?: number
  readonly size?: 'small' | 'middle' | 'large'
}

const isNothing = (content: ReactNode) => content === null || content === undefined || content === ''

/** Terms and their content, in columns (WG-21). */
export function DetailList({ items, title, columns = DETAIL_COLUMNS.default, size = 'middle' }: DetailListProps) {
  const count = Math.min(DETAIL_COLUMNS.max, Math.max(DETAIL_COLUMNS.min, columns))
  return (
    <section aria-label={title}>
      {title !== undefined && <h3 className={`t-panel ${styles.title}`}>{title}</h3>}
      <dl className={styles.list} data-size={size} style={{ '--columns': count }}>
        {items.map(({ term, content }) => (
          <div key={term} className={styles.item}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.content}>{isNothing(content) ? <span className="t-tertiary">—</span> : content}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
