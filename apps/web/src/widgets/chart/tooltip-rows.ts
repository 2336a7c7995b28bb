import { formatValue } from '@natim/domain/format'
import { qualityNames } from '@natim/domain/quality'
import { type ChartFrame, type FrameSeries, timesOf } from './frame.ts'

/** One line of the crosshair tooltip: `swatch name value unit flag`. */
export interface TooltipRow {
  readonly channelNo: number
  readonly name: string
  /** Number with unit, or 缺测. */
  readonly text: string
  readonly value: number | null
  /** Instant of the displayed point, epoch ms. */
  readonly tsMs: number | undefined
  readonly flags: string
}

/** Index of the time nearest to `atMs`, by binary search; -1 for an empty column. */
export function nearestIndex(timesMs: readonly number[], atMs: number): number {
  let low = 0
  let high = timesMs.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  const before = low - 1
  const isBeforeNearer = before >= 0 && atMs - (timesMs[before] ?? 0) <= (timesMs[low] ?? 0) - atMs
  return isBeforeNearer ? before : Math.min(low, timesMs.length - 1)
}

/** A point more than this many typical steps away from the crosshair is ignored. */
const REACH_STEPS = 2.5

function medianStep(timesMs: readonly number[]): number {
  const steps = timesMs.slice(1, 50).map((time, index) => time - (timesMs[index] ?? 0))
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Number.POSITIVE_INFINITY
}

function rowOf(frame: ChartFrame, series: FrameSeries, atMs: number): TooltipRow {
  const times = timesOf(frame, series)
  const index = nearestIndex(times, atMs)
  const tsMs = times[index]
  const isNear = tsMs !== undefined && Math.abs(tsMs - atMs) <= REACH_STEPS * medianStep(times)
  const value = isNear ? (series.values[index] ?? null) : null
  const text = value === null ? '缺测' : formatValue(value, series.unit, series.precision)
  const note = tsMs === undefined ? undefined : series.notes?.get(tsMs)
  const remarks = [...qualityNames(series.q?.[index] ?? 0), ...(note ? [note] : [])]
  const flags = value === null ? '' : remarks.join('、')
  return { channelNo: series.channelNo, name: series.name, text, value, tsMs: isNear ? tsMs : undefined, flags }
}

/** Values of each series at an instant, largest first, missing ones last (design §8). */
export function tooltipRows(frame: ChartFrame, atMs: number): TooltipRow[] {
  return frame.series
    .map((series) => rowOf(frame, series, atMs))
    .toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
}
