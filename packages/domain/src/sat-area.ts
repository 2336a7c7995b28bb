import { distanceKm, type Place } from './distance.ts'
import { isSelfCrossing } from './map-area.ts'

export const MAX_SAT_VERTICES = 500
export const MAX_SAT_AREA_KM2 = 200_000

/** Degrees, WGS-84: longitude, latitude. */
export type Position = readonly [lng: number, lat: number]
/** Closed: the last position equals the first. */
export type Ring = readonly Position[]

/** GeoJSON. The first ring of a polygon is its outline, the others are holes. */
export type SatArea =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] }

/** Why an area is not allowed for a task. */
export const AREA_FAULTS = {
  empty: '任务区至少需要三个不同的顶点',
  open: '多边形没有闭合，首尾坐标须相同',
  range: '坐标超出经纬度范围',
  vertices: `顶点数不能超过 ${MAX_SAT_VERTICES}`,
  antimeridian: '任务区不能跨越 180° 经线，请分成两个任务',
  crossing: '区域多边形自相交，请重新绘制！',
  area: '面积不能超过 200,000 km²',
} as const
export type AreaFault = keyof typeof AREA_FAULTS

export interface AreaCheck {
  readonly vertices: number
  readonly areaKm2: number
  readonly fault: AreaFault | null
  /** Where the outline crosses itself. */
  readonly at: Place | null
}

export const polygonsOf = (area: SatArea): readonly (readonly Ring[])[] =>
  area.type === 'Polygon' ? [area.coordinates] : area.coordinates

/** All corners without the closing one of each ring. */
export const verticesOf = (area: SatArea): Position[] =>
  polygonsOf(area).flatMap((rings) => rings.flatMap((ring) => ring.slice(0, -1)))

const EARTH_KM = 6_371.0088
const RAD = Math.PI / 180

/** Area of a ring on the sphere, km²; unsigned. Chamberlain & Duquette, JPL 07-03. */
function ringKm2(ring: Ring): number {
  let sum = 0
  for (const [index, [lng, lat]] of ring.slice(0, -1).entries()) {
    const [nextLng, nextLat] = ring[index + 1] as Position
    sum += (nextLng - lng) * RAD * (2 + Math.sin(lat * RAD) + Math.sin(nextLat * RAD))
  }
  return Math.abs((sum * EARTH_KM * EARTH_KM) / 2)
}

/** Area without holes, km². */
export const areaKm2Of = (area: SatArea): number =>
  polygonsOf(area).reduce(
    (sum, [outline = [], ...holes]) => sum + ringKm2(outline) - holes.reduce((hole, ring) => hole + ringKm2(ring), 0),
    0,
  )

const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]
const toPlace = ([lng, lat]: Position): Place => ({ lng, lat })
const isOnEarth = ([lng, lat]: Position) =>
  Number.isFinite(lng) && Number.isFinite(lat) && Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** Where two edges cross; undefined if they do not, or run along each other. */
function crossingOf(a: Position, b: Position, c: Position, d: Position): Place | undefined {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const cross = rx * sy - ry * sx
  if (cross === 0) return undefined
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { lng: a[0] + t * rx, lat: a[1] + t * ry } : undefined
}

function crossingOfRing(ring: Ring): Place {
  for (let i = 0; i < ring.length - 1; i++)
    for (let j = i + 2; j < ring.length - 1; j++) {
      if (i === 0 && j === ring.length - 2) continue
      const at = crossingOf(
        ...([ring[i], ring[i + 1], ring[j], ring[j + 1]] as [Position, Position, Position, Position]),
      )
      if (at) return at
    }
  return toPlace(ring[0] as Position)
}

/** Outlines of one area that cross each other make its inside ambiguous as well. */
function crossingBetween(rings: readonly Ring[]): Place | undefined {
  for (const [index, ring] of rings.entries())
    for (const other of rings.slice(index + 1))
      for (let i = 0; i < ring.length - 1; i++)
        for (let j = 0; j < other.length - 1; j++) {
          const edges = [ring[i], ring[i + 1], other[j], other[j + 1]] as [Position, Position, Position, Position]
          const at = crossingOf(...edges)
          if (at) return at
        }
  return undefined
}

