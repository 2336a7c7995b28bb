import type { MetricAgg } from './metrics.ts'
import { isValidForAlarms, isValidForStatistics, QUALITY } from './quality.ts'

/**
 * One channel over one period, mergeable into any longer period (domain §3.6): the fields of the `mon_r1m`, `mon_r1h`
 * and `mon_r1d` tables. All but `n` and `qOr` cover valid samples only.
 */
export interface Rollup {
  /** Samples stored. */
  readonly n: number
  /** Samples valid for statistics. */
  readonly nValid: number
  /** Null without valid samples. */
  readonly min: number | null
  readonly max: number | null
  readonly first: number | null
  readonly last: number | null
  /** Sum of values; for `energy` metrics the sum of 10^(L/10). */
  readonly sum: number
  /** Sum of squared deviations of the addends of `sum` from their mean `sum / nValid`. */
  readonly m2: number
  /** Sums of sine and cosine, for `circular` metrics only. */
  readonly sin: number | null
  readonly cos: number | null
  /** Union of the quality bits of all samples. */
  readonly qOr: number
}

export interface RollupPoint {
  readonly value: number
  readonly quality: number
}

export const EMPTY_ROLLUP: Rollup = {
  n: 0,
  nValid: 0,
  min: null,
  max: null,
  first: null,
  last: null,
  sum: 0,
  m2: 0,
  sin: null,
  cos: null,
  qOr: 0,
}

const RADIANS = Math.PI / 180

/** The value used in statistics: below the detection limit it is floored at 0 (domain §3.6). */
export function statisticValue(value: number, quality: number): number {
  return (quality & QUALITY.belowLod) !== 0 && value < 0 ? 0 : value
}

/**
 * The value used in means that may raise alarms: clamped to the range of the instrument, beyond which its readings are
 * meaningless. Undefined for a sample that must not raise alarms.
 */
export function alarmValue(
  value: number,
  quality: number,
  range: { readonly lo: number | null; readonly hi: number | null },
): number | undefined {
  if (!isValidForAlarms(quality)) return undefined
  const v = statisticValue(value, quality)
  if ((quality & QUALITY.outOfRange) === 0) return v
  return Math.min(Math.max(v, range.lo ?? Number.NEGATIVE_INFINITY), range.hi ?? Number.POSITIVE_INFINITY)
}

/** Rollup of the samples of one period, in time order. */
export function rollupOf(points: Iterable<RollupPoint>, agg: MetricAgg): Rollup {
  let result = EMPTY_ROLLUP
  for (const point of points) result = mergeRollups(result, rollupOfPoint(point, agg), agg)
  return result
}

function rollupOfPoint({ value, quality }: RollupPoint, agg: MetricAgg): Rollup {
  if (!isValidForStatistics(quality)) return { ...EMPTY_ROLLUP, n: 1, qOr: quality }
  const v = statisticValue(value, quality)
  const isCircular = agg === 'circular'
  return {
    n: 1,
    nValid: 1,
    min: v,
    max: v,
    first: v,
    last: v,
    sum: agg === 'energy' ? 10 ** (v / 10) : v,
    m2: 0,
    sin: isCircular ? Math.sin(v * RADIANS) : null,
    cos: isCircular ? Math.cos(v * RADIANS) : null,
    qOr: quality,
  }
}

/**
 * Merges two adjacent periods; `a` lies before `b`. Variances are merged, not added: Chan, Golub, LeVeque, "Updating
 * formulae and a pairwise algorithm for computing sample variances" (1979).
 */
export function mergeRollups(a: Rollup, b: Rollup, agg: MetricAgg): Rollup {
  const n = a.n + b.n
  const qOr = a.qOr | b.qOr
  if (a.nValid === 0) return { ...b, n, qOr }
  if (b.nValid === 0) return { ...a, n, qOr }
  const nValid = a.nValid + b.nValid
  const delta = b.sum / b.nValid - a.sum / a.nValid
  const isCircular = agg === 'circular'
  return {
    n,
    nValid,
    min: Math.min(a.min ?? Number.POSITIVE_INFINITY, b.min ?? Number.POSITIVE_INFINITY),
    max: Math.max(a.max ?? Number.NEGATIVE_INFINITY, b.max ?? Number.NEGATIVE_INFINITY),
    first: a.first,
    last: b.last,
    sum: a.sum + b.sum,
    m2: a.m2 + b.m2 + (delta * delta * a.nValid * b.nValid) / nValid,
    sin: isCircular ? (a.sin ?? 0) + (b.sin ?? 0) : null,
    cos: isCircular ? (a.cos ?? 0) + (b.cos ?? 0) : null,
    qOr,
  }
}

/** Below this mean resultant length a direction has no mean: the winds cancelled out. */
const MIN_RESULTANT = 1e-9

/** Direction of the summed unit vectors, degrees in [0, 360); undefined when they cancel out. */
export function circularMeanDeg(sin: number, cos: number, n: number): number | undefined {
  if (n === 0 || Math.hypot(sin, cos) / n < MIN_RESULTANT) return undefined
  const deg = Math.atan2(sin, cos) / RADIANS
  return deg < 0 ? (deg + 360) % 360 : deg
}

/** Energy-equivalent level of `n` summed 10^(L/10), in decibels. */
export function energyMeanDb(sum: number, n: number): number {
  return 10 * Math.log10(sum / n)
}

/**
 * The representative value of a period: mean, sum, maximum, last, direction of the summed vectors, or energy mean, by
 * the metric's `agg`. Null without valid samples.
 */
export function representative(rollup: Rollup, agg: MetricAgg): number | null {
  if (rollup.nValid === 0) return null
  switch (agg) {
    case 'sum':
      return rollup.sum
    case 'max':
      return rollup.max
    case 'last':
      return rollup.last
    case 'circular':
      return circularMeanDeg(rollup.sin ?? 0, rollup.cos ?? 0, rollup.nValid) ?? null
    case 'energy':
      return energyMeanDb(rollup.sum, rollup.nValid)
    default:
      return rollup.sum / rollup.nValid
  }
}

/**
 * Spread of the valid values in the metric's unit; null for fewer than two.
 *
 * Sample standard deviation; for directions the circular one, √(−2 ln R) in degrees (Mardia, "Statistics of Directional
 * Data", 1972). Null for levels in decibels: their deviations do not add up.
 */
export function standardDeviation(
  rollup: Pick<Rollup, 'm2' | 'nValid' | 'sin' | 'cos'>,
  agg: MetricAgg,
): number | null {
  if (rollup.nValid < 2 || agg === 'energy') return null
  if (agg === 'circular') {
    const resultant = Math.min(1, Math.hypot(rollup.sin ?? 0, rollup.cos ?? 0) / rollup.nValid)
    return resultant < MIN_RESULTANT ? null : Math.sqrt(-2 * Math.log(resultant)) / RADIANS
  }
  return Math.sqrt(Math.max(0, rollup.m2) / (rollup.nValid - 1))
}
