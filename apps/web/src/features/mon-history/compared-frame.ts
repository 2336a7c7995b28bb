import type { TsSeries } from '@natim/contract/mon/timeseries'
import { alignedMs, type Comparison } from '@natim/domain/comparison'
import type { ChartFrame, FrameSeries, TimeRange } from '@/widgets/chart/frame.ts'

export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  previous: '上一时段',
  week: '上周同期',
  month: '上月同期',
  year: '去年同期',
}

/** Columns without the points that have no place in the shown range. */
function alignedColumns(series: TsSeries, comparison: Comparison, shown: TimeRange) {
  const timesMs: number[] = []
  const values: (number | null)[] = []
  for (const [index, earlierMs] of series.timesMs.entries()) {
    const tsMs = alignedMs(comparison, shown, earlierMs)
    if (tsMs === undefined) continue
    timesMs.push(tsMs)
    values.push(series.avg[index] ?? null)
  }
  return { timesMs, values }
}

/** Channel numbers are positive, so that those of the earlier lines collide with none. */
const numberOfEarlier = (channelNo: number) => -channelNo

/** The frame with each channel's line of the earlier range beside it, at the same labels of the time axis. */
export function withComparison(
  frame: ChartFrame,
  earlier: readonly TsSeries[],
  comparison: Comparison,
  shown: TimeRange,
): ChartFrame {
  const lines = frame.series.flatMap((series): FrameSeries[] => {
    const found = earlier.find(({ channelNo }) => channelNo === series.channelNo)
    if (!found) return []
    const { channelNo, unit, precision } = series
    const name = `${series.name} ${COMPARISON_NAMES[comparison]}`
    const columns = alignedColumns(found, comparison, shown)
    return [{ channelNo: numberOfEarlier(channelNo), earlierOf: channelNo, name, unit, precision, ...columns }]
  })
  return { ...frame, series: [...frame.series, ...lines] }
}
