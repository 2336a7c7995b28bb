import { formatNumber } from '@natim/domain/format'
import type { Feature, FeatureCollection, Point } from 'geojson'
import type { MapItem } from './map-item.ts'

/** What the layers of the style read of a feature. */
export interface ItemProperties {
  /** Place in the list of items, to find the item of a click. */
  readonly index: number
  readonly type: MapItem['type']
  /** 1–5, 0 without an alarm. */
  readonly severity: number
  /** Graver symbols are drawn above others. */
  readonly order: number
  readonly radius?: number
  readonly count?: string
  readonly lamp?: string
  readonly kind?: string
  readonly name?: string
}

/** Disc of a cluster, px, by how many it holds (design §8). */
const RADII: readonly (readonly [below: number, radiusPx: number])[] = [
  [10, 11],
  [30, 14],
  [100, 17],
  [Number.POSITIVE_INFINITY, 20],
]

/** Radius of a cluster's disc, px. */
export const clusterRadius = (count: number): number => RADII.find(([below]) => count < below)?.[1] ?? 20

const STATUS_ORDER = ['retired', 'inactive', 'online', 'maintenance', 'offline', 'fault']

/** Above every alarm. */
const SELECTED_ORDER = 1_000

function propertiesOf(item: MapItem, index: number, selectedId: string | undefined): ItemProperties {
  const severity = item.severity ?? 0
  const urgency = severity === 0 ? 0 : 10 * (6 - severity)
  if (item.type === 'cluster') {
    return {
      index,
      type: 'cluster',
      severity,
      order: urgency,
      radius: clusterRadius(item.count),
      count: formatNumber(item.count),
    }
  }
  return {
    index,
    type: 'device',
    severity,
    order: item.id === selectedId ? SELECTED_ORDER : urgency + STATUS_ORDER.indexOf(item.status),
    lamp: item.status,
    kind: item.kind,
    name: item.name,
  }
}

/** Items as GeoJSON, the selected one uppermost; colours stay in the style, so a change of theme does not touch the data. */
export function itemFeatures(items: readonly MapItem[], selectedId?: string): FeatureCollection<Point, ItemProperties> {
  return {
    type: 'FeatureCollection',
    features: items.map(
      (item, index): Feature<Point, ItemProperties> => ({
        type: 'Feature',
        properties: propertiesOf(item, index, selectedId),
        geometry: { type: 'Point', coordinates: [item.lng, item.lat] },
      }),
    ),
  }
}
