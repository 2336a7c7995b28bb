import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { ActiveTheme } from '@/theme/theme-provider.tsx'
import { type GeoData, graticule, labelPoints } from './geo-data.ts'

const EMPTY = { type: 'FeatureCollection' as const, features: [] }

/** Sources that change while the map lives. */
export const SOURCE = { items: 'items', labels: 'labels', cities: 'cities', selected: 'selected' } as const

/** Layers that answer a click, uppermost first. */
export const PICK_LAYERS = ['alarm', 'point', 'cluster'] as const

/** Layer that answers a double click. */
export const LAND_LAYER = 'land'

/** design §8: the kind of a device is shown from this zoom on, its name from the next. */
const KIND_ZOOM = 9
const NAME_ZOOM = 10

const IS_DEVICE: ExpressionSpecification = ['==', ['get', 'type'], 'device']
const IS_CLUSTER: ExpressionSpecification = ['==', ['get', 'type'], 'cluster']
const HAS_ALARM: ExpressionSpecification = ['>', ['get', 'severity'], 0]

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
    // Provinces beside the one that was drilled into step back.
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

const IS_LOUD: ExpressionSpecification = ['all', ['>', ['get', 'severity'], 0], ['<', ['get', 'severity'], 5]]

/** Over the discs and under numbers, lamps and names: a ring never covers what it points at. */
const selectedLayer = (colour: string): LayerSpecification => ({
  id: 'selected',
  type: 'circle',
  source: SOURCE.selected,
  paint: { 'circle-radius': 13, 'circle-opacity': 0, 'circle-stroke-color': colour, 'circle-stroke-width': 2 },
})

/** Discs of clusters: ring in the colour of the worst severity 1–4, its glyph at the upper right. */
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
        'circle-stroke-width': ['case', IS_LOUD, 2.5, 1.5],
        'circle-stroke-color': [
          'match',
          ['get', 'severity'],
          1,
          solid(1),
          2,
          solid(2),
          3,
          solid(3),
          4,
          solid(4),
          map.clusterRing,
        ],
      },
    },
    selectedLayer(map.selectedRing),
    symbolLayer('cluster-count', IS_CLUSTER, ['concat', 'count:', ['get', 'count']], { 'icon-padding': 8 }),
    symbolLayer(
      'cluster-badge',
      ['all', IS_CLUSTER, IS_LOUD],
      ['concat', 'badge:', ['to-string', ['get', 'severity']]],
      {
        'icon-anchor': 'bottom-left',
        // Upper right of the disc, whatever its size.
        'icon-offset': [
          'step',
          ['get', 'radius'],
          ['literal', [3, -3]],
          14,
          ['literal', [5, -5]],
          17,
          ['literal', [7, -7]],
        ],
      },
    ),
  ]
}

/** Single devices: lamp or severity glyph, kind and name when near. */
function deviceLayers(): LayerSpecification[] {
  return [
    symbolLayer('point', ['all', IS_DEVICE, ['!', HAS_ALARM]], ['concat', 'lamp:', ['get', 'lamp']], {}),
    symbolLayer('alarm', ['all', IS_DEVICE, HAS_ALARM], ['concat', 'alarm:', ['to-string', ['get', 'severity']]], {}),
    {
      ...symbolLayer('point-kind', IS_DEVICE, ['concat', 'kind:', ['get', 'kind']], {
        'icon-anchor': 'left',
        'icon-offset': [15, 0],
      }),
      minzoom: KIND_ZOOM,
    },
    {
      ...symbolLayer('point-name', IS_DEVICE, ['concat', 'name:', ['get', 'name']], {
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

/** A layer of images. All writing on the map is images too: a glyph server would be a call to the outside. */
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
      // Symbols push no name of a province away.
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'order'],
      ...layout,
    },
  }
}

/** From here on every province has room for its name; before, names that would touch wait. */
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

/** Style of the national map out of the tokens; it refers to nothing outside. Source: design §8. */
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
    },
    layers: [...landLayers(theme), labelLayer, ...clusterLayers(theme), ...deviceLayers()],
  }
}
