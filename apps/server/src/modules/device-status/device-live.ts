import {
  type DeviceFacts,
  type DeviceStatus,
  deviceStatus,
  type FlapHistory,
  isFlapping,
  recordFlap,
} from '@natim/domain/device-status'
import { MINUTE_MS } from '@natim/domain/time'

/** The register's properties of a device that its status depends on. */
export interface StatusSubject {
  readonly id: string
  readonly deviceNo: number
  readonly gatewayId: string | null
  readonly onlineTimeoutMs: number
  readonly isRetired: boolean
}

/** Self-description in the messages of a device. */
export interface Description {
  readonly fault?: boolean
  readonly flags?: readonly string[]
  readonly firmware?: string
  readonly ip?: string
  readonly signalDbm?: number
  readonly batteryPct?: number
  readonly skewMs?: number
}

/** A reported position, degrees WGS 84. */
export interface Place {
  /** When the device was there, epoch ms. */
  readonly tsMs: number
  readonly lng: number
  readonly lat: number
}

/** State that changes with every message of a device. Instants are epoch ms. */
export interface DeviceLive {
  readonly deviceNo: number
  status: DeviceStatus
  statusSinceMs: number
  isFlapping: boolean
  lastSeenMs: number | undefined
  /** The last message this process received itself; undefined = none since the start. */
  heardHereMs: number | undefined
  lastSampleMs: number | undefined
  reportsFault: boolean
  flags: readonly string[]
  skewMs: number | null
  /** Newest position reported here since the start. */
  place: Place | undefined

  /** Status before the flapping guard, and its recent drops. */
  rawStatus: DeviceStatus
  flaps: FlapHistory
  /** When a lost connection or last will takes effect; undefined = nothing is pending. */
  lostAtMs: number | undefined
  /** The last will took effect and no message has arrived since. */
  isLost: boolean
  /** Reported here since the last write; absent fields keep the stored value. */
  news: Description
  /** When a connection was lost here whose loss took effect and is not written yet. */
  newLossMs: number | undefined
  hasOpenMaintenance: boolean
  /** By channel: since when its values are stuck or out of range. */
  readonly badChannels: Map<number, number>
  /** End of the latest time it was offline or behind an offline gateway; −Infinity = never since the start. */
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
    heardHereMs: undefined,
    lastSampleMs: undefined,
    reportsFault: false,
    flags: [],
    skewMs: null,
    place: undefined,
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

/** A stored time further ahead is from before the clock was set back; a smaller lead is the drift of another host. */
const CLOCK_DRIFT_MS = 5_000

/** Whether a stored message is newer than the last one known here. */
export const isNewsOf = (lastSeen: Date | null, knownMs: number | undefined, nowMs: number): boolean =>
  lastSeen !== null && lastSeen.getTime() > (knownMs ?? 0) && lastSeen.getTime() <= nowMs + CLOCK_DRIFT_MS

/** A change of the displayed status, for the log. */
export interface StatusChange {
  readonly deviceNo: number
  readonly from: DeviceStatus
  readonly to: DeviceStatus
  readonly reason: string
  readonly atMs: number
  /** Its last message that was known then, epoch ms. */
  readonly seenMs: number | undefined
}

/** Applies a lost connection once its grace time is over. @returns whether it did so now. */
export function settleLoss(live: DeviceLive, nowMs: number): boolean {
  if (live.lostAtMs === undefined || nowMs < live.lostAtMs) return false
  // Of the loss itself: a message to another process within the grace time is newer, even if it becomes known later.
  live.newLossMs = live.lostAtMs - LOST_GRACE_MS
  live.lostAtMs = undefined
  live.isLost = true
  return true
}

/**
 * Evaluates the status at `nowMs` and updates `live`.
 *
 * @param gateway live state of the gateway, if the device reports through one.
 * @param startMs when this process started listening; before that nothing could be received.
 * @returns the change of the displayed status; undefined when there is none.
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
  const { deviceNo, status: from, lastSeenMs: seenMs } = live
  const change = { deviceNo, from, to: shown.status, reason: shown.reason, atMs: nowMs, seenMs }
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
  // Nothing could be received while the server was down: devices not offline then get one more timeout.
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

/** The gateway is offline, and the device has not been heard another way since. */
function isCutOff(live: DeviceLive, gateway: DeviceLive | undefined): boolean {
  return gateway?.status === 'offline' && (live.lastSeenMs ?? 0) <= gateway.statusSinceMs
}

/** Median of the newest skews: a single late message must not change the badge. */
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
/** Time stuck or out of range until a fault is raised; restored faults start beyond it. */
export const BAD_AGE_AT_RESTORE_MS = 30 * MINUTE_MS
