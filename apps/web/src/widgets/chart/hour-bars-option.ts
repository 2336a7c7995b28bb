import { SEVERITY, type Severity } from '@natim/contract/dict'
import { formatClock } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import type { BarSeriesOption } from 'echarts/charts'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  LABELS_INSIDE,
  tooltipStyle,
  valueAxisStyle,
} from './chart-option.ts'
import { type DrawingTheme, severityColour } from './plot-marks.ts'
import { niceScale } from './value-scale.ts'

/** Counts of one hour by severity 1–5. */
export type HourCounts = readonly number[]

export interface HourBarsInput {
  /** Oldest first. */
  readonly hours: readonly HourCounts[]
  /** End of the last hour, epoch ms. */
  readonly endMs: number
}

/** Drawn from the bottom, so that the most severe is on top (design §8). */
const STACK_ORDER: readonly Severity[] = [5, 4, 3, 2, 1]
/** Hours between two axis labels. */
const LABEL_EVERY = 3

const startOf = ({ hours, endMs }: HourBarsInput, index: number): number => endMs - (hours.length - index) * HOUR_MS

/** `10:00–11:00 共 12 起：重大 1，一般 11`. */
export function hourText(input: HourBarsInput, index: number): string {
  const counts = input.hours[index] ?? []
  const total = counts.reduce((sum, count) => sum + count, 0)
  const clock = (tsMs: number) => formatClock(tsMs).slice(0, 5)
  const interval = `${clock(startOf(input, index))}–${clock(startOf(input, index + 1))}`
  const levels = STACK_ORDER.toReversed().filter((level) => counts[level - 1])
  const parts = levels.map((level) => `${SEVERITY[level]} ${counts[level - 1]}`)
  return `${interval} 共 ${total} 起${parts.length > 0 ? `：${parts.join('，')}` : ''}`
}

/** Option of the stacked hour bars. Pure. */
export function hourBarsOption(input: HourBarsInput, theme: DrawingTheme): ChartOption {
  const { tokens } = theme
  const { hours } = input
  const totals = hours.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  // Below five there are too few integer ticks.
  const scale = niceScale(0, Math.max(5, ...totals))
  const colourOf = (level: Severity) => (level === 5 ? tokens.chart.quietBar : severityColour(theme, level))
  return {
    ...baseOption(tokens),
    grid: { left: 6, right: 8, top: 10, bottom: 4, ...LABELS_INSIDE },
    xAxis: {
      type: 'category',
      data: hours.map((_, index) => formatClock(startOf(input, index)).slice(0, 5)),
      ...baseAxisStyle(tokens),
      axisLabel: { ...captionStyle(tokens), interval: (index: number) => index % LABEL_EVERY === 0, margin: 8 },
    },
    yAxis: { type: 'value', ...scale, minInterval: 1, ...valueAxisStyle(tokens) },
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: tokens.chart.gapBand } },
      formatter: (params) => {
        const first = Array.isArray(params) ? params[0] : params
        return hourText(input, first?.dataIndex ?? 0)
      },
    },
    series: STACK_ORDER.map(
      (level): BarSeriesOption => ({
        type: 'bar',
        id: `level ${level}`,
        name: SEVERITY[level],
        stack: 'alarms',
        barCategoryGap: '42%',
        data: hours.map((counts) => counts[level - 1] ?? 0),
        itemStyle: { color: colourOf(level), borderColor: tokens.neutral.card, borderWidth: 0.6 },
        emphasis: { disabled: true },
      }),
    ),
  }
}
