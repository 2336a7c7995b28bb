import * as zlib from 'node:zlib'
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { HeadLine } from './head.ts'
import type { PointWriter, Sink } from './writer.ts'

/** Repetition types of required and optional columns. */
const REQUIRED = 'REQUIRED'
const OPTIONAL = 'OPTIONAL'

const SCHEMA: SchemaElement[] = [
  { name: 'natim_history', num_children: 10 },
  // Epoch milliseconds, UTC.
  {
    name: 'ts',
    type: 'INT64',
    repetition_type: REQUIRED,
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  { name: 'channel_no', type: 'INT32', repetition_type: REQUIRED },
  { name: 'metric', type: 'BYTE_ARRAY', repetition_type: REQUIRED, converted_type: 'UTF8' },
  { name: 'unit', type: 'BYTE_ARRAY', repetition_type: REQUIRED, converted_type: 'UTF8' },
  { name: 'value', type: 'DOUBLE', repetition_type: OPTIONAL },
  { name: 'min', type: 'DOUBLE', repetition_type: OPTIONAL },
  { name: 'max', type: 'DOUBLE', repetition_type: OPTIONAL },
  { name: 'n', type: 'INT32', repetition_type: REQUIRED },
  { name: 'valid', type: 'INT32', repetition_type: REQUIRED },
  { name: 'q', type: 'INT32', repetition_type: REQUIRED },
]

type Compress = (bytes: Uint8Array) => Uint8Array
/** Available since Node 22.15; before, pages are compressed with the writer's own Snappy. */
const zstd = (zlib as { readonly zstdCompressSync?: Compress }).zstdCompressSync

/** Buffers a row group until it is flushed. */
class SinkWriter extends ByteWriter {
  readonly #sink: Sink

  constructor(sink: Sink) {
    super(1 << 20)
    this.#sink = sink
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes().slice()
    this.index = 0
    await this.#sink(bytes)
  }
}

/** Writes one row group per chunk; the header is JSON under `natim.head` in the file metadata. */
export async function openParquet(sink: Sink, head: readonly HeadLine[]): Promise<PointWriter> {
  const out = new SinkWriter(sink)
  const writer = new ParquetWriter({
    writer: out,
    schema: SCHEMA,
    createdBy: 'NATIM Console',
    kvMetadata: [{ key: 'natim.head', value: JSON.stringify(head) }],
    ...(zstd ? { codec: 'ZSTD', compressors: { ZSTD: (bytes: Uint8Array) => zstd(bytes) } } : { codec: 'SNAPPY' }),
  })
  return {
    async write({ channel, tsMs, v, min, max, n, valid, q }) {
      if (tsMs.length === 0) return
      const same = <T>(value: T) => Array.from(tsMs, () => value)
      await writer.write({
        rowGroupSize: tsMs.length,
        columnData: [
          { name: 'ts', data: BigInt64Array.from(tsMs, BigInt) },
          { name: 'channel_no', data: same(channel.channelNo) },
          { name: 'metric', data: same(channel.metricCode) },
          { name: 'unit', data: same(channel.unit) },
          { name: 'value', data: [...v] },
          { name: 'min', data: [...min] },
          { name: 'max', data: [...max] },
          { name: 'n', data: [...n] },
          { name: 'valid', data: [...valid] },
          { name: 'q', data: [...q] },
        ],
      })
    },
    async end() {
      await writer.finish()
      // The footer, which belongs to no row group.
      await out.flush()
    },
  }
}
