import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './plain.module.css'

/** The same look for a link that leads on; `data-primary` for the one that most will take. */
export const PLAIN_BUTTON = styles.button

export interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isPrimary?: boolean
  /** Text alone, in the colour of links. */
  readonly isLink?: boolean
  readonly icon?: ReactNode
  /** Underway: it keeps the focus, turns, and takes no click. */
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
