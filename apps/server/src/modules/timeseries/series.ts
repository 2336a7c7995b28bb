import type { TsSeries } from '@natim/contract/mon/timeseries'
import { completeness } from '@natim/domain/completeness'
import { isValidDay, isValidHour } from '@natim/domain/coverage'
import { downsample, emptyColumns, type SeriesColumns, withBreaks } from '@natim/domain/downsample'
import { element } from '@natim/domain/element'
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

/** Drawing and counting parameters of a series. */
export interface SeriesShape {
  readonly agg: MetricAgg
  /** Decimals of the channel; means get three more. */
  readonly precision: number
  /** Nominal sampling period, ms; 0 = none. */
  readonly periodMs: number
  readonly maxPoints: number
}

/** domain §6.4: a gap is wider than this many periods. */
const GAP_PERIODS = 2.5
const USUAL_SHARE = 0.9
/** With fewer samples the usual interval is unknown. */
const USUAL_MIN_SAMPLES = 20

/**
 * Samples unchanged, with breaks at gaps, thinned only when they do not fit. Flagged samples are drawn with their bits:
 * the chart is where users look for what is wrong.
 */
export function drawSamples({ tsMs, v, q }: SampleColumns, shape: SeriesShape): SeriesColumns {
  const columns: SeriesColumns = { timesMs: tsMs, avg: v, min: v, max: v, q }
  const holeMs = GAP_PERIODS * Math.max(shape.periodMs, usualInterval(tsMs))
  const drawn = shape.periodMs === 0 ? columns : withBreaks(columns, holeMs)
  return downsample(drawn, shape.maxPoints)
}

/**
 * The 90th percentile of the intervals between samples. A device set to a slower rate than registered must not appear
 * to be full of gaps.
 */
function usualInterval(tsMs: readonly number[]): number {
  if (tsMs.length < USUAL_MIN_SAMPLES) return 0
  const intervals = tsMs.slice(1).map((ts, i) => ts - element(tsMs[i]))
  intervals.sort((a, b) => a - b)
  return element(intervals[Math.floor((intervals.length - 1) * USUAL_SHARE)])
}

/** Buckets with breaks where some are missing. A label after `nowMs` (the running bucket) is drawn at `nowMs`. */
export function drawBuckets(buckets: BucketColumns, stepMs: number, shape: SeriesShape, nowMs: number): SeriesColumns {
  const out = emptyColumns()
  for (let i = 0; i < buckets.tMs.length; i++) {
    const { avg, min, max } = bucketFigures(buckets, i, shape)
    out.timesMs.push(Math.min(element(buckets.tMs[i]), Math.max(nowMs, (out.timesMs.at(-1) ?? 0) + 1)))
    out.avg.push(avg)
    out.min.push(min)
    out.max.push(max)
    out.q.push(element(buckets.q[i]))
  }
  return withBreaks(out, Math.max(1.5 * stepMs, GAP_PERIODS * shape.periodMs))
}

/** Figures of a bucket for drawing and export; all null without valid samples. */
export function bucketFigures(
  buckets: BucketColumns,
  i: number,
  { agg, precision }: Pick<SeriesShape, 'agg' | 'precision'>,
): { readonly avg: number | null; readonly min: number | null; readonly max: number | null } {
  const value = bucketValue(buckets, i, agg)
  if (value === null) return { avg: null, min: null, max: null }
  const avg = rounding(precision)(value)
  // Totals and directions have no band: the extremes of their parts are on another scale.
  const hasBand = agg !== 'sum' && agg !== 'circular'
  return { avg, min: hasBand ? (buckets.min[i] ?? null) : avg, max: hasBand ? (buckets.max[i] ?? null) : avg }
}

const EXTRA_DECIMALS = 3

/** Drops insignificant digits, which make up half of the response size. */
function rounding(precision: number): (value: number) => number {
  const factor = 10 ** (precision + EXTRA_DECIMALS)
  return (value) => Math.round(value * factor) / factor
}

function bucketValue(buckets: BucketColumns, i: number, agg: MetricAgg): number | null {
  const nValid = element(buckets.drawn[i])
  return representative(
    {
      n: nValid,
      nValid,
      min: null,
      max: buckets.max[i] ?? null,
      first: null,
      last: buckets.last[i] ?? null,
      sum: element(buckets.sum[i]),
      m2: 0,
      sin: buckets.sin[i] ?? 0,
      cos: buckets.cos[i] ?? 0,
      qOr: 0,
    },
    agg,
  )
}

type Means = Pick<TsSeries, 'shortMeans'> & { readonly means: SeriesStats['means'] }

/** For series whose points are not hourly or daily means. */
export const NO_MEANS: Means = { shortMeans: [], means: null }

/**
 * Judges which hourly or daily means have enough coverage to be published. Wider buckets are not a defined statistic;
 * buckets ending after `nowMs` are still running.
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

/** Statistics of the valid samples in the range; `due` is the number of expected samples. */
export function sampleStats({ v, q }: SampleColumns, shape: SeriesShape, due: number): Omit<SeriesStats, 'means'> {
  const points = v.map((value, i) => ({ value, quality: element(q[i]) }))
  const rollup = rollupOf(points, shape.agg)
  const valid = points
    .filter(({ quality }) => isValidForStatistics(quality))
    .map(({ value, quality }) => statisticValue(value, quality))
  return toStats(rollup, quantile(valid, 0.95), shape, due)
}

/** The same from buckets, without `p95`: quantiles cannot be merged. */
export function bucketStats(
  buckets: BucketColumns,
  p95: number | null,
  shape: SeriesShape,
  due: number,
): Omit<SeriesStats, 'means'> {
  let rollup: Rollup | undefined
  for (let i = 0; i < buckets.tMs.length; i++) {
    const part: Rollup = {
      n: element(buckets.n[i]),
      nValid: element(buckets.valid[i]),
      min: buckets.statMin[i] ?? null,
      max: buckets.statMax[i] ?? null,
      first: null,
      last: buckets.last[i] ?? null,
      sum: element(buckets.statSum[i]),
      m2: element(buckets.statM2[i]),
      sin: buckets.sin[i] ?? 0,
      cos: buckets.cos[i] ?? 0,
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

/** Mean of the samples, even for metrics whose buckets are represented by a total, maximum or last value. */
function meanOf(rollup: Rollup, agg: MetricAgg): number | null | undefined {
  if (rollup.nValid === 0) return null
  if (agg === 'circular') return circularMeanDeg(rollup.sin ?? 0, rollup.cos ?? 0, rollup.nValid)
  return agg === 'energy' ? representative(rollup, agg) : rollup.sum / rollup.nValid
}
