import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { DeviceEntry } from '../live/index.ts'
import { isInService } from '../overview/index.ts'
import { countInHour, type View } from './counters.ts'
import { HOURS, hourEnds } from './day-history.ts'

/** The running hour says nothing about completeness before this much of it was heard. */
const ENOUGH_OF_HOUR_MS = 5 * MINUTE_MS

/** Share of the time in service that the devices were online, by clock hour; null where none was in service. */
export function onlineByHour({ devices, history }: View): (number | null)[] {
  const onlineMs = Array.from({ length: HOURS }, () => 0)
  const inServiceMs = Array.from({ length: HOURS }, () => 0)
  for (const device of devices) {
    const hours = history.statusHoursOf(device.deviceNo)
    if (!hours) continue
    for (let hour = 0; hour < HOURS; hour++) {
      onlineMs[hour] = (onlineMs[hour] ?? 0) + (hours.onlineMs[hour] ?? 0)
      inServiceMs[hour] = (inServiceMs[hour] ?? 0) + (hours.inServiceMs[hour] ?? 0)
    }
  }
  return onlineMs.map((ms, hour) => ratio(ms, inServiceMs[hour] ?? 0))
}

interface Yield {
  valid: number
  expected: number
}

/** Valid over expected samples, by clock hour and over all of them. */
export function completeness(view: View): { readonly byHour: (number | null)[]; readonly total: number | null } {
  const ends = hourEnds(view.nowMs)
  const hours = ends.map((endMs, index): Yield => {
    const isRunning = index === ends.length - 1
    const total: Yield = { valid: 0, expected: 0 }
    for (const device of view.devices) {
      const part = isRunning ? runningHour(view, device, endMs) : closedHour(view, device, endMs, index)
      // Capped one by one: what one device sends too much does not make up for what another one lost.
      total.valid += Math.min(part.valid, part.expected)
      total.expected += part.expected
    }
    return total
  })
  return {
    byHour: hours.map(({ valid, expected }) => ratio(valid, expected)),
    total: ratio(
      hours.reduce((sum, hour) => sum + hour.valid, 0),
      hours.reduce((sum, hour) => sum + hour.expected, 0),
    ),
  }
}

function closedHour(view: View, device: DeviceEntry, endMs: number, index: number): Yield {
  const inServiceMs = view.history.statusHoursOf(device.deviceNo)?.inServiceMs[index] ?? 0
  return {
    valid: countInHour(view, device.deviceNo, endMs).valid,
    expected: (device.expectedPerHour * inServiceMs) / HOUR_MS,
  }
}

/** Rollups of the running hour trail; both sides of the share are taken over the time we have listened. */
function runningHour({ state, nowMs }: View, device: DeviceEntry, endMs: number): Yield {
  const heardMs = nowMs - Math.max(endMs - HOUR_MS, state.listeningSinceMs)
  if (heardMs < ENOUGH_OF_HOUR_MS || !isInService(state.statusOf(device))) return { valid: 0, expected: 0 }
  return {
    valid: state.heardInHour(endMs, device.deviceNo)?.valid ?? 0,
    expected: (device.expectedPerHour * heardMs) / HOUR_MS,
  }
}

/** Valid among all samples of the 24 hours; null without samples. */
export function validShare(view: View): number | null {
  let n = 0
  let valid = 0
  for (const endMs of hourEnds(view.nowMs)) {
    for (const device of view.devices) {
      const count = countInHour(view, device.deviceNo, endMs)
      n += count.n
      valid += count.valid
    }
  }
  return ratio(valid, n)
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
