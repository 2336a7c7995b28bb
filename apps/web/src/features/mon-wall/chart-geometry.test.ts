import { expect, it } from 'vitest'
import { niceStep, trendOf, valueAt, wallChart } from './chart-geometry.ts'

const BOX = { fromMs: 0, toMs: 100, width: 100, height: 100, gapMs: 25, limits: [] }

it('breaks the line at gaps and missing values', () => {
  const { lines } = wallChart({ ...BOX, timesMs: [10, 20, 60, 70, 80, 90], values: [1, 1, 1, null, 1, 1] })
  expect(lines).toHaveLength(3)
})

it('leaves out values outside the span', () => {
  const { lines, end } = wallChart({ ...BOX, timesMs: [-10, 50, 110], values: [9, 1, 9], gapMs: 1_000 })
  expect(lines).toHaveLength(1)
  expect(end?.x).toBe(50)
})

it('starts at 0, and includes limits within reach but none far above', () => {
  const values = [1, 2]
  const near = wallChart({ ...BOX, timesMs: [10, 20], values, limits: [{ value: 5 }, { value: 500 }] })
  expect(near.ticks[0]?.value).toBe(0)
  const top = near.ticks.at(-1)?.value ?? 0
  expect(top).toBeGreaterThanOrEqual(5)
  expect(top).toBeLessThan(20)
  expect(near.yOf(0)).toBe(100)
})

it.each([
  [75, 3, 25],
  [3, 3, 1],
  [0.32, 2, 0.2],
])('divides %d into about %d round parts', (span, parts, step) => {
  expect(niceStep(span, parts)).toBeCloseTo(step)
})

it('finds the value at an instant, and none before the first', () => {
  const columns = { timesMs: [10, 20, 30], values: [1, null, 3] }
  expect(valueAt(columns, 9)).toBeUndefined()
  expect(valueAt(columns, 15)).toEqual({ tsMs: 10, value: 1 })
  expect(valueAt(columns, 25)).toBeUndefined()
  expect(valueAt(columns, 99)).toEqual({ tsMs: 30, value: 3 })
})

it('tells a rise and a fall from noise', () => {
  expect(trendOf([1, 1, 1, 2])).toBe('up')
  expect(trendOf([2, 2, 2, 1])).toBe('down')
  expect(trendOf([1, 1.01, 0.99, 1.005])).toBe('flat')
  expect(trendOf([1])).toBe('flat')
})
