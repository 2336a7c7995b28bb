import type { LimitMark } from '@natim/contract/mon/limit'
import { expect, test } from 'vitest'
import { limitPressure } from './limit-watch.ts'

const mark = (value: number, severity: LimitMark['severity'], given: Partial<LimitMark> = {}): LimitMark => ({
  name: String(value),
  value,
  avgPeriod: '60min',
  op: '>=',
  severity,
  source: '',
  ...given,
})
const AEGL = [mark(0.5, 4), mark(2, 2), mark(20, 1)]
const pressureOf = (mean: number | null, limits = AEGL) =>
  limitPressure(limits, { reading: 0, means: { '60min': mean } })

test('pressure ranks by severity first, then by how far the mean exceeds the limit', () => {
  const values = [0, 0.2, 0.49, 0.5, 0.51, 1.9, 2, 2.1, 19, 20, 21, 200]
  const pressures = values.map((value) => pressureOf(value))
  expect(pressures).toEqual([...pressures].sort((a, b) => a - b))
  expect(pressureOf(0.25)).toBe(0.5)
  expect(pressureOf(21)).toBeGreaterThan(pressureOf(10_000, [mark(1, 2)]))
})

test('single readings are not compared with limits for means, nor means with limits for readings', () => {
  expect(limitPressure(AEGL, { reading: 500, means: { '60min': 0.05 } })).toBe(0.1)
  const mac = [mark(10, 4, { avgPeriod: 'instant' })]
  expect(limitPressure(mac, { reading: 5, means: { '60min': 500 } })).toBe(0.5)
})

test('the operator of the limit decides at exactly its value', () => {
  expect(pressureOf(2, [mark(2, 2)])).toBeGreaterThan(1)
  expect(pressureOf(2, [mark(2, 2, { op: '>' })])).toBe(1)
  expect(pressureOf(2.01, [mark(2, 2, { op: '>' })])).toBeGreaterThan(1)
})

test('pressure is zero without limits or usable values', () => {
  expect(limitPressure([], { reading: 1e9 })).toBe(0)
  expect(pressureOf(null)).toBe(0)
})
