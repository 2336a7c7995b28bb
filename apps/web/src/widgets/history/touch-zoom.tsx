import { LeftOutlined, RightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import { useMedia } from '@/lib/use-media.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { panBy, zoomAround } from '@/widgets/chart/zoom.ts'
import type { HistoryView } from './use-history-view.ts'

const FACTOR = 2
const PAN = 0.5

const MOVES: readonly { label: string; icon: ReactNode; move: (range: TimeRange) => TimeRange }[] = [
  { label: '向前', icon: <LeftOutlined aria-hidden />, move: (range) => panBy(range, -PAN) },
  { label: '缩小', icon: <ZoomOutOutlined aria-hidden />, move: (range) => zoomAround(range, middle(range), FACTOR) },
  {
    label: '放大',
    icon: <ZoomInOutlined aria-hidden />,
    move: (range) => zoomAround(range, middle(range), 1 / FACTOR),
  },
  { label: '向后', icon: <RightOutlined aria-hidden />, move: (range) => panBy(range, PAN) },
]

const middle = ({ fromMs, toMs }: TimeRange): number => (fromMs + toMs) / 2

/** Buttons to move the chart on touch devices, where a finger scrolls the page. */
export function TouchZoom({ view }: { readonly view: HistoryView }) {
  const isTouch = useMedia('(pointer: coarse)')
  if (!isTouch) return null
  return (
    <Space.Compact>
      {MOVES.map(({ label, icon, move }) => (
        <Button
          key={label}
          size="small"
          icon={icon}
          aria-label={label}
          onClick={() => {
            const next = move(view.range)
            view.zoom(next.fromMs, next.toMs)
          }}
        />
      ))}
    </Space.Compact>
  )
}
