import {
  type DeviceFacts,
  type DeviceStatus,
  deviceStatus,
  type FlapHistory,
  isFlapping,
  recordFlap,
} from '@natim/domain/device-status'
import { MINUTE_MS } from '@natim/domain/time'

/** What the register says of a device, as far as its status depends on it. */
export interface StatusSubject {
  readonly id: string
  readonly deviceNo: number
  readonly gatewayId: string | null
  readonly onlineTimeoutMs: number
  readonly isRetired: boolean
}

/** What messages of a device say about it. */
export interface Description {
  readonly fault?: boolean
  readonly flags?: readonly string[]
  readonly firmware?: string
  readonly ip?: string
  readonly signalDbm?: number
  readonly batteryPct?: number
  readonly skewMs?: number
  readonly lng?: number
  readonly lat?: number
}

/** What changes with every message of a device. Instants are epoch ms. */
export interface DeviceLive {
  readonly deviceNo: number
  status: DeviceStatus
  statusSinceMs: number
  isFlapping: boolean
  lastSeenMs: number | undefined
  lastSampleMs: number | undefined
  reportsFault: boolean
  flags: readonly string[]
  skewMs: number | null

  /** The status without the flapping guard, and its recent falls. */
  rawStatus: DeviceStatus
  flaps: FlapHistory
  /** When a lost connection or last will takes effect; undefined = nothing is pending. */
  lostAtMs: number | undefined
  /** The last will took effect and nothing has been heard since. */
  isLost: boolean
  /** Said here since the last write; what was said elsewhere stays. */
  news: Description
  /** When a loss was found here that is not written yet. */
  newLossMs: number | undefined
  hasOpenMaintenance: boolean
  /** By channel: since when its values are stuck or out of range. */
  readonly badChannels: Map<number, number>
  /** End of the newest time it was offline or behind an offline gateway; −Infinity = never since the start. */
  lastOfflineMs: number
  lastOfflineReason: string
}

export function newDeviceLive(deviceNo: number, nowMs: number): DeviceLive {
  return {
    deviceNo,
    status: 'inactive',
    statusSinceMs: nowMs,
    isFlapping: false,
    lastSeenMs: undefined,
    lastSampleMs: undefined,
    reportsFault: false,
    flags: [],
    skewMs: null,
    rawStatus: 'inactive',
    flaps: [],
    lostAtMs: undefined,
    isLost: false,
    news: {},
    newLossMs: undefined,
    hasOpenMaintenance: false,
    badChannels: new Map(),
    lastOfflineMs: Number.NEGATIVE_INFINITY,
    lastOfflineReason: '',
  }
}

/** A change of the shown status, for the log. */
export interface StatusChange {
  readonly deviceNo: number
  readonly from: DeviceStatus
  readonly to: DeviceStatus
  readonly reason: string
  readonly atMs: number
}

/** Lets a lost connection take effect when its time to come back is over. @returns whether it did so now. */
export function settleLoss(live: DeviceLive, nowMs: number): boolean {
  if (live.lostAtMs === undefined || nowMs < live.lostAtMs) return false
  live.lostAtMs = undefined
  live.isLost = true
  live.newLossMs = nowMs
  return true
}

/**
 * Works out the status at `nowMs` and notes it in `live`.
 *
 * @param gateway the live half of the gateway, if the device reports through one.
 * @param startMs when this process began to listen: before, nothing could be heard.
 * @returns the change of what is shown; undefined when there is none.
 */
export function evaluate(
  live: DeviceLive,
  subject: StatusSubject,
  gateway: DeviceLive | undefined,
  startMs: number,
  nowMs: number,
): StatusChange | undefined {
  settleLoss(live, nowMs)
  const raw = deviceStatus(factsOf(live, subject, gateway, startMs), nowMs)
  live.flaps = recordFlap(live.flaps, live.rawStatus, raw.status, nowMs)
  live.rawStatus = raw.status
  const flapping = isFlapping(live.flaps, nowMs)
  const shown = flapping && raw.status === 'online' ? { status: 'offline' as const, reason: 'flapping' } : raw
  if (raw.status === 'offline') {
    live.lastOfflineMs = nowMs
    live.lastOfflineReason = raw.reason
  }
  live.isFlapping = flapping
  if (shown.status === live.status) return undefined
  const change = { deviceNo: live.deviceNo, from: live.status, to: shown.status, reason: shown.reason, atMs: nowMs }
  live.status = shown.status
  live.statusSinceMs = nowMs
  return change
}

function factsOf(
  live: DeviceLive,
  subject: StatusSubject,
  gateway: DeviceLive | undefined,
  startMs: number,
): DeviceFacts {
  // Nobody could speak while we were down: what was not offline then gets one timeout to speak again.
  const isHeardSince = live.lastSeenMs !== undefined && live.status !== 'offline'
  return {
    isRetired: subject.isRetired,
    lastSeenMs: isHeardSince ? Math.max(live.lastSeenMs ?? startMs, startMs) : live.lastSeenMs,
    hasOpenMaintenance: live.hasOpenMaintenance,
    reportsFault: live.reportsFault,
    badChannelSinceMs: live.badChannels.size > 0 ? Math.min(...live.badChannels.values()) : undefined,
    onlineTimeoutS: subject.onlineTimeoutMs / 1_000,
    hasLastWill: live.isLost,
    isGatewayOffline: isCutOff(live, gateway),
  }
}

/** The gateway is offline, and the device has not been heard by another way since. */
function isCutOff(live: DeviceLive, gateway: DeviceLive | undefined): boolean {
  return gateway?.status === 'offline' && (live.lastSeenMs ?? 0) <= gateway.statusSinceMs
}

/** The median of the newest skews: one late message must not move the badge. */
export class SkewWindow {
  readonly #values: number[] = []
  #next = 0

  add(skewMs: number): void {
    this.#values[this.#next] = skewMs
    this.#next = (this.#next + 1) % SKEW_WINDOW
  }

  median(): number {
    const sorted = [...this.#values].sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
}

const SKEW_WINDOW = 15

/** domain §6.4: a lost connection may come back within this time. */
export const LOST_GRACE_MS = 10_000
/** Stuck or out of range for so long makes a fault; restored faults start beyond it. */
export const BAD_AGE_AT_RESTORE_MS = 30 * MINUTE_MS
