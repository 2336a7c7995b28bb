import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export interface PageHeadProps {
  readonly title: ReactNode
  /** «范围 · 总数 · 更新时间» of a list, or the opening sentence of a dashboard. */
  readonly meta?: ReactNode
  /** Buttons at the right, the primary one last. */
  readonly actions?: ReactNode
}

/** First line of every page: title, scope, actions (design §6). */
export function PageHead({ title, meta, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** Situation line 态势句: the finding in one sentence of plain Chinese, before any chart. */
export function Situation({ children }: { children: ReactNode }) {
  return <div className={styles.situation}>{children}</div>
}

/** Highlights names in a situation line. */
export function Attention({ children }: { children: ReactNode }) {
  return <strong className={styles.attention}>{children}</strong>
}
