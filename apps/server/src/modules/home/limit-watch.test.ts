import type { LimitMark } from '@natim/contract/mon/limit'
import { expect, test } from 'vitest'
import { limitPressure } from './limit-watch.ts'

const mark = (value: number, severity: LimitMark['severity']): LimitMark => ({
  name: String(value),
  value,
  avgPeriod: '60min',
  severity,
  source: '',
})
const AEGL = [mark(0.5, 4), mark(2, 2), mark(20, 1)]

test('pressure orders by severity first, then by how far beyond the limit the value lies', () => {
  const values = [0, 0.2, 0.49, 0.51, 1.9, 2.1, 19, 21, 200]
  const pressures = values.map((value) => limitPressure(value, AEGL))
  expect(pressures).toEqual([...pressures].sort((a, b) => a - b))
  expect(limitPressure(0.25, AEGL)).toBe(0.5)
  expect(limitPressure(21, AEGL)).toBeGreaterThan(limitPressure(10_000, [mark(1, 2)]))
})

test('without limits there is no pressure', () => {
  expect(limitPressure(1e9, [])).toBe(0)
})
