import { CloseOutlined, EditOutlined } from '@ant-design/icons'
import type { ReviewChannel, ReviewDay } from '@natim/contract/mon/review'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { formatShortTime } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { type ChartFrame, frameFromSeries, type TimeRange } from '@/widgets/chart/frame.ts'
import { ChartOutline } from '@/widgets/history/chart-outline.tsx'
import { BrushChart } from '@/widgets/sample-marks/brush-chart.tsx'
import { MarkDialog } from '@/widgets/sample-marks/mark-dialog.tsx'
import { MarkForm } from '@/widgets/sample-marks/mark-form.tsx'
import styles from './day.module.css'

interface DayChartProps {
  readonly data: ReviewDay
  readonly channel: ReviewChannel
  readonly brush: TimeRange | undefined
  readonly onBrush: (brush: TimeRange | undefined) => void
}

const HEIGHT_PX = 300
const MAX_POINTS = 1_500

/**
 * The day of a channel with the median of its neighbours; dragging selects a range, and the decision is made beside it.
 */
export function DayChart({ data, channel, brush, onBrush }: DayChartProps) {
  const { fromMs, toMs, nowMs } = data
  const answer = useEndpoint(timeseriesEndpoints.query, {
    query: { channels: String(channel.channelNo), from: fromMs, to: toMs, maxPoints: MAX_POINTS },
  })
  const series = answer.isPlaceholderData ? undefined : answer.data?.series
  const frame = useMemo(
    () => series && withNeighbours(frameFromSeries(series), channel, fromMs),
    [series, channel, fromMs],
  )
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  if (answer.error && !frame)
    return <ErrorState message={`曲线加载失败：${answer.error.message}`} onRetry={() => void answer.refetch()} />
  if (!frame) return <ChartOutline height={HEIGHT_PX} />
  const isEmpty = frame.series.every(({ values }) => values.every((value) => value === null))
  return (
    <section className={styles.chart} aria-label="当日曲线">
      <div className={styles.chartHead}>
        <span>
          {channel.name} {channel.unit}
        </span>
        {frame.series.length > 1 && <span className={styles.dashed}>同城邻站中位</span>}
        <span className={styles.flag}>不计入统计</span>
        <Can I="mon:ts:invalidate">
          {data.state !== 'approved' && brush === undefined && (
            <Button
              size="small"
              icon={<EditOutlined />}
              onClick={() => onBrush({ fromMs, toMs: Math.min(nowMs, fromMs + HOUR_MS) })}
            >
              标记时段
            </Button>
          )}
        </Can>
      </div>
      {isEmpty ? (
        <EmptyState title="该日无数据" hint="检查设备当时是否在线，或从其他日期继续" />
      ) : (
        <div className={styles.plot}>
          <BrushChart frame={frame} range={range} brush={brush} onBrush={onBrush} height={HEIGHT_PX} />
        </div>
      )}
      {brush && data.state !== 'approved' && (
        <Can I="mon:ts:invalidate">
          <Marking data={data} channel={channel} brush={brush} onBrush={onBrush} />
        </Can>
      )}
    </section>
  )
}

/** Anchored beside the brush, so that the curve stays visible; on a phone there is no room for that. */
function Marking({ data, channel, brush, onBrush }: Omit<DayChartProps, 'brush'> & { readonly brush: TimeRange }) {
  const isPhone = useIsPhone()
  const { fromMs, toMs } = brush
  const siblings = data.channels.filter(({ deviceId }) => deviceId === channel.deviceId)
  const close = () => onBrush(undefined)
  const handleEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleEscape(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const form = {
    channels: siblings.map(({ channelNo, name }) => ({ channelNo, name })),
    chosen: [channel.channelNo],
    fromMs,
    toMs,
    onSpan: (from: number, to: number) => onBrush({ fromMs: from, toMs: to }),
    onDone: close,
    onCancel: close,
  }
  if (isPhone) return <MarkDialog {...form} />
  const isLeft = (fromMs + toMs) / 2 > (data.fromMs + data.toMs) / 2
  return (
    <aside className={styles.marking} data-left={isLeft || undefined} aria-label="标记样本">
      <header>
        <b>标记样本</b>
        <span className="t-caption">
          {formatShortTime(fromMs).slice(6)}–{formatShortTime(toMs).slice(6)}
        </span>
        <IconButton icon={<CloseOutlined />} aria-label="关闭" onClick={close} />
      </header>
      <MarkForm {...form} />
    </aside>
  )
}

/** The neighbours' median as a dashed line in the colour of the channel. */
function withNeighbours(frame: ChartFrame, channel: ReviewChannel, fromMs: number): ChartFrame {
  if (channel.neighbours.every((value) => value === null)) return frame
  const { channelNo, unit, precision, metricCode, neighbours } = channel
  return {
    ...frame,
    series: [
      ...frame.series,
      {
        channelNo: -channelNo,
        earlierOf: channelNo,
        metricCode,
        name: '同城邻站中位',
        unit,
        precision,
        timesMs: neighbours.map((_, index) => fromMs + (index + 1) * HOUR_MS),
        values: neighbours,
      },
    ],
  }
}
