import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { tickerNow } from '@/ui/ticker.ts'
import styles from './chart.module.css'
import { ChartLegend } from './chart-legend.tsx'
import type { EChartsType } from './echarts.ts'
import type { FrameLimit } from './frame.ts'
import type { StreamBuffer } from './stream-buffer.ts'
import { type StreamSeries, streamFrame } from './stream-frame.ts'
import { timeSeriesOption } from './time-series-option.ts'
import { useChartHost } from './use-chart.ts'

/** The window keeps sliding without data, so that a dead feed is visible. */
const SLIDE_MS = 1_000

export interface StreamingChartProps {
  readonly buffer: StreamBuffer
  readonly series: readonly StreamSeries[]
  readonly limits?: readonly FrameLimit[]
  /** Length of the time axis, ms. */
  readonly windowMs: number
  /** px. */
  readonly height?: number
  /** Freezes the drawing; the buffer keeps filling. */
  readonly isPaused?: boolean
}

/** Draws at most once per animation frame, after data or after a second without data. */
function useFlush(chart: EChartsType | undefined, buffer: StreamBuffer, isPaused: boolean, draw: () => void): void {
  const handleFrame = useEffectEvent(draw)
  useEffect(() => {
    if (!chart || isPaused) return
    let frame = 0
    const schedule = () => {
      if (frame !== 0) return
      frame = requestAnimationFrame(() => {
        frame = 0
        handleFrame()
      })
    }
    const unsubscribe = buffer.subscribe(schedule)
    const timer = window.setInterval(schedule, SLIDE_MS)
    schedule()
    return () => {
      unsubscribe()
      window.clearInterval(timer)
      cancelAnimationFrame(frame)
    }
  }, [chart, buffer, isPaused])
}

/** Live curves of several channels over a sliding window; several axes by unit (design §8, domain §10.4). */
export function StreamingChart(props: StreamingChartProps) {
  const { buffer, series, limits, windowMs, height = 280, isPaused = false } = props
  const theme = useTheme()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const { setHost, chart, widthPx } = useChartHost()
  const legendFrame = useMemo(
    () => ({ timesMs: [], series: series.map((item) => ({ ...item, values: [] })), gaps: [], limits: limits ?? [] }),
    [series, limits],
  )

  const draw = () => {
    const toMs = tickerNow()
    const frame = streamFrame(buffer, series, limits)
    const range = { fromMs: toMs - windowMs, toMs }
    chart?.setOption(timeSeriesOption(frame, theme, { range, widthPx, hidden }), {
      replaceMerge: ['series', 'yAxis'],
      lazyUpdate: true,
    })
  }
  useFlush(chart, buffer, isPaused, draw)
  // A look change must not wait for data.
  const handleLook = useEffectEvent(draw)
  useEffect(() => handleLook(), [theme, hidden, series, limits, windowMs, widthPx])

  const handleToggle = (channelNo: number) =>
    setHidden((current) => {
      const next = new Set(current)
      if (!next.delete(channelNo)) next.add(channelNo)
      return next
    })

  return (
    <div className={styles.frame}>
      <ChartLegend frame={legendFrame} tokens={theme.tokens} hidden={hidden} onToggle={handleToggle} />
      <figure className={styles.plot} aria-label={`实时曲线：${series.map((item) => item.name).join('、')}`}>
        <div ref={setHost} className={styles.host} style={{ height }} />
      </figure>
    </div>
  )
}
