import { QUALITY, qualityNames } from '@natim/domain/quality'
import { formatGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import type { PointChunk } from './points.ts'
import { pagesOf } from './writer.ts'

const STEP_MS = 7_000
const LINES = 1_300
const FROM_MS = Date.UTC(2026, 2, 1, 15, 50)

const channel = { channelNo: 7, deviceName: '东门 1#', alias: null, metricName: '氯气', unit: 'mg/m³' }
const indices = Array.from({ length: LINES }, (_, i) => i)
const qualityOf = (i: number) => (i >= 600 && i < 610 ? QUALITY.calibration : 0)
const chunk = {
  channel,
  level: 'raw',
  tsMs: indices.map((i) => FROM_MS + i * STEP_MS),
  v: indices.map((i) => (i === 3 ? null : i / 10)),
  min: indices.map(() => null),
  max: indices.map(() => null),
  n: indices.map(() => 1),
  valid: indices.map((i) => (qualityOf(i) === 0 ? 1 : 0)),
  q: indices.map(qualityOf),
  done: 1,
} as unknown as PointChunk

describe('the lines of a chunk', () => {
  it('have their own time, value and quality across pages, hours and midnight', () => {
    const format = { begin: '[', cell: (value: unknown) => String(value), between: '|', end: ']' }
    const expected = indices.map((i) => {
      const own = [formatGmt8(FROM_MS + i * STEP_MS), 7, '东门 1#', '氯气', i === 3 ? null : i / 10, null, null]
      const counts = [1, qualityOf(i) === 0 ? 1 : 0, 'mg/m³', qualityOf(i), qualityNames(qualityOf(i)).join('、')]
      return `[${[...own, ...counts].map(String).join('|')}]`
    })
    expect([...pagesOf(chunk, format)].join('')).toBe(expected.join(''))
    expect(expected.at(-1)).toContain('2026-03-02 02:21:33')
  })
})
