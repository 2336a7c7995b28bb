import { deviceModel } from '@natim/contract/mon/device-model.resource'
import { station as stationResource } from '@natim/contract/mon/station.resource'
import { deviceEndpoints, type NewCredential } from '@natim/contract/mon/device'
import type { Colleague } from './api.ts'
import { fresh } from './fresh.ts'

const PAGE = { pageNo: 1, pageSize: 500 } as const

/** Adds a station. Nanjing by default. */
export async function buildStation(
  colleague: Colleague,
  name: string,
  given: { readonly regionCode?: string; readonly lng?: number; readonly lat?: number } = {},
): Promise<{ readonly id: string }> {
  const body = {
    code: fresh('S320100-'),
    name,
    shortName: name.slice(0, 20),
    stationType: 'park' as const,
    lng: 118.72,
    lat: 32.22,
    regionCode: '320100',
    ...given,
  }
  return colleague.call(stationResource.endpoints.create, { body })
}

export interface BuiltDevice {
  readonly id: string
  readonly credential: NewCredential
}

/** Adds a device of the first model of a kind, at a station, with its credential. */
export async function buildDevice(
  colleague: Colleague,
  device: { readonly name: string; readonly clientId: string; readonly kind: string; readonly stationId: string },
): Promise<BuiltDevice> {
  const { records } = await colleague.call(deviceModel.endpoints.list, { query: PAGE })
  const model = records.find(({ kind }) => kind === device.kind)
  if (!model) throw new Error(`no device model of kind ${device.kind}`)
  const { name, clientId, stationId } = device
  return colleague.call(deviceEndpoints.create, { body: { name, clientId, stationId, modelId: model.id } })
}

/** A device with a unique name at a station with a unique name; an air monitor by default. */
export async function buildAirStation(
  colleague: Colleague,
  kind = 'air',
): Promise<BuiltDevice & { readonly name: string; readonly station: string }> {
  const clientId = fresh('AQ-320100-')
  const [name, station] = [`空气站 ${clientId}`, `站点 ${clientId}`]
  const { id: stationId } = await buildStation(colleague, station)
  return { ...(await buildDevice(colleague, { name, clientId, kind, stationId })), name, station }
}
