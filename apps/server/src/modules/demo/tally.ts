import type { MetricAgg } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { type Rollup, representative } from '@natim/domain/rollup'
import type { CopyStream } from './copy-writer.ts'

/**
 * A rollup under construction. Fields have the meaning of the domain's {@link Rollup}, but the object is reused:
 * allocating twelve million of them would cost half the loading time in garbage collection. Without a valid sample,
 * extremes and ends are meaningless.
 */
export type Tally = { -readonly [Key in keyof Rollup]: number } & {
  /** Seconds covered by its valid samples. */
  coverS: number
  /** Sufficiently covered hours among its parts. */
  validHours: number
}

export function newTally(): Tally {
  const sums = { n: 0, nValid: 0, min: 0, max: 0, first: 0, last: 0, sum: 0, m2: 0, sin: 0, cos: 0, qOr: 0 }
  return clearTally({ ...sums, coverS: 0, validHours: 0 })
}

export function clearTally(tally: Tally): Tally {
  tally.n = 0
  tally.nValid = 0
  tally.min = Number.POSITIVE_INFINITY
  tally.max = Number.NEGATIVE_INFINITY
  tally.first = Number.NaN
  tally.last = Number.NaN
  tally.sum = 0
  tally.m2 = 0
  tally.sin = 0
  tally.cos = 0
  tally.qOr = 0
  tally.coverS = 0
  tally.validHours = 0
  return tally
}

const RADIANS = Math.PI / 180

/** Adds a later valid sample. */
export function addValue(tally: Tally, value: number, agg: MetricAgg): void {
  const part = agg === 'energy' ? 10 ** (value / 10) : value
  if (tally.nValid === 0) tally.first = value
  else {
    const delta = part - tally.sum / tally.nValid
    tally.m2 += (delta * delta * tally.nValid) / (tally.nValid + 1)
  }
  tally.n++
  tally.nValid++
  tally.min = Math.min(tally.min, value)
  tally.max = Math.max(tally.max, value)
  tally.last = value
  tally.sum += part
  if (agg !== 'circular') return
  tally.sin += Math.sin(value * RADIANS)
  tally.cos += Math.cos(value * RADIANS)
}

/** Scales evaluated values to represent `times` as many samples. */
export function scaleTally(tally: Tally, times: number): void {
  tally.n = Math.round(tally.n * times)
  tally.nValid = tally.n
  tally.sum *= times
  tally.m2 *= times
  tally.sin *= times
  tally.cos *= times
}

/** The same samples, all stuck: counted but not valid. */
export function voidTally(tally: Tally): void {
  const { n, qOr } = tally
  clearTally(tally)
  tally.n = n
  tally.qOr = qOr | QUALITY.stuck
}

/** Appends a later period; variances are merged by Chan's rule, like `mergeRollups` of domain/rollup. */
export function appendTally(into: Tally, part: Tally): void {
  into.n += part.n
  into.qOr |= part.qOr
  into.coverS += part.coverS
  into.validHours += part.validHours
  if (part.nValid === 0) return
  if (into.nValid === 0) into.first = part.first
  else {
    const delta = part.sum / part.nValid - into.sum / into.nValid
    into.m2 += (delta * delta * into.nValid * part.nValid) / (into.nValid + part.nValid)
  }
  into.nValid += part.nValid
  into.min = Math.min(into.min, part.min)
  into.max = Math.max(into.max, part.max)
  into.last = part.last
  into.sum += part.sum
  into.m2 += part.m2
  into.sin += part.sin
  into.cos += part.cos
}

const COLUMNS = 18

export interface RollupKey {
  readonly deviceNo: number
  readonly channelNo: number
  readonly agg: MetricAgg
}

/**
 * Writes one row of a rollup table. @param tMs end of the bucket, epoch ms. @param isDay also writes its valid hours.
 */
export function writeTally(stream: CopyStream, key: RollupKey, tMs: number, tally: Tally, isDay = false): void {
  const isValid = tally.nValid > 0
  const isCircular = key.agg === 'circular'
  stream.row(COLUMNS)
  stream.instant(tMs)
  stream.float8(representative(tally, key.agg))
  stream.float8(isValid ? tally.min : null)
  stream.float8(isValid ? tally.max : null)
  stream.float8(isValid ? tally.first : null)
  stream.float8(isValid ? tally.last : null)
  stream.float8(tally.sum)
  stream.float8(tally.m2)
  stream.float8(isCircular && isValid ? tally.sin : null)
  stream.float8(isCircular && isValid ? tally.cos : null)
  stream.int4(key.deviceNo)
  stream.int4(key.channelNo)
  stream.int4(tally.n)
  stream.int4(tally.nValid)
  stream.int2(tally.qOr)
  stream.int4(tally.coverS)
  stream.int2(isDay ? tally.validHours : null)
  stream.bool(true)
}
