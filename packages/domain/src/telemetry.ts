import { DEVICE_QUALITY_MASK } from './quality.ts'
import { failure, finite, isObject, type JsonObject, readObject, readTs, shortText } from './telemetry-read.ts'
import {
  MAX_POINTS,
  type PointCode,
  type StateResult,
  type TelemetryColumns,
  type TelemetryResult,
} from './telemetry-types.ts'

export type {
  PayloadFailure,
  PointCode,
  PointRejection,
  StateMessage,
  StateResult,
  TelemetryColumns,
  TelemetryResult,
} from './telemetry-types.ts'
export { MAX_DEPTH, MAX_POINTS } from './telemetry-types.ts'

const MAX_KEY_LENGTH = 64
const MAX_UNIT_LENGTH = 16

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function emptyColumns(message: JsonObject, baseTs: number | undefined, keys: string[]): Mutable<TelemetryColumns> {
  return {
    ok: true,
    id: shortText(message.id, MAX_KEY_LENGTH),
    seq: finite(message.seq),
    fin: message.fin === true,
    baseTs,
    keys,
    keyIndex: [],
    offsetMs: [],
    value: [],
    quality: [],
    position: [],
    unit: undefined,
    rejected: [],
    nulls: 0,
    pos: readPosition(message.pos),
    sys: readSys(message.sys),
  }
}

function readPosition(value: unknown): TelemetryColumns['pos'] {
  if (!isObject(value)) return undefined
  const lng = finite(value.lng)
  const lat = finite(value.lat)
  if (lng === undefined || lat === undefined || Math.abs(lng) > 180 || Math.abs(lat) > 90) return undefined
  const alt = finite(value.alt)
  return alt === undefined ? { lng, lat } : { lng, lat, alt }
}

function readSys(value: unknown): TelemetryColumns['sys'] {
  if (!isObject(value)) return undefined
  const batteryPct = finite(value.batt)
  const signalDbm = finite(value.rssi)
  return { ...(batteryPct !== undefined && { batteryPct }), ...(signalDbm !== undefined && { signalDbm }) }
}

/** Writes one cell into the columns, or its rejection. `position` counts every cell of the message. */
function addPoint(out: Mutable<TelemetryColumns>, keyIndex: number, offsetMs: number, cell: unknown, position: number) {
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return reject(out, keyIndex, position, 'E_RANGE')
    pushPoint(out, keyIndex, offsetMs, cell, 0, position)
    return
  }
  if (cell === null || cell === undefined) {
    out.nulls++
    return
  }
  if (!isObject(cell)) return reject(out, keyIndex, position, 'E_TYPE')
  if (cell.v === null) {
    out.nulls++
    return
  }
  if (typeof cell.v !== 'number') return reject(out, keyIndex, position, 'E_TYPE')
  if (!Number.isFinite(cell.v)) return reject(out, keyIndex, position, 'E_RANGE')
  const unit = cell.u ?? undefined
  if (unit !== undefined && typeof unit !== 'string') return reject(out, keyIndex, position, 'E_TYPE')
  if (unit !== undefined) setUnit(out, unit)
  pushPoint(out, keyIndex, offsetMs, cell.v, deviceQuality(cell.q), position)
}

function pushPoint(
  out: TelemetryColumns,
  keyIndex: number,
  offsetMs: number,
  value: number,
  quality: number,
  position: number,
) {
  out.keyIndex.push(keyIndex)
  out.offsetMs.push(offsetMs)
  out.value.push(value)
  out.quality.push(quality)
  out.position.push(position)
}

/** Records the unit of the next point; the column exists only once a message names a unit. */
function setUnit(out: Mutable<TelemetryColumns>, unit: string) {
  out.unit ??= []
  out.unit[out.value.length] = unit.slice(0, MAX_UNIT_LENGTH)
}

function deviceQuality(q: unknown): number {
  return typeof q === 'number' && Number.isInteger(q) && q > 0 ? q & DEVICE_QUALITY_MASK : 0
}

