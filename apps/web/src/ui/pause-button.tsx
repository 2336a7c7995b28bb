import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'

export interface PauseButtonProps {
  readonly isPaused: boolean
  readonly onChange: (isPaused: boolean) => void
}

/** Holds live values still, to read them in peace; a pressed button says that they stand. */
export function PauseButton({ isPaused, onChange }: PauseButtonProps) {
  return (
    <Button
      icon={isPaused ? <PlayCircleOutlined /> : <PauseOutlined />}
      aria-pressed={isPaused}
      onClick={() => onChange(!isPaused)}
    >
      {isPaused ? '继续刷新' : '暂停刷新'}
    </Button>
  )
}
