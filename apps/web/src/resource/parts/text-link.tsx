import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { REFUSAL_TRIGGERS } from './refusal-triggers.ts'
import styles from './text-link.module.css'

export interface TextLinkProps {
  /** Full accessible label, for users who do not see the row. */
  readonly label: string
  readonly isDanger?: boolean
  /** Why it cannot be done: the link stays in place, disabled, and shows the reason. */
  readonly refusal?: string | undefined
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A row action as a text link. */
export function TextLink({ label, isDanger, refusal, onClick, children }: TextLinkProps) {
  const isRefused = refusal !== undefined
  const link = (
    <button
      type="button"
      className={styles.link}
      data-danger={isDanger || undefined}
      aria-label={label}
      aria-disabled={isRefused || undefined}
      onClick={isRefused ? undefined : onClick}
    >
      {children}
    </button>
  )
  if (!isRefused) return link
  return (
    <Tooltip title={refusal} trigger={REFUSAL_TRIGGERS}>
      {link}
    </Tooltip>
  )
}
