import { isValidForStatistics } from '@natim/domain/quality'
import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { ThemeTokens } from '@/theme/token-types.ts'
import { type ChartFrame, type FrameSeries, timesOf } from './frame.ts'
import type { LineLook } from './series-colour.ts'

type Point = [tsMs: number, value: number | null]

const points = (times: readonly number[], values: readonly (number | null)[]): Point[] =>
  times.map((time, index) => [time, values[index] ?? null])

/** Band between the extremes: an invisible base and the filled height stacked on it. */
export function bandSeries(
  frame: ChartFrame,
  series: FrameSeries,
  look: LineLook,
  yAxisIndex: number,
  opacity: number,
) {
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
    // Negative values must stack on their base too.
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

/** Mean line; null breaks it. */
export function lineSeries(
  frame: ChartFrame,
  series: FrameSeries,
  look: LineLook,
  yAxisIndex: number,
): LineSeriesOption {
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
    lineStyle: {
      width: 1.8,
      color: look.colour,
      ...(look.dash && { type: [...look.dash] }),
      ...(look.opacity !== undefined && { opacity: look.opacity }),
    },
    itemStyle: { color: look.colour },
    z: 3,
  }
}

/** Filled dots on isolated points: a line needs two. */
export function loneSeries(frame: ChartFrame, series: FrameSeries, look: LineLook, yAxisIndex: number) {
  const { values } = series
  const isKnown = (index: number) => values[index] != null
  const lone = points(timesOf(frame, series), values).filter(
    (_, index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1),
  )
  if (lone.length === 0) return []
  return [
    {
      type: 'scatter',
      id: `lone ${series.channelNo}`,
      yAxisIndex,
      data: lone,
      symbolSize: 5,
      silent: true,
      itemStyle: { color: look.colour },
      z: 3,
    },
  ] satisfies ScatterSeriesOption[]
}

/** Hollow dots on points excluded from statistics, and on means with too little coverage. */
export function flagSeries(
  frame: ChartFrame,
  series: FrameSeries,
  look: LineLook,
  yAxisIndex: number,
  tokens: ThemeTokens,
) {
  const times = timesOf(frame, series)
  const flagged = points(times, series.values).filter(
    ([tsMs, value], index) =>
      value !== null && (!isValidForStatistics(series.q?.[index] ?? 0) || series.notes?.has(tsMs)),
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
