import { element } from '@natim/domain/element'
import { formatNumber } from '@natim/domain/format'
import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { ThemeTokens } from '@/theme/token-types.ts'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  LABELS_INSIDE,
  tooltipStyle,
  valueAxisStyle,
} from './chart-option.ts'
import { type ChartFrame, type FrameLimit, type FrameSeries, frameRange, type TimeRange } from './frame.ts'
import { alarmBands, alarmGlyphs, markedRange, noteBalloons } from './frame-marks.ts'
import { type DrawingTheme, gapAreas, limitChanges, limitLines } from './plot-marks.ts'
import { DATA_LAYER, POINTER_LAYER, TIME_AXIS_PX } from './plot-shift.ts'
import { RAIN_GAP_PX, RAIN_PANE_PX, rainAxis, rainBars } from './rain-pane.ts'
import { type LineLook, lineLooks } from './series-colour.ts'
import { bandSeries, flagSeries, lineSeries, loneSeries } from './series-layers.ts'
import { tickLabel, ticksThatFit } from './time-ticks.ts'
import { tooltipNode } from './tooltip-node.ts'
import { axisScale, type ValueScale, visibleLimits } from './value-scale.ts'

export interface TimeSeriesView {
  /** Range of the time axis; by default that of the points. */
  readonly range?: TimeRange
  /** Width of the drawing, px; decides how many ticks fit. */
  readonly widthPx?: number
  /** Channels hidden by the legend. They keep their colour. */
  readonly hidden?: ReadonlySet<number>
  /** Puts data and pointer on separate canvases, so that neither is redrawn for the other. */
  readonly isMovable?: boolean
  /** Maps a drawn instant to the one shown there by a moved plot. */
  readonly shownAt?: (drawnMs: number) => number
}

/** Right margin for the names of limit lines (design §8). */
const LIMIT_NAME_PX = 58
const NAME_GAP_PX = 8

/** Approximate width of caption text: a Chinese character is a square, others are half as wide. */
const captionPx = (text: string) => [...text].reduce((px, letter) => px + (letter > '\u2e80' ? 12 : 6.5), 0)

/** Up to this many points a crosshair may redraw within a frame. */
const DOTTED_POINTS = 2_000
const EXTRA_AXIS_PX = 46
/** Panes on one time axis cannot use outer sizes: both reserve the same width for value labels. */
const VALUE_AXIS_PX = 48

/** Units in order of appearance, one axis each; an empty plot keeps one. */
const unitsOf = (series: readonly FrameSeries[]): string[] =>
  series.length === 0 ? [''] : [...new Set(series.map((item) => item.unit))]

/**
 * Series without data that carry plot-wide marks, so that hiding a channel does not remove them. An undated limit stays
 * fixed when the plot is moved.
 */
function frameMarks(
  frame: ChartFrame,
  range: TimeRange,
  limits: readonly FrameLimit[],
  theme: DrawingTheme,
): LineSeriesOption[] {
  const isSingleUnit = unitsOf(frame.series.filter(({ isBars }) => !isBars)).length <= 1
  const isDated = ({ fromMs }: FrameLimit) => fromMs !== undefined
  const common = { type: 'line' as const, data: [], silent: true, z: 2 }
  return [
    {
      ...common,
      id: LASTING_ID,
      markLine: limitLines(
        limits.filter((limit) => !isDated(limit)),
        theme,
        isSingleUnit,
      ),
    },
    {
      ...common,
      id: 'marks',
      markArea: gapAreas(frame.gaps, range, theme.tokens),
      markLine: withMarks(
        limitLines(limits.filter(isDated), theme, isSingleUnit),
        limitChanges(frame.limitChangesMs ?? [], range, theme),
      ),
    },
  ]
}

const LASTING_ID = 'limits'

const withMarks = (lines: ReturnType<typeof limitLines>, more: ReturnType<typeof limitChanges>) => ({
  ...lines,
  data: [...(lines?.data ?? []), ...more],
})

