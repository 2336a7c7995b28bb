import type {
  BarSeriesOption,
  LineSeriesOption,
  PieSeriesOption,
  RadarSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import type { GridComponentOption, RadarComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { FONT_FAMILY } from '@/theme/metrics.ts'
import type { ThemeTokens } from '@/theme/token-types.ts'

/** Options of the parts that {@link file://./echarts.ts} registers. */
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | PieSeriesOption
  | RadarSeriesOption
  | GridComponentOption
  | RadarComponentOption
  | TooltipComponentOption
>

/** 12/18 labels in the page font (design §2.6). */
export const captionStyle = (tokens: ThemeTokens) => ({
  color: tokens.neutral.textTertiary,
  fontFamily: FONT_FAMILY,
  fontSize: 12,
})

/** Common to all charts: no animation for live data, page font, transparent background. */
export const baseOption = (tokens: ThemeTokens): ChartOption => ({
  animation: false,
  backgroundColor: 'transparent',
  textStyle: { fontFamily: FONT_FAMILY, color: tokens.neutral.textSecondary },
})

/** Look of a tooltip card. */
export const tooltipStyle = (tokens: ThemeTokens): TooltipComponentOption => ({
  confine: true,
  transitionDuration: 0,
  backgroundColor: tokens.neutral.elevated,
  borderColor: tokens.neutral.elevatedLineOuter,
  borderWidth: 1,
  padding: [8, 10],
  textStyle: { color: tokens.neutral.text, fontFamily: FONT_FAMILY, fontSize: 12 },
  extraCssText: `box-shadow:${tokens.shadowPopover};border-radius:6px`,
})

/** Value axis without a line, hairline grid (design §8). */
export const valueAxisStyle = (tokens: ThemeTokens) => ({
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: captionStyle(tokens),
  splitLine: { lineStyle: { color: tokens.neutral.lineInner, width: 1 } },
})

/** Base axis with a line and no grid. */
export const baseAxisStyle = (tokens: ThemeTokens) => ({
  axisLine: { show: true, onZero: false, lineStyle: { color: tokens.neutral.control, width: 1 } },
  axisTick: { show: false },
  splitLine: { show: false },
})

/** Grid sizes are outer sizes: axis labels lie inside them. */
export const LABELS_INSIDE = { outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const
