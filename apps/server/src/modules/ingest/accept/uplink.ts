import type { IngestCode } from '@natim/contract/mon/ingest'
import { parseState } from '@natim/domain/telemetry'
import type { DeviceStatusService } from '../../device-status/index.ts'
import type { DeviceAuth } from '../access/device-auth.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Counters } from '../maintenance/counters.ts'
import type { Register } from '../register/register.ts'
import { type Device, isGateway } from '../register/register-types.ts'
import type { Backlog } from '../write/backlog.ts'
import type { EventWriter } from '../write/event-writer.ts'
import type { Waiter } from '../write/group.ts'
import { inflate, isGzip } from './inflate.ts'
import { type IntakeDeps, type IntakeResult, takeTelemetry } from './intake.ts'
import { takeEvent } from './take-event.ts'

/** A message as handed over by a transport, from an authenticated sender. */
export interface UplinkMessage {
  readonly sender: Device
  /** Client id of the child a gateway speaks for. */
  readonly childId?: string | undefined
  /** Last part of the topic: `tele`, `batch`, `state`, `event`, … */
  readonly kind: string
  readonly payload: Buffer
  readonly rxMs: number
  readonly isMarkedDuplicate: boolean
  readonly waiter?: Waiter | undefined
  readonly isReplay?: boolean
}

/**
 * How to answer. `now`: acknowledge at once. `later`: the waiter will be called. `never`: no acknowledgement, as the
 * message is neither stored nor refused for its content.
 */
export interface UplinkResult {
  readonly ack: 'now' | 'later' | 'never'
  readonly reason?: 'busy' | 'rate' | 'shut-out'
  readonly intake?: IntakeResult
}

export interface UplinkDeps extends IntakeDeps {
  readonly register: Register
  readonly status: DeviceStatusService
  readonly deviceAuth: DeviceAuth
  readonly backlog: Backlog
  readonly counters: Counters
  readonly metrics: IngestMetrics
  /** Quarantines a message of an unknown child; the waiter is called when it is durable. */
  readonly quarantine: (gateway: Device, childId: string, message: UplinkMessage) => void
  readonly events: EventWriter
  /** Called at every third consecutive message from too far ahead. */
  readonly onClockAhead: (device: Device) => void
}

const ACK: UplinkResult = { ack: 'now' }
const OVER_RATE: UplinkResult = { ack: 'never', reason: 'rate' }
const BUSY: UplinkResult = { ack: 'never', reason: 'busy' }
/** domain §6.3 step 2: consecutive messages from far ahead after which the clock counts as wrong. */
const CLOCK_WRONG_AFTER = 3
/** Unpacking costs extra: each such number of bytes is charged as one more message. */
const CHARGE_BYTES = 256 * 1024

/** Routes every message from a transport to the writer or to the device's state (domain §6.3). */
export class Uplink {
  readonly #deps: UplinkDeps

  constructor(deps: UplinkDeps) {
    this.#deps = deps
  }

  handle(message: UplinkMessage): UplinkResult {
    const { metrics, status } = this.#deps
    const { sender, childId, rxMs } = message
    metrics.message(message.kind.replace(/\/.*/, ''))
    // A replayed message is no sign of life now.
    const isHeardNow = message.isReplay !== true
    if (isHeardNow) status.seen(sender.deviceNo, rxMs)
    if (childId === undefined) return this.#take(sender, message)
    const child = this.#deps.register.byClientId(childId)
    if (child === undefined || child.gatewayId !== sender.id) return this.#quarantine(message, childId)
    if (child.isRetired) return this.#refuse(child, 'E_AUTH', rxMs)
    if (isHeardNow) status.seen(child.deviceNo, rxMs)
    return this.#take(child, message)
  }

