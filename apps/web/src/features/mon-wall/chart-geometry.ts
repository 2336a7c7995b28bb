/** Input of a wall chart; box size in px. */
export interface WallChartInput {
  readonly timesMs: readonly number[]
  readonly values: readonly (number | null)[]
  readonly fromMs: number
  readonly toMs: number
  readonly width: number
  readonly height: number
  /** A gap wider than this breaks the line, ms. */
  readonly gapMs: number
  readonly limits: readonly { readonly value: number }[]
}

export interface WallChartGeometry {
  readonly lines: readonly string[]
  readonly areas: readonly string[]
  readonly end: { readonly x: number; readonly y: number } | undefined
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
  readonly times: readonly { readonly tsMs: number; readonly x: number }[]
  readonly yOf: (value: number) => number
  readonly xOf: (tsMs: number) => number
}

const NICE = [1, 2, 2.5, 5, 10]
const TICKS = 3
const TIME_TICKS = 4

/** The round step that divides a span into about as many parts. */
export function niceStep(span: number, parts: number): number {
  const rough = Math.max(span, Number.EPSILON) / parts
  const power = 10 ** Math.floor(Math.log10(rough))
  return (NICE.find((step) => step * power >= rough) ?? 10) * power
}

/** A limit far above the values would flatten the line; one within this factor is drawn. */
const WITHIN_REACH = 3

/** Lays out the line of one channel: gaps stay open, the axis starts at 0 unless values are below it. */
export function wallChart(input: WallChartInput): WallChartGeometry {
  const { timesMs, values, fromMs, toMs, width, height, gapMs, limits } = input
  let [lowest, highest] = [0, 0]
  for (const value of values) {
    if (value === null) continue
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  const near = limits.map(({ value }) => value).filter((value) => highest > 0 && value <= highest * WITHIN_REACH)
  const nearest = Math.min(...limits.map(({ value }) => value).filter((value) => value > 0))
  const top = Math.max(highest, ...near, Number.isFinite(nearest) && near.length === 0 && highest === 0 ? nearest : 0)
  const step = niceStep((top === lowest ? 1 : top - lowest) * 1.1, TICKS)
  const min = Math.floor(lowest / step) * step
  const max = Math.max(min + step, Math.ceil((top * 1.02) / step) * step)
  const yOf = (value: number) => round(height - ((value - min) / (max - min)) * height)
  const xOf = (tsMs: number) => round(((tsMs - fromMs) / (toMs - fromMs)) * width)
  const runs = runsOf()
  const lines = runs.map((run) => `M${run.map(([tsMs, value]) => `${xOf(tsMs)} ${yOf(value)}`).join('L')}`)
  const base = yOf(Math.max(0, min))
  const areas = runs.map((run, index) => {
    const [first, last] = [run[0]?.[0] ?? fromMs, run.at(-1)?.[0] ?? fromMs]
    return `${lines[index]}L${xOf(last)} ${base}L${xOf(first)} ${base}Z`
  })
  const last = runs.at(-1)?.at(-1)
  return {
    lines,
    areas,
    end: last && { x: xOf(last[0]), y: yOf(last[1]) },
    ticks: Array.from({ length: Math.round((max - min) / step) + 1 }, (_, index) => {
      const value = Number((min + index * step).toPrecision(12))
      return { value, y: yOf(value) }
    }),
    times: Array.from({ length: TIME_TICKS + 1 }, (_, index) => {
      const tsMs = fromMs + ((toMs - fromMs) * index) / TIME_TICKS
      return { tsMs, x: xOf(tsMs) }
    }),
    yOf,
    xOf,
  }

  function runsOf(): (readonly [number, number])[][] {
    const found: (readonly [number, number])[][] = []
    let run: (readonly [number, number])[] = []
    let beforeMs = Number.NEGATIVE_INFINITY
    const close = () => {
      if (run.length > 0) found.push(run)
      run = []
    }
    for (const [index, tsMs] of timesMs.entries()) {
      const value = values[index] ?? null
      if (tsMs < fromMs || tsMs > toMs) continue
      if (value === null || tsMs - beforeMs > gapMs) close()
      if (value === null) continue
      run.push([tsMs, value])
      beforeMs = tsMs
    }
    close()
    return found
  }
}

const round = (px: number) => Math.round(px * 10) / 10

/** The latest value at an instant; undefined before the first and in gaps. */
export function valueAt(
  { timesMs, values }: Pick<WallChartInput, 'timesMs' | 'values'>,
  tsMs: number,
): { readonly tsMs: number; readonly value: number } | undefined {
  let [low, high] = [0, timesMs.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] ?? 0) <= tsMs) low = middle + 1
    else high = middle - 1
  }
  const value = values[high]
  const at = timesMs[high]
  return value == null || at === undefined ? undefined : { tsMs: at, value }
}

/** Trend of a channel: its last value against the mean of the five minutes before. */
export function trendOf(values: readonly (number | null)[]): 'up' | 'down' | 'flat' {
  const known = values.filter((value): value is number => value !== null)
  const last = known.at(-1)
  if (last === undefined || known.length < 3) return 'flat'
  const before = known.slice(0, -1)
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length
  const share = Math.abs(last - mean) / Math.max(Math.abs(mean), 1e-9)
  if (share < 0.03) return 'flat'
  return last > mean ? 'up' : 'down'
}
