import { QUALITY } from './quality.ts'
import { failure, finite, isObject, type JsonObject, readObject, readTs, shortText } from './telemetry-read.ts'
import type { PayloadFailure } from './telemetry-types.ts'
import { SECOND_MS } from './time.ts'

/** A one-time message of a device besides its values: an event, or its answer to a command (domain §6.1). */
export interface DeviceEvent {
  readonly ok: true
  readonly kind: 'event' | 'ack'
  /** The device's id of the event, up to 64 characters. */
  readonly id: string | undefined
  readonly baseTs: number | undefined
  /** `nbc.chem`, `door`; for an answer the id of its command. */
  readonly type: string
  readonly level: number | null
  readonly data: JsonObject
}

/** A spectrum, waveform or picture: a line of JSON, then the content. */
export interface DeviceBlob {
  readonly ok: true
  readonly id: string | undefined
  readonly baseTs: number | undefined
  /** Channel seq or metric code it belongs to. */
  readonly channelKey: string | undefined
  /** The JSON line as received. */
  readonly meta: JsonObject
  readonly content: Buffer
}

const MAX_WORD = 64
const MAX_LEVEL = 32_767

/** Parses an `event` payload. Fields beside `data` are kept with it. Never throws. */
export function parseEvent(payload: string): DeviceEvent | PayloadFailure {
  const message = readObject(payload)
  if (typeof message === 'string') return failure(message)
  const { v: _version, id, ts, type: givenType, level: givenLevel, data, ...rest } = message
  const baseTs = readTs(ts)
  if (baseTs === false) return failure('ts is not a number')
  const type = shortText(givenType, MAX_WORD)?.trim()
  if (!type) return failure('type is missing')
  const level = finite(givenLevel)
  return {
    ok: true,
    kind: 'event',
    id: wordOf(id),
    baseTs,
    type,
    level: level === undefined || Math.abs(level) > MAX_LEVEL ? null : Math.round(level),
    data: isObject(data) ? { ...rest, ...data } : data === undefined ? rest : { ...rest, data },
  }
}

/** Parses an `ack` payload: `{"id":"c123","ok":true,"code":0,"data":{…}}`. Never throws. */
export function parseAck(payload: string): DeviceEvent | PayloadFailure {
  const message = readObject(payload)
  if (typeof message === 'string') return failure(message)
  const { id, ts, ...data } = message
  const baseTs = readTs(ts)
  if (baseTs === false) return failure('ts is not a number')
  const command = wordOf(id)
  if (command === undefined) return failure('id of the command is missing')
  // A command may be answered several times as it progresses, so its id does not identify an answer.
  return { ok: true, kind: 'ack', id: undefined, baseTs, type: command, level: null, data }
}

const LINE_FEED = 0x0a

/** Parses a `blob/{kind}` payload; `"enc":"base64"` in its first line gives the encoding of the rest. Never throws. */
export function parseBlob(payload: Buffer): DeviceBlob | PayloadFailure {
  const end = payload.indexOf(LINE_FEED)
  if (end < 0) return failure('no line of JSON before the content')
  const meta = readObject(payload.subarray(0, end).toString())
  if (typeof meta === 'string') return failure(meta)
  const baseTs = readTs(meta.ts)
  if (baseTs === false) return failure('ts is not a number')
  const written = payload.subarray(end + 1)
  const content = meta.enc === 'base64' ? fromBase64(written.toString('latin1')) : written
  if (content === undefined) return failure('not base64')
  if (content.length === 0) return failure('no content')
  const channelKey = typeof meta.c === 'number' ? String(meta.c) : shortText(meta.c, MAX_WORD)
  return { ok: true, id: wordOf(meta.id), baseTs, channelKey, meta, content }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : shortText(value, MAX_WORD) || undefined
}

/** `Buffer.from` skips what it cannot decode; a partial spectrum is useless. */
function fromBase64(text: string): Buffer | undefined {
  const dense = text.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(dense) && dense.length % 4 === 0 ? Buffer.from(dense, 'base64') : undefined
}

const AHEAD_TOLERANCE_MS = 5 * SECOND_MS
/** 2000-01-01 UTC: a clock before this has not been set. */
const FIRST_BELIEVABLE_MS = 946_684_800_000

/**
 * Time of the event by the device's clock if plausible, else the arrival time (bit 128). Never refused: an alarm must
 * not be lost to a wrong clock.
 */
export function settleInstant(baseTs: number | undefined, rxMs: number): { readonly tsMs: number; readonly q: number } {
  const corrected = { tsMs: rxMs, q: QUALITY.timeCorrected }
  if (baseTs === undefined) return corrected
  const isSeconds = baseTs >= 1e9 && baseTs < 1e10
  const tsMs = Math.round(isSeconds ? baseTs * 1_000 : baseTs)
  if (tsMs < FIRST_BELIEVABLE_MS || tsMs > rxMs + AHEAD_TOLERANCE_MS) return corrected
  return { tsMs, q: isSeconds ? QUALITY.timeCorrected : 0 }
}

/** JSON that the database accepts: NUL and lone surrogates become U+FFFD. */
export function storableJson(value: JsonObject): string {
  return JSON.stringify(value).replace(/\\(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (whole, escape: string) =>
    escape.length > 1 ? '\uFFFD' : whole,
  )
}
