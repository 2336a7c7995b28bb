import type { ButtonHTMLAttributes } from 'react'
import styles from './plain.module.css'

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isPrimary?: boolean
  /** Underway: it keeps the focus, turns, and takes no click. */
  readonly isBusy?: boolean
}

export function PlainButton({
  isPrimary = false,
  isBusy = false,
  className,
  onClick,
  children,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].filter(Boolean).join(' ')}
      data-primary={isPrimary}
      aria-busy={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy && <span className={styles.turning} aria-hidden />}
      {children}
    </button>
  )
}
