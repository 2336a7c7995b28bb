import type { MetricAgg } from '@natim/domain/metrics'
import { type Rollup, representative } from '@natim/domain/rollup'
import type { CopyStream } from './copy-writer.ts'

/**
 * A rollup under construction. The fields mean what those of the domain's {@link Rollup} mean, but the object is used
 * over and over: twelve million of the others would keep the garbage collector busy for half the time of loading.
 * Without a valid sample, extremes and ends say nothing.
 */
export type Tally = { -readonly [Key in keyof Rollup]: number } & {
  /** Seconds that its valid samples speak for. */
  coverS: number
  /** Hours among its parts that are covered well enough. */
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

/** One row of a rollup table. @param tMs end of the bucket, epoch ms. @param isDay counts its valid hours. */
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
