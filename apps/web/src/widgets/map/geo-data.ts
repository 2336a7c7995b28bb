import type { Feature, FeatureCollection, MultiPolygon, Point, Position } from 'geojson'
import type { Bbox } from './map-item.ts'

/** Properties of a boundary in the files of `public/geo`. */
export interface BoundaryProperties {
  readonly adcode: string
  readonly name: string
  readonly kind?: 'province' | 'islands' | 'dash-line'
  /** Label point, degrees. */
  readonly cp: readonly [lng: number, lat: number]
}

export type Boundaries = FeatureCollection<MultiPolygon, BoundaryProperties>

/** The schematic inset of the South China Sea, drawn from SVG paths. */
export interface Inset {
  readonly viewBox: readonly number[]
  readonly features: readonly {
    readonly properties: { readonly kind: 'coast' | 'island' | 'dash' | 'frame'; readonly path: string }
  }[]
}

/** Source of the boundaries; the map shows the approval number, or that it is missing. */
export interface BoundaryMeta {
  readonly approvalNo: string | null
  readonly missingText: string
}

/** All data of the national map. */
export interface GeoData {
  readonly provinces: Boundaries
  readonly inset: Inset
  readonly meta: BoundaryMeta
}

const cache = new Map<string, Promise<unknown>>()

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(`${import.meta.env.BASE_URL}geo/${path}`)
  if (!response.ok) throw new Error(`Boundary file ${path}: HTTP ${response.status}`)
  return response.json()
}

/** A boundary file, fetched once per page load; a failed fetch is retried by the next caller. */
function load<T>(path: string): Promise<T> {
  const known = cache.get(path)
  if (known) return known as Promise<T>
  const loading = fetchJson(path).catch((error: unknown) => {
    cache.delete(path)
    throw error
  })
  cache.set(path, loading)
  return loading as Promise<T>
}

/** Boundaries of the country, the inset and the approval number. Throws when a file cannot be read. */
export async function loadGeoData(): Promise<GeoData> {
  const [provinces, inset, meta] = await Promise.all([
    load<Boundaries>('china-provinces.json'),
    load<Inset>('inset-nanhai.json'),
    load<BoundaryMeta>('meta.json'),
  ])
  return { provinces, inset, meta }
}

/** Cities of a province. Throws when the file does not exist. */
export const loadCities = (provinceAdcode: string): Promise<Boundaries> => load(`cities/${provinceAdcode}.json`)

/** Label points of boundaries; each name once, although islands and dash line share one. */
export function labelPoints(boundaries: Boundaries): FeatureCollection<Point, { text: string }> {
  const byName = new Map(boundaries.features.map(({ properties }) => [properties.name, properties.cp]))
  return {
    type: 'FeatureCollection',
    features: Array.from(byName, ([text, cp]) => ({
      type: 'Feature',
      properties: { text },
      geometry: { type: 'Point', coordinates: [...cp] },
    })),
  }
}

/** Bounding box of a boundary. */
export function boundsOf({ geometry }: Feature<MultiPolygon>): Bbox {
  const ring: Position[] = geometry.coordinates.flatMap((polygon) => polygon[0] ?? [])
  const lngs = ring.map(([lng]) => lng ?? 0)
  const lats = ring.map(([, lat]) => lat ?? 0)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

const GRATICULE_STEP_DEG = 10

/** Meridians and parallels around China every 10°. */
export function graticule(): FeatureCollection {
  const line = (coordinates: Position[]): Feature => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  })
  const steps = (from: number, to: number) =>
    Array.from({ length: (to - from) / GRATICULE_STEP_DEG + 1 }, (_, index) => from + index * GRATICULE_STEP_DEG)
  const meridians = steps(40, 170).map((lng) =>
    line([
      [lng, -20],
      [lng, 75],
    ]),
  )
  const parallels = steps(-20, 70).map((lat) =>
    line([
      [40, lat],
      [170, lat],
    ]),
  )
  return { type: 'FeatureCollection', features: [...meridians, ...parallels] }
}
