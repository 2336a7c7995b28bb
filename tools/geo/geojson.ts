/** Longitude and latitude in degrees, WGS-84 as published by the source. */
export type Point = readonly [lng: number, lat: number]
/** Closed: the last point equals the first. */
export type Ring = Point[]
/** Outer ring first, then holes. */
export type Polygon = Ring[]

export interface Feature<Properties> {
  readonly properties: Properties
  readonly polygons: Polygon[]
}

interface RawGeometry {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly coordinates: readonly unknown[]
  readonly encodeOffsets?: readonly unknown[]
}
export interface RawFeature {
  readonly id?: string
  readonly properties: { readonly id?: string; readonly name?: string; readonly cp?: Point | null }
  readonly geometry: RawGeometry
}
export interface RawCollection {
  readonly UTF8Encoding?: boolean
  readonly features: readonly RawFeature[]
}

/** The source stores coordinates as integers of 1/1024 degree (about 100 m). */
const SCALE = 1024
const ZIGZAG_BASE = 64

/** Two characters per point, each a zigzag-coded difference to the previous point. */
export function decodeRing(text: string, [startX, startY]: readonly [number, number]): Ring {
  const ring: Ring = []
  let x = startX
  let y = startY
  const difference = (index: number) => {
    const code = text.charCodeAt(index) - ZIGZAG_BASE
    return (code >> 1) ^ -(code & 1)
  }
  for (let index = 0; index + 1 < text.length; index += 2) {
    x += difference(index)
    y += difference(index + 1)
    ring.push([x / SCALE, y / SCALE])
  }
  return ring
}

/** Polygons of a source feature, plain or delta-coded; open rings are closed. */
export function decodeGeometry(geometry: RawGeometry): Polygon[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry.coordinates as unknown[][])
  const offsets = geometry.type === 'Polygon' ? [geometry.encodeOffsets] : (geometry.encodeOffsets as unknown[][])
  return polygons.map((rings, polygonIndex) =>
    rings.map((ring, ringIndex) =>
      closed(
        typeof ring === 'string'
          ? decodeRing(ring, offsets?.[polygonIndex]?.[ringIndex] as [number, number])
          : (ring as Ring),
      ),
    ),
  )
}

function closed(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last && !samePoint(first, last) ? [...ring, first] : ring
}

export function samePoint(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

/** Twice the signed area: positive = counter-clockwise. */
export function signedArea2(ring: Ring): number {
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [ax, ay] = ring[index - 1] as Point
    const [bx, by] = ring[index] as Point
    sum += ax * by - bx * ay
  }
  return sum
}

/** Outer rings counter-clockwise, holes clockwise (RFC 7946 §3.1.6). */
export function rightHanded(polygon: Polygon): Polygon {
  return polygon.map((ring, index) => (signedArea2(ring) > 0 === (index === 0) ? ring : ring.toReversed()))
}

/** Even-odd rule over all rings, so holes are outside. */
export function contains(polygons: readonly Polygon[], [x, y]: Point): boolean {
  let inside = false
  for (const ring of polygons.flat()) {
    for (let index = 1; index < ring.length; index++) {
      const [ax, ay] = ring[index - 1] as Point
      const [bx, by] = ring[index] as Point
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}

/**
 * Point of the largest polygon that is farthest inside on its middle latitude, so that a label never falls into the
 * sea.
 */
export function labelPoint(polygons: readonly Polygon[]): Point {
  const largest = polygons.toSorted((a, b) => outerArea(b) - outerArea(a))[0] ?? []
  const lats = (largest[0] ?? []).map(([, lat]) => lat)
  const lat = (Math.min(...lats) + Math.max(...lats)) / 2
  const crossings = largest
    .flatMap((ring) =>
      ring.slice(1).flatMap(([bx, by], index) => {
        const [ax, ay] = ring[index] as Point
        return ay > lat !== by > lat ? [ax + ((bx - ax) * (lat - ay)) / (by - ay)] : []
      }),
    )
    .toSorted((a, b) => a - b)
  let best: Point = [0, lat]
  let width = -1
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const [from, to] = [crossings[index] as number, crossings[index + 1] as number]
    if (to - from > width) [width, best] = [to - from, [(from + to) / 2, lat]]
  }
  return best
}

function outerArea(polygon: Polygon): number {
  return Math.abs(signedArea2(polygon[0] ?? []))
}

/** GeoJSON text with at most three decimals, to keep boundary files small. */
export function toGeoJson<P extends object>(features: readonly Feature<P>[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(({ properties, polygons }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'MultiPolygon', coordinates: polygons.map(rightHanded) },
    })),
  })
}
