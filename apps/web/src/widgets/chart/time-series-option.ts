import { GAP_CAUSE } from '@natim/contract/dict'
import { formatDuration, formatNumber } from '@natim/domain/format'
import { isValidForStatistics } from '@natim/domain/quality'
import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { ActiveTheme } from '@/theme/theme-provider.tsx'
import type { ThemeTokens } from '@/theme/tokens.ts'
import {
  baseAxisStyle,
  baseOption,
  captionStyle,
  type ChartOption,
  tooltipStyle,
  valueAxisStyle,
} from './chart-option.ts'
import {
  type ChartFrame,
  type FrameGap,
  type FrameLimit,
  type FrameSeries,
  frameRange,
  type TimeRange,
  timesOf,
} from './frame.ts'
import { type LineLook, lineLooks } from './series-colour.ts'
import { tickLabel, timeTicks } from './time-ticks.ts'
import { tooltipNode } from './tooltip-node.ts'
import { axisScale, type ValueScale, visibleLimits } from './value-scale.ts'

export interface TimeSeriesView {
  /** Range of the time axis; by default that of the points. */
  readonly range?: TimeRange
  /** Width of the drawing, px; decides how many ticks fit. */
  readonly widthPx?: number
  /** Channels switched off in the legend. They keep their colour. */
  readonly hidden?: ReadonlySet<number>
}

/** Room at the right for the names of limit lines (design §8). */
const LIMIT_NAME_PX = 58
const EXTRA_AXIS_PX = 46
const PX_PER_TICK = 50
/** A gap narrower than this share of the view is drawn without its reason. */
const LABEL_SHARE = 0.03
/** Reasons nearer to each other than this share of the view would overlap. */
const LABEL_DISTANCE = 0.14

type ActiveTokens = Pick<ActiveTheme, 'tokens' | 'isColourWeak'>

/** Units in order of appearance, each with an axis of its own; an empty plot keeps one. */
const unitsOf = (series: readonly FrameSeries[]): string[] =>
  series.length === 0 ? [''] : [...new Set(series.map((item) => item.unit))]

type Point = [tsMs: number, value: number | null]

const points = (times: readonly number[], values: readonly (number | null)[]): Point[] =>
  times.map((time, index) => [time, values[index] ?? null])

/** Band between the extremes: an invisible floor and, stacked on it, the filled height. */
function bandSeries(frame: ChartFrame, series: FrameSeries, look: LineLook, yAxisIndex: number, opacity: number) {
  const { min, max } = series
  if (!min || !max) return []
  const times = timesOf(frame, series)
  const height = max.map((top, index) => {
    const floor = min[index]
    return top === null || floor == null ? null : top - floor
  })
  const common = {
    type: 'line' as const,
    yAxisIndex,
    stack: `band ${series.channelNo}`,
    // Values below zero must stack on their floor too.
    stackStrategy: 'all' as const,
    symbol: 'none',
    silent: true,
    lineStyle: { width: 0 },
    z: 1,
  }
  return [
    { ...common, id: `floor ${series.channelNo}`, data: points(times, min) },
    {
      ...common,
      id: `band ${series.channelNo}`,
      data: points(times, height),
      areaStyle: { color: look.colour, opacity },
    },
  ] satisfies LineSeriesOption[]
}

function lineSeries(frame: ChartFrame, series: FrameSeries, look: LineLook, yAxisIndex: number): LineSeriesOption {
  return {
    type: 'line',
    id: `line ${series.channelNo}`,
    name: series.name,
    yAxisIndex,
    data: points(timesOf(frame, series), series.values),
    connectNulls: false,
    showSymbol: false,
    symbol: 'circle',
    symbolSize: 5,
    lineStyle: { width: 1.8, color: look.colour, ...(look.dash ? { type: [...look.dash] } : {}) },
    itemStyle: { color: look.colour },
    z: 3,
  }
}

/** Hollow dots on points that statistics leave out. */
function flagSeries(frame: ChartFrame, series: FrameSeries, look: LineLook, yAxisIndex: number, tokens: ThemeTokens) {
  const times = timesOf(frame, series)
  const flagged = points(times, series.values).filter(
    ([, value], index) => value !== null && !isValidForStatistics(series.q?.[index] ?? 0),
  )
  if (flagged.length === 0) return []
  return [
    {
      type: 'scatter',
      id: `flags ${series.channelNo}`,
      yAxisIndex,
      data: flagged,
      symbolSize: 5,
      silent: true,
      itemStyle: { color: tokens.neutral.card, borderColor: look.colour, borderWidth: 1.2 },
      z: 4,
    },
  ] satisfies ScatterSeriesOption[]
}

const gapText = (gap: FrameGap, toMs: number): string =>
  `缺测 ${formatDuration(toMs - gap.fromMs)}\n${GAP_CAUSE[gap.cause]}`

/** Grey bands with reason and length; an open gap reaches to the end of the view. */
function gapAreas(gaps: readonly FrameGap[], range: TimeRange, tokens: ThemeTokens): LineSeriesOption['markArea'] {
  const span = range.toMs - range.fromMs
  let lastLabel = Number.NEGATIVE_INFINITY
  const areas = gaps.flatMap((gap): [{ name: string; xAxis: number }, { xAxis: number }][] => {
    const wholeTo = gap.toMs ?? range.toMs
    const fromMs = Math.max(gap.fromMs, range.fromMs)
    const toMs = Math.min(wholeTo, range.toMs)
    if (toMs <= fromMs) return []
    const centre = (fromMs + toMs) / 2
    const hasLabel = (toMs - fromMs) / span >= LABEL_SHARE && (centre - lastLabel) / span >= LABEL_DISTANCE
    if (hasLabel) lastLabel = centre
    return [[{ name: hasLabel ? gapText(gap, wholeTo) : '', xAxis: fromMs }, { xAxis: toMs }]]
  })
  return {
    silent: true,
    itemStyle: { color: tokens.chart.gapBand },
    label: { ...captionStyle(tokens), position: 'insideTop', lineHeight: 16, distance: 6 },
    data: areas,
  }
}

