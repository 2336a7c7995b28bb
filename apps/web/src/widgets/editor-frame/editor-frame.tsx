import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './editor-frame.module.css'

export interface EditorFrameProps {
  /** Controls at the left of the bar. */
  readonly bar: ReactNode
  readonly children: ReactNode
  /** Name of the text, for the bar. */
  readonly label: string
  /** Total height in px; without it the frame grows with its text. */
  readonly heightPx?: number | undefined
  readonly disabled?: boolean
  readonly canFillScreen?: boolean
  readonly onBlur?: (() => void) | undefined
}

/** Bar and body of an editor, in the page or full screen; Esc leaves full screen and closes nothing else. */
export function EditorFrame({
  bar,
  children,
  label,
  heightPx,
  disabled = false,
  canFillScreen = true,
  onBlur,
}: EditorFrameProps) {
  const [isFull, setIsFull] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFull) return
    const leave = (event: KeyboardEvent) => {
      const { target, key } = event
      // A dialog opened by the editor handles its own Esc; one around the editor must not see ours.
      const isOurs = target === document.body || (target instanceof Node && frame.current?.contains(target) === true)
      if (key !== 'Escape' || !isOurs) return
      event.stopPropagation()
      setIsFull(false)
    }
    document.addEventListener('keydown', leave, true)
    return () => document.removeEventListener('keydown', leave, true)
  }, [isFull])
  const name = isFull ? '退出全屏（Esc）' : '全屏'
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-full={isFull}
      data-disabled={disabled}
      style={isFull || heightPx === undefined ? undefined : { height: heightPx }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
      }}
    >
      <div className={styles.bar} role="toolbar" aria-label={`${label}工具栏`}>
        {bar}
        {canFillScreen && (
          <Tooltip title={name}>
            <Button
              type="text"
              size="small"
              className={styles.full}
              icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
              aria-label={name}
              onClick={() => setIsFull(!isFull)}
            />
          </Tooltip>
        )}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}
