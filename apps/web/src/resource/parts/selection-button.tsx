import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { REFUSAL_TRIGGERS } from './refusal-triggers.ts'
import styles from './toolbar.module.css'

export interface SelectionButtonProps {
  readonly icon: ReactNode
  readonly isDanger?: boolean
  readonly isLoading?: boolean
  /** Opens its own dialog. */
  readonly hasDialog?: boolean
  /** Why it is refused for the ticked rows (`useSelectionRefusal`). */
  readonly refusal?: string | undefined
  readonly onClick: () => void
  readonly children: ReactNode
}

/** An action on the ticked rows; where it would be refused, it shows the reason instead. */
export function SelectionButton(props: SelectionButtonProps) {
  const { icon, isDanger = false, isLoading = false, hasDialog, refusal, onClick, children } = props
  const isRefused = refusal !== undefined
  const button = (
    <Button
      type="link"
      size="small"
      className={styles.link}
      icon={icon}
      danger={isDanger}
      loading={isLoading}
      onClick={isRefused ? undefined : onClick}
      aria-disabled={isRefused || undefined}
      aria-haspopup={hasDialog ? 'dialog' : undefined}
    >
      {children}
    </Button>
  )
  if (!isRefused) return button
  return (
    <Tooltip title={refusal} trigger={REFUSAL_TRIGGERS}>
      {button}
    </Tooltip>
  )
}
