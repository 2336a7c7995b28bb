import type { TsSeries } from '@natim/contract/mon/timeseries'
import { classEdges, MIN_ROSE_HOURS, rose, SPEED_EDGES, type WindHour } from '@natim/domain/analysis/rose'
import { formatNumber } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { Panel } from '@/ui/panel.tsx'
import { RosePlot } from '@/widgets/analysis/rose-plot.tsx'
import { hoursOf } from './use-hours.ts'

const KINDS = [
  { value: 'wind', label: '风' },
  { value: 'pollution', label: '污染' },
]

interface RosePanelProps {
  readonly series: readonly TsSeries[]
  /** Series whose values are shown by wind direction. */
  readonly main: TsSeries
}

/** Wind rose by speed, or by the values of another channel. */
export function RosePanel({ series, main }: RosePanelProps) {
  const [kind, setKind] = useState('pollution')
  const direction = series.find(({ metricCode }) => metricCode === 'wind_dir')
  const speed = series.find(({ metricCode }) => metricCode === 'wind_speed')
  const isWind = kind === 'wind' || main.metricCode.startsWith('wind_')
  const shown = isWind ? speed : main
  const hours = useMemo(() => windHours(direction, speed, shown), [direction, speed, shown])
  const edges = isWind ? SPEED_EDGES : classEdges(highest(hours))
  const found = rose(hours, edges)
  const unit = shown?.unit ?? ''
  const name = metricLabel({ formula: null, name: shown?.name ?? '' })
  return (
    <Panel
      title={isWind ? '风玫瑰图' : '污染玫瑰图'}
      meta={`频率 % · ${name} ${unit} · 16 方位 · ${hours.length} 小时`}
      actions={
        <Segmented size="small" aria-label="玫瑰图" options={KINDS} value={isWind ? 'wind' : kind} onChange={setKind} />
      }
    >
      {direction === undefined || speed === undefined ? (
        <EmptyState title="没有风的数据" hint="把同一地点的风向和风速加入通道" />
      ) : found === undefined ? (
        <EmptyState title={`有风小时不足 ${MIN_ROSE_HOURS}，不作玫瑰图`} />
      ) : (
        <RosePlot rose={found} classNames={classNames(edges)} unit={unit} label={isWind ? '风玫瑰图' : '污染玫瑰图'} />
      )}
    </Panel>
  )
}

const highest = (hours: readonly WindHour[]) => hours.reduce((max, { value }) => Math.max(max, value), 0)

/** `<35`, `35–60`, `≥60` */
function classNames(edges: readonly number[]): string[] {
  const text = (edge: number) => formatNumber(edge, Number.isInteger(edge) ? 0 : 1)
  return [...edges, undefined].map((edge, i) => {
    const below = edges[i - 1]
    if (edge === undefined) return `≥ ${text(below ?? 0)}`
    return below === undefined ? `< ${text(edge)}` : `${text(below)}–${text(edge)}`
  })
}

/** Hours that have all three values. */
function windHours(
  direction: TsSeries | undefined,
  speed: TsSeries | undefined,
  value: TsSeries | undefined,
): WindHour[] {
  if (!direction || !speed || !value) return []
  const [speeds, values] = [speed, value].map(
    (of) => new Map(hoursOf(of).map((hour) => [hour.tsMs, hour.value] as const)),
  )
  return hoursOf(direction).flatMap(({ tsMs, value: directionDeg }) => {
    const [speedAt, valueAt] = [speeds?.get(tsMs), values?.get(tsMs)]
    return speedAt === undefined || valueAt === undefined ? [] : [{ directionDeg, speed: speedAt, value: valueAt }]
  })
}
