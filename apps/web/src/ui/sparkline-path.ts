/** Geometry of a sparkline in px: one path per unbroken run, an area for each, and the last point. */
export interface SparkGeometry {
  readonly lines: readonly string[]
  readonly areas: readonly string[]
  /** Isolated values between nulls: a line needs two. */
  readonly dots: readonly { readonly x: number; readonly y: number }[]
  readonly end: { readonly x: number; readonly y: number } | undefined
  /** Height of the threshold line, undefined outside the range. */
  readonly thresholdY: number | undefined
}

export interface SparkInput {
  readonly values: readonly (number | null)[]
  readonly width: number
  readonly height: number
  /** Same range for a whole column; by default the extremes of the values. */
  readonly range?: readonly [lo: number, hi: number]
  readonly threshold?: number
}

/** Margin for the end dot and the line width. */
const INSET = 3

const round = (value: number): number => Math.round(value * 100) / 100

function extremes(values: readonly (number | null)[], threshold: number | undefined): readonly [number, number] {
  const known = values.filter((value): value is number => value !== null)
  if (known.length === 0) return [0, 1]
  const highest = Math.max(...known)
  // A threshold slightly above the data is included; a distant one would flatten the line.
  const hasThreshold = threshold !== undefined && threshold <= highest * 2
  return [Math.min(...known), hasThreshold ? Math.max(highest, threshold) : highest]
}

/** Lays out a sparkline. Null breaks the line; a lone value between nulls becomes a dot. */
export function sparkGeometry({ values, width, height, range, threshold }: SparkInput): SparkGeometry {
  const [lo, hi] = range ?? extremes(values, threshold)
  const span = hi - lo
  const stepX = values.length > 1 ? (width - 2 * INSET) / (values.length - 1) : 0
  const xAt = (index: number) => round(INSET + index * stepX)
  const yAt = (value: number) => {
    const share = span > 0 ? Math.min(1, Math.max(0, (value - lo) / span)) : 0.5
    return round(height - INSET - share * (height - 2 * INSET))
  }
  const runs: [x: number, y: number][][] = []
  let end: SparkGeometry['end']
  values.forEach((value, index) => {
    if (value === null) return
    const point: [number, number] = [xAt(index), yAt(value)]
    if (index === 0 || values[index - 1] == null) runs.push([])
    runs.at(-1)?.push(point)
    end = { x: point[0], y: point[1] }
  })
  const joined = runs.filter((run) => run.length > 1)
  const dots = runs.flatMap((run) => (run.length === 1 ? run.map(([x, y]) => ({ x, y })) : []))
  const lines = joined.map((run) => run.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
  const areas = joined.map((run, index) => `${lines[index]}L${run.at(-1)?.[0]} ${height}L${run[0]?.[0]} ${height}Z`)
  const isThresholdShown = threshold !== undefined && threshold >= lo && threshold <= hi
  return { lines, areas, dots, end, thresholdY: isThresholdShown ? yAt(threshold) : undefined }
}
