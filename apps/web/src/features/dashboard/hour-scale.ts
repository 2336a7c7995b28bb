const TICKS = 4
const MIN_STEPS = 2
const WAN = 10_000
/** From this value on an axis counts in 万: five digits are the most that can be read at a glance. */
const WAN_FROM = 100_000
const FACTORS = [1, 2, 5, 10] as const

/** A round step for the axis: 1, 2 or 5 times a power of ten. */
export function axisStep(max: number): number {
  const rough = Math.max(max, TICKS) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (FACTORS.find((factor) => factor * power >= rough) ?? 10)
}

export interface CountAxis {
  /** Evenly spaced from 0; the last one is the top of the axis. */
  readonly ticks: readonly number[]
  /** A tick is divided by this before it is formatted. */
  readonly divisor: number
  /** `万`, or empty: precedes the unit in the panel head (design §8). */
  readonly unitPrefix: string
}

/** Axis for counts up to `max`. */
export function countAxis(max: number): CountAxis {
  const step = axisStep(max)
  const steps = Math.max(MIN_STEPS, Math.ceil(max / step))
  const ticks = Array.from({ length: steps + 1 }, (_, index) => index * step)
  return step * steps >= WAN_FROM ? { ticks, divisor: WAN, unitPrefix: '万' } : { ticks, divisor: 1, unitPrefix: '' }
}

/** Sum of the stacked parts of each hour. */
export const hourTotals = (hours: readonly (readonly number[])[]): number[] =>
  hours.map((parts) => parts.reduce((sum, part) => sum + part, 0))
