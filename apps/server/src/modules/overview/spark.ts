import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'

export const SPARK_STEP_MS = 15 * MINUTE_MS
export const SPARK_BUCKETS = DAY_MS / SPARK_STEP_MS
const BUCKETS_PER_HOUR = HOUR_MS / SPARK_STEP_MS

/** Additive statistics of one bucket, from raw samples or rollups. Sums include valid samples only. */
export interface SparkSums {
  readonly channelNo: number
  /** Start of the bucket, epoch ms: it covers startMs < ts <= startMs + step. */
  readonly startMs: number
  readonly nValid: number
  /** Σ v, or Σ 10^(v/10) for energy metrics. */
  readonly vSum: number
  readonly vSin: number
  readonly vCos: number
  readonly vMax: number | null
  readonly vLast: number | null
}

/** The last 24 h in 96 buckets, the last of which contains the present. */
export interface SparkGrid {
  readonly fromMs: number
  readonly toMs: number
  readonly buckets: (SparkSums | undefined)[]
}

export interface Spark {
  fromMs: number
  stepMs: number
  values: (number | null)[]
}

export function sparkWindow(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = bucketEnd(nowMs, SPARK_STEP_MS)
  return { fromMs: toMs - DAY_MS, toMs }
}

export function emptyGrid(nowMs: number): SparkGrid {
  return { ...sparkWindow(nowMs), buckets: Array.from({ length: SPARK_BUCKETS }) }
}

/** Adds the sums of one source to a bucket; sources must not overlap and must be added in time order. */
export function addSums(grid: SparkGrid, sums: SparkSums): void {
  const index = (sums.startMs - grid.fromMs) / SPARK_STEP_MS
  if (!Number.isInteger(index) || index < 0 || index >= SPARK_BUCKETS) return
  const held = grid.buckets[index]
  grid.buckets[index] = held ? merge(held, sums) : sums
}

function merge(a: SparkSums, b: SparkSums): SparkSums {
  return {
    ...a,
    nValid: a.nValid + b.nValid,
    vSum: a.vSum + b.vSum,
    vSin: a.vSin + b.vSin,
    vCos: a.vCos + b.vCos,
    vMax: a.vMax === null || b.vMax === null ? (a.vMax ?? b.vMax) : Math.max(a.vMax, b.vMax),
    vLast: b.vLast ?? a.vLast,
  }
}

/** Spreads an hourly rollup over the quarters of its hour that no finer source has filled. */
export function fillFromHour(grid: SparkGrid, hour: SparkSums): void {
  for (let quarter = 0; quarter < BUCKETS_PER_HOUR; quarter++) {
    const index = (hour.startMs - grid.fromMs) / SPARK_STEP_MS + quarter
    if (index < 0 || index >= SPARK_BUCKETS || grid.buckets[index]) continue
    const share = 1 / BUCKETS_PER_HOUR
    grid.buckets[index] = {
      ...hour,
      nValid: hour.nValid * share,
      vSum: hour.vSum * share,
      vSin: hour.vSin * share,
      vCos: hour.vCos * share,
    }
  }
}

/** Whether the first hour is empty: finer data of that age may have expired, hourly rollups are kept longer. */
export function lacksFirstHour(grid: SparkGrid): boolean {
  return grid.buckets.slice(0, BUCKETS_PER_HOUR).every((bucket) => bucket === undefined)
}

export function toSpark(grid: SparkGrid, agg: string): Spark {
  return {
    fromMs: grid.fromMs,
    stepMs: SPARK_STEP_MS,
    values: grid.buckets.map((bucket) => (bucket && bucket.nValid > 0 ? representative(bucket, agg) : null)),
  }
}

/** Valid samples of the whole window. */
export function validCount(grid: SparkGrid): number {
  return grid.buckets.reduce((sum, bucket) => sum + (bucket?.nValid ?? 0), 0)
}

/** Combines the samples of a bucket into one value (domain §4, §7.3). */
function representative(bucket: SparkSums, agg: string): number | null {
  const mean = bucket.vSum / bucket.nValid
  switch (agg) {
    case 'sum':
      return bucket.vSum
    case 'max':
      return bucket.vMax
    case 'last':
      return bucket.vLast
    case 'circular':
      return (Math.atan2(bucket.vSin, bucket.vCos) * (180 / Math.PI) + 360) % 360
    case 'energy':
      return 10 * Math.log10(mean)
    default:
      return mean
  }
}
