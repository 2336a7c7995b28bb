import { delivered } from '@natim/domain/completeness'
import { isInService } from '@natim/domain/device-status'
import { element } from '@natim/domain/element'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { LimitsOf, MeansOf } from '../limit/index.ts'
import { type DeviceEntry, expectedIn, type LiveState } from '../live/index.ts'
import { type DayHistory, HOURS, hourEnds } from './day-history.ts'

/** Minimum time heard before completeness is computed for the current hour. */
const ENOUGH_OF_HOUR_MS = 5 * MINUTE_MS

/** One device by clock hour; all arrays have 24 entries, aligned with `hourEnds`. */
export interface DeviceHours {
  readonly n: Float64Array
  readonly valid: Float64Array
  /** Samples that were due while the device was in service. */
  readonly due: Float64Array
  /** Valid samples among those due; surplus samples do not offset other gaps. */
  readonly delivered: Float64Array
  readonly onlineMs: Float64Array
  readonly inServiceMs: Float64Array
}

/** Input of all dashboard figures: the devices and their data. */
export interface View {
  readonly devices: readonly DeviceEntry[]
  readonly state: LiveState
  readonly history: DayHistory
  readonly limitsOf: LimitsOf
  readonly meansOf: MeansOf
  readonly nowMs: number
  readonly hoursOf: (device: DeviceEntry) => DeviceHours
}

/** Current data of every channel. */
export type Present = Pick<View, 'state' | 'limitsOf' | 'meansOf' | 'nowMs'>

/** Caches the hours per device, shared by all figures of the view. */
export function createView(given: Omit<View, 'hoursOf'>): View {
  const ends = hourEnds(given.nowMs)
  const computed = new Map<number, DeviceHours>()
  return {
    ...given,
    hoursOf(device) {
      const held = computed.get(device.deviceNo)
      if (held) return held
      const hours = toDeviceHours(given, device, ends)
      computed.set(device.deviceNo, hours)
      return hours
    },
  }
}

function toDeviceHours(
  { state, history, nowMs }: Omit<View, 'hoursOf'>,
  device: DeviceEntry,
  ends: readonly number[],
): DeviceHours {
  const column = () => new Float64Array(HOURS)
  const hours = { n: column(), valid: column(), due: column(), delivered: column() }
  const status = history.statusHoursOf(device.deviceNo)
  const onlineMs = status?.onlineMs ?? column()
  const inServiceMs = status?.inServiceMs ?? column()
  for (const [hour, endMs] of ends.entries()) {
    const stored = history.countOf(device.deviceNo, endMs)
    const heard = state.heardInHour(endMs, device.deviceNo)
    const valid = Math.max(stored?.valid ?? 0, heard?.valid ?? 0)
    // Rollups lag behind; live counts stand in until then.
    hours.n[hour] = Math.max(stored?.n ?? 0, heard?.n ?? 0)
    hours.valid[hour] = valid
    const due = (expectedIn(device, endMs - HOUR_MS, endMs) * (inServiceMs[hour] ?? 0)) / HOUR_MS
    hours.due[hour] = due
    hours.delivered[hour] = delivered({ valid, due })
  }
  // The current hour's rollup lags most: both parts of its share are taken over the time this process has listened.
  const last = HOURS - 1
  const endMs = element(ends[last])
  const heardMs = nowMs - Math.max(endMs - HOUR_MS, state.listeningSinceMs)
  const counts = heardMs >= ENOUGH_OF_HOUR_MS && isInService(state.statusOf(device))
  const due = counts ? expectedIn(device, nowMs - heardMs, nowMs) : 0
  hours.due[last] = due
  hours.delivered[last] = delivered({ valid: state.heardInHour(endMs, device.deviceNo)?.valid ?? 0, due })
  return { ...hours, onlineMs, inServiceMs }
}
