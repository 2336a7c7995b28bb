import type { DeviceKind, DeviceStatus, Severity } from '@natim/contract/dict'
import type { MapPoint, MapView } from '@natim/contract/mon/home'
import { AppError } from '../../platform/errors.ts'
import type { OpenLevels } from '../alarm/index.ts'
import type { DeviceEntry, LiveState } from '../live/index.ts'
import { clusterDevices } from './cluster.ts'
import { countByStatus } from './counters.ts'

/** Degrees, WGS-84. West may exceed east and longitudes may exceed ±180, as the map can be panned around the globe. */
export type Box = readonly [west: number, south: number, east: number, north: number]

export interface MapRequest {
  readonly bbox: Box
  readonly zoom: number
  readonly kind?: DeviceKind | undefined
  readonly status?: DeviceStatus | undefined
  /** Code of the owning department; descendants are included. */
  readonly depart?: string | undefined
  readonly keyword?: string | undefined
}

/**
 * Devices drawn in a box. `total` counts matching devices, `byStatus` those matching without the status filter, so that
 * a legend keeps its counts. `unplaced` counts matching devices without a position, which are not drawn.
 *
 * @throws AppError `request.invalid` for an invalid box.
 */
export function buildMap(
  devices: readonly DeviceEntry[],
  state: Pick<LiveState, 'statusOf' | 'placeOf'>,
  request: MapRequest,
  { ofDevice }: Pick<OpenLevels, 'ofDevice'>,
): MapView {
  const isInside = boxFilter(request.bbox)
  const matching: MapPoint[] = []
  let unplaced = 0
  for (const device of devices) {
    if (!matches(device, request)) continue
    const point = toPoint(device, state, ofDevice(device.id))
    if (point && isInside(point)) matching.push(point)
    if (!point && (request.status === undefined || request.status === state.statusOf(device))) unplaced += 1
  }
  const shown = request.status === undefined ? matching : matching.filter((point) => point.status === request.status)
  return {
    total: shown.length,
    byStatus: countByStatus(matching, (point) => point.status),
    unplaced,
    items: clusterDevices(shown, request.zoom),
  }
}

function toPoint(
  device: DeviceEntry,
  state: Pick<LiveState, 'statusOf' | 'placeOf'>,
  severity: Severity | undefined,
): MapPoint | undefined {
  const { id, name, kind, station } = device
  // A mobile device is at its last reported position.
  const { lng, lat } = state.placeOf(device.deviceNo) ?? device
  if (lng === null || lat === null) return undefined
  const status = state.statusOf(device)
  const alarm = severity !== undefined && { severity }
  return { type: 'device', id, name, kind, status, stationId: station?.id ?? null, lng, lat, ...alarm }
}

function matches(device: DeviceEntry, { kind, depart, keyword }: MapRequest): boolean {
  if (kind !== undefined && device.kind !== kind) return false
  if (depart !== undefined && !device.sysOrgCode.startsWith(depart)) return false
  if (keyword === undefined || keyword === '') return true
  const wanted = keyword.toLowerCase()
  return [device.name, device.clientId, device.station?.name ?? ''].some((text) => text.toLowerCase().includes(wanted))
}

/** Whether a position lies in a box. @throws AppError `request.invalid` for an invalid box. */
export function boxFilter([west, south, east, north]: Box): (place: Pick<MapPoint, 'lng' | 'lat'>) => boolean {
  if (south > north || Math.abs(west) > 540 || Math.abs(east) > 540) {
    throw new AppError('request.invalid', { data: { detail: 'bbox 应为西、南、东、北四个度数，以半角逗号分隔' } })
  }
  const width = east >= west ? east - west : east - west + 360
  return ({ lng, lat }) => {
    if (lat < south || lat > north) return false
    // Distance eastwards from the western edge, modulo 360°.
    const offset = (((lng - west) % 360) + 360) % 360
    return width >= 360 || offset <= width
  }
}