function reject(out: TelemetryColumns, keyIndex: number, index: number, code: PointCode) {
  out.rejected.push({ index, key: rejectionKey(out.keys[keyIndex] ?? ''), code })
}

const rejectionKey = (key: string) => (key.length > MAX_KEY_LENGTH ? key.slice(0, MAX_KEY_LENGTH) : key)

/**
 * Parses a `tele` payload (domain §6.1): one instant, `d` keyed by channel seq or metric code. Never throws.
 *
 * @param payload JSON text, or the parsed value.
 */
export function parseTele(payload: unknown): TelemetryResult {
  const message = readObject(payload)
  if (typeof message === 'string') return failure(message)
  const baseTs = readTs(message.ts)
  if (baseTs === false) return failure('ts is not a number')
  const cells = message.d
  if (!isObject(cells)) return failure('d is not an object')
  const keys = Object.keys(cells)
  if (keys.length > MAX_POINTS) return failure(`more than ${MAX_POINTS} points`)
  const out = emptyColumns(message, baseTs, keys)
  for (let i = 0; i < keys.length; i++) addPoint(out, i, 0, cells[keys[i] as string], i)
  return out
}

/**
 * Parses a `batch` payload (domain §6.1): `c` names the columns, each row is `[offset ms, value, …]`. A row that is no
 * array or has no offset is refused cell by cell; surplus cells are E_CHANNEL. Never throws.
 */
export function parseBatch(payload: unknown): TelemetryResult {
  const message = readObject(payload)
  if (typeof message === 'string') return failure(message)
  const baseTs = readTs(message.t0)
  if (baseTs === false) return failure('t0 is not a number')
  const { rows } = message
  const keys = readColumnKeys(message.c)
  if (!keys) return failure('c is not a list of channel keys')
  if (!Array.isArray(rows)) return failure('rows is not a list')
  if (rows.length * keys.length > MAX_POINTS) return failure(`more than ${MAX_POINTS} points`)
  const out = emptyColumns(message, baseTs, keys)
  for (let r = 0; r < rows.length; r++) addRow(out, rows[r], r * keys.length)
  return out
}

function addRow(out: Mutable<TelemetryColumns>, row: unknown, position: number) {
  const width = out.keys.length
  const offset = Array.isArray(row) ? finite(row[0]) : undefined
  if (offset === undefined || !Array.isArray(row)) {
    for (let c = 0; c < width; c++) reject(out, c, position + c, 'E_TYPE')
    return
  }
  for (let c = 0; c < width; c++) addPoint(out, c, offset, row[c + 1], position + c)
  if (row.length > width + 1) out.rejected.push({ index: position + width - 1, key: '', code: 'E_CHANNEL' })
}

function readColumnKeys(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const keys: string[] = []
  for (const key of value) {
    if (typeof key === 'string') keys.push(key)
    else if (Number.isInteger(key)) keys.push(String(key))
    else return undefined
  }
  return keys
}

const MAX_FLAGS = 32

/**
 * Parses a `state` payload (domain §6.1). Unknown values of `s` count as online, because the device did report. Never
 * throws.
 */
export function parseState(payload: unknown): StateResult {
  const message = readObject(payload)
  if (typeof message === 'string') return failure(message)
  const baseTs = readTs(message.ts)
  if (baseTs === false) return failure('ts is not a number')
  const flags = Array.isArray(message.flags) ? message.flags.slice(0, MAX_FLAGS) : []
  return {
    ok: true,
    baseTs,
    status: message.s === 'offline' ? 'offline' : 'online',
    fault: message.fault === true,
    flags: flags.flatMap((flag) => shortText(flag, 32) || []),
    firmware: shortText(message.fw, 32),
    ip: shortText(message.ip, 64),
    uptimeS: finite(message.up),
    batteryPct: finite(message.batt),
    signalDbm: finite(message.rssi),
  }
}
