import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Signature, flags and extension length of PostgreSQL's binary COPY format. */
const HEADER = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex')
const CHUNK_BYTES = 512 * 1024
/** The longest row must fit behind a nearly full chunk. */
const SLACK_BYTES = 512
/** The binary format counts µs from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000
const TWO_32 = 2 ** 32

/** Streams rows in binary COPY format into one table. Fields are written in column order. */
export interface CopyStream {
  /** Begins a row with this many fields. */
  row(fields: number): void
  instant(ms: number): void
  float8(value: number | null): void
  int4(value: number): void
  int2(value: number | null): void
  bool(value: boolean): void
  /** Waits until the database has accepted the full chunks; call it every few hundred rows. */
  ready(): Promise<void>
  /** Ends the COPY. @returns rows written. */
  end(): Promise<number>
}

/** @param statement `copy … from stdin (format binary)`. */
export function createCopyStream(client: pg.ClientBase, statement: string): CopyStream {
  const stream = client.query(copyFrom(statement))
  const failed = new Promise<never>((_, reject) => {
    stream.once('error', reject)
  })
  failed.catch(() => undefined)
  const free: Buffer[] = []
  let rows = 0
  const full: { readonly buffer: Buffer; readonly bytes: number }[] = []
  let buffer: Buffer = newBuffer()
  let view = viewOf(buffer)
  let at = HEADER.copy(buffer)

  function turnOver(): void {
    full.push({ buffer, bytes: at })
    buffer = free.pop() ?? newBuffer()
    view = viewOf(buffer)
    at = 0
  }

  const write = (chunk: Buffer) => new Promise<void>((resolve) => stream.write(chunk, () => resolve()))

  async function ready(): Promise<void> {
    for (const chunk of full.splice(0)) {
      await Promise.race([write(chunk.buffer.subarray(0, chunk.bytes)), failed])
      // Chunks exceed the socket's write buffer, so a written one is no longer referenced.
      free.push(chunk.buffer)
    }
  }

  return {
    ready,
    row(fields) {
      if (at >= CHUNK_BYTES) turnOver()
      view.setInt16(at, fields)
      at += 2
      rows++
    },
    instant(ms) {
      const us = (ms - POSTGRES_EPOCH_MS) * 1000
      const high = Math.floor(us / TWO_32)
      view.setInt32(at, 8)
      view.setInt32(at + 4, high)
      view.setUint32(at + 8, us - high * TWO_32)
      at += 12
    },
    float8(value) {
      view.setInt32(at, value === null ? -1 : 8)
      at += 4
      if (value === null) return
      view.setFloat64(at, value)
      at += 8
    },
    int4(value) {
      view.setInt32(at, 4)
      view.setInt32(at + 4, value)
      at += 8
    },
    int2(value) {
      view.setInt32(at, value === null ? -1 : 2)
      at += 4
      if (value === null) return
      view.setInt16(at, value)
      at += 2
    },
    bool(value) {
      view.setInt32(at, 1)
      view.setInt8(at + 4, value ? 1 : 0)
      at += 5
    },
    async end() {
      view.setInt16(at, -1)
      at += 2
      turnOver()
      await ready()
      stream.end()
      await Promise.race([new Promise<void>((resolve) => stream.once('finish', resolve)), failed])
      return rows
    },
  }
}

const newBuffer = () => Buffer.allocUnsafeSlow(CHUNK_BYTES + SLACK_BYTES)
const viewOf = (buffer: Buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
