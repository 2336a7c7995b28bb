import type { ProvinceStatus } from '@natim/contract/mon/home'
import { element } from '@natim/domain/element'
import { isValidForAlarms, isValidForStatistics } from '@natim/domain/quality'
import { regionByCode } from '@natim/domain/regions'
import { expectedDevices } from '@natim/domain/situation'
import type { AlarmSummary } from '../alarm/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { countByStatus } from './counters.ts'
import type { View } from './device-hours.ts'
import { isFresh } from './limit-watch.ts'
import { completeness, onlineByHour } from './trends.ts'

const PROVINCE_DIGITS = 2
const CITY_DIGITS = 4
const CODE_DIGITS = 6

/** One row per province, or per city inside a province, by region code; regions without devices are omitted. */
export function regionRows(view: View, region: string | undefined, alarms?: AlarmSummary['byArea']): ProvinceStatus[] {
  const digits = region === undefined ? PROVINCE_DIGITS : CITY_DIGITS
  const found = new Map(alarms?.map(({ prefix, ...counts }) => [prefix, counts]))
  const groups = new Map<string, DeviceEntry[]>()
  for (const device of view.devices) {
    const code = device.regionCode.slice(0, digits).padEnd(CODE_DIGITS, '0')
    const group = groups.get(code)
    if (group) group.push(device)
    else groups.set(code, [device])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([regionCode, devices]) => ({
      ...toRow({ ...view, devices }, regionCode),
      alarms: alarms ? (found.get(regionCode.slice(0, digits)) ?? NO_ALARMS) : null,
    }))
}

const NO_ALARMS = { open: 0, worst: null, toxicity: 0, infection: 0 }

function toRow(view: View, regionCode: string): Omit<ProvinceStatus, 'alarms'> {
  const { devices, state } = view
  const byStatus = countByStatus(devices, state.statusOf)
  const dose = freshValues(view, 'dose_rate', isValidForAlarms)
  return {
    regionCode,
    name: regionByCode(regionCode)?.shortName ?? regionCode,
    devices: devices.length,
    expected: expectedDevices(byStatus),
    online: byStatus.online,
    completeness: completeness(view).total,
    doseMax: dose.length > 0 ? Math.max(...dose) : null,
    pm25Median: median(freshValues(view, 'pm25', isValidForStatistics)),
    onlineByHour: onlineByHour(view),
  }
}

function freshValues({ devices, state, nowMs }: View, metricCode: string, isUsable: (q: number) => boolean): number[] {
  return devices.flatMap((device) =>
    device.channels.flatMap((channel) => {
      if (channel.metricCode !== metricCode || !channel.enabled) return []
      const latest = state.latestOf(channel.channelNo)
      return latest && isUsable(latest.q) && isFresh(latest, channel.periodS, nowMs) ? [latest.v] : []
    }),
  )
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = element(sorted[Math.floor(middle)])
  return Number.isInteger(middle) ? (element(sorted[middle - 1]) + upper) / 2 : upper
}