/** The first fault of an area, in the order in which a user can fix them. */
export function checkSatArea(area: SatArea): AreaCheck {
  const polygons = polygonsOf(area)
  const rings = polygons.flat()
  const vertices = verticesOf(area).length
  const found = (fault: AreaFault, at: Place | null = null): AreaCheck => ({ vertices, areaKm2: 0, fault, at })
  if (rings.length === 0 || polygons.some((one) => one.length === 0)) return found('empty')
  if (vertices > MAX_SAT_VERTICES) return found('vertices')
  if (rings.some((ring) => ring.length < 3)) return found('empty')
  if (rings.some((ring) => !ring.every(isOnEarth))) return found('range')
  if (rings.some((ring) => !isSame(ring[0], ring.at(-1)))) return found('open')
  if (rings.some((ring) => ring.length < 4)) return found('empty')
  for (const ring of rings)
    if (ring.some(([lng], i) => i > 0 && Math.abs(lng - (ring[i - 1] as Position)[0]) > 180))
      return found('antimeridian')
  const lngs = rings.flat().map(([lng]) => lng)
  if (Math.max(...lngs) - Math.min(...lngs) > 180) return found('antimeridian')
  for (const ring of rings)
    if (isSelfCrossing(ring.slice(0, -1).map(toPlace))) return found('crossing', crossingOfRing(ring))
  const at = crossingBetween(rings)
  if (at) return found('crossing', at)
  const areaKm2 = areaKm2Of(area)
  return { vertices, areaKm2, fault: areaKm2 > MAX_SAT_AREA_KM2 ? 'area' : null, at: null }
}

/** Closes a drawn ring. */
export const closed = (ring: Ring): Ring =>
  ring.length === 0 || isSame(ring[0], ring.at(-1)) ? ring : [...ring, ring[0] as Position]

/** West, south, east, north. */
export function bboxOf(area: SatArea): [number, number, number, number] {
  const places = verticesOf(area)
  const lngs = places.map(([lng]) => lng)
  const lats = places.map(([, lat]) => lat)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** Pointing target of a sensor: the centre of the box. */
export function middleOf(area: SatArea): Place {
  const [west, south, east, north] = bboxOf(area)
  return { lng: (west + east) / 2, lat: (south + north) / 2 }
}

/** Even-odd rule over one ring; places on the edge may count either way. */
export function isInRing(ring: Ring, { lng, lat }: Place): boolean {
  let isInside = false
  for (let i = 0; i < ring.length - 1; i++) {
    const [aLng, aLat] = ring[i] as Position
    const [bLng, bLat] = ring[i + 1] as Position
    if (aLat > lat !== bLat > lat && lng < aLng + ((lat - aLat) / (bLat - aLat)) * (bLng - aLng)) isInside = !isInside
  }
  return isInside
}

export const isInSatArea = (area: SatArea, place: Place): boolean =>
  polygonsOf(area).some((rings) => rings.reduce((inside, ring) => inside !== isInRing(ring, place), false))

const GRID = 24

/** Places spread over an area for computing shares of it; its corners if it is too thin for a grid. */
export function sampleArea(area: SatArea): Place[] {
  const [west, south, east, north] = bboxOf(area)
  const step = (from: number, to: number, i: number) => from + ((to - from) * (i + 0.5)) / GRID
  const places = Array.from({ length: GRID * GRID }, (_, i) => ({
    lng: step(west, east, i % GRID),
    lat: step(south, north, Math.floor(i / GRID)),
  })).filter((place) => isInSatArea(area, place))
  return places.length > 0 ? places : verticesOf(area).map(toPlace)
}

/** Distance from the centre of an area to its farthest corner, km. */
export function reachKmOf(area: SatArea): number {
  const middle = middleOf(area)
  return Math.max(...verticesOf(area).map((at) => distanceKm(middle, toPlace(at))))
}

/** Distance of a corner from the line between two others, degrees of latitude. */
function offLine([x, y]: Position, [ax, ay]: Position, [bx, by]: Position, lngScale: number): number {
  const [dx, dy] = [(bx - ax) * lngScale, by - ay]
  const [px, py] = [(x - ax) * lngScale, y - ay]
  const length = Math.hypot(dx, dy)
  return length === 0 ? Math.hypot(px, py) : Math.abs(dx * py - dy * px) / length
}

/** Corners needed to stay within a tolerance (Douglas and Peucker); first and last are kept. */
function thinned(ring: Ring, tolerance: number): Ring {
  const lngScale = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180)
  const isKept = ring.map((_, index) => index === 0 || index === ring.length - 1)
  const open: [number, number][] = [[0, ring.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let [farthest, distance] = [-1, tolerance]
    for (let i = from + 1; i < to; i++) {
      const off = offLine(ring[i] as Position, ring[from] as Position, ring[to] as Position, lngScale)
      if (off > distance) [farthest, distance] = [i, off]
    }
    if (farthest === -1) continue
    isKept[farthest] = true
    open.push([from, farthest], [farthest, to])
  }
  return ring.filter((_, index) => isKept[index])
}

const ringArea = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length] as Position
      return sum + x * nextY - nextX * y
    }, 0),
  )

