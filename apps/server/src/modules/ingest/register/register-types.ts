import type { Metric } from '@natim/domain/metrics'
import type { QcSpec, QcState } from '@natim/domain/qc'
import type { Linear } from '@natim/domain/units'
import type { RateLimit } from '../accept/rate-limit.ts'

/** A secret of a device as the register knows it; times are epoch ms. */
export interface Credential {
  readonly id: string
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Buffer
  readonly notBeforeMs: number
  /** Infinity = no end. */
  readonly notAfterMs: number
  readonly revoked: boolean
}

/** What the register says of a channel; replaced as a whole when the register changes. */
export interface ChannelDefinition {
  readonly seq: number
  readonly metric: Metric
  readonly unitIn: string
  /** From a raw reading in `unitIn` to the storage unit, correction included; undefined when the units do not fit. */
  readonly linear: Linear | undefined
  /** The instrument's own correction, applied in `unitIn`. */
  readonly correction: Linear
  readonly spec: QcSpec
  readonly periodMs: number
  readonly enabled: boolean
}

export interface FormerDefinition {
  readonly fromMs: number
  readonly def: ChannelDefinition
}

/** A channel with what ingest remembers between two samples. Instants are epoch ms, −Infinity = never. */
export interface Channel {
  readonly channelNo: number
  readonly device: Device
  /** What holds since `sinceMs`, epoch ms. */
  def: ChannelDefinition
  sinceMs: number
  /** What held before, oldest first; the first holds for all time before the second. */
  former: readonly FormerDefinition[]
  readonly qc: QcState
  /** Newest instant ever handed to the writer: a point above it cannot be in the database yet. */
  newestTs: number
  /** Newest committed sample, mirrored into `mon_latest`. */
  latestTs: number
  latestRx: number
  latestValue: number
  latestQ: number
  /** Value before the newest; NaN = none. */
  previousValue: number
  isLatestDirty: boolean
  /** The newest sample is stuck or out of range. */
  isBad: boolean
  /** Start of the gap that is open; NaN = none. */
  gapFrom: number
}

/** A device of the register; the object stays the same across refreshes, so that sessions may hold it. */
export interface Device {
  readonly id: string
  readonly deviceNo: number
  clientId: string
  kind: string
  gatewayId: string | null
  onlineTimeoutMs: number
  /** Retired or deleted: it may not report any more. */
  isRetired: boolean
  credentials: readonly Credential[]
  /** By device seq as text and by metric code. */
  keys: ReadonlyMap<string, Channel>
  channels: readonly Channel[]
  readonly rate: RateLimit
  /** Consecutive messages from too far in the future. */
  futureCount: number
  /** Instant of the newest place it told, epoch ms; 0 = none since the start. */
  placeMs: number
}

/** Whether messages of children may arrive through this device. */
export function isGateway(device: Device): boolean {
  return device.kind === 'gateway'
}
