import { element } from '../element.ts'
/** An hour with wind. */
export interface WindHour {
  /** Where the wind comes from, degrees clockwise from north. */
  readonly directionDeg: number
  /** m/s */
  readonly speed: number
  /** Value counted by class: the wind speed, or a concentration. */
  readonly value: number
}

export interface Rose {
  /** Number of hours. */
  readonly n: number
  /** Share of calm hours, 0–1: they have no direction. */
  readonly calm: number
  /** Shares of all hours, 0–1: by sector clockwise from north, then by class, lowest first. */
  readonly sectors: readonly (readonly number[])[]
  /** Shares of the hours with wind by class, over all sectors. */
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
/** Below it the air is calm: Beaufort force 0 (GB/T 28591). m/s */
export const CALM_BELOW = 0.3
/** Minimum number of hours for a rose (design 24). */
export const MIN_ROSE_HOURS = 30
/** Lower bounds of the speed classes after the first, m/s. */
export const SPEED_EDGES: readonly number[] = [1.6, 3.4, 5.5, 8]

/** The sector of a direction; a sector is centred on its name. */
export const sectorOf = (directionDeg: number): number =>
  Math.floor(((((directionDeg % 360) + 360) % 360) + 360 / SECTORS / 2) / (360 / SECTORS)) % SECTORS

/** Index of a value's class: the number of bounds it has reached. */
export const classOf = (value: number, edges: readonly number[]): number => edges.filter((edge) => value >= edge).length

/**
 * Undefined below {@link MIN_ROSE_HOURS} hours. `edges` are the lower bounds of all classes but the first, ascending.
 */
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
    const sector = element(sectors[sectorOf(directionDeg)])
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

/** Round bounds of about four classes of equal width. */
export function classEdges(highest: number): number[] {
  if (!(highest > 0)) return [1, 2, 3]
  const rough = highest / 4
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * unit >= rough) ?? 10) * unit
  return [step, 2 * step, 3 * step].map((edge) => Number(edge.toPrecision(6)))
}
