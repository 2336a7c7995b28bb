import type { TsSeries } from '@natim/contract/mon/timeseries'
import { completeness } from '@natim/domain/completeness'
import { isValidDay, isValidHour } from '@natim/domain/coverage'
import { downsample, emptyColumns, type SeriesColumns, withBreaks } from '@natim/domain/downsample'
import type { MetricAgg } from '@natim/domain/metrics'
import { isValidForStatistics } from '@natim/domain/quality'
import { quantile } from '@natim/domain/quantile'
import {
  circularMeanDeg,
  mergeRollups,
  type Rollup,
  representative,
  rollupOf,
  standardDeviation,
  statisticValue,
} from '@natim/domain/rollup'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { BucketColumns, SampleColumns } from './series.repository.ts'

export type SeriesStats = TsSeries['stats']

/** How a series is drawn and counted. */
export interface SeriesShape {
  readonly agg: MetricAgg
  /** Decimals of the channel; means get three more. */
  readonly precision: number
  /** Nominal sampling period, ms; 0 = none. */
  readonly periodMs: number
  readonly maxPoints: number
}

/** domain §6.4: a hole is wider than so many periods. */
const GAP_PERIODS = 2.5
const USUAL_SHARE = 0.9
/** Fewer say nothing about what is usual. */
const USUAL_MIN_SAMPLES = 20

/**
 * Samples as they are, with breaks at holes, thinned only when they do not fit. Flagged samples are drawn and carry
 * their bits: what is wrong with the last hour is what one looks for here.
 */
export function drawSamples({ tsMs, v, q }: SampleColumns, shape: SeriesShape): SeriesColumns {
  const columns: SeriesColumns = { timesMs: tsMs, avg: v, min: v, max: v, q }
  const holeMs = GAP_PERIODS * Math.max(shape.periodMs, usualInterval(tsMs))
  const drawn = shape.periodMs === 0 ? columns : withBreaks(columns, holeMs)
  return downsample(drawn, shape.maxPoints)
}

/**
 * The interval that nine of ten samples keep. A device set to a slower rate than its register says must not look like
 * a device full of holes.
 */
function usualInterval(tsMs: readonly number[]): number {
  if (tsMs.length < USUAL_MIN_SAMPLES) return 0
  const intervals = tsMs.slice(1).map((ts, i) => ts - (tsMs[i] as number))
  intervals.sort((a, b) => a - b)
  return intervals[Math.floor((intervals.length - 1) * USUAL_SHARE)] as number
}

/** Buckets with a break where one or more are missing. A label beyond `nowMs` (the running bucket) is drawn there. */
export function drawBuckets(buckets: BucketColumns, stepMs: number, shape: SeriesShape, nowMs: number): SeriesColumns {
  const out = emptyColumns()
  for (let i = 0; i < buckets.tMs.length; i++) {
    const { avg, min, max } = bucketFigures(buckets, i, shape)
    out.timesMs.push(Math.min(buckets.tMs[i] as number, Math.max(nowMs, (out.timesMs.at(-1) ?? 0) + 1)))
    out.avg.push(avg)
    out.min.push(min)
    out.max.push(max)
    out.q.push(buckets.q[i] as number)
  }
  return withBreaks(out, Math.max(1.5 * stepMs, GAP_PERIODS * shape.periodMs))
}

/** What a bucket is drawn and exported as; all null where nothing in it is valid. */
export function bucketFigures(
  buckets: BucketColumns,
  i: number,
  { agg, precision }: Pick<SeriesShape, 'agg' | 'precision'>,
): { readonly avg: number | null; readonly min: number | null; readonly max: number | null } {
  const value = bucketValue(buckets, i, agg)
  if (value === null) return { avg: null, min: null, max: null }
  const avg = rounding(precision)(value)
  // A total or a direction has no band: the extremes of its parts lie on another scale.
  const hasBand = agg !== 'sum' && agg !== 'circular'
  return { avg, min: hasBand ? (buckets.min[i] ?? null) : avg, max: hasBand ? (buckets.max[i] ?? null) : avg }
}

const EXTRA_DECIMALS = 3

/** Digits nobody can read cost half of the answer's size. */
function rounding(precision: number): (value: number) => number {
  const factor = 10 ** (precision + EXTRA_DECIMALS)
  return (value) => Math.round(value * factor) / factor
}

