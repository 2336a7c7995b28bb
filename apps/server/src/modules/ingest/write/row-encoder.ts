import { element } from '@natim/domain/element'
import type { Points } from './points.ts'

/** Signature, flags and extension length of PostgreSQL's binary COPY format. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const TRAILER_BYTES = 2
const ROW_BYTES = 60
const FIELD_COUNT = 6
/** The binary format counts µs from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000
const TWO_32 = 2 ** 32

/** Offsets inside a row: field count, then length and content of ts, rx, v, device_id, channel_no, q. */
const TS = 6
const RX = 18
const VALUE = 30
const DEVICE = 42
const CHANNEL = 50
const FLAGS = 58

/**
 * Rows of `mon_sample` (ts, rx, v, device_id, channel_no, q) in binary COPY format. All fields have a fixed width, so
 * the buffer is a template with constant lengths; only contents are written.
 */
export class RowEncoder {
  #buffer = Buffer.alloc(0)
  #view = new DataView(new ArrayBuffer(0))
  #capacityRows = 0

  /** @returns a view of the encoder's own buffer, valid until the next call. */
  encode(points: Points): Buffer {
    const count = points.tsMs.length
    if (count > this.#capacityRows) this.#grow(count)
    const view = this.#view
    let at = HEADER.length
    for (let i = 0; i < count; i++) {
      // Written each time: the trailer of a shorter group may be here.
      view.setInt16(at, FIELD_COUNT)
      writeInstant(view, at + TS, element(points.tsMs[i]))
      writeInstant(view, at + RX, element(points.rxMs[i]))
      view.setFloat64(at + VALUE, element(points.values[i]))
      view.setInt32(at + DEVICE, element(points.deviceNos[i]))
      view.setInt32(at + CHANNEL, element(points.channelNos[i]))
      view.setInt16(at + FLAGS, element(points.flags[i]))
      at += ROW_BYTES
    }
    view.setInt16(at, -1)
    return this.#buffer.subarray(0, at + TRAILER_BYTES)
  }

  #grow(rows: number): void {
    this.#capacityRows = Math.max(rows, this.#capacityRows * 2, 1_000)
    this.#buffer = Buffer.alloc(HEADER.length + this.#capacityRows * ROW_BYTES + TRAILER_BYTES)
    HEADER.copy(this.#buffer)
    this.#view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.length)
    for (let i = 0, at = HEADER.length; i < this.#capacityRows; i++, at += ROW_BYTES) this.#fillTemplate(at)
  }

  #fillTemplate(at: number): void {
    const view = this.#view
    view.setInt32(at + TS - 4, 8)
    view.setInt32(at + RX - 4, 8)
    view.setInt32(at + VALUE - 4, 8)
    view.setInt32(at + DEVICE - 4, 4)
    view.setInt32(at + CHANNEL - 4, 4)
    view.setInt32(at + FLAGS - 4, 2)
  }
}

function writeInstant(view: DataView, at: number, ms: number): void {
  const us = (ms - POSTGRES_EPOCH_MS) * 1_000
  const high = Math.floor(us / TWO_32)
  view.setInt32(at, high)
  view.setUint32(at + 4, us - high * TWO_32)
}
