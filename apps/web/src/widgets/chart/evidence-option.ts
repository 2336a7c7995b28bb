import { formatClock, formatNumber } from '@natim/domain/format'
import type { LineSeriesOption } from 'echarts/charts'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  tooltipStyle,
  valueAxisStyle,
} from './chart-option.ts'
import type { FrameLimit, TimeRange } from './frame.ts'
import { type DrawingTheme, limitLines, severityColour } from './plot-marks.ts'
import { lineLooks } from './series-colour.ts'
import { tickLabel, timeTicks } from './time-ticks.ts'
import { axisScale, type ValueScale, visibleLimits } from './value-scale.ts'

/** Instant (epoch ms) and value. */
export type EvidencePoint = readonly [tsMs: number, value: number]

/** Data around the sample that raised an alarm. */
export interface EvidenceFrame {
  readonly range: TimeRange
  readonly unit: string
  readonly precision: number
  readonly metricCode?: string
  /** The judged value and its name: `60 min 滑动均值`. */
  readonly judged: readonly EvidencePoint[]
  readonly judgedName: string
  /** 1-min means; empty where they are the judged value. */
  readonly minutes: readonly EvidencePoint[]
  readonly limits: readonly FrameLimit[]
  /** Severity and sample that raised the alarm. */
  readonly trigger: { readonly tsMs: number; readonly value: number | null; readonly severity: FrameLimit['severity'] }
  /** The active period of the alarm; epoch ms. */
  readonly active: TimeRange
}

/** A plot and its position, px from the top of the canvas. */
export interface EvidencePlot {
  readonly top: number
  readonly height: number
  readonly scale: ValueScale
  readonly limits: readonly FrameLimit[]
  readonly points: readonly EvidencePoint[]
  readonly name: string
}

/** Margins beside the plots, px: values left, limit names right. */
export const EVIDENCE_SIDES = { left: 40, right: 82 } as const
const TOP_PX = 26
const UPPER_PX = 132
const ALONE_PX = 152
const GAP_PX = 18
const LOWER_PX = 62
const AXIS_PX = 24
const BAND_OPACITY = 0.12
const X_TICKS = 5

const asSeries = (points: readonly EvidencePoint[], { unit, precision }: EvidenceFrame) => ({
  channelNo: 0,
  name: '',
  unit,
  precision,
  values: points.map(([, value]) => value),
})

/** The judged value above, the 1-min means below on the same time axis (design 19). */
export function evidencePlots(frame: EvidenceFrame): EvidencePlot[] {
  const plot = (points: readonly EvidencePoint[], name: string, top: number, height: number): EvidencePlot => {
    const series = [asSeries(points, frame)]
    const limits = visibleLimits(frame.limits, series)
    return { top, height, points, name, limits, scale: axisScale(frame.unit, series, limits) }
  }
  if (frame.minutes.length === 0) return [plot(frame.judged, frame.judgedName, TOP_PX, ALONE_PX)]
  const upper = plot(frame.judged, frame.judgedName, TOP_PX, UPPER_PX)
  const lower = plot(frame.minutes, '1 min 均值', TOP_PX + UPPER_PX + GAP_PX, LOWER_PX)
  // A limit already shown above would only clutter the lower plot.
  const isAbove = ({ name }: FrameLimit) => upper.limits.some((limit) => limit.name === name)
  return [upper, { ...lower, limits: lower.limits.filter((limit) => !isAbove(limit)) }]
}

/** px */
export const evidenceHeight = (plots: readonly EvidencePlot[]): number => {
  const last = plots.at(-1)
  return (last ? last.top + last.height : ALONE_PX) + AXIS_PX
}

/** Wraps limit names, which are wider than the margin: `ATL 1 关注（60 min） 0.255`. */
const wrapped = (lines: LineSeriesOption['markLine']): LineSeriesOption['markLine'] => ({
  ...lines,
  label: { ...lines?.label, width: EVIDENCE_SIDES.right - 8, overflow: 'break' },
})

function plotSeries(plot: EvidencePlot, index: number, frame: EvidenceFrame, theme: DrawingTheme): LineSeriesOption {
  const [look] = lineLooks(
    [{ ...asSeries(plot.points, frame), channelNo: index, ...(frame.metricCode && { metricCode: frame.metricCode }) }],
    theme.tokens,
  )
  return {
    type: 'line',
    name: plot.name,
    xAxisIndex: index,
    yAxisIndex: index,
    data: plot.points.map((point) => [...point]),
    showSymbol: false,
    lineStyle: { width: 1.8, color: look?.colour ?? theme.tokens.chart.series[0], opacity: index === 0 ? 1 : 0.75 },
    itemStyle: { color: look?.colour ?? theme.tokens.chart.series[0] },
    markLine: wrapped(
      limitLines(
        plot.limits.map((limit) => ({ ...limit, name: `${limit.name} ${formatNumber(limit.value, frame.precision)}` })),
        theme,
        true,
      ),
    ),
    markArea: {
      silent: true,
      itemStyle: { color: severityColour(theme, frame.trigger.severity), opacity: BAND_OPACITY },
      data: [[{ xAxis: frame.active.fromMs }, { xAxis: frame.active.toMs }]],
    },
  }
}

/** Option of the evidence chart. Pure; sizes px, times epoch ms. Overlays are drawn by the page. */
export function evidenceOption(frame: EvidenceFrame, theme: DrawingTheme): ChartOption {
  const plots = evidencePlots(frame)
  const { tokens } = theme
  const { fromMs, toMs } = frame.range
  const style = valueAxisStyle(tokens)
  return {
    ...baseOption(tokens),
    grid: plots.map(({ top, height }) => ({ ...EVIDENCE_SIDES, top, height, outerBoundsMode: 'none' as const })),
    xAxis: plots.map((_, gridIndex) => ({
      type: 'value' as const,
      gridIndex,
      min: fromMs,
      max: toMs,
      ...baseAxisStyle(tokens),
      axisLabel: {
        ...captionStyle(tokens),
        show: gridIndex === plots.length - 1,
        customValues: timeTicks(fromMs, toMs + 1, X_TICKS),
        formatter: (value: number) => tickLabel(value, toMs - fromMs),
      },
      axisPointer: {
        show: true,
        snap: true,
        label: { show: false },
        lineStyle: { color: tokens.neutral.textTertiary },
      },
    })),
    yAxis: plots.map(({ scale }, gridIndex) => ({
      type: 'value' as const,
      gridIndex,
      ...scale,
      // The lower plot is half as high: only its end values are labelled.
      ...(gridIndex > 0 && { interval: scale.max - scale.min }),
      ...style,
      axisLabel: { ...style.axisLabel, formatter: (value: number) => formatNumber(value, decimalsOf(scale)) },
    })),
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'axis',
      formatter: (given) => tooltipText([given].flat(), frame),
    },
    series: plots.map((plot, index) => plotSeries(plot, index, frame, theme)),
  }
}

const decimalsOf = ({ interval }: ValueScale) => String(interval).split('.')[1]?.length ?? 0

function tooltipText(
  items: readonly { readonly seriesName?: string; readonly value?: unknown }[],
  frame: EvidenceFrame,
) {
  const box = document.createElement('div')
  for (const [index, { seriesName, value }] of items.entries()) {
    const [tsMs, figure] = value as EvidencePoint
    const line = document.createElement('div')
    line.textContent = `${seriesName ?? ''} ${formatNumber(figure, frame.precision)} ${frame.unit}`
    if (index === 0) {
      const time = document.createElement('div')
      time.textContent = formatClock(tsMs)
      box.append(time)
    }
    box.append(line)
  }
  return box
}
