import { InboxOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  /** One short statement: `暂无数据`. */
  readonly title?: string
  /** One sentence that suggests what to try. */
  readonly hint?: string
  /** The next step as a button. */
  readonly action?: ReactNode
  /** Line icon, 26 px. */
  readonly icon?: ReactNode
}

/** Nothing to show: icon, one sentence, next step (design §7). */
export function EmptyState({ title = '暂无数据', hint, action, icon = <InboxOutlined /> }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
