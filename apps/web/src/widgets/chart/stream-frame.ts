import type { ChartFrame, FrameLimit, FrameSeries } from './frame.ts'
import type { StreamBuffer } from './stream-buffer.ts'

/** Channel data needed by a streaming chart. */
export interface StreamSeries
  extends Pick<FrameSeries, 'channelNo' | 'metricCode' | 'name' | 'unit' | 'precision' | 'color'> {
  /** Nominal sampling period, seconds. */
  readonly periodS: number
}

/** A gap longer than this many periods breaks the line (domain §6.4). */
const GAP_PERIODS = 2.5

function withBreaks(
  times: readonly number[],
  values: readonly number[],
  q: readonly number[],
  gapMs: number,
): Pick<FrameSeries, 'values' | 'q'> & { timesMs: number[] } {
  const out: { timesMs: number[]; values: (number | null)[]; q: number[] } = { timesMs: [], values: [], q: [] }
  times.forEach((tsMs, index) => {
    const before = times[index - 1]
    if (before !== undefined && tsMs - before > gapMs) {
      out.timesMs.push(before + 1)
      out.values.push(null)
      out.q.push(0)
    }
    out.timesMs.push(tsMs)
    out.values.push(values[index] ?? null)
    out.q.push(q[index] ?? 0)
  })
  return out
}

/** Frame of the current buffer content; a null in each gap breaks the line. */
export function streamFrame(
  buffer: StreamBuffer,
  series: readonly StreamSeries[],
  limits: readonly FrameLimit[] = [],
): ChartFrame {
  return {
    timesMs: [],
    series: series.map(({ periodS, ...item }) => {
      const { timesMs, values, q } = buffer.columns(item.channelNo)
      return { ...item, ...withBreaks(timesMs, values, q, Math.max(1, periodS) * GAP_PERIODS * 1_000) }
    }),
    gaps: [],
    limits,
  }
}
