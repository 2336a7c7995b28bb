import { element } from '@natim/domain/element'
import { hash, unit } from '../hash.ts'
import type { Moment } from './moment.ts'

const SIZE = 8192
const MASK = SIZE - 1
/** Minutes per step of the slow table, which repeats after 57 days. */
const SLOW_STEP_MINUTES = 10

const WHITE = whiteTable()
const FAST = autoregressive(0.9, 11)
const SLOW = autoregressive(0.985, 12)

/** Standard normal numbers (Box–Muller on the seeded hash). */
function whiteTable(): Float64Array {
  return Float64Array.from({ length: SIZE }, (_, index) => {
    const radius = Math.sqrt(-2 * Math.log(1 - unit(index, 1)))
    return radius * Math.cos(2 * Math.PI * unit(index, 2))
  })
}

/** Circular AR(1) sequence of unit variance; `phi` is the correlation between consecutive steps. */
function autoregressive(phi: number, salt: number): Float64Array {
  const table = new Float64Array(SIZE)
  const gain = Math.sqrt(1 - phi * phi)
  let value = 0
  // The second lap starts where the first ended, which closes the circle.
  for (let step = 0; step < 2 * SIZE; step++) {
    value = phi * value + gain * element(WHITE[(step * 7 + salt * 613) & MASK])
    table[step & MASK] = value
  }
  return table
}

function interpolate(table: Float64Array, position: number): number {
  const floor = Math.floor(position)
  const from = element(table[floor & MASK])
  return from + (element(table[(floor + 1) & MASK]) - from) * (position - floor)
}

/** Slow synoptic noise of unit variance on a shared clock, so that neighbours see the same front. */
export function synoptic(offset: number, steps: number): number {
  return interpolate(SLOW, steps + offset)
}

/** Steps of {@link synoptic} at a moment. */
export function synopticSteps(moment: Moment): number {
  return moment.minutes / SLOW_STEP_MINUTES
}

/** Noise of one channel; approximately standard normal and a pure function of the seed and the instant. */
export interface Noise {
  /** Correlated over minutes. */
  fast(moment: Moment): number
  /** Correlated over hours. */
  slow(moment: Moment): number
  /** Independent from second to second. */
  white(moment: Moment): number
}

export function createNoise(seed: number): Noise {
  const fastOffset = hash(seed, 1) & MASK
  const slowOffset = hash(seed, 2) & MASK
  const salt = hash(seed, 3)
  return {
    fast: (moment) => interpolate(FAST, moment.minutes + fastOffset),
    slow: (moment) => interpolate(SLOW, moment.minutes / SLOW_STEP_MINUTES + slowOffset),
    white: (moment) => whiteAt(salt, Math.floor(moment.tMs / 1000)),
  }
}

/** The `step`-th independent standard normal number of a sequence. */
export function whiteAt(salt: number, step: number): number {
  const mixed = Math.imul(step ^ salt, 0x9e3779b1)
  return element(WHITE[(mixed ^ (mixed >>> 15)) & MASK])
}
