import { quantiles } from '../quantile.ts'

/** A distribution as a box: whiskers at P5 and P95, quartiles, median, mean. */
export interface Box {
  readonly n: number
  readonly p5: number
  readonly p25: number
  readonly p50: number
  readonly p75: number
  readonly p95: number
  readonly mean: number
  /** Values beyond the whiskers, farthest first, at most {@link MAX_OUTLIERS} on either side. */
  readonly outliers: readonly number[]
}

export const MAX_OUTLIERS = 12

/** Undefined without values. */
export function boxOf(values: readonly number[]): Box | undefined {
  if (values.length === 0) return undefined
  const [p5, p25, p50, p75, p95] = quantiles(values, [0.05, 0.25, 0.5, 0.75, 0.95]) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const above = values.filter((value) => value > p95).toSorted((a, b) => b - a)
  const below = values.filter((value) => value < p5).toSorted((a, b) => a - b)
  return {
    n: values.length,
    p5,
    p25,
    p50,
    p75,
    p95,
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    outliers: [...above.slice(0, MAX_OUTLIERS), ...below.slice(0, MAX_OUTLIERS)],
  }
}
