import type { BarSeriesOption } from 'echarts/charts'
import type { ThemeTokens } from '@/theme/token-types.ts'
import { captionStyle, valueAxisStyle } from './chart-option.ts'
import { type ChartFrame, type FrameSeries, timesOf } from './frame.ts'
import type { LineLook } from './series-colour.ts'
import { niceScale } from './value-scale.ts'

/** design 23: px of the pane below the lines, and the spacing. */
export const RAIN_PANE_PX = 64
export const RAIN_GAP_PX = 16
const BAR_MAX_PX = 12

interface Shown {
  readonly series: FrameSeries
  readonly look: LineLook
}

/** Bars from zero, on the time axis of the lines above. */
export function rainBars(frame: ChartFrame, { series, look }: Shown, axis: number): BarSeriesOption {
  const times = timesOf(frame, series)
  return {
    type: 'bar',
    id: `bars ${series.channelNo}`,
    name: series.name,
    xAxisIndex: 1,
    yAxisIndex: axis,
    data: series.values.map((value, index) => [times[index] ?? 0, value ?? 0]),
    barMaxWidth: BAR_MAX_PX,
    barMinWidth: 1,
    itemStyle: { color: look.colour },
    emphasis: { disabled: true },
    z: 3,
  }
}

/** Axis of the pane: two ticks, named by its unit. */
export function rainAxis(shown: readonly Shown[], tokens: ThemeTokens) {
  const highest = Math.max(0, ...shown.flatMap(({ series }) => series.values.map((value) => value ?? 0)))
  const { max } = niceScale(0, highest || 1)
  const [first] = shown
  return {
    type: 'value' as const,
    gridIndex: 1,
    min: 0,
    max,
    interval: max,
    name: `${first?.series.name ?? ''} ${first?.series.unit ?? ''}`,
    nameLocation: 'end' as const,
    nameGap: -2,
    nameTextStyle: { ...captionStyle(tokens), align: 'left' as const, padding: [0, 0, -14, 8] },
    ...valueAxisStyle(tokens),
  }
}