/** Removes consecutive duplicates. */
const distinct = (open: Ring): Ring => open.filter((place, index) => !isSame(place, open[(index + 1) % open.length]))

/** Removes the knots of a ring: at each crossing the smaller of both loops is dropped. */
function untwisted(ring: Ring): Ring {
  let open: Ring = ring.slice(0, -1)
  for (let i = 0; i < open.length; i++)
    for (let j = i + 2; j < open.length; j++) {
      if (i === 0 && j === open.length - 1) continue
      const at = crossingOf(
        ...([open[i], open[i + 1], open[j], open[(j + 1) % open.length]] as [Position, Position, Position, Position]),
      )
      if (at === undefined) continue
      const knot: Position = [at.lng, at.lat]
      const loop = distinct([knot, ...open.slice(i + 1, j + 1)])
      const rest = distinct([...open.slice(0, i + 1), knot, ...open.slice(j + 1)])
      open = ringArea(loop) > ringArea(rest) ? loop : rest
      // Earlier edges may cross the new ones.
      i = -1
      break
    }
  return closed(open)
}

const SHRINKS = [1, 0.9999, 0.999, 0.99, 0.97]

/** Shrinks rings towards their centre. */
function shrunk(rings: readonly Ring[], share: number): readonly Ring[] {
  if (share === 1) return rings
  const { lng, lat } = middleOf({ type: 'Polygon', coordinates: rings })
  return rings.map((ring) => ring.map(([x, y]): Position => [lng + (x - lng) * share, lat + (y - lat) * share]))
}

/** Repairs boundaries that were drawn for maps: their knots are too small to be visible, but would be refused. */
export function untwistArea(area: SatArea): SatArea {
  const polygons = polygonsOf(area)
    .map((rings) => rings.map(untwisted).filter((ring) => ring.length >= MIN_RING))
    .filter((rings) => rings.length > 0)
    .toSorted((a, b) => ringArea(b[0] ?? []) - ringArea(a[0] ?? []))
  // Parts that touch are shrunk slightly; islets that overlap the edge of the land are dropped as part of it.
  const apart: (readonly Ring[])[] = []
  for (const rings of polygons) {
    const fits = SHRINKS.map((share) => shrunk(rings, share)).find(
      (one) => crossingBetween([...apart, one].flat()) === undefined,
    )
    if (fits) apart.push(fits)
  }
  const [first = []] = apart
  return apart.length === 1 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: apart }
}

const FIRST_TOLERANCE = 0.001
/** Smallest closed ring; islets thinned below it are dropped. */
const MIN_RING = 4

/** The same area with at most so many corners: outlines are thinned, rings that degenerate to a line are dropped. */
export function simplifyArea(area: SatArea, maxVertices: number): SatArea {
  let simpler = area
  for (let tolerance = FIRST_TOLERANCE; verticesOf(simpler).length > maxVertices && tolerance < 10; tolerance *= 2) {
    const polygons = polygonsOf(area)
      .map((rings) => rings.map((ring) => thinned(ring, tolerance)).filter((ring) => ring.length >= MIN_RING))
      .filter((rings) => rings.length > 0)
    const [first = []] = polygons
    simpler =
      polygons.length === 1 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: polygons }
  }
  return simpler
}
