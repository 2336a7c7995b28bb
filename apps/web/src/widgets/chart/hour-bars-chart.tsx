import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import styles from './chart.module.css'
import { type HourBarsInput, hourBarsOption, hourText } from './hour-bars-option.ts'
import { useChartHost, useChartOption } from './use-chart.ts'

export interface HourBarsChartProps extends HourBarsInput {
  /** px. */
  readonly height?: number
  /** Called when a bar is clicked, with its index from the oldest hour. */
  readonly onPick?: (hourIndex: number) => void
}

function describe(input: HourBarsInput): string {
  const totals = input.hours.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const busiest = totals.indexOf(Math.max(...totals))
  const sum = totals.reduce((all, count) => all + count, 0)
  return `最近 ${totals.length} 小时共 ${sum} 起，最多的一小时 ${hourText(input, busiest)}`
}

/** Alarms by hour and severity, the most severe on top. */
export function HourBarsChart({ hours, endMs, height = 180, onPick }: HourBarsChartProps) {
  const theme = useTheme()
  const { setHost, chart } = useChartHost()
  const input = useMemo(() => ({ hours, endMs }), [hours, endMs])
  const option = useMemo(() => hourBarsOption(input, theme), [input, theme])
  useChartOption(chart, option)
  const handlePick = useEffectEvent((index: number) => onPick?.(index))
  useEffect(() => {
    // Disposing the chart removes the listener with it.
    chart?.on('click', (event) => handlePick(event.dataIndex))
  }, [chart])
  return (
    <figure className={styles.plot} aria-label={describe(input)}>
      <div ref={setHost} className={styles.host} style={{ height }} />
    </figure>
  )
}
