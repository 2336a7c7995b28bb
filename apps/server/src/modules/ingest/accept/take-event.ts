import { createHash } from 'node:crypto'
import {
  type DeviceEvent,
  parseAck,
  parseBlob,
  parseEvent,
  settleInstant,
  storableJson,
} from '@natim/domain/device-event'
import type { Device } from '../register/register-types.ts'
import type { EventMessage } from '../write/event-writer.ts'
import type { MessageMemory } from '../write/group.ts'

/** An `event`, `ack` or `blob/{kind}` message of a known device. */
export interface ReceivedEvent {
  readonly device: Device
  readonly kind: string
  /** Unpacked, if it was packed. */
  readonly payload: Buffer
  readonly rxMs: number
  readonly isMarkedDuplicate: boolean
  readonly waiter: EventMessage['waiter']
}

/** What to store, or why the message is refused. */
export type TakenEvent =
  | { readonly ok: true; readonly message: EventMessage; readonly isChannelKnown: boolean }
  | { readonly ok: false; readonly message: string }

const BLOB = 'blob/'
/** Refers to the device as a whole. */
const NO_CHANNEL = 0

/** Reads an event-like message (domain §6.1). Its time or channel is never a reason to refuse it. */
export function takeEvent(received: ReceivedEvent): TakenEvent {
  const { kind, payload } = received
  if (kind.startsWith(BLOB)) return takeBlob(received, kind.slice(BLOB.length))
  const event = kind === 'ack' ? parseAck(payload.toString()) : parseEvent(payload.toString())
  return event.ok ? takeWord(received, event) : event
}

function takeWord(received: ReceivedEvent, event: DeviceEvent): TakenEvent {
  const { device, rxMs } = received
  const { tsMs, q } = settleInstant(event.baseTs, rxMs)
  const { kind, type, level } = event
  const memory = memoryOf(received, event)
  const row = { deviceNo: device.deviceNo, tsMs, rxMs, key: memory.key, kind, type, level, q }
  return {
    ok: true,
    isChannelKnown: true,
    message: { ...rest(received), memory, event: { ...row, data: storableJson(event.data) } },
  }
}

function takeBlob(received: ReceivedEvent, kind: string): TakenEvent {
  const blob = parseBlob(received.payload)
  if (!blob.ok) return blob
  const { device, rxMs } = received
  const { tsMs, q } = settleInstant(blob.baseTs, rxMs)
  const channel = blob.channelKey === undefined ? undefined : device.keys.get(blob.channelKey)
  const memory = memoryOf(received, blob)
  const { key } = memory
  const row = { deviceNo: device.deviceNo, channelNo: channel?.channelNo ?? NO_CHANNEL, tsMs, rxMs, key, kind, q }
  return {
    ok: true,
    isChannelKnown: blob.channelKey === undefined || channel !== undefined,
    message: {
      ...rest(received),
      memory,
      blob: { ...row, meta: storableJson(blob.meta), content: blob.content },
    },
  }
}

const rest = ({ payload, rxMs, waiter }: ReceivedEvent) => ({ rxMs, waiter, bytes: payload.length })

/**
 * A message with an id or time of its own counts as a repetition when it comes again within a day. One with neither
 * counts as repeated only if the transport flags it (domain §6.3 step 5).
 */
function memoryOf(
  { device, kind, payload, isMarkedDuplicate }: ReceivedEvent,
  { id, baseTs }: { readonly id: string | undefined; readonly baseTs: number | undefined },
): MessageMemory {
  const named = createHash('sha256').update(`${kind}\n`)
  const key = (id === undefined ? named.update(payload) : named.update(id)).digest()
  const rule = id === undefined && baseTs === undefined ? 'resent' : 'once'
  return { deviceNo: device.deviceNo, key, rule, isMarkedDuplicate }
}
