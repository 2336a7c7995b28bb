import type { TsSeries } from '@natim/contract/mon/timeseries'
import { dayHours } from '@natim/domain/analysis/day-hours'
import { classEdges } from '@natim/domain/analysis/rose'
import { calendarDayGmt8, DAY_MS } from '@natim/domain/time'
import { useMemo } from 'react'
import { metricLabel } from '@/ui/metric-label.ts'
import { Panel } from '@/ui/panel.tsx'
import { DayHoursPlot, type DayMean } from '@/widgets/analysis/day-hours-plot.tsx'
import type { HourUnder } from '@/widgets/analysis/hour-under.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { hoursOf } from './use-hours.ts'

/** Most days whose cells can still be told apart. */
const MAX_DAYS = 120

interface CalendarPanelProps {
  readonly main: TsSeries
  /** Daily means from the database; undefined while loading. */
  readonly days: TsSeries | undefined
  readonly range: TimeRange
  readonly under: HourUnder
}

/** Each hour of each day of the first channel; of long ranges only the last days. */
export function CalendarPanel({ main, days, range, under }: CalendarPanelProps) {
  const { toMs } = range
  const fromMs = Math.max(range.fromMs, toMs - MAX_DAYS * DAY_MS)
  const hours = useMemo(() => dayHours(hoursOf(main), fromMs, toMs), [main, fromMs, toMs])
  const dayMeans = useMemo(() => (days ? meansOf(days) : []), [days])
  const highest = main.avg.reduce<number>((max, value) => Math.max(max, value ?? 0), 0)
  const name = metricLabel({ formula: null, name: main.name })
  const isCut = fromMs > range.fromMs
  return (
    <Panel title="日 × 时" meta={`${name} ${main.unit}${isCut ? ` · 最近 ${MAX_DAYS} 天` : ''}`}>
      <DayHoursPlot
        hours={hours}
        dayMeans={dayMeans}
        edges={classEdges(highest)}
        unit={main.unit}
        precision={main.precision}
        under={under}
        label={`${name} 每天每小时的均值，${hours.days.length} 天`}
      />
    </Panel>
  )
}

/** Daily means of valid days, and whether each exceeds the limit in force on that day. */
function meansOf({ timesMs, avg, shortMeans, limits }: TsSeries): DayMean[] {
  const short = new Set(shortMeans.map(({ tsMs }) => tsMs))
  return timesMs.map((tsMs, i) => {
    const value = short.has(tsMs) ? null : (avg[i] ?? null)
    const limit = limits.find(
      ({ avgPeriod, fromMs, toMs }) =>
        avgPeriod === 'day' && (fromMs === undefined || tsMs > fromMs) && (toMs === undefined || tsMs <= toMs),
    )
    const isAbove =
      value !== null && limit !== undefined && (limit.op === '>' ? value > limit.value : value >= limit.value)
    return { day: calendarDayGmt8(tsMs - 1), value, isAbove }
  })
}