function bucketValue(buckets: BucketColumns, i: number, agg: MetricAgg): number | null {
  const nValid = buckets.drawn[i] as number
  return representative(
    {
      n: nValid,
      nValid,
      min: null,
      max: buckets.max[i] ?? null,
      first: null,
      last: buckets.last[i] ?? null,
      sum: buckets.sum[i] as number,
      m2: 0,
      sin: buckets.sin[i] as number,
      cos: buckets.cos[i] as number,
      qOr: 0,
    },
    agg,
  )
}

type Means = Pick<TsSeries, 'shortMeans'> & { readonly means: SeriesStats['means'] }

/** Series whose points are no hourly or daily means. */
export const NO_MEANS: Means = { shortMeans: [], means: null }

/**
 * Which hourly or daily means hold enough to be published. Buckets wider than that are no statistic anybody defined;
 * those that end after `nowMs` are not over yet.
 *
 * @param dueMs how long the device was in service.
 */
export function judgeMeans(buckets: BucketColumns, stepMs: number, nowMs: number, dueMs: number): Means {
  if (stepMs !== HOUR_MS && stepMs !== DAY_MS) return NO_MEANS
  const means = { valid: 0, short: 0, unknown: 0, due: Math.floor(dueMs / stepMs) }
  const shortMeans: Means['shortMeans'] = []
  for (const [i, tsMs] of buckets.tMs.entries()) {
    if (tsMs > nowMs) continue
    const coverS = buckets.coverS[i] ?? null
    const validHours = stepMs === DAY_MS ? (buckets.validHours[i] ?? null) : null
    const isEnough = stepMs === DAY_MS ? isValidDay(validHours) : isValidHour(coverS)
    means[isEnough === undefined ? 'unknown' : isEnough ? 'valid' : 'short']++
    if (isEnough === false) shortMeans.push({ tsMs, coverS: coverS ?? 0, validHours })
  }
  return { shortMeans, means }
}

/** What the valid samples of the range amount to, from samples; `due` is how many were owed. */
export function sampleStats({ v, q }: SampleColumns, shape: SeriesShape, due: number): Omit<SeriesStats, 'means'> {
  const points = v.map((value, i) => ({ value, quality: q[i] as number }))
  const rollup = rollupOf(points, shape.agg)
  const valid = points
    .filter(({ quality }) => isValidForStatistics(quality))
    .map(({ value, quality }) => statisticValue(value, quality))
  return toStats(rollup, quantile(valid, 0.95), shape, due)
}

/** The same from buckets, which do not know `p95`: a quantile cannot be merged. */
export function bucketStats(
  buckets: BucketColumns,
  p95: number | null,
  shape: SeriesShape,
  due: number,
): Omit<SeriesStats, 'means'> {
  let rollup: Rollup | undefined
  for (let i = 0; i < buckets.tMs.length; i++) {
    const part: Rollup = {
      n: buckets.n[i] as number,
      nValid: buckets.valid[i] as number,
      min: buckets.statMin[i] ?? null,
      max: buckets.statMax[i] ?? null,
      first: null,
      last: buckets.last[i] ?? null,
      sum: buckets.statSum[i] as number,
      m2: buckets.statM2[i] as number,
      sin: buckets.sin[i] as number,
      cos: buckets.cos[i] as number,
      qOr: 0,
    }
    rollup = rollup ? mergeRollups(rollup, part, shape.agg) : part
  }
  return toStats(rollup ?? rollupOf([], shape.agg), p95, shape, due)
}

function toStats(
  rollup: Rollup,
  p95: number | null,
  { agg, precision }: SeriesShape,
  due: number,
): Omit<SeriesStats, 'means'> {
  const round = rounding(precision)
  const rounded = (value: number | null | undefined) => (value === null || value === undefined ? null : round(value))
  return {
    n: rollup.n,
    valid: rollup.nValid,
    completeness: completeness([{ valid: rollup.nValid, due }]),
    avg: rounded(meanOf(rollup, agg)),
    min: rollup.min,
    max: rollup.max,
    // Directions have no order.
    p95: agg === 'circular' ? null : rounded(p95),
    sd: rounded(standardDeviation(rollup, agg)),
  }
}

/** The mean of the samples, also where a period is otherwise stood for by its total, maximum or last value. */
function meanOf(rollup: Rollup, agg: MetricAgg): number | null | undefined {
  if (rollup.nValid === 0) return null
  if (agg === 'circular') return circularMeanDeg(rollup.sin ?? 0, rollup.cos ?? 0, rollup.nValid)
  return agg === 'energy' ? representative(rollup, agg) : rollup.sum / rollup.nValid
}