function valueAxis(unit: string, index: number, count: number, scale: ValueScale, tokens: ThemeTokens) {
  const style = valueAxisStyle(tokens)
  const decimals = String(scale.interval).split('.')[1]?.length ?? 0
  return {
    type: 'value' as const,
    position: index === 0 ? ('left' as const) : ('right' as const),
    offset: index > 1 ? (index - 1) * EXTRA_AXIS_PX : 0,
    ...scale,
    // Unit and averaging are in the panel's meta line; only several axes need names.
    ...(count > 1 ? { name: unit, nameTextStyle: captionStyle(tokens), nameGap: 8 } : {}),
    ...style,
    axisLabel: { ...style.axisLabel, formatter: (value: number) => formatNumber(value, decimals) },
    splitLine: index === 0 ? style.splitLine : { show: false },
  }
}

function timeAxis(range: TimeRange, widthPx: number, tokens: ThemeTokens) {
  const spanMs = range.toMs - range.fromMs
  return {
    type: 'value' as const,
    min: range.fromMs,
    max: range.toMs,
    ...baseAxisStyle(tokens),
    axisLabel: {
      ...captionStyle(tokens),
      customValues: ticksThatFit(range, widthPx),
      formatter: (value: number) => tickLabel(value, spanMs),
      hideOverlap: true,
      margin: 8,
    },
    axisPointer: {
      show: true,
      snap: false,
      label: { show: false },
      lineStyle: { color: tokens.neutral.textTertiary, width: 1, type: 'solid' as const },
      // Drawn above the lines anyway, also on charts with a single canvas.
      zlevel: POINTER_LAYER,
    },
  }
}

/** One time axis, or one per pane with date labels below the last. */
function timeAxes(range: TimeRange, widthPx: number, hasRain: boolean, tokens: ThemeTokens) {
  const axis = timeAxis(range, widthPx, tokens)
  if (!hasRain) return axis
  return [
    { ...axis, axisLabel: { show: false } },
    { ...axis, gridIndex: 1 },
  ]
}

const DEFAULT_WIDTH_PX = 720

/**
 * Option of the history chart: mean line and min–max band per channel, gaps left open with their cause, limits dashed
 * with their names, one axis per unit. Pure; sizes px, times epoch ms. Source: design §8.
 */
export function timeSeriesOption(frame: ChartFrame, theme: DrawingTheme, view: TimeSeriesView = {}): ChartOption {
  const { tokens } = theme
  const range = view.range ?? frameRange(frame) ?? { fromMs: 0, toMs: 1 }
  const looks = lineLooks(frame.series, tokens)
  const all = frame.series.map((series, index) => ({ series, look: element(looks[index]) }))
  const lines = all.filter(({ series }) => !series.isBars)
  const bars = all.filter(({ series }) => series.isBars && !view.hidden?.has(series.channelNo))
  const units = unitsOf(lines.map(({ series }) => series))
  const shown = lines.filter(({ series }) => !view.hidden?.has(series.channelNo))
  const firstUnit = shown.map(({ series }) => series).filter((series) => series.unit === units[0])
  const limits = visibleLimits(frame.limits, firstUnit)
  const scales = units.map((unit, index) => {
    const own = shown.map(({ series }) => series).filter((series) => series.unit === unit)
    return axisScale(unit, own, index === 0 ? limits : [])
  })
  const [scale = { min: 0, max: 1, interval: 1 }] = scales
  const panes = paneLayout({
    units: units.length,
    named: units.length === 1 ? limits : [],
    hasRain: bars.length > 0,
    hasTitles: units.length > 1 || (frame.limitChangesMs ?? []).length > 0,
  })
  const yAxis = units.map((unit, index) => valueAxis(unit, index, units.length, scales[index] ?? scale, tokens))
  const hasRain = bars.length > 0
  return {
    ...baseOption(tokens),
    ...panes,
    axisPointer: {
      ...(hasRain && { link: [{ xAxisIndex: 'all' }] }),
      // Crosshair dots are drawn on the line layer, which would redraw all lines.
      triggerEmphasis: !isDense(frame),
    },
    xAxis: timeAxes(range, view.widthPx ?? DEFAULT_WIDTH_PX, hasRain, tokens),
    yAxis: hasRain ? [...yAxis, rainAxis(bars, tokens)] : yAxis,
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'axis',
      formatter: (params) =>
        tooltipNode(withoutHidden(frame, view.hidden), params, coloursOf(frame, looks), view.shownAt),
    },
    series: inLayers(view.isMovable, isDense(frame), [
      ...frameMarks(frame, range, limits, theme),
      ...alarmBands(frame, range, theme),
      ...markedRange(frame, theme),
      ...shown.flatMap(({ series, look }) => {
        const yAxisIndex = Math.max(0, units.indexOf(series.unit))
        return [
          ...bandSeries(frame, series, look, yAxisIndex, tokens.chart.bandOpacity),
          lineSeries(frame, series, look, yAxisIndex),
          ...loneSeries(frame, series, look, yAxisIndex),
          ...flagSeries(frame, series, look, yAxisIndex, tokens),
        ]
      }),
      ...bars.map((bar) => rainBars(frame, bar, units.length)),
      ...alarmGlyphs(frame, range, scale, theme),
      ...noteBalloons(frame, range, scale, theme),
    ]),
  }
}

