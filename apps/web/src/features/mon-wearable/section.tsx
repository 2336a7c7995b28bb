import type { ReactNode } from 'react'
import styles from './drawer.module.css'

export function Section({
  title,
  meta,
  children,
}: {
  readonly title: string
  readonly meta?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h3>{title}</h3>
        {meta !== undefined && <span>{meta}</span>}
      </header>
      {children}
    </section>
  )
}