/** Colour of a severity in charts, honouring the colour-weak mode. */
export const severityColour = ({ tokens, isColourWeak }: ActiveTokens, level: FrameLimit['severity']): string =>
  isColourWeak ? tokens.severity[level].weakSolid : tokens.severity[level].solid

function limitLines(
  limits: readonly FrameLimit[],
  theme: ActiveTokens,
  isOutside: boolean,
): LineSeriesOption['markLine'] {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: {
      ...captionStyle(theme.tokens),
      position: isOutside ? 'end' : 'insideEndTop',
      formatter: '{b}',
      distance: isOutside ? 6 : 2,
    },
    data: limits.map((limit) => ({
      name: limit.name,
      yAxis: limit.value,
      lineStyle: { color: severityColour(theme, limit.severity), width: 1.2, type: [5, 3] },
    })),
  }
}

/** A series without data that carries what belongs to the whole plot, so that hiding a channel does not remove it. */
function frameMarks(frame: ChartFrame, range: TimeRange, limits: readonly FrameLimit[], theme: ActiveTokens) {
  const isSingleUnit = unitsOf(frame.series).length <= 1
  return {
    type: 'line',
    id: 'marks',
    data: [],
    silent: true,
    markArea: gapAreas(frame.gaps, range, theme.tokens),
    markLine: limitLines(limits, theme, isSingleUnit),
    z: 2,
  } satisfies LineSeriesOption
}

function valueAxis(unit: string, index: number, count: number, scale: ValueScale, tokens: ThemeTokens) {
  const style = valueAxisStyle(tokens)
  const decimals = String(scale.interval).split('.')[1]?.length ?? 0
  return {
    type: 'value' as const,
    position: index === 0 ? ('left' as const) : ('right' as const),
    offset: index > 1 ? (index - 1) * EXTRA_AXIS_PX : 0,
    ...scale,
    // Unit and averaging stand in the panel's meta; only several axes must say which is which.
    ...(count > 1 ? { name: unit, nameTextStyle: captionStyle(tokens), nameGap: 8 } : {}),
    ...style,
    axisLabel: { ...style.axisLabel, formatter: (value: number) => formatNumber(value, decimals) },
    splitLine: index === 0 ? style.splitLine : { show: false },
  }
}

function timeAxis(range: TimeRange, widthPx: number, tokens: ThemeTokens) {
  const spanMs = range.toMs - range.fromMs
  const ticks = timeTicks(range.fromMs, range.toMs + 1, Math.max(2, Math.floor(widthPx / PX_PER_TICK)))
  return {
    type: 'value' as const,
    min: range.fromMs,
    max: range.toMs,
    ...baseAxisStyle(tokens),
    axisLabel: {
      ...captionStyle(tokens),
      customValues: ticks,
      formatter: (value: number) => tickLabel(value, spanMs),
      hideOverlap: true,
      margin: 8,
    },
    axisPointer: {
      show: true,
      snap: false,
      label: { show: false },
      lineStyle: { color: tokens.neutral.textTertiary, width: 1, type: 'solid' as const },
    },
  }
}

/**
 * Option of the history chart: mean line and min–max band a channel, gaps left open and explained, limits dashed with
 * their names, one axis a unit. Pure; sizes px, times epoch ms. Source: design §8.
 */
export function timeSeriesOption(frame: ChartFrame, theme: ActiveTokens, view: TimeSeriesView = {}): ChartOption {
  const { tokens } = theme
  const range = view.range ?? frameRange(frame) ?? { fromMs: 0, toMs: 1 }
  const looks = lineLooks(frame.series, tokens)
  const units = unitsOf(frame.series)
  const shown = frame.series
    .map((series, index) => ({ series, look: looks[index] as LineLook }))
    .filter(({ series }) => !view.hidden?.has(series.channelNo))
  const firstUnit = shown.map(({ series }) => series).filter((series) => series.unit === units[0])
  const limits = visibleLimits(frame.limits, firstUnit)
  const hasLimitNames = units.length === 1 && limits.length > 0
  return {
    ...baseOption(tokens),
    grid: {
      left: 6,
      right: hasLimitNames ? LIMIT_NAME_PX : 10,
      top: units.length > 1 ? 26 : 10,
      bottom: 4,
      containLabel: true,
    },
    xAxis: timeAxis(range, view.widthPx ?? 720, tokens),
    yAxis: units.map((unit, index) => {
      const own = shown.map(({ series }) => series).filter((series) => series.unit === unit)
      return valueAxis(unit, index, units.length, axisScale(unit, own, index === 0 ? limits : []), tokens)
    }),
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'axis',
      formatter: (params) =>
        tooltipNode(frame, params, new Map(frame.series.map((s, i) => [s.channelNo, looks[i]?.colour ?? '']))),
    },
    series: [
      frameMarks(frame, range, limits, theme),
      ...shown.flatMap(({ series, look }) => {
        const yAxisIndex = Math.max(0, units.indexOf(series.unit))
        return [
          ...bandSeries(frame, series, look, yAxisIndex, tokens.chart.bandOpacity),
          lineSeries(frame, series, look, yAxisIndex),
          ...flagSeries(frame, series, look, yAxisIndex, tokens),
        ]
      }),
    ],
  }
}
