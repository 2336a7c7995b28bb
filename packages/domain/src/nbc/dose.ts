/** Mean of a bucket, µSv/h; `tMs` is the end of the bucket. */
export interface DosePoint {
  readonly tMs: number
  readonly rate: number | null
}

export interface DoseGap {
  readonly fromMs: number
  readonly toMs: number
}

export interface IntegratedDose {
  /** Dose above the baseline, µSv. */
  readonly doseUsv: number
  /** Measured time, ms. */
  readonly measuredMs: number
  /** Unmeasured spans, in time order; not filled. */
  readonly gaps: readonly DoseGap[]
  /** Baseline subtracted at the start and at the end, µSv/h; null without a measured bucket. */
  readonly baselineFrom: number | null
  readonly baselineTo: number | null
}

const HOUR_MS = 3_600_000
/** GB 18871-2002, effective dose of the public, µSv per year. */
export const PUBLIC_LIMIT_USV = 1_000

/**
 * Σ max(0, rate − baseline) · Δt over (fromMs, toMs] (domain §5.5). A bucket counts as far as it lies in the range;
 * nothing is assumed where a bucket or the baseline is missing.
 *
 * @param points ascending, at most one per bucket
 */
export function integrateDose(
  points: readonly DosePoint[],
  { fromMs, toMs, stepMs }: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  baselineAt: (tMs: number) => number | undefined,
): IntegratedDose {
  let doseUsv = 0
  let measuredMs = 0
  let coveredMs = fromMs
  let baselineFrom: number | null = null
  let baselineTo: number | null = null
  const gaps: DoseGap[] = []
  for (const { tMs, rate } of points) {
    const begin = Math.max(fromMs, tMs - stepMs)
    const end = Math.min(toMs, tMs)
    const usual = baselineAt(tMs)
    if (rate === null || usual === undefined || end <= begin) continue
    if (begin > coveredMs) gaps.push({ fromMs: coveredMs, toMs: begin })
    doseUsv += (Math.max(0, rate - usual) * (end - begin)) / HOUR_MS
    measuredMs += end - begin
    coveredMs = end
    baselineFrom ??= usual
    baselineTo = usual
  }
  if (coveredMs < toMs) gaps.push({ fromMs: coveredMs, toMs })
  return { doseUsv, measuredMs, gaps, baselineFrom, baselineTo }
}
