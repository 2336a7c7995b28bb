import { HOUR_MS, MINUTE_MS } from './time.ts'

/** Highest priority first (domain §3.3). */
export const DEVICE_STATUSES = ['retired', 'inactive', 'maintenance', 'fault', 'offline', 'online'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/** No data is expected from a device that never connected or was taken out of service. */
export function isInService(status: DeviceStatus): boolean {
  return status !== 'inactive' && status !== 'retired'
}

/** Everything a device's status depends on; instants in epoch ms. */
export interface DeviceFacts {
  readonly isRetired: boolean
  /** Newest message of any kind; undefined = never connected. */
  readonly lastSeenMs: number | undefined
  readonly hasOpenMaintenance: boolean
  /** The device's own fault flag, or a failed self-test. */
  readonly reportsFault: boolean
  /** Since when the worst channel has been stuck or out of range without an active alarm; undefined = none. */
  readonly badChannelSinceMs: number | undefined
  readonly onlineTimeoutS: number
  /** The last will arrived after the newest message. */
  readonly hasLastWill: boolean
  /** Its gateway is offline. */
  readonly isGatewayOffline: boolean
}

export interface StatusReading {
  readonly status: DeviceStatus
  /** Short key for the status log: `timeout`, `last-will`, `gateway`, `fault-flag`, `bad-channel`, … */
  readonly reason: string
}

/** domain §3.3: a channel stuck or out of range for this long makes the device faulty. */
export const BAD_CHANNEL_AFTER_MS = 30 * MINUTE_MS

/** The displayed status, by the priority of domain §3.3. Pure: `nowMs` is passed in. */
export function deviceStatus(facts: DeviceFacts, nowMs: number): StatusReading {
  if (facts.isRetired) return { status: 'retired', reason: 'retired' }
  if (facts.lastSeenMs === undefined) return { status: 'inactive', reason: 'never-connected' }
  if (facts.hasOpenMaintenance) return { status: 'maintenance', reason: 'maintenance' }
  if (facts.reportsFault) return { status: 'fault', reason: 'fault-flag' }
  if (facts.badChannelSinceMs !== undefined && nowMs - facts.badChannelSinceMs >= BAD_CHANNEL_AFTER_MS) {
    return { status: 'fault', reason: 'bad-channel' }
  }
  if (facts.isGatewayOffline) return { status: 'offline', reason: 'gateway' }
  if (facts.hasLastWill) return { status: 'offline', reason: 'last-will' }
  if (nowMs - facts.lastSeenMs > facts.onlineTimeoutS * 1000) return { status: 'offline', reason: 'timeout' }
  return { status: 'online', reason: 'message' }
}

/** When the status will change if nothing arrives, epoch ms; undefined when only an event can change it. */
export function nextStatusCheckMs(facts: DeviceFacts, nowMs: number): number | undefined {
  if (facts.isRetired || facts.lastSeenMs === undefined) return undefined
  const dueTimes = [facts.lastSeenMs + facts.onlineTimeoutS * 1000 + 1]
  if (facts.badChannelSinceMs !== undefined) dueTimes.push(facts.badChannelSinceMs + BAD_CHANNEL_AFTER_MS)
  const ahead = dueTimes.filter((due) => due > nowMs)
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

const MIN_TIMEOUT_S = 90
const MAX_TIMEOUT_S = HOUR_MS / 1000
const WEARABLE_TIMEOUT_S = 1800

/**
 * Default online timeout in seconds (domain §3.3): three of the longest channel periods within 90 s … 1 h; a wearable
 * has 30 min, because people take it off.
 *
 * @param periodsS channel periods; 0 (no period of its own, such as a breath test) does not count.
 */
export function defaultOnlineTimeoutS(kind: string, periodsS: readonly number[]): number {
  if (kind === 'wearable') return WEARABLE_TIMEOUT_S
  const longest = Math.max(0, ...periodsS)
  if (longest === 0) return MAX_TIMEOUT_S
  return Math.min(MAX_TIMEOUT_S, Math.max(MIN_TIMEOUT_S, 3 * longest))
}

/** domain §3.3: more than three times offline → online → offline within 10 min. */
export const FLAP_WINDOW_MS = 10 * MINUTE_MS
/** More repeats than this within the window are flapping. */
export const FLAP_LIMIT = 3

/** Instants at which a device changed from online to offline, oldest first. */
export type FlapHistory = readonly number[]

/** The history after one more status change; entries older than the window are dropped. */
export function recordFlap(history: FlapHistory, from: DeviceStatus, to: DeviceStatus, atMs: number): FlapHistory {
  const recent = history.filter((at) => atMs - at < FLAP_WINDOW_MS)
  return from === 'online' && to === 'offline' ? [...recent, atMs] : recent
}

/** Whether the device is flapping: shown as `offline` with the badge 抖动, with a single alarm. */
export function isFlapping(history: FlapHistory, nowMs: number): boolean {
  // The first drop opens the sequence; each later one completes one offline → online → offline.
  return history.filter((at) => nowMs - at < FLAP_WINDOW_MS).length - 1 > FLAP_LIMIT
}
