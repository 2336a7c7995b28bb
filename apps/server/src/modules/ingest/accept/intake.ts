import { createHash } from 'node:crypto'
import type { IngestCode } from '@natim/contract/mon/ingest'
import { type AcceptedTimes, acceptTimes, TOO_OLD } from '@natim/domain/acceptance'
import { element } from '@natim/domain/element'
import { checkQuality, REFUSED } from '@natim/domain/qc'
import { QUALITY } from '@natim/domain/quality'
import { parseBatch, parseTele, type TelemetryColumns } from '@natim/domain/telemetry'
import { definitionAt, linearFrom } from '../register/definition.ts'
import type { Channel, Device } from '../register/register-types.ts'
import type { CommitGroup, MessageMemory, Position, Waiter } from '../write/group.ts'
import { newPoints, pushPoint } from '../write/points.ts'

/** A `tele` or `batch` message of a known device. */
export interface TelemetryMessage {
  readonly device: Device
  readonly kind: 'tele' | 'batch'
  readonly payload: Buffer
  readonly rxMs: number
  /** The transport flags it as a redelivery (MQTT DUP). */
  readonly isMarkedDuplicate: boolean
  /** Called when the message is durable; absent when no acknowledgement is due (QoS 0). */
  readonly waiter: Waiter | undefined
  /** Replayed by the server, for instance from quarantine: the device's rate limit does not apply. */
  readonly isReplay?: boolean
}

export interface Rejection {
  /** Position of the point in the message. */
  readonly i: number
  readonly key: string
  readonly code: IngestCode
}

/** Outcome of a readable message. With `accepted` 0 and no position there is no commit to wait for. */
export interface IntakeResult {
  readonly accepted: number
  readonly rejected: readonly Rejection[]
  /** The whole message was refused. */
  readonly refusal?: { readonly code: 'E_JSON' | 'E_FUTURE' | 'E_RATE'; readonly message: string }
  /** Receive time minus the newest time as sent, of `tele` messages. */
  readonly skewMs?: number | undefined
  /** The same, for any message too far ahead to be plausible. */
  readonly clockSkewMs?: number | undefined
  readonly columns?: TelemetryColumns
  readonly position?: Position | undefined
}

export interface IntakeDeps {
  /** The device's open commit group, and the callback for when its points have been pushed. */
  readonly writerOf: (device: Device) => { readonly open: CommitGroup; added(points: number): void }
  readonly retentionMs: number
  /** Median lag of the device's clock behind the server's, over its messages so far; negative when ahead. */
  readonly medianSkewMs: (device: Device) => number
  /** Maintenance windows of the device, epoch ms; `toMs` null = ongoing. */
  readonly maintenanceOf: (device: Device) => readonly { readonly fromMs: number; readonly toMs: number | null }[]
  /** Monotonic clock for rate limits, ms. */
  readonly clock: () => number
}

const refuse = (code: 'E_JSON' | 'E_FUTURE' | 'E_RATE', message: string): IntakeResult => ({
  accepted: 0,
  rejected: [],
  refusal: { code, message },
})

/**
 * Runs a message through domain §6.3, steps 2 to 6 (times, channels, units, quality), then hands its points to the
 * writer. `text` is the unpacked payload.
 */
export function takeTelemetry(deps: IntakeDeps, message: TelemetryMessage, text: string): IntakeResult {
  const { device, rxMs } = message
  const columns = message.kind === 'tele' ? parseTele(text) : parseBatch(text)
  if (!columns.ok) return refuse('E_JSON', columns.message)
  // Refused points count as well: they cost the same work.
  const count = columns.value.length + columns.rejected.length
  if (count > 0 && message.isReplay !== true && !device.rate.takePoints(count, deps.clock())) {
    return refuse('E_RATE', 'over the point rate')
  }
  const { kind } = message
  const { retentionMs } = deps
  const times = acceptTimes(columns, { kind, rxMs, retentionMs, medianSkewMs: deps.medianSkewMs(device) })
  device.futureCount = !times.ok || times.isFarAhead ? device.futureCount + 1 : 0
  if (!times.ok) {
    const refusal = refuse('E_FUTURE', `ahead of the server clock by ${-times.skewMs} ms`)
    return { ...refusal, clockSkewMs: times.skewMs }
  }
  markMaintained(times, deps.maintenanceOf(device))
  const writer = deps.writerOf(device)
  const group = writer.open
  const memory = memoryOf(message, columns, times)
  const position = positionOf(message, columns, times, retentionMs)
  const { accepted, rejected } = placePoints(group, message, columns, times, memory, position)
  if (accepted > 0) group.marks.addMessage(device.deviceNo, times.tsMs, (i) => times.quality[i] !== TOO_OLD, rxMs)
  if (accepted > 0 || position) {
    group.addMessage(accepted, message.waiter)
    writer.added(accepted)
  }
  const skewMs = kind === 'tele' ? times.skewMs : undefined
  return { accepted, rejected, skewMs, columns, position, ...(times.isFarAhead && { clockSkewMs: times.skewMs }) }
}

