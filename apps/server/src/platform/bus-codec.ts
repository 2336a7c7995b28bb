import type { BusMessages, BusTopic, StoredPoints } from './bus.ts'

const HEAD_BYTES = 8
const INT_BYTES = 4
const DOUBLE_BYTES = 8
const POINT_BYTES = 2 * DOUBLE_BYTES + 3 * INT_BYTES
const COMMIT_BYTES = 3 * DOUBLE_BYTES

/**
 * Encodes a message as bytes. Points travel as little-endian columns, doubles first to keep all aligned: counts of
 * points n and commits m (u32 each), stream, seq and points of each commit f64[3m], ts f64[n], values f64[n], deviceIds
 * i32[n], channelNos i32[n], flags i32[n]: 28 bytes per point. Everything else is JSON.
 */
export function encodeMessage<T extends BusTopic>(topic: T, message: BusMessages[T]): Uint8Array {
  return topic === 'points' ? encodePoints(message as StoredPoints) : Buffer.from(JSON.stringify(message))
}

/** @throws Error when the bytes are not a message of that topic. */
export function decodeMessage<T extends BusTopic>(topic: T, bytes: Uint8Array): BusMessages[T] {
  const message = topic === 'points' ? decodePoints(bytes) : JSON.parse(Buffer.from(bytes).toString())
  return message as BusMessages[T]
}

function encodePoints({ commits, tsMs, values, deviceIds, channelNos, flags }: StoredPoints): Uint8Array {
  const n = tsMs.length
  const m = commits.length
  const buffer = new ArrayBuffer(HEAD_BYTES + m * COMMIT_BYTES + n * POINT_BYTES)
  const head = new DataView(buffer)
  head.setUint32(0, n, true)
  head.setUint32(INT_BYTES, m, true)
  const refs = commits.flatMap(({ stream, seq, points }) => [stream, seq, points])
  let offset = HEAD_BYTES
  for (const column of [refs, tsMs, values]) {
    new Float64Array(buffer, offset, column.length).set(column)
    offset += column.length * DOUBLE_BYTES
  }
  for (const column of [deviceIds, channelNos, flags]) {
    new Int32Array(buffer, offset, n).set(column)
    offset += n * INT_BYTES
  }
  return new Uint8Array(buffer)
}

function decodePoints(bytes: Uint8Array): StoredPoints {
  // Copied because the bytes of a packet may not be 8-byte aligned. Not slice(): on a Buffer that is a view.
  const { buffer } = new Uint8Array(bytes)
  const head = new DataView(buffer)
  const [n, m] = buffer.byteLength >= HEAD_BYTES ? [head.getUint32(0, true), head.getUint32(INT_BYTES, true)] : [0, 0]
  if (buffer.byteLength !== HEAD_BYTES + m * COMMIT_BYTES + n * POINT_BYTES) {
    throw new Error(`A message of ${bytes.length} bytes holds no ${n} points`)
  }
  let offset = HEAD_BYTES
  const doubles = (count: number) => {
    offset += count * DOUBLE_BYTES
    return Array.from(new Float64Array(buffer, offset - count * DOUBLE_BYTES, count))
  }
  const ints = () => {
    offset += n * INT_BYTES
    return Array.from(new Int32Array(buffer, offset - n * INT_BYTES, n))
  }
  const refs = doubles(3 * m)
  const commits = Array.from({ length: m }, (_, i) => {
    const [stream = 0, seq = 0, points = 0] = refs.slice(3 * i, 3 * i + 3)
    return { stream, seq, points }
  })
  return { commits, tsMs: doubles(n), values: doubles(n), deviceIds: ints(), channelNos: ints(), flags: ints() }
}
