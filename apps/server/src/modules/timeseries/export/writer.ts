import { qualityNames } from '@natim/domain/quality'
import { formatGmt8, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { PointChunk } from './points.ts'

/** Receives the bytes of a file, in order. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** Writes a file chunk by chunk; opening it has written the header. */
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

/** Line syntax of a format. */
export interface LineFormat {
  readonly begin: string
  readonly cell: (value: Cell) => string
  /** Formats a text that occurs in one line only. */
  readonly single?: (value: string) => string
  readonly between: string
  readonly end: string
}

/** Lines joined into one text: large enough for efficient writes, small enough to be freed soon. */
const PAGE_LINES = 512

/**
 * The lines of a chunk as text, cells in the order of {@link COLUMN_TITLES}; parts that lines share are formatted once.
 */
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

/** {@link formatGmt8} for ascending instants: the text of an hour is cached. */
function createTimeText(): (tsMs: number) => string {
  let [hourMs, hourText] = [Number.NaN, '']
  return (tsMs) => {
    const intoMs = tsMs - hourMs
    // GMT+8 is offset by whole hours, so its hours are UTC hours.
    if (!(intoMs >= 0 && intoMs < HOUR_MS)) {
      hourMs = Math.floor(tsMs / HOUR_MS) * HOUR_MS
      hourText = formatGmt8(tsMs).slice(0, THROUGH_HOUR)
    }
    const seconds = Math.floor((tsMs - hourMs) / SECOND_MS)
    const minute = Math.floor((seconds * SECOND_MS) / MINUTE_MS)
    return `${hourText}:${PAIRS[minute]}:${PAIRS[seconds % 60]}`
  }
}
