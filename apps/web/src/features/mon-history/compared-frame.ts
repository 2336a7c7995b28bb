import type { TsSeries } from '@natim/contract/mon/timeseries'
import { alignedMs, type Comparison } from '@natim/domain/comparison'
import type { ChartFrame, FrameSeries, TimeRange } from '@/widgets/chart/frame.ts'
import { OTHER } from './history-state.ts'

/** Maps instants of the earlier range to the shown one; `name` labels it. */
export interface Alignment {
  readonly name: string
  readonly toShown: (earlierMs: number) => number | undefined
}

/** By calendar, as the comparison requires; a custom range is aligned at its start. */
export function alignmentOf(comparison: Comparison | typeof OTHER, shown: TimeRange, range: TimeRange): Alignment {
  if (comparison === OTHER) {
    const shift = shown.fromMs - range.fromMs
    return { name: COMPARISON_NAMES.other, toShown: (tsMs) => (tsMs + shift > shown.toMs ? undefined : tsMs + shift) }
  }
  return { name: COMPARISON_NAMES[comparison], toShown: (tsMs) => alignedMs(comparison, shown, tsMs) }
}

export const COMPARISON_NAMES: Readonly<Record<Comparison | typeof OTHER, string>> = {
  previous: '上一时段',
  week: '上周同期',
  month: '上月同期',
  year: '去年同期',
  other: '另一时段',
}

/** Columns without points that have no counterpart in the shown range. */
function alignedColumns(series: TsSeries, { toShown }: Alignment) {
  const timesMs: number[] = []
  const values: (number | null)[] = []
  for (const [index, earlierMs] of series.timesMs.entries()) {
    const tsMs = toShown(earlierMs)
    if (tsMs === undefined) continue
    timesMs.push(tsMs)
    values.push(series.avg[index] ?? null)
  }
  return { timesMs, values }
}

/** Channel numbers are positive, so negated ones do not collide. */
const numberOfEarlier = (channelNo: number) => -channelNo

/** The frame with each channel's earlier line added, at the same labels of the time axis. */
export function withComparison(frame: ChartFrame, earlier: readonly TsSeries[], alignment: Alignment): ChartFrame {
  const lines = frame.series.flatMap((series): FrameSeries[] => {
    const found = earlier.find(({ channelNo }) => channelNo === series.channelNo)
    if (!found) return []
    const { channelNo, unit, precision } = series
    const name = `${series.name} ${alignment.name}`
    const columns = alignedColumns(found, alignment)
    return [{ channelNo: numberOfEarlier(channelNo), earlierOf: channelNo, name, unit, precision, ...columns }]
  })
  return { ...frame, series: [...frame.series, ...lines] }
}
