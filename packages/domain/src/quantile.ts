/** Linear interpolation between order statistics (Hyndman and Fan's type 7); null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  return quantiles(values, [share])[0] ?? null
}

/** Several quantiles with a single sort. */
export function quantiles(values: readonly number[], shares: readonly number[]): (number | null)[] {
  if (values.length === 0) return shares.map(() => null)
  const sorted = Float64Array.from(values).sort()
  return shares.map((share) => {
    const at = (sorted.length - 1) * share
    const below = sorted[Math.floor(at)] as number
    const above = sorted[Math.ceil(at)] as number
    return below + (above - below) * (at - Math.floor(at))
  })
}
