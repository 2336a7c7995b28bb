import type { FrameLimit, FrameSeries } from './frame.ts'

/** Range and tick distance of a value axis. */
export interface ValueScale {
  readonly min: number
  readonly max: number
  readonly interval: number
}

const STEPS = [1, 2, 2.5, 5, 10]
/** design §8: 3–6 round ticks. */
const WANTED_TICKS = 5
/** A limit this many times above the data would flatten the line; it is shown in the legend only. */
const LIMIT_REACH = 2.5

/** Units without a meaningful zero; all others start at zero (design §8: bars and concentrations). */
const FREE_UNITS = new Set(['℃', '°C', 'hPa', 'kPa', 'Pa', 'dBm', 'dB', 'V', 'mV', '°', 'bpm', '%vol', 'm'])

/** Units shown on the full scale of the instrument: bars of an agent detector (design 37). */
const WHOLE_SCALES: ReadonlyMap<string, ValueScale> = new Map([['格', { min: 0, max: 8, interval: 2 }]])

/** Whether the axis of a unit starts at zero. */
const isZeroBased = (unit: string): boolean => !FREE_UNITS.has(unit)

const FLAT_SHARE = 1e-6

const tidy = (value: number): number => Number(value.toPrecision(12))

/** Smallest round scale around [lo, hi] with 3 to 6 ticks. */
export function niceScale(lowest: number, highest: number): ValueScale {
  // Practically equal values get margins on both sides.
  const isFlat = highest - lowest <= Math.abs(highest) * FLAT_SHARE
  const room = isFlat ? Math.abs(highest) * 0.05 || 0.5 : 0
  const [lo, hi] = [lowest - room, highest + room]
  const rough = (hi - lo) / WANTED_TICKS
  const unit = 10 ** Math.floor(Math.log10(rough))
  const interval = tidy((STEPS.find((step) => step * unit >= rough) ?? 10) * unit)
  const min = tidy(Math.floor(tidy(lo / interval)) * interval)
  const max = tidy(Math.ceil(tidy(hi / interval)) * interval)
  return { min, max: max > min ? max : tidy(min + interval), interval }
}

function extremes(series: readonly FrameSeries[]): [number, number] | undefined {
  let lo = Number.POSITIVE_INFINITY
  let hi = Number.NEGATIVE_INFINITY
  const columns = series.flatMap((item) => [item.values, item.min ?? [], item.max ?? []])
  for (const column of columns) {
    for (const value of column) {
      if (value === null) continue
      if (value < lo) lo = value
      if (value > hi) hi = value
    }
  }
  return lo <= hi ? [lo, hi] : undefined
}

/** Limits close enough to the data to be drawn. */
export function visibleLimits(limits: readonly FrameLimit[], series: readonly FrameSeries[]): FrameLimit[] {
  const range = extremes(series)
  if (!range) return []
  const [lo, hi] = range
  const reach = Math.max(hi, 0) * LIMIT_REACH
  return limits.filter((limit) => limit.value <= reach && limit.value >= Math.min(lo, 0))
}

/** Scale of one axis: all series of its unit and nearby limits. */
export function axisScale(unit: string, series: readonly FrameSeries[], limits: readonly FrameLimit[]): ValueScale {
  const whole = WHOLE_SCALES.get(unit)
  if (whole) return whole
  const [dataLo, dataHi] = extremes(series) ?? [0, 1]
  const near = visibleLimits(limits, series).map((limit) => limit.value)
  const hi = Math.max(dataHi, ...near)
  const lo = Math.min(dataLo, ...near)
  if (isZeroBased(unit)) return niceScale(Math.min(0, lo), Math.max(hi * (hi === dataHi ? 1 : 1.05), 0) || 1)
  const margin = (hi - lo) * 0.08
  return niceScale(lo - margin, hi + margin)
}
