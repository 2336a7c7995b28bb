import { useEffect, useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { Panel } from '@/ui/panel.tsx'
import { tickerNow } from '@/ui/ticker.ts'
import type { ChartFrame, TimeRange } from './frame.ts'
import {
  CHLORINE_FRAME,
  CROWDED_FRAME,
  EMPTY_FRAME,
  SAMPLE_HOURS,
  SAMPLE_NOW_MS,
  SAMPLE_RANGE,
  WEATHER_FRAME,
} from './gallery-frames.ts'
import { HourBarsChart } from './hour-bars-chart.tsx'
import { createStreamBuffer } from './stream-buffer.ts'
import { StreamingChart } from './streaming-chart.tsx'
import { TimeSeriesChart } from './time-series-chart.tsx'

function Zoomable({ frame }: { frame: ChartFrame }) {
  const [range, setRange] = useState<TimeRange>(SAMPLE_RANGE)
  return <TimeSeriesChart frame={frame} range={range} onZoom={(fromMs, toMs) => setRange({ fromMs, toMs })} />
}

const STREAM_SERIES = [
  { channelNo: 1, name: 'Cl₂ 氯气', unit: 'ppm', precision: 2, periodS: 1 },
  { channelNo: 2, name: '机箱温度', unit: '℃', precision: 1, periodS: 1 },
]
const WINDOW_MS = 300_000

function Live() {
  const [buffer] = useState(() => createStreamBuffer({ maxPoints: 3_600, maxAgeMs: WINDOW_MS }))
  useEffect(() => {
    const push = (tsMs: number) =>
      buffer.push([
        [1, tsMs, 0.3 + Math.sin(tsMs / 9_000) * 0.1, 0],
        [2, tsMs, 31 + Math.sin(tsMs / 20_000), 0],
      ])
    const start = Math.floor(tickerNow() / 1_000) * 1_000
    for (let tsMs = start - WINDOW_MS; tsMs <= start; tsMs += 1_000) {
      // Omits a minute: the line must break there.
      if (Math.abs(tsMs - (start - 120_000)) > 30_000) push(tsMs)
    }
    const timer = setInterval(() => push(tickerNow()), 1_000)
    return () => clearInterval(timer)
  }, [buffer])
  return <StreamingChart buffer={buffer} series={STREAM_SERIES} windowMs={WINDOW_MS} height={220} />
}

export const gallery: GalleryEntry = {
  title: '图表',
  note: '线不相连、限值有名、缺测有因',
  states: [
    {
      name: '历史 · 缺测、限值、极值带',
      span: 16,
      render: () => (
        <Panel title="Cl₂ 氯气" meta="ppm · 5 min 均值 · 2026-11-20 10:42 – 11-21 10:42">
          <Zoomable frame={CHLORINE_FRAME} />
        </Panel>
      ),
    },
    {
      name: '24 小时报警',
      span: 8,
      render: () => (
        <Panel title="24 小时报警" meta="按小时和级别">
          <HourBarsChart hours={SAMPLE_HOURS} endMs={SAMPLE_NOW_MS + 18 * 60_000} />
        </Panel>
      ),
    },
    {
      name: '多单位多轴',
      span: 12,
      render: () => (
        <Panel title="气象" meta="5 min 均值">
          <TimeSeriesChart frame={WEATHER_FRAME} range={SAMPLE_RANGE} height={220} />
        </Panel>
      ),
    },
    {
      name: '十二条线',
      span: 12,
      render: () => (
        <Panel title="PM2.5" meta="µg/m³ · 5 min 均值">
          <TimeSeriesChart frame={CROWDED_FRAME} range={SAMPLE_RANGE} height={220} />
        </Panel>
      ),
    },
    {
      name: '实时',
      span: 12,
      render: () => (
        <Panel title="实时" meta="最近 5 分钟">
          <Live />
        </Panel>
      ),
    },
    {
      name: '无数据',
      span: 12,
      render: () => (
        <Panel title="无数据">
          <TimeSeriesChart frame={EMPTY_FRAME} range={SAMPLE_RANGE} height={120} />
        </Panel>
      ),
    },
  ],
}
