import { type ReactNode, useId } from 'react'
import { ErrorBar, type ErrorBarProps } from './error-state.tsx'
import styles from './panel.module.css'

export interface PanelProps {
  readonly title?: ReactNode
  /** Scope, unit and time of the content; tertiary, beside the title. */
  readonly meta?: ReactNode
  /** Text links or small controls at the right of the head; at most one primary button per panel. */
  readonly actions?: ReactNode
  /** Body without padding, divided from the head by a hairline: tables and lists. */
  readonly isFlush?: boolean
  /** Keeps the old content and shows a 2 px progress bar along the top edge. */
  readonly isReloading?: boolean
  /** Loading failed: the bar gives the reason; old content stays below, dimmed and dated. */
  readonly error?: ErrorBarProps
  /** Time of the old content as text: `10:31:40`. */
  readonly dataAsOf?: string
  readonly level?: 2 | 3
  readonly className?: string
  readonly children?: ReactNode
}

/** The hairline box around all page content (design §5). State changes never shift its layout. */
export function Panel(props: PanelProps) {
  const { title, meta, actions, isFlush, isReloading, error, dataAsOf, level = 2, className, children } = props
  const titleId = useId()
  const Heading = `h${level}` as const
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section
      className={[styles.panel, className].filter(Boolean).join(' ')}
      aria-labelledby={title === undefined ? undefined : titleId}
      aria-busy={isReloading || undefined}
    >
      {isReloading && <span className={styles.progress} aria-hidden />}
      {hasHead && (
        <header className={styles.head} data-flush={isFlush || undefined}>
          {title !== undefined && (
            <Heading className={styles.title} id={titleId}>
              {title}
            </Heading>
          )}
          {meta !== undefined && <span className={styles.meta}>{meta}</span>}
          {actions !== undefined && <span className={styles.actions}>{actions}</span>}
        </header>
      )}
      {error && <ErrorBar {...error} />}
      <div className={isFlush ? styles.bodyFlush : styles.body} data-headless={!hasHead || undefined}>
        <div className={error ? styles.oldContent : styles.content}>{children}</div>
        {dataAsOf && <p className={styles.asOf}>数据截至 {dataAsOf}</p>}
      </div>
    </section>
  )
}
