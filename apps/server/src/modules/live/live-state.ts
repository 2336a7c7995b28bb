import type { DeviceStatus } from '@natim/contract/dict'
import { element } from '@natim/domain/element'
import { isValidForStatistics } from '@natim/domain/quality'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type { DeviceStatusChange, StoredPoints } from '../../platform/bus.ts'

/** Newest sample of a channel; `ts` epoch ms. Updated in place. */
export interface LatestSample {
  ts: number
  v: number
  q: number
}

interface DeviceState {
  status: DeviceStatus
  lastSeenMs: number | null
  /** When a message reported the status; the database may lag behind. */
  toldAtMs: number
  /** Last reported position; null for stationary devices. */
  place: Place | null
}

/** Degrees, WGS-84. */
export interface Place {
  readonly lng: number
  readonly lat: number
}

/** Stored state of a device. */
export interface StoredState {
  readonly deviceNo: number
  readonly status: DeviceStatus
  readonly lastSeenMs: number | null
  readonly place: Place | null
}

/** Samples of one device in one clock hour. */
export interface HourCount {
  n: number
  valid: number
}

const SLOT_MS = 10_000
const SLOTS_PER_MINUTE = 6
const TRUST_MESSAGE_MS = 5_000
const HOURS_KEPT = 3

export type LiveState = ReturnType<typeof createLiveState>

/**
 * Current in-memory state of the network: newest values, device status, rates. Fed by the bus and repaired from the
 * database; may be lost at any time.
 */
export function createLiveState(now: () => number) {
  const latest = new Map<number, LatestSample>()
  const states = new Map<number, DeviceState>()
  const slots = new Map<number, Map<number, number>>()
  const hours = new Map<number, Map<number, HourCount>>()
  const listeningSinceMs = now()

  function applySample(channelNo: number, ts: number, v: number, q: number): void {
    const held = latest.get(channelNo)
    if (!held) latest.set(channelNo, { ts, v, q })
    else if (ts >= held.ts) {
      held.ts = ts
      held.v = v
      held.q = q
    }
  }

  function stateOf(deviceNo: number): DeviceState {
    const held = states.get(deviceNo)
    if (held) return held
    const fresh: DeviceState = { status: 'inactive', lastSeenMs: null, toldAtMs: 0, place: null }
    states.set(deviceNo, fresh)
    return fresh
  }

  function applyPoints(points: StoredPoints): void {
    const atMs = now()
    const slot = countsOf(slots, Math.floor(atMs / SLOT_MS), SLOTS_PER_MINUTE + 1)
    const runningHour = bucketEnd(atMs, HOUR_MS)
    for (let i = 0; i < points.tsMs.length; i++) {
      const deviceNo = element(points.deviceIds[i])
      const ts = element(points.tsMs[i])
      const q = element(points.flags[i])
      applySample(element(points.channelNos[i]), ts, element(points.values[i]), q)
      slot.set(deviceNo, (slot.get(deviceNo) ?? 0) + 1)
      const hour = bucketEnd(ts, HOUR_MS)
      if (hour === runningHour || hour === runningHour - HOUR_MS) countInHour(hour, deviceNo, q)
      const state = stateOf(deviceNo)
      state.lastSeenMs = Math.max(state.lastSeenMs ?? 0, atMs)
    }
  }

  function countInHour(hour: number, deviceNo: number, q: number): void {
    const counts = countsOf(hours, hour, HOURS_KEPT)
    const count = counts.get(deviceNo) ?? { n: 0, valid: 0 }
    counts.set(deviceNo, count)
    count.n += 1
    if (isValidForStatistics(q)) count.valid += 1
  }

  function applyStatus(changes: readonly DeviceStatusChange[]): void {
    for (const { deviceNo, status, lastSeenMs } of changes) {
      const state = stateOf(deviceNo)
      state.status = status
      state.toldAtMs = now()
      if (lastSeenMs !== null) state.lastSeenMs = Math.max(state.lastSeenMs ?? 0, lastSeenMs)
    }
  }

  /** Applies a row read at `readAtMs`: corrects lost messages, but never overrides messages from that time or later. */
  function repairState(row: StoredState, readAtMs: number): void {
    const state = stateOf(row.deviceNo)
    if (state.toldAtMs < readAtMs - TRUST_MESSAGE_MS) state.status = row.status
    if (row.lastSeenMs !== null) state.lastSeenMs = Math.max(state.lastSeenMs ?? 0, row.lastSeenMs)
    state.place = row.place
  }

  return {
    listeningSinceMs,
    applyPoints,
    applyStatus,
    applySample,
    repairState,
    latestOf: (channelNo: number): LatestSample | null => latest.get(channelNo) ?? null,
    statusOf: (device: { readonly deviceNo: number; readonly isRetired: boolean }): DeviceStatus =>
      device.isRetired ? 'retired' : (states.get(device.deviceNo)?.status ?? 'inactive'),
    lastSeenOf: (deviceNo: number): number | null => states.get(deviceNo)?.lastSeenMs ?? null,
    placeOf: (deviceNo: number): Place | null => states.get(deviceNo)?.place ?? null,
    /** Samples received in the last full minute of slots. */
    arrivedLastMinute(deviceNo: number): number {
      const current = Math.floor(now() / SLOT_MS)
      let total = 0
      for (let age = 1; age <= SLOTS_PER_MINUTE; age++) total += slots.get(current - age)?.get(deviceNo) ?? 0
      return total
    },
    /** Samples heard of the clock hour that ends at `hourEndMs`; current and previous hour only. */
    heardInHour: (hourEndMs: number, deviceNo: number): HourCount | undefined => hours.get(hourEndMs)?.get(deviceNo),
  }
}

/** The counters of a period; the oldest periods are dropped. */
function countsOf<T>(periods: Map<number, Map<number, T>>, key: number, keep: number): Map<number, T> {
  const held = periods.get(key)
  if (held) return held
  const fresh = new Map<number, T>()
  periods.set(key, fresh)
  while (periods.size > keep) periods.delete(Math.min(...periods.keys()))
  return fresh
}
