import { STATION_TYPE } from '@natim/contract/dict'
import type { StationCard } from '@natim/contract/mon/home'
import { regionName } from '@natim/domain/regions'
import type { Db } from '../../platform/db/db.ts'
import type { DeviceEntry, StationEntry } from '../live/index.ts'
import { emptyGrid, loadSparks, toChannelView, toSpark } from '../overview/index.ts'
import type { Present } from './device-hours.ts'

/** The station drawer: its devices in the caller's scope with live values and the last 24 h of each channel. */
export async function loadStationCard(
  db: Db,
  station: StationEntry,
  devices: readonly DeviceEntry[],
  { state, limitsOf, meansOf, nowMs }: Present,
): Promise<StationCard> {
  const shown = devices.map((device) => ({ device, channels: device.channels.filter((channel) => channel.enabled) }))
  const sparks = await loadSparks(
    db,
    shown.flatMap(({ channels }) => channels),
    nowMs,
  )
  return {
    id: station.id,
    code: station.code,
    name: station.name,
    stationType_dictText: STATION_TYPE[station.stationType],
    regionText: regionName(station.regionCode),
    lng: station.lng,
    lat: station.lat,
    population5km: station.population5km,
    devices: shown.map(({ device, channels }) => ({
      id: device.id,
      name: device.name,
      kind: device.kind,
      status: state.statusOf(device),
      lastSeen: state.lastSeenOf(device.deviceNo),
      channels: channels.map((channel) => ({
        ...toChannelView(
          channel,
          state.latestOf(channel.channelNo),
          limitsOf(channel, nowMs),
          meansOf(channel.channelNo),
        ),
        spark: toSpark(sparks.get(channel.channelNo) ?? emptyGrid(nowMs), channel.agg),
      })),
    })),
  }
}
