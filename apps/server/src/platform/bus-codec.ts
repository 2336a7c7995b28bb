import type { BusMessages, BusTopic, StoredPoints } from './bus.ts'

const COUNT_BYTES = 8
const INT_BYTES = 4
const DOUBLE_BYTES = 8

/**
 * A message as bytes. Points travel as columns, little-endian, the doubles first so that all stay aligned:
 * count (u32 and 4 bytes of padding), ts f64[n], values f64[n], deviceIds i32[n], channelNos i32[n], flags i32[n]:
 * 28 bytes a point. Everything else is JSON.
 */
export function encodeMessage<T extends BusTopic>(topic: T, message: BusMessages[T]): Uint8Array {
  return topic === 'points' ? encodePoints(message as StoredPoints) : Buffer.from(JSON.stringify(message))
}

/** @throws Error when the bytes are no message of that topic. */
export function decodeMessage<T extends BusTopic>(topic: T, bytes: Uint8Array): BusMessages[T] {
  const message = topic === 'points' ? decodePoints(bytes) : JSON.parse(Buffer.from(bytes).toString())
  return message as BusMessages[T]
}

function encodePoints({ tsMs, values, deviceIds, channelNos, flags }: StoredPoints): Uint8Array {
  const n = tsMs.length
  const buffer = new ArrayBuffer(COUNT_BYTES + n * (2 * DOUBLE_BYTES + 3 * INT_BYTES))
  new DataView(buffer).setUint32(0, n, true)
  let offset = COUNT_BYTES
  for (const column of [tsMs, values]) {
    new Float64Array(buffer, offset, n).set(column)
    offset += n * DOUBLE_BYTES
  }
  for (const column of [deviceIds, channelNos, flags]) {
    new Int32Array(buffer, offset, n).set(column)
    offset += n * INT_BYTES
  }
  return new Uint8Array(buffer)
}

function decodePoints(bytes: Uint8Array): StoredPoints {
  // A copy of its own: the bytes of a packet need not lie on an eight-byte border. Not slice(): that of Buffer is a view.
  const { buffer } = new Uint8Array(bytes)
  const n = buffer.byteLength >= COUNT_BYTES ? new DataView(buffer).getUint32(0, true) : 0
  if (buffer.byteLength !== COUNT_BYTES + n * (2 * DOUBLE_BYTES + 3 * INT_BYTES)) {
    throw new Error(`A message of ${bytes.length} bytes holds no ${n} points`)
  }
  const doubles = (index: number) => Array.from(new Float64Array(buffer, COUNT_BYTES + index * n * DOUBLE_BYTES, n))
  const intsFrom = COUNT_BYTES + 2 * n * DOUBLE_BYTES
  const ints = (index: number) => Array.from(new Int32Array(buffer, intsFrom + index * n * INT_BYTES, n))
  return { tsMs: doubles(0), values: doubles(1), deviceIds: ints(0), channelNos: ints(1), flags: ints(2) }
}
