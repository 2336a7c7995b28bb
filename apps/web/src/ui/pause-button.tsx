import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { PlainButton } from './plain/plain-button.tsx'

export interface PauseButtonProps {
  readonly isPaused: boolean
  readonly onChange: (isPaused: boolean) => void
  /** Icon only, where a phone has no room for the text. */
  readonly isCompact?: boolean
}

/** Freezes live values for reading; shown as pressed while frozen. */
export function PauseButton({ isPaused, onChange, isCompact = false }: PauseButtonProps) {
  const text = isPaused ? '继续刷新' : '暂停刷新'
  return (
    <PlainButton
      icon={isPaused ? <PlayCircleOutlined /> : <PauseOutlined />}
      aria-pressed={isPaused}
      aria-label={text}
      onClick={() => onChange(!isPaused)}
    >
      {!isCompact && text}
    </PlainButton>
  )
}
