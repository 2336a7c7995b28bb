import type { TsSeries } from '@natim/contract/mon/timeseries'
import { boxOf } from '@natim/domain/analysis/box'
import { hourIndexOf } from '@natim/domain/analysis/day-hours'
import { calendarDayGmt8 } from '@natim/domain/time'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import { Panel } from '@/ui/panel.tsx'
import { BoxPlot, type BoxRow } from '@/widgets/analysis/box-plot.tsx'
import { type HourPoint, hoursOf } from './use-hours.ts'

const GROUPS = [
  { value: 'device', label: '设备' },
  { value: 'month', label: '月' },
  { value: 'hour', label: '时刻' },
]
/** Three-hour steps: 24 boxes would be too narrow. */
const HOUR_STEP = 3

interface BoxPanelProps {
  readonly series: readonly TsSeries[]
  readonly main: TsSeries
}

/** Distribution of a metric's hourly means by device, or by month or time of day of the first one. */
export function BoxPanel({ series, main }: BoxPanelProps) {
  const [group, setGroup] = useState('device')
  const rows = useMemo(() => rowsOf(group, series, main), [group, series, main])
  const limit = main.limits.find(({ avgPeriod, toMs }) => avgPeriod === 'day' && toMs === undefined)
  return (
    <Panel
      title="分布"
      meta={`${metricLabel({ formula: null, name: main.name })} ${main.unit} · 小时均值 · P5–P95`}
      actions={<Segmented size="small" aria-label="分组" options={GROUPS} value={group} onChange={setGroup} />}
    >
      {rows.length === 0 ? (
        <EmptyState title="该时段无数据" />
      ) : (
        <BoxPlot rows={rows} unit={main.unit} precision={main.precision} limit={limit} label="小时均值的分布" />
      )}
    </Panel>
  )
}

function rowsOf(group: string, series: readonly TsSeries[], main: TsSeries): BoxRow[] {
  if (group === 'device')
    return series
      .filter(({ metricCode }) => metricCode === main.metricCode)
      .flatMap((of) => rowOf(String(of.channelNo), of.deviceName, hoursOf(of)))
  const keyOf =
    group === 'month'
      ? ({ tsMs }: HourPoint) => calendarDayGmt8(tsMs - 1).slice(0, 7)
      : ({ tsMs }: HourPoint) => hourName(Math.floor(hourIndexOf(tsMs) / HOUR_STEP) * HOUR_STEP)
  const groups = new Map<string, HourPoint[]>()
  for (const hour of hoursOf(main)) {
    const held = groups.get(keyOf(hour))
    if (held) held.push(hour)
    else groups.set(keyOf(hour), [hour])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, hours]) => rowOf(key, key, hours))
}

const clock = (hour: number) => String(hour).padStart(2, '0')
const hourName = (from: number) => `${clock(from)}–${clock(from + HOUR_STEP)} 时`

function rowOf(key: string, name: string, hours: readonly HourPoint[]): BoxRow[] {
  const box = boxOf(hours.map(({ value }) => value))
  return box ? [{ key, name, box }] : []
}
