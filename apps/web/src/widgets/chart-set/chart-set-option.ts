import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { ThemeTokens } from '@/theme/token-types.ts'
import {
  baseAxisStyle,
  baseOption,
  type ChartOption,
  captionStyle,
  LABELS_INSIDE,
  tooltipStyle,
  valueAxisStyle,
} from '../chart/chart-option.ts'
import type { ChartPoint, ChartTable } from './chart-table.ts'

/** How a series of a cartesian chart is drawn. */
export type SeriesLook = 'bar' | 'stackedBar' | 'line' | 'area'

export const seriesColour = (tokens: ThemeTokens, index: number): string =>
  tokens.chart.series[index % tokens.chart.series.length] ?? tokens.chart.series[0]

function barSeries(name: string, data: (number | null)[], color: string, tokens: ThemeTokens, isStacked: boolean) {
  const series: BarSeriesOption = {
    type: 'bar',
    name,
    data,
    barCategoryGap: '42%',
    barMaxWidth: 32,
    emphasis: { disabled: true },
    itemStyle: { color, borderColor: tokens.neutral.card, borderWidth: 0.6 },
    ...(isStacked && { stack: 'all' }),
  }
  return series
}

function lineSeries(name: string, data: (number | null)[], color: string, tokens: ThemeTokens, hasArea: boolean) {
  const series: LineSeriesOption = {
    type: 'line',
    name,
    data,
    // A single point between two gaps has no line.
    symbol: data.length === 1 ? 'circle' : 'none',
    lineStyle: { width: 1.8, color },
    itemStyle: { color },
    emphasis: { disabled: true },
    ...(hasArea && { areaStyle: { color, opacity: tokens.chart.bandOpacity } }),
  }
  return series
}

/** Bars and lines over categories, each series with its look (the last look applies to all further series). Pure. */
export function cartesianOption(table: ChartTable, looks: readonly SeriesLook[], tokens: ThemeTokens): ChartOption {
  const lookOf = (index: number) => looks[index] ?? looks.at(-1) ?? 'bar'
  const isPlainLines = table.series.every((_, index) => lookOf(index) === 'line')
  return {
    ...baseOption(tokens),
    grid: { left: 6, right: 8, top: 10, bottom: 4, ...LABELS_INSIDE },
    xAxis: {
      type: 'category',
      data: [...table.categories],
      boundaryGap: !isPlainLines,
      ...baseAxisStyle(tokens),
      axisLabel: { ...captionStyle(tokens), hideOverlap: true, margin: 8 },
    },
    yAxis: { type: 'value', ...valueAxisStyle(tokens) },
    tooltip: { ...tooltipStyle(tokens), trigger: 'axis' },
    series: table.series.map(({ name, values }, index) => {
      const look = lookOf(index)
      const colour = seriesColour(tokens, index)
      return look === 'bar' || look === 'stackedBar'
        ? barSeries(name, [...values], colour, tokens, look === 'stackedBar')
        : lineSeries(name, [...values], colour, tokens, look === 'area')
    }),
  }
}

/** More parts cannot be told apart (design §8). */
export const MAX_PIE_PARTS = 6

/** The largest parts; beyond six the rest is combined as 其他. */
export function pieParts(points: readonly ChartPoint[]): ChartPoint[] {
  const sorted = points.toSorted((a, b) => b.value - a.value)
  if (sorted.length <= MAX_PIE_PARTS) return sorted
  const rest = sorted.slice(MAX_PIE_PARTS - 1).reduce((sum, { value }) => sum + value, 0)
  return [...sorted.slice(0, MAX_PIE_PARTS - 1), { name: '其他', value: rest }]
}

/** A ring with the share of each part in the tooltip (design §8). Pure. */
export function ringOption(points: readonly ChartPoint[], tokens: ThemeTokens): ChartOption {
  return {
    ...baseOption(tokens),
    tooltip: { ...tooltipStyle(tokens), trigger: 'item', formatter: '{b}  {c}（{d} %）' },
    series: [
      {
        type: 'pie',
        radius: ['58%', '82%'],
        label: { show: false },
        emphasis: { scale: false },
        itemStyle: { borderColor: tokens.neutral.card, borderWidth: 1 },
        data: pieParts(points).map((part, index) => ({ ...part, itemStyle: { color: seriesColour(tokens, index) } })),
      },
    ],
  }
}

/** One polygon per series over the categories as spokes. Pure. */
export function radarOption(table: ChartTable, tokens: ThemeTokens): ChartOption {
  const values = table.series.flatMap((series) => series.values.map((value) => value ?? 0))
  const max = Math.max(1, ...values)
  return {
    ...baseOption(tokens),
    tooltip: { ...tooltipStyle(tokens), trigger: 'item' },
    radar: {
      indicator: table.categories.map((name) => ({ name, max })),
      radius: '68%',
      splitNumber: 4,
      axisName: captionStyle(tokens),
      axisLine: { lineStyle: { color: tokens.neutral.lineInner } },
      splitLine: { lineStyle: { color: tokens.neutral.lineInner } },
      splitArea: { show: false },
    },
    series: table.series.map((series, index) => ({
      type: 'radar' as const,
      name: series.name,
      symbol: 'none',
      lineStyle: { width: 1.8, color: seriesColour(tokens, index) },
      itemStyle: { color: seriesColour(tokens, index) },
      areaStyle: { color: seriesColour(tokens, index), opacity: tokens.chart.bandOpacity },
      data: [{ name: series.name, value: series.values.map((value) => value ?? 0) }],
    })),
  }
}
