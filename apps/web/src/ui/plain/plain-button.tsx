import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './plain.module.css'

/** Same look for a link; `data-primary` for the primary one. */
export const PLAIN_BUTTON = styles.button

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isPrimary?: boolean
  /** Text only, in link colour. */
  readonly isLink?: boolean
  readonly icon?: ReactNode
  /** In progress: keeps the focus, shows a spinner, ignores clicks. */
  readonly isBusy?: boolean
}

export function PlainButton({
  isPrimary = false,
  isLink = false,
  icon,
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
      data-link={isLink}
      aria-busy={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy && <span className={styles.turning} aria-hidden />}
      {icon}
      {children}
    </button>
  )
}
