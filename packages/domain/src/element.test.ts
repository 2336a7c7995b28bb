import { expect, it } from 'vitest'
import { element } from './element.ts'

it('returns the element, whatever its kind', () => {
  const mixed = [0, Number.NaN, null, '', false]
  expect(mixed.map((_, i) => element(mixed[i]))).toEqual(mixed)
  expect(element(new Float64Array([1.5])[0])).toBe(1.5)
})

it('refuses a column that is shorter than the others', () => {
  const points = { tsMs: [1_000, 2_000], values: [7] }
  expect(() => points.tsMs.map((_, i) => element(points.values[i]))).toThrow(RangeError)
})