function positionOf(
  { device: { deviceNo }, rxMs }: TelemetryMessage,
  { pos }: TelemetryColumns,
  { newestMs }: AcceptedTimes,
  retentionMs: number,
): Position | undefined {
  if (pos === undefined || rxMs - newestMs > retentionMs) return undefined
  return { deviceNo, tsMs: newestMs, rxMs, ...pos }
}

/** Readings taken during maintenance are not measurements. */
function markMaintained({ tsMs, quality }: AcceptedTimes, windows: ReturnType<IntakeDeps['maintenanceOf']>): void {
  for (const { fromMs, toMs } of windows) {
    for (let i = 0; i < tsMs.length; i++) {
      const ts = element(tsMs[i])
      if (quality[i] === TOO_OLD || ts <= fromMs || (toMs !== null && ts > toMs)) continue
      quality[i] = element(quality[i]) | QUALITY.calibration
    }
  }
}

function placePoints(
  group: CommitGroup,
  message: TelemetryMessage,
  columns: TelemetryColumns,
  times: AcceptedTimes,
  memory: MessageMemory | undefined,
  position: Position | undefined,
) {
  const channels = columns.keys.map((key) => message.device.keys.get(key))
  const own = memory && newPoints()
  const rejected: Rejection[] = columns.rejected.map(({ index, key, code }) => ({ i: index, key, code }))
  let accepted = 0
  for (let i = 0; i < columns.value.length; i++) {
    const channel = channels[element(columns.keyIndex[i])]
    const tsMs = element(times.tsMs[i])
    const reading = readPoint(channel, columns, i, tsMs, element(times.quality[i]))
    if (typeof reading === 'string' || channel === undefined) {
      const key = columns.keys[element(columns.keyIndex[i])] ?? ''
      rejected.push({ i: element(columns.position[i]), key: key.slice(0, 64), code: reading as IngestCode })
      continue
    }
    const isNewest = tsMs > channel.newestTs
    if (isNewest) channel.newestTs = tsMs
    const target = own ?? (isNewest ? group.fast : group.rest)
    pushPoint(target, channel, tsMs, message.rxMs, scratch.value, reading)
    accepted += 1
  }
  if (own && memory && (accepted > 0 || position)) {
    group.addCareful({ memory, rxMs: message.rxMs, isFinal: columns.fin, points: own, position })
  } else if (position) {
    group.positions.push(position)
  }
  return { accepted, rejected }
}

/**
 * Carries the value out of {@link readPoint}; allocating an object per point would be too much garbage at 100 000
 * points/s.
 */
const scratch = { value: 0 }

/** Quality bits of a point, or the reason it is refused. Its value, in the storage unit, is left in `scratch`. */
function readPoint(
  channel: Channel | undefined,
  columns: TelemetryColumns,
  i: number,
  tsMs: number,
  timeBits: number,
): number | IngestCode {
  if (channel === undefined) return 'E_CHANNEL'
  if (timeBits === TOO_OLD) return 'E_TOO_OLD'
  const unit = columns.unit?.[i]
  const def = definitionAt(channel, tsMs)
  const linear = unit === undefined ? def.linear : linearFrom(def, unit)
  if (linear === undefined) return 'E_TYPE'
  const value = element(columns.value[i]) * linear.scale + linear.offset
  const bits = checkQuality(channel.qc, def.spec, tsMs, value)
  if (bits === REFUSED) return 'E_RANGE'
  scratch.value = value
  return timeBits | bits | element(columns.quality[i])
}

const BY_ID = 0
const BY_HASH = 1
const BY_HASH_RESENT = 2

/**
 * How to recognise a repetition of this message. Undefined when the sample keys suffice: the times are the device's own
 * and nothing is replaced (domain §6.3 step 5).
 */
function memoryOf(
  message: TelemetryMessage,
  columns: TelemetryColumns,
  times: AcceptedTimes,
): MessageMemory | undefined {
  const isCorrected = times.quality.some((bits) => bits !== TOO_OLD && (bits & QUALITY.timeCorrected) !== 0)
  if (!isCorrected && !columns.fin) return undefined
  const { deviceNo } = message.device
  const { isMarkedDuplicate } = message
  if (columns.id !== undefined) {
    const key = Buffer.concat([Buffer.of(BY_ID), Buffer.from(columns.id)])
    return { deviceNo, key, rule: 'once', isMarkedDuplicate }
  }
  const isIdentified = columns.baseTs !== undefined || columns.seq !== undefined
  const hash = createHash('sha256').update(message.payload).digest()
  const key = Buffer.concat([Buffer.of(isIdentified ? BY_HASH : BY_HASH_RESENT), hash])
  return { deviceNo, key, rule: isIdentified ? 'once' : 'resent', isMarkedDuplicate }
}
