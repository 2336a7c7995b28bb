import type { ReactNode } from 'react'
import styles from './kpi-strip.module.css'

export interface KpiProps {
  readonly caption: ReactNode
  /** The number as text, or several marked counts. */
  readonly value: ReactNode
  readonly unit?: string
  /** One line of explanation: parts, comparison, peak. */
  readonly note?: ReactNode
  readonly spark?: ReactNode
  /** The value is stale: grey, never silently frozen. */
  readonly isStale?: boolean
  /** Several counts side by side: takes about twice the width of one number. */
  readonly isWide?: boolean
  /** Makes the whole cell a link to the list behind the number. */
  readonly onOpen?: () => void
}

/** One cell of a {@link KpiStrip}. */
export function Kpi({ caption, value, unit, note, spark, isStale, isWide, onOpen }: KpiProps) {
  const body = (
    <>
      <span className={styles.caption}>{caption}</span>
      <span className={styles.line}>
        <span className={styles.value}>{value}</span>
        {unit && <span className={styles.unit}>{unit}</span>}
        {spark && <span className={styles.spark}>{spark}</span>}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </>
  )
  const look = { className: styles.kpi, 'data-stale': isStale || undefined, 'data-wide': isWide || undefined }
  if (!onOpen) return <div {...look}>{body}</div>
  return (
    <button type="button" {...look} onClick={onOpen}>
      {body}
    </button>
  )
}

/** One panel divided by hairlines, never separate cards (design §5). */
export function KpiStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.strip} aria-label={label}>
      {children}
    </section>
  )
}
