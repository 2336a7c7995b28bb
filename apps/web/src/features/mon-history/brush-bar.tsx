import { CloseOutlined, MessageOutlined, ZoomInOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { IconButton } from '@/ui/icon-button.tsx'
import { Can } from '@/widgets/can/can.tsx'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { fullRangeText } from '@/widgets/history/history-text.ts'
import type { MarkChannel } from '@/widgets/sample-marks/mark-form.tsx'
import { BrushActions } from './brush-actions.tsx'
import styles from './history-page.module.css'

interface BrushBarProps {
  readonly range: TimeRange
  readonly channels: readonly MarkChannel[]
  readonly onNote: () => void
  readonly onZoom: () => void
  readonly onClose: () => void
}

/** Actions for a range marked by a Shift drag; Esc discards it. */
export function BrushBar({ range, channels, onNote, onZoom, onClose }: BrushBarProps) {
  useEffect(() => {
    const close = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <div className={styles.brush} role="toolbar" aria-label="选中的时段">
      <b>{`（${fullRangeText(range)}]`}</b>
      <Can I="mon:ts:note">
        <Button size="small" icon={<MessageOutlined aria-hidden />} onClick={onNote}>
          备注
        </Button>
      </Can>
      <BrushActions channels={channels} range={range} onDone={onClose} />
      <Button size="small" icon={<ZoomInOutlined aria-hidden />} onClick={onZoom}>
        放大到此
      </Button>
      <IconButton icon={<CloseOutlined />} aria-label="取消选择" onClick={onClose} />
    </div>
  )
}
