import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { ActiveTheme } from '@/theme/theme-provider.tsx'
import { AQI_SCALE } from '@/theme/tokens.ts'
import { type GeoData, graticule, labelPoints } from './geo-data.ts'

const EMPTY = { type: 'FeatureCollection' as const, features: [] }

/** Sources whose data change while the map is shown. */
export const SOURCE = {
  items: 'items',
  labels: 'labels',
  cities: 'cities',
  selected: 'selected',
  wind: 'wind',
  people: 'people',
  areas: 'areas',
  drawing: 'drawing',
} as const

/** Clickable layers, topmost first. */
export const PICK_LAYERS = ['point', 'cluster'] as const

/** Handles of the shape being drawn. */
export const HANDLE_LAYER = 'drawing-handle'

/** Layer that handles double clicks. */
export const LAND_LAYER = 'land'

/** design §8: the device kind is shown from this zoom level, the name from the next. */
const KIND_ZOOM = 9
const NAME_ZOOM = 10

const IS_DEVICE: ExpressionSpecification = ['==', ['get', 'type'], 'device']
const IS_CLUSTER: ExpressionSpecification = ['in', ['get', 'type'], ['literal', ['cluster', 'group', 'places']]]
const IS_POINT: ExpressionSpecification = ['!', IS_CLUSTER]
const HAS_RING: ExpressionSpecification = ['has', 'ring']
const HAS_BADGE: ExpressionSpecification = ['has', 'badge']

type StyleTheme = Pick<ActiveTheme, 'tokens' | 'isColourWeak'>

function landLayers({ tokens }: StyleTheme): LayerSpecification[] {
  const { map, neutral } = tokens
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': map.sea } },
    { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': map.graticule, 'line-width': 1 } },
    {
      id: LAND_LAYER,
      type: 'fill',
      source: 'provinces',
      filter: ['!=', ['get', 'kind'], 'dash-line'],
      paint: { 'fill-color': map.land },
    },
    // Neighbours of the drilled-into province are dimmed.
    {
      id: 'veil',
      type: 'fill',
      source: 'provinces',
      filter: ['boolean', false],
      paint: { 'fill-color': map.sea, 'fill-opacity': 0.6 },
    },
    { id: 'city-border', type: 'line', source: SOURCE.cities, paint: { 'line-color': map.border, 'line-width': 0.8 } },
    {
      id: 'border',
      type: 'line',
      source: 'provinces',
      filter: ['!=', ['get', 'kind'], 'dash-line'],
      paint: { 'line-color': map.border, 'line-width': 1 },
    },
    {
      id: 'dash-line',
      type: 'fill',
      source: 'provinces',
      filter: ['==', ['get', 'kind'], 'dash-line'],
      paint: { 'fill-color': neutral.disabled },
    },
  ]
}

/** Above discs and below numbers, lamps and names: the ring never covers the selected symbol. */
const selectedLayer = (colour: string): LayerSpecification => ({
  id: 'selected',
  type: 'circle',
  source: SOURCE.selected,
  paint: { 'circle-radius': 13, 'circle-opacity': 0, 'circle-stroke-color': colour, 'circle-stroke-width': 2 },
})

/** Discs of clusters: ring in the colour of the highest severity 1–4, its glyph at the upper right. */
function clusterLayers({ tokens, isColourWeak }: StyleTheme): LayerSpecification[] {
  const { map } = tokens
  const solid = (level: 1 | 2 | 3 | 4) =>
    isColourWeak ? tokens.severity[level].weakSolid : tokens.severity[level].solid
  return [
    {
      id: 'cluster',
      type: 'circle',
      source: SOURCE.items,
      filter: IS_CLUSTER,
      layout: { 'circle-sort-key': ['get', 'order'] },
      paint: {
        'circle-radius': ['get', 'radius'],
        'circle-color': map.clusterFill,
        'circle-opacity': 0.94,
        'circle-stroke-width': ['case', HAS_RING, 2.5, 1.5],
        'circle-stroke-color': [
          'match',
          ['coalesce', ['get', 'ring'], ''],
          'sev:1',
          solid(1),
          'sev:2',
          solid(2),
          'sev:3',
          solid(3),
          'sev:4',
          solid(4),
          'aqi:0',
          AQI_SCALE[0],
          'aqi:1',
          AQI_SCALE[1],
          'aqi:2',
          AQI_SCALE[2],
          'aqi:3',
          AQI_SCALE[3],
          'aqi:4',
          AQI_SCALE[4],
          'aqi:5',
          AQI_SCALE[5],
          map.clusterRing,
        ],
      },
    },
    selectedLayer(map.selectedRing),
    symbolLayer('cluster-count', IS_CLUSTER, ['concat', 'count:', ['get', 'count']], { 'icon-padding': 8 }),
    symbolLayer('cluster-badge', ['all', IS_CLUSTER, HAS_BADGE], ['get', 'badge'], {
      'icon-anchor': 'bottom-left',
      // Upper right of the disc, at any size.
      'icon-offset': [
        'step',
        ['get', 'radius'],
        ['literal', [3, -3]],
        14,
        ['literal', [5, -5]],
        17,
        ['literal', [7, -7]],
      ],
    }),
  ]
}

