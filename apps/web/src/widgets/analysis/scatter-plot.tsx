import { predictionAt, type Regression } from '@natim/domain/analysis/regression'
import { formatNumber, formatShortTime } from '@natim/domain/format'
import type { LineSeriesOption } from 'echarts/charts'
import { useEffect, useMemo } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import type { ThemeTokens } from '@/theme/token-types.ts'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  LABELS_INSIDE,
  tooltipStyle,
  valueAxisStyle,
} from '@/widgets/chart/chart-option.ts'
import type { EChartsType } from '@/widgets/chart/echarts.ts'
import { useChartHost, useChartOption } from '@/widgets/chart/use-chart.ts'
import { niceScale } from '@/widgets/chart/value-scale.ts'
import type { HourUnder } from './hour-under.ts'

export interface ScatterPoint {
  readonly tsMs: number
  readonly x: number
  readonly y: number
}

interface Axis {
  readonly name: string
  readonly unit: string
  readonly precision: number
}

export interface ScatterPlotProps {
  readonly points: readonly ScatterPoint[]
  /** Undefined where there is none. */
  readonly line: Regression | undefined
  readonly x: Axis
  readonly y: Axis
  /** px */
  readonly height: number
  /** The hovered hour, ringed here and in the plots that share it. */
  readonly under: HourUnder
}

/** More would overlap and hide the line: at most this many are drawn, sampled evenly in time. */
const MAX_DRAWN = 5_000
const BAND_STEPS = 24
const POINT_PX = 4
const RINGED_SCALE = 2.6
/** Index of the points among the series. */
const POINTS = 0

/** Pairs of two channels with the regression line and its 95 % band (design 24). */
export function ScatterPlot(props: ScatterPlotProps) {
  const { points, line, x, y, height, under } = props
  const { tokens } = useTheme()
  const { setHost, chart } = useChartHost()
  const drawn = useMemo(() => drawnOf(points), [points])
  const option = useMemo(() => scatterOption({ drawn, line, x, y }, tokens), [drawn, line, x, y, tokens])
  useChartOption(chart, option)
  useSharedHour(chart, drawn, under)
  return (
    <figure aria-label={`${y.name} 对 ${x.name}：${points.length} 点`}>
      <div ref={setHost} style={{ height }} />
    </figure>
  )
}

function drawnOf(points: readonly ScatterPoint[]): readonly ScatterPoint[] {
  const step = Math.ceil(points.length / MAX_DRAWN)
  return points.filter((_, i) => i % step === 0)
}

/** Rings the point of the hovered hour, and publishes the hour of a hovered point. */
function useSharedHour(chart: EChartsType | undefined, drawn: readonly ScatterPoint[], under: HourUnder): void {
  useEffect(() => {
    if (!chart) return
    const ring = () => {
      chart.dispatchAction({ type: 'downplay', seriesIndex: POINTS })
      const dataIndex = drawn.findIndex(({ tsMs }) => tsMs === under.get())
      if (dataIndex >= 0) chart.dispatchAction({ type: 'highlight', seriesIndex: POINTS, dataIndex })
    }
    const over = ({ seriesIndex, dataIndex }: { seriesIndex?: number; dataIndex?: number }) =>
      under.set(seriesIndex === POINTS && dataIndex !== undefined ? drawn[dataIndex]?.tsMs : undefined)
    const out = () => under.set(undefined)
    chart.on('mouseover', over)
    chart.on('mouseout', out)
    const end = under.subscribe(ring)
    return () => {
      end()
      chart.off('mouseover', over)
      chart.off('mouseout', out)
    }
  }, [chart, drawn, under])
}

type Drawing = Pick<ScatterPlotProps, 'line' | 'x' | 'y'> & { readonly drawn: readonly ScatterPoint[] }

function scatterOption({ drawn, line, x, y }: Drawing, tokens: ThemeTokens): ChartOption {
  const xs = drawn.map((point) => point.x)
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  const axis = ({ name, unit }: Axis, values: readonly number[]) => ({
    type: 'value' as const,
    ...niceScale(Math.min(0, ...values), Math.max(...values)),
    name: `${name} ${unit}`,
    nameTextStyle: captionStyle(tokens),
  })
  return {
    ...baseOption(tokens),
    grid: { left: 6, right: 14, top: 30, bottom: 24, ...LABELS_INSIDE },
    xAxis: {
      ...axis(x, xs),
      nameLocation: 'end',
      ...baseAxisStyle(tokens),
      axisLabel: captionStyle(tokens),
      nameTextStyle: { ...captionStyle(tokens), align: 'right', verticalAlign: 'top', padding: [26, 0, 0, 0] },
    },
    yAxis: {
      ...axis(
        y,
        drawn.map((point) => point.y),
      ),
      ...valueAxisStyle(tokens),
      nameTextStyle: { ...captionStyle(tokens), align: 'left' },
    },
    tooltip: {
      ...tooltipStyle(tokens),
      trigger: 'item',
      formatter: (params) => {
        const at = Array.isArray(params) ? undefined : drawn[params.dataIndex]
        if (at === undefined) return ''
        const text = (value: number, of: Axis) => `${formatNumber(value, of.precision)} ${of.unit}`
        return `${formatShortTime(at.tsMs)}　${text(at.y, y)} · ${text(at.x, x)}`
      },
    },
    series: [
      {
        type: 'scatter',
        data: drawn.map((point) => [point.x, point.y]),
        symbolSize: POINT_PX,
        itemStyle: { color: tokens.chart.series[0], opacity: 0.55 },
        emphasis: {
          scale: RINGED_SCALE,
          itemStyle: { opacity: 1, borderColor: tokens.neutral.text, borderWidth: 1.5 },
        },
      },
      ...(line ? lineSeries(line, low, high, tokens) : []),
    ],
  }
}

function lineSeries(line: Regression, low: number, high: number, tokens: ThemeTokens): LineSeriesOption[] {
  const at = Array.from({ length: BAND_STEPS + 1 }, (_, i) => low + ((high - low) * i) / BAND_STEPS)
  const common = { type: 'line' as const, showSymbol: false, silent: true, z: 3 }
  const dashed = { color: tokens.neutral.textTertiary, width: 1, type: [4, 3] }
  return [
    {
      ...common,
      data: [low, high].map((x) => [x, line.intercept + line.slope * x]),
      lineStyle: { color: tokens.neutral.text, width: 1.6 },
    },
    { ...common, data: at.map((x) => [x, predictionAt(line, x).low]), lineStyle: dashed },
    { ...common, data: at.map((x) => [x, predictionAt(line, x).high]), lineStyle: dashed },
  ]
}
