import { Button, Tooltip } from 'antd'
import styles from './action-bar.module.css'

export interface ActionButtonProps {
  readonly label: string
  readonly hotkey: string
  readonly look?: 'primary' | 'danger' | 'plain' | undefined
  readonly isBusy: boolean
  /** Why it cannot be done now; undefined = it can. */
  readonly refusal: string | undefined
  readonly onClick: () => void
}

/** An action and its key; where the state forbids it, it stays in its place and says why. */
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
  // A disabled button hears no pointer: what stands around it tells the reason.
  return (
    <Tooltip title={refusal}>
      <span aria-description={refusal}>{button}</span>
    </Tooltip>
  )
}
