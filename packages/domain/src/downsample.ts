import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/**
 * A drawable series as columns of equal length, strictly ascending in time. A point whose `avg`, `min` and `max` are
 * null is a break: the line is not drawn across it.
 */
export interface SeriesColumns {
  readonly timesMs: number[]
  readonly avg: (number | null)[]
  readonly min: (number | null)[]
  readonly max: (number | null)[]
  /** Union of the quality bits of everything the point represents. */
  readonly q: number[]
}

export const emptyColumns = (): SeriesColumns => ({ timesMs: [], avg: [], min: [], max: [], q: [] })

/** Human-friendly widths; each divides a GMT+8 day or is a whole number of days. */
const NICE_STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND_MS),
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR_MS),
  ...[1, 2, 5, 10, 30, 90, 365, 3650, 36500].map((n) => n * DAY_MS),
]

/**
 * Smallest readable bucket width with which a range needs at most `maxPoints` buckets, including one more because the
 * range need not start at a bucket edge. At least `minStepMs`, the step of the data.
 */
export function niceStepMs(rangeMs: number, maxPoints: number, minStepMs = 0): number {
  const fits = (step: number) => step >= minStepMs && Math.ceil(rangeMs / step) + 1 <= maxPoints
  return NICE_STEPS_MS.find(fits) ?? (NICE_STEPS_MS.at(-1) as number)
}

function pushBreak(out: SeriesColumns, timeMs: number): void {
  out.timesMs.push(timeMs)
  out.avg.push(null)
  out.min.push(null)
  out.max.push(null)
  out.q.push(0)
}

function copyPoint(out: SeriesColumns, from: SeriesColumns, i: number): void {
  out.timesMs.push(from.timesMs[i] as number)
  out.avg.push(from.avg[i] as number | null)
  out.min.push(from.min[i] as number | null)
  out.max.push(from.max[i] as number | null)
  out.q.push(from.q[i] as number)
}

/** The series with a break in the middle of every gap wider than `maxGapMs`. Existing breaks stay. */
export function withBreaks(series: SeriesColumns, maxGapMs: number): SeriesColumns {
  const out = emptyColumns()
  for (let i = 0; i < series.timesMs.length; i++) {
    const time = series.timesMs[i] as number
    const previous = out.timesMs.at(-1)
    const isHole = previous !== undefined && time - previous > maxGapMs
    if (isHole && series.avg[i] !== null && out.avg.at(-1) !== null) pushBreak(out, Math.round((previous + time) / 2))
    copyPoint(out, series, i)
  }
  return out
}

/** Points `[start, end)` between two breaks. */
interface Segment {
  readonly start: number
  readonly end: number
}

function segmentsOf(series: SeriesColumns): Segment[] {
  const segments: Segment[] = []
  let start = 0
  for (let i = 0; i <= series.timesMs.length; i++) {
    if (i < series.timesMs.length && series.avg[i] !== null) continue
    if (i > start) segments.push({ start, end: i })
    start = i + 1
  }
  return segments
}

/** Maximum share of the points spent on breaks; beyond it the narrowest gaps are bridged. */
const BREAK_SHARE = 0.25

/** Joins segments across the narrowest gaps until at most `maxSegments` remain. */
function joinNarrowest(series: SeriesColumns, segments: readonly Segment[], maxSegments: number): Segment[][] {
  const holes = segments
    .slice(1)
    .map((segment, i) => ({
      after: i,
      widthMs: (series.timesMs[segment.start] as number) - (series.timesMs[(segments[i] as Segment).end - 1] as number),
    }))
    .sort((a, b) => b.widthMs - a.widthMs)
  const kept = new Set(holes.slice(0, maxSegments - 1).map(({ after }) => after))
  const runs: Segment[][] = []
  segments.forEach((segment, i) => {
    const run = runs.at(-1)
    if (run && !kept.has(i - 1)) run.push(segment)
    else runs.push([segment])
  })
  return runs
}

/**
 * Thins a series to at most `maxPoints` without losing an extreme: each kept point carries the min, max and quality
 * bits of everything it represents, and its `avg` is one of the series, chosen by largest triangle (Steinarsson,
 * "Downsampling Time Series for Visual Representation", 2013). Breaks are kept, widest first.
 *
 * @param maxPoints at least 4, breaks included.
 */
