import { qualityNames } from '@natim/domain/quality'
import { formatGmt8, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
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

export type Cell = string | number | null

/** How a format writes a line. */
export interface LineFormat {
  readonly begin: string
  readonly cell: (value: Cell) => string
  /** A text that no other line has. */
  readonly single?: (value: string) => string
  readonly between: string
  readonly end: string
}

/** Lines that become one text: long enough to be written in one go, short enough to be forgotten soon. */
const PAGE_LINES = 512

/** The lines of a chunk as text, cells in the order of {@link COLUMN_TITLES}; what its lines share is written once. */
export function* pagesOf(
  chunk: PointChunk,
  { begin, cell, single = cell, between, end }: LineFormat,
): Generator<string> {
  const { channel, tsMs } = chunk
  const place = [channel.channelNo, channel.deviceName, channel.alias ?? channel.metricName].map(cell).join(between)
  const unit = cell(channel.unit)
  const timeOf = createTimeText()
  let quality = { bits: 0, text: `${cell(0)}${between}${cell('')}` }
  for (let first = 0; first < tsMs.length; first += PAGE_LINES) {
    let page = ''
    for (let i = first; i < Math.min(tsMs.length, first + PAGE_LINES); i++) {
      const bits = chunk.q[i] ?? 0
      if (bits !== quality.bits)
        quality = { bits, text: `${cell(bits)}${between}${cell(qualityNames(bits).join('、'))}` }
      const drawn = `${cell(chunk.v[i] ?? null)}${between}${cell(chunk.min[i] ?? null)}${between}${cell(chunk.max[i] ?? null)}`
      const counts = `${cell(chunk.n[i] ?? 0)}${between}${cell(chunk.valid[i] ?? 0)}`
      page += `${begin}${single(timeOf(tsMs[i] ?? 0))}${between}${place}${between}${drawn}${between}${counts}${between}${unit}${between}${quality.text}${end}`
    }
    yield page
  }
}

const PAIRS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
const THROUGH_HOUR = 'yyyy-MM-dd HH'.length

/** {@link formatGmt8} for instants in order: those of an hour share its text. */
function createTimeText(): (tsMs: number) => string {
  let [hourMs, hourText] = [Number.NaN, '']
  return (tsMs) => {
    const intoMs = tsMs - hourMs
    // GMT+8 is whole hours off: an hour of it is one of UTC.
    if (!(intoMs >= 0 && intoMs < HOUR_MS)) {
      hourMs = Math.floor(tsMs / HOUR_MS) * HOUR_MS
      hourText = formatGmt8(tsMs).slice(0, THROUGH_HOUR)
    }
    const seconds = Math.floor((tsMs - hourMs) / SECOND_MS)
    const minute = Math.floor((seconds * SECOND_MS) / MINUTE_MS)
    return `${hourText}:${PAIRS[minute]}:${PAIRS[seconds % 60]}`
  }
}
