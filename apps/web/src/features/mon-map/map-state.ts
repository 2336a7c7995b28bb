import { DEVICE_KIND, DEVICE_STATUS, type DeviceKind, type DeviceStatus } from '@natim/contract/dict'
import { MAP_LAYERS, type MapLayer } from '@natim/contract/mon/map'
import type { SideChart } from './side-charts.tsx'

/** State of the map in the address: shareable and navigable with Back. */
export interface MapState {
  readonly keyword: string
  readonly status: DeviceStatus | ''
  readonly kind: DeviceKind | ''
  /** Code of the owning department. */
  readonly depart: string
  /** Six-digit province code drilled into; empty = the country. */
  readonly region: string
  /** Station shown in the drawer. */
  readonly station: string
  readonly layer: MapLayer
  readonly wind: boolean
  readonly alarms: boolean
  readonly people: boolean
  readonly areas: boolean
  /** Chart below the list; empty = collapsed. */
  readonly chart: SideChart
  /** Shown instant, epoch ms; 0 = now. */
  readonly at: number
}

/** Filters of the devices on the map. */
export type DeviceFilters = Pick<MapState, 'keyword' | 'status' | 'kind' | 'depart'>

export const MAP_DEFAULTS: MapState = {
  keyword: '',
  status: '',
  kind: '',
  depart: '',
  region: '',
  station: '',
  layer: 'status',
  wind: false,
  alarms: true,
  people: false,
  areas: false,
  chart: 'top',
  at: 0,
}

/** The address is untrusted input: an unknown layer or status falls back to the default. */
export const readMapState = (state: MapState): MapState => ({
  ...state,
  layer: MAP_LAYERS.includes(state.layer) ? state.layer : 'status',
  status: Object.hasOwn(DEVICE_STATUS, state.status) ? state.status : '',
  kind: Object.hasOwn(DEVICE_KIND, state.kind) ? state.kind : '',
  chart: state.chart === 'trend' || state.chart === '' ? state.chart : 'top',
  at: Number.isFinite(state.at) && state.at > 0 ? state.at : 0,
})
