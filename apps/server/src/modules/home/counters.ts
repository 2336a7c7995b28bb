import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import type { LiveHome } from '@natim/contract/socket/live'
import { keysOf, recordOf } from '@natim/domain/record'
import { bucketEnd, DAY_MS } from '@natim/domain/time'
import { hourEnds } from './day-history.ts'
import type { View } from './device-hours.ts'
import { sumByHour } from './trends.ts'

const SECONDS_PER_MINUTE = 60

/** Device counts by status, with zeros for the others. */
export function countByStatus<T>(
  devices: readonly T[],
  statusOf: (device: T) => DeviceStatus,
): Record<DeviceStatus, number> {
  const counts: Record<DeviceStatus, number> = recordOf(keysOf(DEVICE_STATUS), () => 0)
  for (const device of devices) counts[statusOf(device)] += 1
  return counts
}

/** Samples of the current GMT+8 day, summed from its hours. */
export function samplesToday(byHour: readonly number[], nowMs: number): number {
  const midnightMs = bucketEnd(nowMs, DAY_MS) - DAY_MS
  return hourEnds(nowMs).reduce((sum, endMs, index) => sum + (endMs > midnightMs ? (byHour[index] ?? 0) : 0), 0)
}

export function pointsPerSecond({ devices, state }: View): number {
  const arrived = devices.reduce((sum, device) => sum + state.arrivedLastMinute(device.deviceNo), 0)
  return Math.round((arrived / SECONDS_PER_MINUTE) * 10) / 10
}

/** Figures that change between two summaries. */
export function toCounters(view: View): LiveHome {
  return {
    atMs: view.nowMs,
    byStatus: countByStatus(view.devices, view.state.statusOf),
    pointsPerSecond: pointsPerSecond(view),
    samplesToday: samplesToday(sumByHour(view, 'n'), view.nowMs),
  }
}
