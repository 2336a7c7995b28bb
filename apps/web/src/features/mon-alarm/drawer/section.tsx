import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

export interface SectionProps {
  readonly title: string
  readonly meta?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A block of the record, separated from the next by a hairline. */
export function Section({ title, meta, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {meta !== undefined && <span className="t-caption">{meta}</span>}
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </header>
      {children}
    </section>
  )
}
