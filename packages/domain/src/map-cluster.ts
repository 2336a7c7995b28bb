import type { Place } from './distance.ts'

/** With more symbols than this the map groups them (domain §10.2). */
export const MAX_POINTS = 300
const TILE_PX = 512
const RADIUS_PX = 56

interface Cell<T> {
  points: T[]
  /** Sums of the projected positions, world = 0…1. */
  x: number
  y: number
}

/** Web Mercator, the world as the unit square; latitudes beyond it are clamped. */
function project(lng: number, lat: number): readonly [x: number, y: number] {
  const sin = Math.max(-0.9999, Math.min(0.9999, Math.sin((lat * Math.PI) / 180)))
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)]
}

/**
 * Groups points that would overlap on a map at that zoom. Points are binned into symbol-sized cells, then the fullest
 * cells absorb neighbours whose centre is too close. A group of one stays a point; if more than {@link MAX_POINTS}
 * symbols remain, the cells grow until they fit. `gather` builds a group from its members.
 */
export function clusterPoints<T extends Place, C>(
  points: readonly T[],
  zoom: number,
  gather: (members: readonly T[], middle: Place) => C,
): (T | C)[] {
  if (points.length <= MAX_POINTS) return [...points]
  for (let radius = RADIUS_PX / (TILE_PX * 2 ** zoom); ; radius *= 2) {
    const cells = mergeNeighbours(fillCells(points, radius), radius)
    if (cells.length <= MAX_POINTS) return cells.map((cell) => toSymbol(cell, gather))
  }
}

function fillCells<T extends Place>(points: readonly T[], radius: number): Map<string, Cell<T>> {
  const cells = new Map<string, Cell<T>>()
  for (const point of points) {
    const [x, y] = project(point.lng, point.lat)
    const key = `${Math.floor(x / radius)},${Math.floor(y / radius)}`
    const cell = cells.get(key) ?? { points: [], x: 0, y: 0 }
    cells.set(key, cell)
    cell.points.push(point)
    cell.x += x
    cell.y += y
  }
  return cells
}

function mergeNeighbours<T>(cells: Map<string, Cell<T>>, radius: number): Cell<T>[] {
  const left = new Map(cells)
  const merged: Cell<T>[] = []
  const byCount = [...cells].sort(([keyA, a], [keyB, b]) => b.points.length - a.points.length || (keyA < keyB ? -1 : 1))
  for (const [key, cell] of byCount) {
    if (!left.delete(key)) continue
    const [column, row] = key.split(',').map(Number) as [number, number]
    const taken: Cell<T> = { points: [...cell.points], x: cell.x, y: cell.y }
    for (const neighbour of around(column, row)) {
      const other = left.get(neighbour)
      if (!other || distance(cell, other) > radius) continue
      left.delete(neighbour)
      for (const point of other.points) taken.points.push(point)
      taken.x += other.x
      taken.y += other.y
    }
    merged.push(taken)
  }
  return merged
}

function* around(column: number, row: number): Generator<string> {
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      if (dx !== 0 || dy !== 0) yield `${column + dx},${row + dy}`
    }
  }
}

function distance<T>(a: Cell<T>, b: Cell<T>): number {
  return Math.hypot(a.x / a.points.length - b.x / b.points.length, a.y / a.points.length - b.y / b.points.length)
}

function toSymbol<T extends Place, C>({ points }: Cell<T>, gather: (members: readonly T[], middle: Place) => C): T | C {
  const [first] = points
  if (points.length === 1 && first) return first
  return gather(points, { lng: mean(points.map((point) => point.lng)), lat: mean(points.map((point) => point.lat)) })
}

// Six decimals as everywhere (domain §1): more would be noise.
const mean = (values: readonly number[]) =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e6) / 1e6
