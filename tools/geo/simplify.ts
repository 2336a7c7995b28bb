import { type Feature, type Point, type Polygon, type Ring, samePoint, signedArea2 } from './geojson.ts'

interface SimplifyOptions {
  /** Decimals kept. */
  readonly decimals: number
  /** Vertices closer than this to the line between their neighbours are removed, in degrees. */
  readonly toleranceDeg: number
  /** Islands and holes below this area are removed, in square degrees; a feature always keeps its largest polygon. */
  readonly minArea: number
}

/**
 * Simplifies boundaries without opening cracks between neighbours: rings are cut where more than two borders meet, and
 * each piece is simplified the same way from both sides.
 */
export function simplify<P>(features: readonly Feature<P>[], options: SimplifyOptions): Feature<P>[] {
  const rounded = features.map((feature) => ({
    ...feature,
    polygons: feature.polygons.map((polygon) => polygon.map((ring) => round(ring, options.decimals))),
  }))
  const junctions = findJunctions(rounded.flatMap((feature) => feature.polygons.flat()))
  return rounded.map((feature) => ({ ...feature, polygons: simplifyPolygons(feature.polygons, junctions, options) }))
}

function simplifyPolygons(polygons: Polygon[], junctions: ReadonlySet<string>, options: SimplifyOptions): Polygon[] {
  const area = (ring: Ring | undefined) => Math.abs(signedArea2(ring ?? [])) / 2
  const largest = Math.max(...polygons.map((polygon) => area(polygon[0])))
  return polygons
    .filter((polygon) => area(polygon[0]) >= Math.min(options.minArea, largest))
    .map((polygon) => polygon.filter((ring, index) => index === 0 || area(ring) >= options.minArea))
    .map((polygon) => polygon.map((ring) => simplifyRing(ring, junctions, options.toleranceDeg)))
}

function round(ring: Ring, decimals: number): Ring {
  const fixed = ring.map(([lng, lat]): Point => [Number(lng.toFixed(decimals)), Number(lat.toFixed(decimals))])
  return fixed.filter((point, index) => index === 0 || !samePoint(point, fixed[index - 1] as Point))
}

const keyOf = ([lng, lat]: Point) => `${lng},${lat}`

/** Vertices where borders meet, rather than pass through. */
function findJunctions(rings: readonly Ring[]): Set<string> {
  const neighbours = new Map<string, Set<string>>()
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [a, b] = [keyOf(ring[index - 1] as Point), keyOf(ring[index] as Point)]
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        const set = neighbours.get(from)
        if (set) set.add(to)
        else neighbours.set(from, new Set([to]))
      }
    }
  }
  return new Set([...neighbours].filter(([, set]) => set.size !== 2).map(([key]) => key))
}

function simplifyRing(ring: Ring, junctions: ReadonlySet<string>, toleranceDeg: number): Ring {
  const open = ring.slice(0, -1)
  if (open.length < 4) return ring
  const start = startIndex(open, junctions)
  const rotated = [...open.slice(start), ...open.slice(0, start), open[start] as Point]
  const cuts = rotated.flatMap((point, index) => (junctions.has(keyOf(point)) ? [index] : []))
  const bounds = [...new Set([0, ...cuts, ...(cuts.length < 2 ? [farthest(rotated)] : []), rotated.length - 1])]
  bounds.sort((a, b) => a - b)
  const result: Ring = [rotated[0] as Point]
  for (let index = 1; index < bounds.length; index++) {
    result.push(...simplifyLine(rotated.slice(bounds[index - 1], (bounds[index] as number) + 1), toleranceDeg).slice(1))
  }
  // A ring needs three corners; a tiny island that would collapse keeps its shape.
  return result.length < 4 ? ring : result
}

/**
 * A junction if there is one, otherwise the smallest vertex, so that two rings along the same border start at the same
 * point.
 */
function startIndex(open: Ring, junctions: ReadonlySet<string>): number {
  const atJunction = open.findIndex((point) => junctions.has(keyOf(point)))
  if (atJunction >= 0) return atJunction
  return open.reduce((best, point, index) => (before(point, open[best] as Point) ? index : best), 0)
}

const before = (a: Point, b: Point) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])

function farthest(ring: Ring): number {
  const [x, y] = ring[0] as Point
  const distance = ([lng, lat]: Point) => (lng - x) ** 2 + (lat - y) ** 2
  return ring.reduce((best, point, index) => (distance(point) > distance(ring[best] as Point) ? index : best), 0)
}

/** Douglas–Peucker, always from the smaller end, so that both neighbours get the same line. */
export function simplifyLine(line: Ring, toleranceDeg: number): Ring {
  const flip = before(line.at(-1) as Point, line[0] as Point)
  const points = flip ? line.toReversed() : line
  const keep = new Set([0, points.length - 1])
  const stack: (readonly [number, number])[] = [[0, points.length - 1]]
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span
    let [worst, index] = [toleranceDeg, -1]
    for (let middle = from + 1; middle < to; middle++) {
      const distance = distanceToLine(points[middle] as Point, points[from] as Point, points[to] as Point)
      if (distance > worst) [worst, index] = [distance, middle]
    }
    if (index < 0) continue
    keep.add(index)
    stack.push([from, index], [index, to])
  }
  const kept = points.filter((_, index) => keep.has(index))
  return flip ? kept.toReversed() : kept
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dx * (ay - y) - (ax - x) * dy) / length
}
