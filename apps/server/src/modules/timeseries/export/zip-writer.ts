import { once } from 'node:events'
import type { TransformOptions } from 'node:stream'
import { constants, crc32, createDeflateRaw, type ZlibOptions } from 'node:zlib'
import type { Sink } from './writer.ts'

interface Entry {
  readonly name: Buffer
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

const VERSION = 20
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the first date of the format: equal data gives equal files. */
const DAY = 0x21

/** Compressed bytes emitted at once: each chunk costs a turn of the compressing thread. */
const PACKED_BYTES = 64 * 1_024
/** Bytes that may wait for compression, so that lines are formatted in parallel. */
const WAITING_BYTES = 512 * 1_024
/** Options of the compressor, which is a transform stream. */
const PACKING: ZlibOptions & TransformOptions = {
  level: constants.Z_BEST_SPEED,
  chunkSize: PACKED_BYTES,
  highWaterMark: WAITING_BYTES,
}

/** A zip written as a stream, below 4 GB. Source: PKWARE APPNOTE 6.3.10. */
export interface ZipWriter {
  /** Begins a file and ends the previous one. */
  begin(name: string): Promise<void>
  write(text: string): Promise<void>
  end(): Promise<void>
}

export function createZip(sink: Sink): ZipWriter {
  const entries: Entry[] = []
  let offset = 0
  let current:
    | { entry: Omit<Entry, 'crc' | 'packed' | 'size'>; finish: () => Promise<void>; take: (b: Buffer) => Promise<void> }
    | undefined

  const put = async (bytes: Buffer) => {
    offset += bytes.length
    await sink(bytes)
  }

  async function finish(): Promise<void> {
    await current?.finish()
    current = undefined
  }

  return {
    async begin(text) {
      await finish()
      const name = Buffer.from(text, 'utf8')
      const entry = { name, offset }
      const header = Buffer.alloc(30)
      header.writeUInt32LE(0x04034b50, 0)
      header.writeUInt16LE(VERSION, 4)
      header.writeUInt16LE(FLAGS, 6)
      header.writeUInt16LE(DEFLATED, 8)
      header.writeUInt16LE(DAY, 12)
      header.writeUInt16LE(name.length, 26)
      await put(Buffer.concat([header, name]))
      const deflate = createDeflateRaw(PACKING)
      let [crc, size, packed] = [0, 0, 0]
      const draining = (async () => {
        for await (const part of deflate as AsyncIterable<Buffer>) {
          packed += part.length
          await put(part)
        }
      })()
      current = {
        entry,
        async take(bytes) {
          crc = crc32(bytes, crc)
          size += bytes.length
          // A failed sink ends the stream, so that `drain` would never fire.
          if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), draining])
        },
        async finish() {
          deflate.end()
          await draining
          const tail = Buffer.alloc(16)
          tail.writeUInt32LE(0x08074b50, 0)
          tail.writeUInt32LE(crc, 4)
          tail.writeUInt32LE(packed, 8)
          tail.writeUInt32LE(size, 12)
          await put(tail)
          entries.push({ ...entry, crc, packed, size })
        },
      }
    },
    async write(text) {
      await current?.take(Buffer.from(text, 'utf8'))
    },
    async end() {
      await finish()
      const begin = offset
      for (const entry of entries) await put(directoryEntry(entry))
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(entries.length, 8)
      end.writeUInt16LE(entries.length, 10)
      end.writeUInt32LE(offset - begin, 12)
      end.writeUInt32LE(begin, 16)
      await put(end)
    },
  }
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt16LE(DAY, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}
