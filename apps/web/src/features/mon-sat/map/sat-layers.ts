import type { SatPass } from '@natim/contract/mon/sat'
import type { Position, SatArea } from '@natim/domain/sat-area'
import { verticesOf } from '@natim/domain/sat-area'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification, LayerSpecification, MapLibreMap } from 'maplibre-gl'
import type { ThemeTokens } from '@/theme/token-types.ts'

/** A swath with its letter, if any. */
export interface DrawnPass {
  readonly pass: SatPass
  /** 0 = no letter. */
  readonly rank: number
}

export const SAT_SOURCE = 'satellite'

/** Colour, dash and letter go together: A solid, B 7-4, C 2-3; later plans start over. */
const DASHES: readonly (readonly [number, number] | undefined)[] = [undefined, [3.5, 2], [1, 1.5]]
export const styleOf = (rank: number): number => (rank - 1) % 3

const feature = (geometry: Feature['geometry'], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry,
  properties,
})
const ring = (positions: readonly Position[]) => positions.map(([lng, lat]) => [lng, lat])

const geometryOf = (area: SatArea): Feature['geometry'] =>
  area.type === 'Polygon'
    ? { type: 'Polygon', coordinates: area.coordinates.map(ring) }
    : { type: 'MultiPolygon', coordinates: area.coordinates.map((rings) => rings.map(ring)) }

const MANY_CORNERS = 60

/** Area, swaths, and the ground track of the active pass. */
export function satFeatures(
  area: SatArea | undefined,
  passes: readonly DrawnPass[],
  active: DrawnPass | undefined,
): FeatureCollection {
  const features = passes.map(({ pass, rank }) =>
    feature(
      { type: 'Polygon', coordinates: [ring(pass.footprint)] },
      { part: 'swath', style: rank === 0 ? 'plain' : String(styleOf(rank)), isActive: pass === active?.pass },
    ),
  )
  if (active)
    features.push(
      feature(
        { type: 'LineString', coordinates: active.pass.track.map(([lng, lat]) => [lng, lat]) },
        { part: 'track' },
      ),
    )
  if (area) {
    features.push(feature(geometryOf(area), { part: 'area' }))
    const corners = verticesOf(area)
    if (corners.length <= MANY_CORNERS)
      features.push(feature({ type: 'MultiPoint', coordinates: ring(corners) }, { part: 'corner' }))
  }
  return { type: 'FeatureCollection', features }
}

const of = (part: string): ExpressionSpecification => ['==', ['get', 'part'], part]

function swathLayers(tokens: ThemeTokens): LayerSpecification[] {
  const source = SAT_SOURCE
  return [0, 1, 2].flatMap((style): LayerSpecification[] => {
    const colour = tokens.chart.series[style] ?? tokens.neutral.text
    const dash = DASHES[style]
    const filter: ExpressionSpecification = ['all', of('swath'), ['==', ['get', 'style'], String(style)]]
    return [
      {
        id: `sat-swath-${style}`,
        type: 'fill',
        source,
        filter,
        paint: { 'fill-color': colour, 'fill-opacity': ['case', ['get', 'isActive'], 0.22, 0.09] },
      },
      {
        id: `sat-edge-${style}`,
        type: 'line',
        source,
        filter,
        paint: {
          'line-color': colour,
          'line-width': ['case', ['get', 'isActive'], 2.4, 1.5],
          ...(dash && { 'line-dasharray': [...dash] }),
        },
      },
    ]
  })
}

function layersOf(tokens: ThemeTokens): LayerSpecification[] {
  const source = SAT_SOURCE
  return [
    {
      id: 'sat-plain',
      type: 'line',
      source,
      filter: ['all', of('swath'), ['==', ['get', 'style'], 'plain']],
      paint: { 'line-color': tokens.neutral.textTertiary, 'line-width': ['case', ['get', 'isActive'], 2, 0.8] },
    },
    ...swathLayers(tokens),
    {
      id: 'sat-area-fill',
      type: 'fill',
      source,
      filter: of('area'),
      paint: { 'fill-color': tokens.neutral.text, 'fill-opacity': 0.1 },
    },
    {
      id: 'sat-area',
      type: 'line',
      source,
      filter: of('area'),
      paint: { 'line-color': tokens.neutral.text, 'line-width': 2 },
    },
    {
      id: 'sat-corner',
      type: 'circle',
      source,
      filter: of('corner'),
      paint: {
        'circle-radius': 3,
        'circle-color': tokens.neutral.card,
        'circle-stroke-color': tokens.neutral.text,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'sat-track',
      type: 'line',
      source,
      filter: of('track'),
      paint: {
        'line-color': tokens.chart.series[0] ?? tokens.neutral.text,
        'line-width': 1.5,
        'line-dasharray': [1, 2],
      },
    },
  ]
}

/** Adds the task layers to a new map. */
export function addSatLayers(map: MapLibreMap, tokens: ThemeTokens): void {
  if (map.getSource(SAT_SOURCE)) return
  map.addSource(SAT_SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of layersOf(tokens)) map.addLayer(layer)
}
