import { qualityNames } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import type { PointChunk } from './points.ts'

/** Where the bytes of a file go, in order. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes a file chunk by chunk; whoever opened it has written the head. */
export interface PointWriter {
  write(chunk: PointChunk): Promise<void>
  end(): Promise<void>
}

export const COLUMN_TITLES = [
  '时间（GMT+8）',
  '通道号',
  '设备',
  '通道',
  '值',
  '最小',
  '最大',
  '样本',
  '有效',
  '单位',
  '质量位',
  '质量标志',
] as const

/** The cells of a line, in the order of {@link COLUMN_TITLES}. */
export function* linesOf(chunk: PointChunk): Generator<(string | number | null)[]> {
  const { channel } = chunk
  const name = channel.alias ?? channel.metricName
  for (const [i, tsMs] of chunk.tsMs.entries()) {
    const q = chunk.q[i] ?? 0
    const [v, min, max] = [chunk.v[i] ?? null, chunk.min[i] ?? null, chunk.max[i] ?? null]
    const time = formatGmt8(tsMs)
    const [n, valid] = [chunk.n[i] ?? 0, chunk.valid[i] ?? 0]
    const flags = qualityNames(q).join('、')
    yield [time, channel.channelNo, channel.deviceName, name, v, min, max, n, valid, channel.unit, q, flags]
  }
}
