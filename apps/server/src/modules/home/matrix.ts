import type { DeviceKind, Severity } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import type { LimitMark } from '@natim/contract/mon/limit'
import { METRICS } from '@natim/domain/metrics'
import { regionName } from '@natim/domain/regions'
import type { OpenLevels } from '../alarm/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import type { ChannelEntry } from '../overview/index.ts'
import type { Present } from './device-hours.ts'

const CATALOGUE_ORDER: ReadonlyMap<string, number> = new Map(METRICS.map(({ code }, index) => [code, index]))

/** Display order of the catalogue (domain §4): measurements, then device health; unknown ones last. */
const orderOf = ({ metricCode }: MatrixColumn): number => CATALOGUE_ORDER.get(metricCode) ?? METRICS.length

/** All devices of a kind with the newest value of every enabled channel, and the column definitions. */
export function buildMatrix(
  devices: readonly DeviceEntry[],
  kind: DeviceKind,
  present: Present,
  levels: OpenLevels,
): { columns: MatrixColumn[]; rows: MatrixRow[] } {
  const columns = new Map<string, MatrixColumn>()
  const shared = new Map<string, readonly LimitMark[]>()
  const rows: MatrixRow[] = []
  for (const device of devices) {
    if (device.kind !== kind || device.isRetired) continue
    const channels = device.channels.filter((channel) => channel.enabled)
    for (const channel of channels) {
      const { metricCode } = channel
      if (columns.has(metricCode)) continue
      // A column represents the metric, not the first channel found.
      const limits = present.limitsOf({ ...channel, limitOverride: null, versions: [], funcZone: 2 }, present.nowMs)
      shared.set(metricCode, limits)
      columns.set(metricCode, toColumn(channel, limits))
    }
    rows.push(toRow(device, channels, present, { shared, levels }))
  }
  return { columns: [...columns.values()].toSorted((a, b) => orderOf(a) - orderOf(b)), rows }
}

const levelOf = (severity: Severity | undefined) => (severity === undefined ? {} : { severity })

function toColumn(channel: ChannelEntry, limits: readonly LimitMark[]): MatrixColumn {
  const { metricCode, metricName, formula, unit, precision } = channel
  return { metricCode, name: metricName, formula, unit, precision, limits: [...limits] }
}

function toRow(
  device: DeviceEntry,
  channels: readonly ChannelEntry[],
  { state, limitsOf, meansOf, nowMs }: Present,
  { shared, levels }: { readonly shared: ReadonlyMap<string, readonly LimitMark[]>; readonly levels: OpenLevels },
): MatrixRow {
  return {
    id: device.id,
    name: device.name,
    clientId: device.clientId,
    status: state.statusOf(device),
    regionCode: device.regionCode,
    regionText: regionName(device.regionCode),
    stationName: device.station?.name ?? null,
    lastSeen: state.lastSeenOf(device.deviceNo),
    ...levelOf(levels.ofDevice(device.id)),
    cells: channels.map((channel) => {
      const { metricCode, channelNo, periodS } = channel
      const latest = state.latestOf(channelNo)
      // Channels of one zone share their array of limits, so identity means equality.
      const limits = limitsOf(channel, nowMs)
      return {
        metricCode,
        channelNo,
        periodS,
        ...(limits !== shared.get(metricCode) && { limits: [...limits] }),
        means: { ...meansOf(channelNo) },
        ...levelOf(levels.ofChannel(channelNo)),
        latest: latest && { ...latest },
      }
    }),
  }
}
