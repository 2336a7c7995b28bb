import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTicker } from '@/ui/ticker.ts'
import { panBy } from '@/widgets/chart/zoom.ts'
import { fullRangeText } from '@/widgets/history/history-text.ts'
import type { HistoryView } from '@/widgets/history/use-history-view.ts'
import styles from './history-page.module.css'

/** Steps to the previous or next range of the same length. */
export function RangeSteps({ view }: { readonly view: HistoryView }) {
  const { range } = view
  const isLast = useTicker((nowMs) => range.toMs >= nowMs)
  const step = (share: number) => view.chooseCustom(panBy(range, share))
  return (
    <span className={styles.steps}>
      <Button size="small" icon={<LeftOutlined aria-hidden />} aria-label="上一时段" onClick={() => step(-1)} />
      <span>{fullRangeText(range)}</span>
      <Button
        size="small"
        icon={<RightOutlined aria-hidden />}
        aria-label="下一时段"
        disabled={isLast}
        onClick={() => step(1)}
      />
    </span>
  )
}