  #take(device: Device, message: UplinkMessage): UplinkResult {
    const { backlog, clock, counters, metrics } = this.#deps
    // Checked first: a message that has to wait is offered again and must not be charged twice.
    if (backlog.isFull) return BUSY
    if (message.isReplay !== true && !device.rate.takeMessage(clock())) {
      counters.add(device.deviceNo, 'E_RATE', 1, message.rxMs)
      metrics.reject('E_RATE', 1)
      return OVER_RATE
    }
    switch (message.kind) {
      case 'tele':
      case 'batch':
        return this.#telemetry(device, message, message.kind)
      case 'state':
        return this.#state(device, message)
      default:
        return this.#event(device, message)
    }
  }

  #telemetry(device: Device, message: UplinkMessage, kind: 'tele' | 'batch'): UplinkResult {
    const text = unpack(device, message.payload)
    if (text === undefined) {
      const refusal = { code: 'E_JSON', message: 'not a legal gzip stream' } as const
      return { ...this.#refuse(device, 'E_JSON', message.rxMs), intake: { accepted: 0, rejected: [], refusal } }
    }
    const { rxMs, payload, isMarkedDuplicate, waiter, isReplay = false } = message
    const intake = takeTelemetry(this.#deps, { device, kind, payload, rxMs, isMarkedDuplicate, waiter, isReplay }, text)
    this.#book(device, intake, rxMs)
    if (intake.refusal?.code === 'E_RATE') return { ...OVER_RATE, intake }
    return { ack: (intake.accepted > 0 || intake.position) && waiter ? 'later' : 'now', intake }
  }

  #book(device: Device, intake: IntakeResult, rxMs: number): void {
    const { counters, metrics, status, onClockAhead } = this.#deps
    const { columns, position, skewMs, clockSkewMs } = intake
    if (columns) status.described(device.deviceNo, { place: position, sys: columns.sys, skewMs })
    if (intake.refusal) {
      counters.add(device.deviceNo, intake.refusal.code, 1, rxMs)
      metrics.reject(intake.refusal.code, 1)
    }
    if (clockSkewMs !== undefined && device.futureCount >= CLOCK_WRONG_AFTER) {
      status.clockIsWrong(device.deviceNo, clockSkewMs)
      if (device.futureCount % CLOCK_WRONG_AFTER === 0) onClockAhead(device)
    }
    const byCode = new Map<IngestCode, number>()
    for (const { code } of intake.rejected) byCode.set(code, (byCode.get(code) ?? 0) + 1)
    for (const [code, count] of byCode) {
      counters.add(device.deviceNo, code, count, rxMs)
      metrics.reject(code, count)
    }
  }

  #state(device: Device, message: UplinkMessage): UplinkResult {
    const text = unpack(device, message.payload)
    const state = text === undefined ? undefined : parseState(text)
    if (!state?.ok) {
      const refusal = { code: 'E_JSON', message: state?.message ?? 'not a legal gzip stream' } as const
      return { ...this.#refuse(device, 'E_JSON', message.rxMs), intake: { accepted: 0, rejected: [], refusal } }
    }
    this.#deps.status.reported(device.deviceNo, state, message.rxMs, message.waiter)
    return { ack: message.waiter ? 'later' : 'now', intake: { accepted: 1, rejected: [] } }
  }

  /** Events, command answers and blobs; like everything else, acknowledged when durable. */
  #event(device: Device, message: UplinkMessage): UplinkResult {
    const { counters, events, metrics } = this.#deps
    const { kind, payload: sent, rxMs, isMarkedDuplicate, waiter } = message
    device.rate.charge(Math.floor(sent.length / CHARGE_BYTES))
    const payload = kind.startsWith('blob/') ? sent : unpacked(device, sent)
    const taken = payload && takeEvent({ device, kind, payload, rxMs, isMarkedDuplicate, waiter })
    if (!taken?.ok) {
      const refusal = { code: 'E_JSON', message: taken?.message ?? 'not a legal gzip stream' } as const
      return { ...this.#refuse(device, 'E_JSON', rxMs), intake: { accepted: 0, rejected: [], refusal } }
    }
    if (!taken.isChannelKnown) {
      counters.add(device.deviceNo, 'E_CHANNEL', 1, rxMs)
      metrics.reject('E_CHANNEL', 1)
    }
    events.add(taken.message)
    return { ack: waiter ? 'later' : 'now', intake: { accepted: 1, rejected: [] } }
  }

  #quarantine(message: UplinkMessage, childId: string): UplinkResult {
    const { clock, deviceAuth, quarantine } = this.#deps
    const { sender } = message
    if (!isGateway(sender)) return { ack: 'never', reason: 'shut-out' }
    if (!sender.rate.takeMessage(clock())) return OVER_RATE
    if (this.#deps.register.byClientId(childId) === undefined) deviceAuth.notePending(childId, '', sender.id)
    this.#refuse(sender, 'E_AUTH', message.rxMs)
    quarantine(sender, childId, message)
    return { ack: message.waiter ? 'later' : 'now' }
  }

  /** Refuses for content: counted and acknowledged, so that the sender stops retrying. */
  #refuse(device: Device, code: IngestCode, rxMs: number): UplinkResult {
    this.#deps.counters.add(device.deviceNo, code, 1, rxMs)
    this.#deps.metrics.reject(code, 1)
    return ACK
  }
}

const unpack = (device: Device, payload: Buffer): string | undefined => unpacked(device, payload)?.toString()

function unpacked(device: Device, payload: Buffer): Buffer | undefined {
  if (!isGzip(payload)) return payload
  const plain = inflate(payload)
  if (plain !== undefined) device.rate.charge(Math.floor(plain.length / CHARGE_BYTES))
  return plain
}