/** Mark areas and mark lines do not inherit the layer of their series. */
const onDataLayer = ({ markArea, markLine }: AnySeries) => ({
  zlevel: DATA_LAYER,
  ...(markArea && { markArea: { ...markArea, zlevel: DATA_LAYER } }),
  ...(markLine && { markLine: { ...markLine, zlevel: DATA_LAYER } }),
})

const withoutHidden = (frame: ChartFrame, hidden: TimeSeriesView['hidden']): ChartFrame =>
  hidden?.size ? { ...frame, series: frame.series.filter(({ channelNo }) => !hidden.has(channelNo)) } : frame

const coloursOf = ({ series }: ChartFrame, looks: readonly LineLook[]) =>
  new Map(series.map(({ channelNo }, index) => [channelNo, looks[index]?.colour ?? '']))

type AnySeries = LineSeriesOption | ScatterSeriesOption | BarSeriesOption

/** Assigns layers. Lines of a dense chart ignore the pointer: highlighting one would redraw them all. */
const inLayers = (isMovable: boolean | undefined, isStill: boolean, series: readonly AnySeries[]): AnySeries[] =>
  series.map((item) => ({
    ...item,
    ...(isMovable && (item.id === LASTING_ID ? { zlevel: 0 } : onDataLayer(item))),
    ...(isStill && item.type === 'line' && { silent: true }),
  }))

const isDense = (frame: ChartFrame) =>
  frame.series.reduce((sum, series) => sum + series.values.length, 0) > DOTTED_POINTS

interface Panes {
  readonly units: number
  readonly named: readonly FrameLimit[]
  readonly hasRain: boolean
  /** Names of axes or of changed limits above the plot. */
  readonly hasTitles: boolean
}

/** Position of the lines and of the rain pane below them. */
function paneLayout({ units, named, hasRain, hasTitles }: Panes): Pick<ChartOption, 'grid'> {
  const top = hasTitles ? 26 : 10
  const namesPx =
    named.length > 0 ? Math.max(LIMIT_NAME_PX, ...named.map(({ name }) => captionPx(name) + NAME_GAP_PX)) : 0
  if (!hasRain) return { grid: { left: 6, right: namesPx || 10, top, bottom: 4, ...LABELS_INSIDE } }
  const others = units > 1 ? VALUE_AXIS_PX + (units - 2) * EXTRA_AXIS_PX : 10
  const sides = {
    left: VALUE_AXIS_PX,
    right: namesPx || others,
    outerBoundsMode: 'none' as const,
  }
  return {
    grid: [
      { ...sides, top, bottom: TIME_AXIS_PX + RAIN_PANE_PX + RAIN_GAP_PX },
      { ...sides, height: RAIN_PANE_PX, bottom: TIME_AXIS_PX },
    ],
  }
}
