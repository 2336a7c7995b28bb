import type { Metric } from '@natim/domain/metrics'
import type { QcSpec, QcState } from '@natim/domain/qc'
import type { Linear } from '@natim/domain/units'
import type { RateLimit } from '../accept/rate-limit.ts'

/** A device secret in the register; times are epoch ms. */
export interface Credential {
  readonly id: string
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Buffer
  readonly notBeforeMs: number
  /** Infinity = no end. */
  readonly notAfterMs: number
  readonly revoked: boolean
}

/** Registered properties of a channel; replaced as a whole on change. */
export interface ChannelDefinition {
  readonly seq: number
  readonly metric: Metric
  readonly unitIn: string
  /**
   * From a raw reading in `unitIn` to the storage unit, correction included; undefined when the units are incompatible.
   */
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

/** A channel with the state ingest keeps between samples. Instants are epoch ms, −Infinity = never. */
export interface Channel {
  readonly channelNo: number
  readonly device: Device
  /** Definition valid since `sinceMs`, epoch ms. */
  def: ChannelDefinition
  sinceMs: number
  /** Former definitions, oldest first; the first one is valid for all earlier time. */
  former: readonly FormerDefinition[]
  readonly qc: QcState
  /** Newest instant ever handed to the writer: a later point cannot be in the database yet. */
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
  /** Start of the open gap; NaN = none. */
  gapFrom: number
}

/** A registered device; the object survives refreshes, so that sessions may hold it. */
export interface Device {
  readonly id: string
  readonly deviceNo: number
  clientId: string
  kind: string
  gatewayId: string | null
  onlineTimeoutMs: number
  /** Retired or deleted: it may no longer report. */
  isRetired: boolean
  credentials: readonly Credential[]
  /** By device seq as text and by metric code. */
  keys: ReadonlyMap<string, Channel>
  channels: readonly Channel[]
  readonly rate: RateLimit
  /** Consecutive messages from too far in the future. */
  futureCount: number
}

/** Whether messages of children may arrive through this device. */
export function isGateway(device: Device): boolean {
  return device.kind === 'gateway'
}
