import type { Severity } from '@natim/contract/dict'
import type { MapCluster, MapPoint } from '@natim/contract/mon/home'
import type { MapGroup, MapMark, ValueLayer } from '@natim/contract/mon/map'

/** A device on the map; `severity` is that of its most severe open alarm. */
export type MapPointItem = MapPoint

/** Devices clustered by the server; `severity` is that of the most severe open alarm among them. */
export type MapClusterItem = MapCluster

interface OnLayer {
  readonly layer: ValueLayer
}

/** A station with its value on a layer. */
export type MapMarkItem = MapMark & OnLayer

/** Clustered stations, shown by the worst of them. */
export type MapGroupItem = MapGroup & OnLayer

/** A station as a place with devices; `severity` is that of the most severe open alarm among them. */
export interface MapPlaceItem extends MapPlace {
  readonly type: 'place'
  readonly id: string
  readonly name: string
  readonly deviceCount: number
  readonly onlineCount: number
  readonly severity?: Severity | undefined
}

/** Clustered places. */
export interface MapPlacesItem extends MapPlace {
  readonly type: 'places'
  readonly count: number
  readonly severity?: Severity | undefined
}

export type MapItem = MapPointItem | MapClusterItem | MapMarkItem | MapGroupItem | MapPlaceItem | MapPlacesItem

/** West, south, east, north in degrees, WGS-84. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/** Place on the map, degrees, WGS-84. */
export interface MapPlace {
  readonly lng: number
  readonly lat: number
}

/** An administrative area that was double-clicked. */
export interface MapRegion {
  /** Six digits of GB/T 2260. */
  readonly adcode: string
  readonly name: string
}
