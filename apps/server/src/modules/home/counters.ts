import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import type { LiveHome } from '@natim/contract/socket/live'
import { bucketEnd, DAY_MS } from '@natim/domain/time'
import type { DeviceEntry, HourCount, LiveState } from '../live/index.ts'
import { type DayHistory, hourEnds } from './day-history.ts'

const SECONDS_PER_MINUTE = 60

/** Everything a figure of the dashboard is made from: the devices it is about and what is known of them. */
export interface View {
  readonly devices: readonly DeviceEntry[]
  readonly state: LiveState
  readonly history: DayHistory
  readonly nowMs: number
}

/** Devices by status, with a zero for every status that none is in. */
export function countByStatus<T>(
  devices: readonly T[],
  statusOf: (device: T) => DeviceStatus,
): Record<DeviceStatus, number> {
  const counts = Object.fromEntries(Object.keys(DEVICE_STATUS).map((status) => [status, 0])) as Record<
    DeviceStatus,
    number
  >
  for (const device of devices) counts[statusOf(device)] += 1
  return counts
}

/** Samples of a device in a clock hour: from the rollup, or as heard live while that trails behind. */
export function countInHour({ history, state }: View, deviceNo: number, hourEndMs: number): HourCount {
  const stored = history.countOf(deviceNo, hourEndMs)
  const heard = state.heardInHour(hourEndMs, deviceNo)
  return {
    n: Math.max(stored?.n ?? 0, heard?.n ?? 0),
    valid: Math.max(stored?.valid ?? 0, heard?.valid ?? 0),
  }
}

/** Samples of all devices by clock hour, aligned with `hourEnds`. */
export function samplesByHour(view: View): number[] {
  return hourEnds(view.nowMs).map((endMs) =>
    view.devices.reduce((sum, device) => sum + countInHour(view, device.deviceNo, endMs).n, 0),
  )
}

/** Samples of the present GMT+8 day. */
export function samplesToday(byHour: readonly number[], nowMs: number): number {
  const midnightMs = bucketEnd(nowMs, DAY_MS) - DAY_MS
  return hourEnds(nowMs).reduce((sum, endMs, index) => sum + (endMs > midnightMs ? (byHour[index] ?? 0) : 0), 0)
}

export function pointsPerSecond({ devices, state }: View): number {
  const arrived = devices.reduce((sum, device) => sum + state.arrivedLastMinute(device.deviceNo), 0)
  return Math.round((arrived / SECONDS_PER_MINUTE) * 10) / 10
}

/** What moves between two summaries. */
export function toCounters(view: View): LiveHome {
  return {
    atMs: view.nowMs,
    byStatus: countByStatus(view.devices, view.state.statusOf),
    pointsPerSecond: pointsPerSecond(view),
    samplesToday: samplesToday(samplesByHour(view), view.nowMs),
  }
}
