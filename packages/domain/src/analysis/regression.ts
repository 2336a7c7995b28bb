export interface Pair {
  readonly x: number
  readonly y: number
}

/** Least squares of y on x. */
export interface Regression {
  readonly n: number
  readonly slope: number
  readonly intercept: number
  /** Share of the variance of y that x explains, 0–1. */
  readonly r2: number
  /** 95 % interval of the slope. */
  readonly slopeLow: number
  readonly slopeHigh: number
  /** Residual standard deviation, in the unit of y. */
  readonly residual: number
  readonly meanX: number
  /** Σ (x − mean)². */
  readonly sxx: number
}

/** Minimum number of pairs. */
export const MIN_PAIRS = 3
const Z_95 = 1.959_963_985

/**
 * Two-sided 95 % quantile of Student's t. Source: Abramowitz and Stegun 26.7.5; accurate to 0.002 from five degrees of
 * freedom on, tabled below that.
 */
function t95(freedom: number): number {
  const table = [12.706, 4.303, 3.182, 2.776]
  const tabled = table[freedom - 1]
  if (tabled !== undefined) return tabled
  const z = Z_95
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  )
}

/** Undefined with too few pairs or a constant x. */
export function regression(pairs: readonly Pair[]): Regression | undefined {
  const n = pairs.length
  if (n < MIN_PAIRS) return undefined
  const meanX = pairs.reduce((sum, { x }) => sum + x, 0) / n
  const meanY = pairs.reduce((sum, { y }) => sum + y, 0) / n
  let [sxx, sxy, syy] = [0, 0, 0]
  for (const { x, y } of pairs) {
    sxx += (x - meanX) ** 2
    sxy += (x - meanX) * (y - meanY)
    syy += (y - meanY) ** 2
  }
  if (sxx === 0) return undefined
  const slope = sxy / sxx
  const left = Math.max(0, syy - slope * sxy)
  const residual = Math.sqrt(left / (n - 2))
  const margin = t95(n - 2) * (residual / Math.sqrt(sxx))
  return {
    n,
    slope,
    intercept: meanY - slope * meanX,
    r2: syy === 0 ? 0 : 1 - left / syy,
    slopeLow: slope - margin,
    slopeHigh: slope + margin,
    residual,
    meanX,
    sxx,
  }
}

/** 95 % prediction interval of a further y at x. */
export function predictionAt(line: Regression, x: number): { readonly low: number; readonly high: number } {
  const { n, slope, intercept, residual, meanX, sxx } = line
  const y = intercept + slope * x
  const margin = t95(n - 2) * residual * Math.sqrt(1 + 1 / n + (x - meanX) ** 2 / sxx)
  return { low: y - margin, high: y + margin }
}