export function downsample(series: SeriesColumns, maxPoints: number): SeriesColumns {
  if (series.timesMs.length <= maxPoints) return series
  const runs = joinNarrowest(series, segmentsOf(series), Math.max(1, Math.floor(maxPoints * BREAK_SHARE)))
  const indices = runs.map((run) => run.flatMap(({ start, end }) => range(start, end)))
  const budgets = shareOut(
    indices.map((run) => run.length),
    maxPoints - (runs.length - 1),
  )
  const out = emptyColumns()
  indices.forEach((run, i) => {
    const last = out.timesMs.at(-1)
    const next = series.timesMs[run[0] as number] as number
    if (last !== undefined) pushBreak(out, Math.round((last + next) / 2))
    thinRun(out, series, run, budgets[i] as number)
  })
  return out
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => start + i)

/** Splits `total` in proportion to `sizes`; each gets at least one and never more than its size. */
function shareOut(sizes: readonly number[], total: number): number[] {
  const sum = sizes.reduce((a, b) => a + b, 0)
  const spare = total - sizes.length
  return sizes.map((size) => Math.min(size, 1 + Math.floor((size / sum) * spare)))
}

/** One point per bucket, buckets cut by count; the first and the last point of the run stay in place. */
function thinRun(out: SeriesColumns, series: SeriesColumns, run: readonly number[], budget: number): void {
  let anchor = run[0] as number
  for (let b = 0; b < budget; b++) {
    const [start, end] = bucketRange(run.length, budget, b)
    const [nextStart, nextEnd] = bucketRange(run.length, budget, Math.min(b + 1, budget - 1))
    const chosen =
      b === 0
        ? (run[start] as number)
        : b === budget - 1
          ? (run[end - 1] as number)
          : largestTriangle(series, run, start, end, anchor, centroid(series, run, nextStart, nextEnd))
    pushFolded(out, series, run, start, end, chosen)
    anchor = chosen
  }
}

const bucketRange = (length: number, buckets: number, b: number): [start: number, end: number] => [
  Math.floor((b * length) / buckets),
  Math.floor(((b + 1) * length) / buckets),
]

const avgAt = (series: SeriesColumns, i: number) => series.avg[i] as number

function centroid(
  series: SeriesColumns,
  run: readonly number[],
  start: number,
  end: number,
): [time: number, avg: number] {
  let time = 0
  let avg = 0
  for (let k = start; k < end; k++) {
    time += series.timesMs[run[k] as number] as number
    avg += avgAt(series, run[k] as number)
  }
  return [time / (end - start), avg / (end - start)]
}

function largestTriangle(
  series: SeriesColumns,
  run: readonly number[],
  start: number,
  end: number,
  anchor: number,
  [nextTime, nextAvg]: readonly [number, number],
): number {
  const anchorTime = series.timesMs[anchor] as number
  const anchorAvg = avgAt(series, anchor)
  let best = run[start] as number
  let bestArea = -1
  for (let k = start; k < end; k++) {
    const i = run[k] as number
    const time = series.timesMs[i] as number
    const area = Math.abs(
      (anchorTime - nextTime) * (avgAt(series, i) - anchorAvg) - (anchorTime - time) * (nextAvg - anchorAvg),
    )
    if (area > bestArea) {
      bestArea = area
      best = i
    }
  }
  return best
}

function pushFolded(
  out: SeriesColumns,
  series: SeriesColumns,
  run: readonly number[],
  start: number,
  end: number,
  chosen: number,
): void {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let q = 0
  for (let k = start; k < end; k++) {
    const i = run[k] as number
    min = Math.min(min, series.min[i] ?? avgAt(series, i))
    max = Math.max(max, series.max[i] ?? avgAt(series, i))
    q |= series.q[i] as number
  }
  out.timesMs.push(series.timesMs[chosen] as number)
  out.avg.push(avgAt(series, chosen))
  out.min.push(min)
  out.max.push(max)
  out.q.push(q)
}
