import type { DeviceKind } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { METRICS } from '@natim/domain/metrics'
import { regionName } from '@natim/domain/regions'
import type { LimitsOf } from '../limit/index.ts'
import type { DeviceEntry, LiveState } from '../live/index.ts'
import type { ChannelEntry } from '../overview/index.ts'
import type { View } from './device-hours.ts'

const CATALOGUE_ORDER: ReadonlyMap<string, number> = new Map(METRICS.map(({ code }, index) => [code, index]))

/** Display order of the catalogue (domain §4): what is measured, then how the device is; others come last. */
const orderOf = ({ metricCode }: MatrixColumn): number => CATALOGUE_ORDER.get(metricCode) ?? METRICS.length

/** All devices of a kind with the newest value of every enabled channel, and what the columns mean. */
export function buildMatrix(
  devices: readonly DeviceEntry[],
  kind: DeviceKind,
  { state, limitsOf, nowMs }: Pick<View, 'state' | 'limitsOf' | 'nowMs'>,
): { columns: MatrixColumn[]; rows: MatrixRow[] } {
  const columns = new Map<string, MatrixColumn>()
  const rows: MatrixRow[] = []
  for (const device of devices) {
    if (device.kind !== kind || device.isRetired) continue
    const channels = device.channels.filter((channel) => channel.enabled)
    for (const channel of channels) {
      if (!columns.has(channel.metricCode)) columns.set(channel.metricCode, toColumn(channel, limitsOf, nowMs))
    }
    rows.push(toRow(device, channels, state))
  }
  return { columns: [...columns.values()].toSorted((a, b) => orderOf(a) - orderOf(b)), rows }
}

/** A column speaks for the metric, not for the channel it was met on first. */
function toColumn(channel: ChannelEntry, limitsOf: LimitsOf, nowMs: number): MatrixColumn {
  const { metricCode, metricName, formula, unit, precision } = channel
  const limits = limitsOf({ ...channel, limitOverride: null, funcZone: 2 }, nowMs)
  return { metricCode, name: metricName, formula, unit, precision, limits: [...limits] }
}

function toRow(device: DeviceEntry, channels: readonly ChannelEntry[], state: LiveState): MatrixRow {
  return {
    id: device.id,
    name: device.name,
    clientId: device.clientId,
    status: state.statusOf(device),
    regionCode: device.regionCode,
    regionText: regionName(device.regionCode),
    stationName: device.station?.name ?? null,
    lastSeen: state.lastSeenOf(device.deviceNo),
    cells: channels.map(({ metricCode, channelNo, periodS }) => {
      const latest = state.latestOf(channelNo)
      return { metricCode, channelNo, periodS, latest: latest && { ...latest } }
    }),
  }
}
