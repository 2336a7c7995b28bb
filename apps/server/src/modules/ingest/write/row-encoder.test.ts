import { describe, expect, it } from 'vitest'
import { newPoints, type Points } from './points.ts'
import { RowEncoder } from './row-encoder.ts'

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)

function pointsOf(
  rows: readonly (readonly [tsMs: number, rxMs: number, v: number, device: number, channel: number, q: number])[],
): Points {
  const points = newPoints()
  for (const [tsMs, rxMs, v, device, channel, q] of rows) {
    points.tsMs.push(tsMs)
    points.rxMs.push(rxMs)
    points.values.push(v)
    points.deviceNos.push(device)
    points.channelNos.push(channel)
    points.flags.push(q)
  }
  return points
}

/** Decodes COPY's binary format from its documentation alone. */
function decode(buffer: Buffer) {
  expect(buffer.subarray(0, 11).toString('latin1')).toBe('PGCOPY\n\xff\r\n\0')
  let at = 11 + 4 + 4 + buffer.readInt32BE(15)
  const rows: number[][] = []
  for (;;) {
    const fields = buffer.readInt16BE(at)
    at += 2
    if (fields === -1) break
    const row: number[] = []
    for (let i = 0; i < fields; i++) {
      const length = buffer.readInt32BE(at)
      const field = buffer.subarray(at + 4, at + 4 + length)
      at += 4 + length
      if (i < 2) row.push(Number(field.readBigInt64BE()) / 1_000 + POSTGRES_EPOCH_MS)
      else if (length === 8) row.push(field.readDoubleBE())
      else row.push(length === 4 ? field.readInt32BE() : field.readInt16BE())
    }
    rows.push(row)
  }
  expect(at).toBe(buffer.length)
  return rows
}

describe('RowEncoder', () => {
  const rows = [
    [Date.UTC(2026, 10, 21, 3, 4, 5, 678), Date.UTC(2026, 10, 21, 3, 4, 6, 1), -0.42, 7, 1_201, 2_048],
    [Date.UTC(1999, 11, 31, 23, 59, 59, 999), Date.UTC(2099, 0, 1), 1e-300, 2 ** 31 - 1, 1, 0],
    [Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 1, 0, 0, 0, 1), 0, 1, 2, 4_095],
  ] as const

  it('writes rows that decode to the original values', () => {
    expect(decode(new RowEncoder().encode(pointsOf(rows)))).toEqual(rows)
  })

  it('reuses its buffer for shorter and longer groups', () => {
    const encoder = new RowEncoder()
    const many = Array.from({ length: 2_500 }, (_, i) => [1.7e12 + i, 1.7e12 + i, i / 3, i, i, i % 100] as const)
    for (const group of [rows, many, rows.slice(0, 1), [], many]) {
      expect(decode(encoder.encode(pointsOf(group)))).toEqual(group)
    }
  })
})
