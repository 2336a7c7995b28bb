import type { LayerView, MapGroup, MapMark, ValueLayer } from '@natim/contract/mon/map'
import { LISTED_MARKS } from '@natim/contract/mon/map'
import { clusterPoints } from '@natim/domain/map-cluster'
import type { OpenLevels } from '../alarm/index.ts'
import { type Box, boxFilter } from '../home/index.ts'
import type { DeviceEntry, StationEntry } from '../live/index.ts'
import { LAYER_FORM, type LayerSteps } from './layer-source.ts'

/** A station with its devices that the caller may see. */
export interface SeenStation {
  readonly station: StationEntry
  readonly devices: readonly DeviceEntry[]
}

type Levels = Pick<OpenLevels, 'ofDevice'>

/** Highest open alarm severity of a station's devices. */
export function severityOf(devices: readonly DeviceEntry[], { ofDevice }: Levels): Pick<MapMark, 'severity'> {
  const [worst] = devices.flatMap(({ id }) => ofDevice(id) ?? []).toSorted((a, b) => a - b)
  return worst === undefined ? {} : { severity: worst }
}

/** A station on a layer; undefined where it has no value. */
export function toMark(
  { station, devices }: SeenStation,
  layer: ValueLayer,
  steps: LayerSteps,
  levels: Levels,
): MapMark | undefined {
  const [value] = steps.stepsOf(station, devices)
  if (value === undefined) return undefined
  const { id, name, regionCode, lng, lat } = station
  return {
    type: 'station',
    id,
    name,
    regionCode,
    lng,
    lat,
    ...LAYER_FORM[layer],
    ...value,
    ...severityOf(devices, levels),
  }
}

export const byGravity = (a: MapMark, b: MapMark): number =>
  b.level - a.level || b.value - a.value || (a.id < b.id ? -1 : 1)

export interface LayerRequest {
  readonly layer: ValueLayer
  readonly bbox: Box
  readonly zoom: number
  readonly keyword?: string | undefined
}

/** @throws AppError `request.invalid` for an invalid box. */
export function buildLayer(
  seen: readonly SeenStation[],
  { layer, bbox, zoom, keyword }: LayerRequest,
  steps: LayerSteps,
  levels: Levels,
): LayerView {
  const isInside = boxFilter(bbox)
  const matching = seen.filter((one) => matches(one, keyword))
  const marks = matching.flatMap((one) => toMark(one, layer, steps, levels) ?? [])
  const byLevel = [0, 0, 0, 0, 0, 0]
  for (const { level } of marks) byLevel[level] = (byLevel[level] ?? 0) + 1
  return {
    atMs: steps.toMs,
    items: clusterPoints(marks.filter(isInside), zoom, gather),
    rows: marks.toSorted(byGravity).slice(0, LISTED_MARKS),
    byLevel,
    unknown: matching.length - marks.length,
  }
}

function gather(members: readonly MapMark[], middle: { readonly lng: number; readonly lat: number }): MapGroup {
  const [worst] = members.flatMap(({ severity }) => severity ?? []).toSorted((a, b) => a - b)
  return {
    type: 'group',
    ...middle,
    count: members.length,
    level: Math.max(...members.map(({ level }) => level)),
    ...(worst !== undefined && { severity: worst }),
  }
}

function matches({ station, devices }: SeenStation, keyword: string | undefined): boolean {
  if (keyword === undefined || keyword === '') return true
  const wanted = keyword.toLowerCase()
  return [station.name, station.code, ...devices.map(({ clientId }) => clientId)].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
