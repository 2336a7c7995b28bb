import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { DeviceOverview } from '@natim/contract/mon/device'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { StreamingChart } from '@/widgets/chart/streaming-chart.tsx'
import { ChannelPicker } from '../channel-picker.tsx'
import styles from './stream-tab.module.css'
import { useStream } from './use-stream.ts'

const WINDOWS = [5, 15, 30, 60] as const
const DEFAULT_WINDOW = 15
const FIRST_SHOWN = 3
const MINUTE_MS = 60_000

/** 实时: live curves of the last minutes (domain §10.4). */
export function StreamTab({ overview }: { readonly overview: DeviceOverview }) {
  const { channels } = overview
  const isPhone = useIsPhone()
  const [minutes, setMinutes] = useState<number>(DEFAULT_WINDOW)
  const [isPaused, setIsPaused] = useState(false)
  const [chosen, setChosen] = useState(() => channels.slice(0, FIRST_SHOWN).map(({ channelNo }) => channelNo))
  const shown = useMemo(() => channels.filter(({ channelNo }) => chosen.includes(channelNo)), [channels, chosen])
  const { buffer, hasFailed } = useStream(chosen)
  const units = [...new Set(shown.map(({ unit }) => unit))]
  // Limit lines would be ambiguous with several units.
  const limits = shown.length === 1 ? shown[0]?.limits : undefined
  const controls = (
    <StreamControls
      minutes={minutes}
      isPaused={isPaused}
      onMinutes={setMinutes}
      onPause={() => setIsPaused(!isPaused)}
    />
  )
  return (
    <Panel
      title="实时曲线"
      meta={`最近 ${minutes} 分钟 · ${units.join('、')}`}
      actions={isPhone ? undefined : controls}
    >
      <div className={styles.body}>
        {isPhone && controls}
        {hasFailed && <ErrorBar message="此前一小时的数据加载失败，曲线从现在开始" />}
        <ChannelPicker channels={channels} value={chosen} onChange={setChosen} />
        {shown.length > 0 ? (
          <StreamingChart
            buffer={buffer}
            series={shown}
            limits={limits}
            windowMs={minutes * MINUTE_MS}
            height={380}
            isPaused={isPaused}
          />
        ) : (
          <EmptyState title="请选择通道" />
        )}
      </div>
    </Panel>
  )
}

interface StreamControlsProps {
  readonly minutes: number
  readonly isPaused: boolean
  readonly onMinutes: (minutes: number) => void
  readonly onPause: () => void
}

function StreamControls({ minutes, isPaused, onMinutes, onPause }: StreamControlsProps) {
  return (
    <span className={styles.controls}>
      <Segmented
        size="small"
        aria-label="窗口长度"
        options={WINDOWS.map((value) => ({ value, label: `${value} 分` }))}
        value={minutes}
        onChange={onMinutes}
      />
      <Button
        size="small"
        icon={isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
        aria-pressed={isPaused}
        onClick={onPause}
      >
        {isPaused ? '继续' : '暂停'}
      </Button>
    </span>
  )
}
