import { DEVICE_STATUS, type Severity } from '@natim/contract/dict'
import { clusterPoints } from '@natim/domain/map-cluster'
import { keysOf, recordOf } from '@natim/domain/record'
import type {
  Bbox,
  MapClusterItem,
  MapGroupItem,
  MapItem,
  MapMarkItem,
  MapPlace,
  MapPlaceItem,
  MapPlacesItem,
  MapPointItem,
} from './map-item.ts'

const isInBox =
  ([west, south, east, north]: Bbox) =>
  ({ lng, lat }: MapPlace) =>
    lng >= west && lng <= east && lat >= south && lat <= north

function worstSeverity(members: readonly { readonly severity?: Severity | undefined }[]): { severity?: Severity } {
  const [worst] = members.flatMap(({ severity }) => severity ?? []).toSorted((a, b) => a - b)
  return worst === undefined ? {} : { severity: worst }
}

/** Clusters the devices of a box, by the same rule the server uses for the live map. */
export const gatherDevices = (devices: readonly MapPointItem[], bbox: Bbox, zoom: number): MapItem[] =>
  clusterPoints(
    devices.filter(isInBox(bbox)),
    zoom,
    (members, middle): MapClusterItem => ({
      type: 'cluster',
      ...middle,
      count: members.length,
      byStatus: recordOf(keysOf(DEVICE_STATUS), (status) => members.filter((one) => one.status === status).length),
      ...worstSeverity(members),
    }),
  )

/** Same for stations of a value layer. */
export const gatherMarks = (marks: readonly MapMarkItem[], bbox: Bbox, zoom: number): MapItem[] =>
  clusterPoints(
    marks.filter(isInBox(bbox)),
    zoom,
    (members, middle): MapGroupItem => ({
      type: 'group',
      layer: members[0]?.layer ?? 'atl',
      ...middle,
      count: members.length,
      level: Math.max(...members.map(({ level }) => level)),
      ...worstSeverity(members),
    }),
  )

/** Same for stations as places. */
export const gatherPlaces = (places: readonly MapPlaceItem[], bbox: Bbox, zoom: number): MapItem[] =>
  clusterPoints(
    places.filter(isInBox(bbox)),
    zoom,
    (members, middle): MapPlacesItem => ({
      type: 'places',
      ...middle,
      count: members.length,
      ...worstSeverity(members),
    }),
  )