/** Single devices: lamp or severity glyph, kind and name when zoomed in. */
function deviceLayers(): LayerSpecification[] {
  return [
    symbolLayer('point', IS_POINT, ['get', 'symbol'], {}),
    symbolLayer('point-badge', ['all', IS_POINT, HAS_BADGE], ['get', 'badge'], {
      'icon-anchor': 'bottom-left',
      'icon-offset': [4, -4],
    }),
    {
      ...symbolLayer('point-kind', IS_DEVICE, ['concat', 'kind:', ['get', 'kind']], {
        'icon-anchor': 'left',
        'icon-offset': [15, 0],
      }),
      minzoom: KIND_ZOOM,
    },
    {
      ...symbolLayer('point-name', IS_POINT, ['concat', 'name:', ['get', 'name']], {
        'icon-anchor': 'left',
        'icon-offset': [34, 0],
        'icon-allow-overlap': false,
        'icon-ignore-placement': false,
      }),
      minzoom: NAME_ZOOM,
    },
  ]
}

type SymbolLayer = Extract<LayerSpecification, { type: 'symbol' }>

/** A layer of images. Texts on the map are images too: a glyph server would be an external request. */
function symbolLayer(
  id: string,
  filter: FilterSpecification,
  image: NonNullable<SymbolLayer['layout']>['icon-image'],
  layout: SymbolLayer['layout'],
): SymbolLayer {
  return {
    id,
    type: 'symbol',
    source: SOURCE.items,
    filter,
    layout: {
      'icon-image': image,
      'icon-allow-overlap': true,
      // Symbols do not displace province names.
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'order'],
      ...layout,
    },
  }
}

/** From this zoom level every province name has room; below it, colliding names are hidden. */
const ALL_NAMES_ZOOM = 5

const labelLayer: SymbolLayer = {
  id: 'label',
  type: 'symbol',
  source: SOURCE.labels,
  layout: {
    'icon-image': ['concat', 'label:', ['get', 'text']],
    'icon-padding': 2,
    'icon-allow-overlap': ['step', ['zoom'], false, ALL_NAMES_ZOOM, true],
  },
}

/** Layers below the symbols: population, saved areas, wind. */
function groundLayers({ tokens }: StyleTheme): LayerSpecification[] {
  const { neutral, map } = tokens
  const areaColour = tokens.severity[3].solid
  return [
    {
      id: 'people',
      type: 'circle',
      source: SOURCE.people,
      paint: {
        // Area-proportional: four times the people, twice the radius.
        'circle-radius': ['min', 40, ['/', ['sqrt', ['get', 'people']], 16]],
        'circle-color': neutral.textTertiary,
        'circle-opacity': 0.22,
      },
    },
    {
      id: 'area-fill',
      type: 'fill',
      source: SOURCE.areas,
      paint: { 'fill-color': areaColour, 'fill-opacity': 0.1 },
    },
    { id: 'area-edge', type: 'line', source: SOURCE.areas, paint: { 'line-color': areaColour, 'line-width': 1.5 } },
    {
      ...symbolLayer('wind', ['has', 'fromDeg'], 'arrow:wind', {
        // Drawn pointing north; `fromDeg` is where the wind comes from.
        'icon-rotate': ['+', ['get', 'fromDeg'], 180],
        'icon-rotation-alignment': 'map',
        'icon-size': ['interpolate', ['linear'], ['get', 'speed'], 0, 0.6, 4, 1, 12, 1.6],
        'icon-allow-overlap': false,
        'icon-padding': 8,
      }),
      source: SOURCE.wind,
    },
    {
      id: 'drawing-fill',
      type: 'fill',
      source: SOURCE.drawing,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': map.selectedRing, 'fill-opacity': 0.14 },
    },
    {
      id: 'drawing-line',
      type: 'line',
      source: SOURCE.drawing,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': map.selectedRing, 'line-width': 1.5, 'line-dasharray': [4, 3] },
    },
  ]
}

/** Draggable handles: above all symbols, so that all can be reached. */
const handleLayer = ({ tokens: { map } }: StyleTheme): LayerSpecification => ({
  id: HANDLE_LAYER,
  type: 'circle',
  source: SOURCE.drawing,
  filter: ['==', ['geometry-type'], 'Point'],
  paint: {
    'circle-radius': 5,
    'circle-color': map.land,
    'circle-stroke-color': map.selectedRing,
    'circle-stroke-width': 2,
  },
})

/** Style of the national map from the tokens, without external references. Source: design §8. */
export function mapStyle(geo: GeoData, theme: StyleTheme): StyleSpecification {
  return {
    version: 8,
    sources: {
      graticule: { type: 'geojson', data: graticule() },
      provinces: { type: 'geojson', data: geo.provinces, tolerance: 0.2 },
      [SOURCE.cities]: { type: 'geojson', data: EMPTY },
      [SOURCE.labels]: { type: 'geojson', data: labelPoints(geo.provinces) },
      [SOURCE.items]: { type: 'geojson', data: EMPTY },
      [SOURCE.selected]: { type: 'geojson', data: EMPTY },
      [SOURCE.wind]: { type: 'geojson', data: EMPTY },
      [SOURCE.people]: { type: 'geojson', data: EMPTY },
      [SOURCE.areas]: { type: 'geojson', data: EMPTY },
      [SOURCE.drawing]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      ...landLayers(theme),
      labelLayer,
      ...groundLayers(theme),
      ...clusterLayers(theme),
      ...deviceLayers(),
      handleLayer(theme),
    ],
  }
}
