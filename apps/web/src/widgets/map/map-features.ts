import type { DeviceStatus } from '@natim/contract/dict'
import { formatNumber } from '@natim/domain/format'
import type { Feature, FeatureCollection, Point } from 'geojson'
import { levelSeverity, levelSymbol } from './layer-levels.ts'
import type { MapItem } from './map-item.ts'

/** Feature properties read by the style layers. */
export interface ItemProperties {
  /** Index in the list of items, to find the clicked one. */
  readonly index: number
  readonly type: MapItem['type']
  /** 1–5, 0 without an alarm. */
  readonly severity: number
  /** Symbols of higher severity are drawn above others. */
  readonly order: number
  readonly radius?: number
  readonly count?: string
  /** Ring colour of a cluster: `sev:2`, `aqi:3`; none for a quiet one. */
  readonly ring?: string
  /** Image at the upper right of a cluster, or of a station with an alarm. */
  readonly badge?: string
  /** Image of a single device or station. */
  readonly symbol?: string
  readonly kind?: string
  readonly name?: string
}

/** Disc radius of a cluster, px, by its count (design §8). */
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

const urgencyOf = (severity: number) => (severity === 0 ? 0 : 10 * (6 - severity))
/** Levels rank above device faults. */
const LEVEL_STEP = 10
/** 5 提示 is not highlighted (design §2.4). */
const isLoud = (severity: number | undefined): severity is number =>
  severity !== undefined && severity > 0 && severity < 5

function gathered(item: Extract<MapItem, { type: 'cluster' | 'group' | 'places' }>, index: number): ItemProperties {
  const shared = {
    index,
    type: item.type,
    severity: item.severity ?? 0,
    radius: clusterRadius(item.count),
    count: formatNumber(item.count),
  }
  if (item.type === 'group') {
    const severity = levelSeverity(item.layer, item.level)
    const ring = item.layer === 'aqi' ? `aqi:${item.level}` : isLoud(severity) ? `sev:${severity}` : undefined
    const badge = item.layer === 'aqi' ? `aqibadge:${item.level}` : isLoud(severity) ? `badge:${severity}` : undefined
    return { ...shared, order: item.level * LEVEL_STEP, ...(ring && { ring }), ...(badge && { badge }) }
  }
  const { severity } = item
  return {
    ...shared,
    order: urgencyOf(shared.severity),
    ...(isLoud(severity) && { ring: `sev:${severity}`, badge: `badge:${severity}` }),
  }
}

/** A place is online while one of its devices is. */
const placeStatus = ({ deviceCount, onlineCount }: Extract<MapItem, { type: 'place' }>): DeviceStatus =>
  deviceCount === 0 ? 'inactive' : onlineCount === 0 ? 'offline' : 'online'

function propertiesOf(item: MapItem, index: number, selectedId: string | undefined): ItemProperties {
  if (item.type === 'cluster' || item.type === 'group' || item.type === 'places') return gathered(item, index)
  const severity = item.severity ?? 0
  if (item.type === 'station') {
    return {
      index,
      type: 'station',
      severity,
      order: item.id === selectedId ? SELECTED_ORDER : item.level * LEVEL_STEP,
      symbol: levelSymbol(item.layer, item.level),
      name: item.name,
      ...(severity > 0 && { badge: `badge:${severity}` }),
    }
  }
  if (item.type === 'place') {
    return {
      index,
      type: 'place',
      severity,
      order: item.id === selectedId ? SELECTED_ORDER : urgencyOf(severity),
      symbol: severity > 0 ? `alarm:${severity}` : `lamp:${placeStatus(item)}`,
      name: item.name,
    }
  }
  return {
    index,
    type: 'device',
    severity,
    order: item.id === selectedId ? SELECTED_ORDER : urgencyOf(severity) + STATUS_ORDER.indexOf(item.status),
    symbol: severity > 0 ? `alarm:${severity}` : `lamp:${item.status}`,
    kind: item.kind,
    name: item.name,
  }
}

/** Items as GeoJSON, the selected one on top; colours are in the style, so a theme change does not touch the data. */
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
