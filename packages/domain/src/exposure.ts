import { MINUTE_MS } from './time.ts'

/** Averaging windows of occupational limits for toxic substances: 8 hours and 15 minutes. */
export const LONG_MS = 8 * 60 * MINUTE_MS
export const SHORT_MS = 15 * MINUTE_MS
/** Minimum measured share of a window; below it there is no mean. */
export const MIN_COVER = 0.75

/** Mean of a bucket; `tMs` is the end of the bucket. */
export interface ExposurePoint {
  readonly tMs: number
  readonly v: number
}

export interface ExposureSpan {
  readonly fromMs: number
  readonly toMs: number
}

export interface ExposureMeans {
  /** Mean of the last 8 hours over the measured time; null if less than three quarters were measured. */
  readonly long: number | null
  /** Measured share of the last 8 hours, 0–1. */
  readonly longCover: number
  /** The highest 15-minute mean and its end; null without a sufficiently measured window. */
  readonly short: { readonly v: number; readonly endMs: number } | null
  /** Unmeasured spans, in time order; not filled. */
  readonly gaps: readonly ExposureSpan[]
}

/**
 * Means over (fromMs, toMs]. Unmeasured time counts neither as zero nor as the previous value.
 *
 * @param points ascending, at most one per bucket of `stepMs`
 */
export function exposureMeans(
  points: readonly ExposurePoint[],
  { fromMs, toMs, stepMs = MINUTE_MS }: ExposureSpan & { readonly stepMs?: number },
): ExposureMeans {
  const within = points.filter(({ tMs }) => tMs > fromMs && tMs <= toMs)
  const long = within.filter(({ tMs }) => tMs > toMs - LONG_MS)
  const longCover = (long.length * stepMs) / LONG_MS
  return {
    long: longCover < MIN_COVER ? null : meanOf(long),
    longCover,
    short: highestShort(within, stepMs),
    gaps: gapsOf(within, { fromMs, toMs, stepMs }),
  }
}

const meanOf = (points: readonly ExposurePoint[]) => points.reduce((sum, { v }) => sum + v, 0) / points.length

function highestShort(points: readonly ExposurePoint[], stepMs: number): ExposureMeans['short'] {
  let highest: ExposureMeans['short'] = null
  let sum = 0
  let first = 0
  for (const [index, { tMs, v }] of points.entries()) {
    sum += v
    for (let point = points[first]; point !== undefined && point.tMs <= tMs - SHORT_MS; point = points[first]) {
      sum -= point.v
      first += 1
    }
    const n = index - first + 1
    if ((n * stepMs) / SHORT_MS < MIN_COVER) continue
    if (highest === null || sum / n > highest.v) highest = { v: sum / n, endMs: tMs }
  }
  return highest
}

function gapsOf(
  points: readonly ExposurePoint[],
  { fromMs, toMs, stepMs }: ExposureSpan & { readonly stepMs: number },
): ExposureSpan[] {
  const gaps: ExposureSpan[] = []
  let coveredMs = fromMs
  for (const { tMs } of points) {
    if (tMs - stepMs > coveredMs) gaps.push({ fromMs: coveredMs, toMs: tMs - stepMs })
    coveredMs = tMs
  }
  if (coveredMs < toMs) gaps.push({ fromMs: coveredMs, toMs })
  return gaps
}
