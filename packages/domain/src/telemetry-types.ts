/** Domain §6.1 and security §6. */
export const MAX_POINTS = 5_000
export const MAX_DEPTH = 8

/** Why one point of a readable message was refused (domain §6.3). */
export type PointCode = 'E_TYPE' | 'E_RANGE' | 'E_CHANNEL'

/** A refused point: its position in the message, the channel key as sent (shortened), and why. */
export interface PointRejection {
  readonly index: number
  readonly key: string
  readonly code: PointCode
}

/** The whole message is unreadable. */
export interface PayloadFailure {
  readonly ok: false
  readonly code: 'E_JSON'
  /** For the log and the answer to the device; English, without payload text. */
  readonly message: string
}

/**
 * Points of one tele or batch message as columns: `keyIndex`, `offsetMs`, `value`, `quality` and `position` have equal
 * length, one entry per readable point, in message order. Times are `base + offset`; `acceptTimes` finalises them.
 */
export interface TelemetryColumns {
  readonly ok: true
  /** Message id (ULID or any text up to 64 characters), if the device gave one. */
  readonly id: string | undefined
  readonly seq: number | undefined
  /** Marked by the device as replacing earlier values of the same instant. */
  readonly fin: boolean
  /** `ts` or `t0` as sent: epoch ms, or seconds if it has 10 digits; undefined when missing. */
  readonly baseTs: number | undefined
  /** Distinct channel keys: seq numbers as text, or metric codes. */
  readonly keys: readonly string[]
  readonly keyIndex: number[]
  readonly offsetMs: number[]
  readonly value: number[]
  /** Quality bits set by the device, masked to those it may set. */
  readonly quality: number[]
  /** Position of the point in the message, counting refused and null ones; used by rejections. */
  readonly position: number[]
  /** Unit per point; undefined if no point of the message names a unit. */
  readonly unit: (string | undefined)[] | undefined
  readonly rejected: PointRejection[]
  /** Number of points sent as null: "no reading", a gap and not a zero. */
  readonly nulls: number
  /** WGS-84 degrees and metres, if sent and in range. */
  readonly pos: { readonly lng: number; readonly lat: number; readonly alt?: number } | undefined
  readonly sys: { readonly batteryPct?: number; readonly signalDbm?: number } | undefined
}

export interface StateMessage {
  readonly ok: true
  readonly baseTs: number | undefined
  /** Status reported by the device; the last will reports `offline`. */
  readonly status: 'online' | 'offline'
  readonly fault: boolean
  readonly flags: readonly string[]
  readonly firmware: string | undefined
  readonly ip: string | undefined
  readonly uptimeS: number | undefined
  readonly batteryPct: number | undefined
  readonly signalDbm: number | undefined
}

export type TelemetryResult = TelemetryColumns | PayloadFailure
export type StateResult = StateMessage | PayloadFailure
