const TICKS = 4
const MIN_STEPS = 2
const WAN = 10_000
/** From here on an axis counts in 万: five digits are the most that can be read at a glance. */
const WAN_FROM = 100_000
const FACTORS = [1, 2, 5, 10] as const

/** A round upper end for the axis: 1, 2 or 5 times a power of ten for each of its steps. */
export function axisStep(max: number): number {
  const rough = Math.max(max, TICKS) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (FACTORS.find((factor) => factor * power >= rough) ?? 10)
}

export interface CountAxis {
  /** From 0 upwards, evenly spaced; the last one is the top. */
  readonly ticks: readonly number[]
  /** What a tick is divided by before it is written. */
  readonly divisor: number
  /** `万`, or empty: goes before the unit in the head of the panel (design §8). */
  readonly unitPrefix: string
}

/** Axis for counts up to `max`. */
export function countAxis(max: number): CountAxis {
  const step = axisStep(max)
  const steps = Math.max(MIN_STEPS, Math.ceil(max / step))
  const ticks = Array.from({ length: steps + 1 }, (_, index) => index * step)
  return step * steps >= WAN_FROM ? { ticks, divisor: WAN, unitPrefix: '万' } : { ticks, divisor: 1, unitPrefix: '' }
}

/** Parts of the hours that are stacked, summed. */
export const hourTotals = (hours: readonly (readonly number[])[]): number[] =>
  hours.map((parts) => parts.reduce((sum, part) => sum + part, 0))
