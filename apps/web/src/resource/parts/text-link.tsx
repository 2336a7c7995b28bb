import type { ReactNode } from 'react'
import styles from './text-link.module.css'

export interface TextLinkProps {
  /** Whole sentence for those who do not see which row it stands in. */
  readonly label: string
  readonly isDanger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An action of a row as a word. */
export function TextLink({ label, isDanger, onClick, children }: TextLinkProps) {
  return (
    <button
      type="button"
      className={styles.link}
      data-danger={isDanger || undefined}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
