import type { DeviceKind, StationStatus, StationType } from '@natim/contract/dict'
import type { IndexPlaces } from '@natim/domain/alarm/comparison'
import type { Db } from '../../platform/db/db.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { type ChannelEntry, findChannels } from '../overview/index.ts'
import { findDeviceEntries, findStationEntries } from './directory.repository.ts'
import { type Expected, expectedOf } from './expected.ts'
import { indexPlaces } from './index-places.ts'

export interface StationEntry {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly stationType: StationType
  readonly lng: number
  readonly lat: number
  readonly population5km: number | null
  readonly status: StationStatus
  readonly regionCode: string
  readonly sysOrgCode: string
}

/** Includes the samples per hour expected from its enabled channels. */
export interface DeviceEntry extends Expected {
  readonly id: string
  readonly deviceNo: number
  readonly clientId: string
  readonly name: string
  readonly kind: DeviceKind
  readonly modelId: string
  readonly tags: readonly string[]
  readonly station: StationEntry | null
  /** The gateway it reports through. */
  readonly gatewayId: string | null
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly isRetired: boolean
  /** Degrees, WGS-84: its registered position, else its station's. */
  readonly lng: number | null
  readonly lat: number | null
  /** Sorted by `seq`. */
  readonly channels: readonly (ChannelEntry & { readonly index?: IndexPlaces })[]
}

/** A snapshot of the register: immutable, replaced as a whole. */
export interface Directory {
  readonly stations: readonly StationEntry[]
  readonly devices: readonly DeviceEntry[]
  readonly deviceById: ReadonlyMap<string, DeviceEntry>
  readonly deviceByNo: ReadonlyMap<number, DeviceEntry>
  readonly deviceByChannel: ReadonlyMap<number, DeviceEntry>
  readonly stationById: ReadonlyMap<string, StationEntry>
}

export async function loadDirectory(db: Db): Promise<Directory> {
  const [stationRows, deviceRows, channels] = await Promise.all([
    findStationEntries(db),
    findDeviceEntries(db),
    findChannels(db, EVERYTHING, {}),
  ])
  const stations = stationRows.map((row) => ({
    ...row,
    stationType: row.stationType,
    status: row.status,
  }))
  const stationById = new Map(stations.map((station) => [station.id, station]))
  const channelsByDevice = groupByDevice(channels)
  const plain = deviceRows.map(({ stationId, kind, ...row }): DeviceEntry => {
    const station = stationId === null ? null : (stationById.get(stationId) ?? null)
    const own = channelsByDevice.get(row.deviceNo) ?? []
    return {
      ...row,
      kind,
      station,
      lng: row.lng ?? station?.lng ?? null,
      lat: row.lat ?? station?.lat ?? null,
      channels: own,
      ...expectedOf(own),
    }
  })
  const places = indexPlaces(plain)
  const devices = plain.map((device) => ({
    ...device,
    channels: device.channels.map((channel) => {
      const index = places.get(channel.channelNo)
      return index ? { ...channel, index } : channel
    }),
  }))
  return {
    stations,
    devices,
    stationById,
    deviceById: new Map(devices.map((device) => [device.id, device])),
    deviceByNo: new Map(devices.map((device) => [device.deviceNo, device])),
    deviceByChannel: new Map(
      devices.flatMap((device) => device.channels.map((channel) => [channel.channelNo, device] as const)),
    ),
  }
}

function groupByDevice(channels: readonly ChannelEntry[]): Map<number, ChannelEntry[]> {
  const groups = new Map<number, ChannelEntry[]>()
  for (const channel of channels) {
    const group = groups.get(channel.deviceNo)
    if (group) group.push(channel)
    else groups.set(channel.deviceNo, [channel])
  }
  return groups
}
