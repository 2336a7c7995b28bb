import { Button, Tooltip } from 'antd'
import styles from './action-bar.module.css'

export interface ActionButtonProps {
  readonly label: string
  readonly hotkey: string
  readonly look?: 'primary' | 'danger' | 'plain' | undefined
  readonly isBusy: boolean
  /** Why the action is unavailable; undefined = available. */
  readonly refusal: string | undefined
  readonly onClick: () => void
}

/** An action with its key; when the state forbids it, it stays in place and shows the reason. */
export function ActionButton({ label, hotkey, look, isBusy, refusal, onClick }: ActionButtonProps) {
  const button = (
    <Button
      type={look === 'primary' ? 'primary' : look === undefined ? 'default' : 'text'}
      danger={look === 'danger'}
      loading={isBusy}
      disabled={refusal !== undefined}
      aria-keyshortcuts={hotkey}
      onClick={onClick}
    >
      {label}
      <kbd className={styles.key} aria-hidden>
        {hotkey}
      </kbd>
    </Button>
  )
  if (refusal === undefined) return button
  // A disabled button gets no pointer events, so a wrapper shows the reason.
  return (
    <Tooltip title={refusal}>
      <span aria-description={refusal}>{button}</span>
    </Tooltip>
  )
}
