/** An hour with wind. */
export interface WindHour {
  /** Where the wind comes from, degrees clockwise from north. */
  readonly directionDeg: number
  /** m/s */
  readonly speed: number
  /** What is counted by class: the speed itself, or a concentration. */
  readonly value: number
}

export interface Rose {
  /** Hours counted. */
  readonly n: number
  /** Share of calm hours, 0–1: they have no direction. */
  readonly calm: number
  /** Shares of all hours, 0–1: by sector, clockwise from north, and class, lowest first. */
  readonly sectors: readonly (readonly number[])[]
  /** Shares of the hours with wind by class, in all sectors together. */
  readonly classes: readonly number[]
}

export const SECTORS = 16
export const SECTOR_NAMES = [
  '北',
  '北东北',
  '东北',
  '东东北',
  '东',
  '东东南',
  '东南',
  '南东南',
  '南',
  '南西南',
  '西南',
  '西西南',
  '西',
  '西西北',
  '西北',
  '北西北',
] as const
/** Below it the air is calm: force 0 of Beaufort (GB/T 28591). m/s */
export const CALM_BELOW = 0.3
/** Fewer hours make no rose (design 24). */
export const MIN_ROSE_HOURS = 30
/** Lower bounds of classes of speed, m/s, after the first. */
export const SPEED_EDGES: readonly number[] = [1.6, 3.4, 5.5, 8]

/** The sector a direction belongs to: half of each lies on either side of its name. */
export const sectorOf = (directionDeg: number): number =>
  Math.floor(((((directionDeg % 360) + 360) % 360) + 360 / SECTORS / 2) / (360 / SECTORS)) % SECTORS

/** How many bounds a value has reached. */
export const classOf = (value: number, edges: readonly number[]): number => edges.filter((edge) => value >= edge).length

/** Undefined below {@link MIN_ROSE_HOURS} hours. `edges` are lower bounds of all classes but the first, ascending. */
export function rose(hours: readonly WindHour[], edges: readonly number[]): Rose | undefined {
  const n = hours.length
  if (n < MIN_ROSE_HOURS) return undefined
  const sectors = Array.from({ length: SECTORS }, () => edges.map(() => 0).concat(0))
  let calm = 0
  for (const { directionDeg, speed, value } of hours) {
    if (speed < CALM_BELOW) {
      calm += 1
      continue
    }
    const sector = sectors[sectorOf(directionDeg)] as number[]
    const at = classOf(value, edges)
    sector[at] = (sector[at] ?? 0) + 1
  }
  return {
    n,
    calm: calm / n,
    sectors: sectors.map((counts) => counts.map((count) => count / n)),
    classes: edges
      .map(() => 0)
      .concat(0)
      .map((_, at) => sectors.reduce((sum, counts) => sum + (counts[at] ?? 0), 0) / n),
  }
}

/** Round bounds of four or so classes that divide values evenly in size. */
export function classEdges(highest: number): number[] {
  if (!(highest > 0)) return [1, 2, 3]
  const rough = highest / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * unit >= rough) ?? 10) * unit
  return [step, 2 * step, 3 * step].map((edge) => Number(edge.toPrecision(6)))
}
