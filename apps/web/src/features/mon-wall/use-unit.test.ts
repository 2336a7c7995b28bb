import { expect, it } from 'vitest'
import { unitOf } from './use-unit.ts'

it.each([
  ['a wall of 1920 × 1080', 1_920, 1_080, 1],
  ['the wide one, a quarter larger', 3_840, 1_080, 1.25],
  ['4K', 3_840, 2_160, 2],
  ['a desk', 1_440, 900, 0.75],
  ['a phone, where panels stand one below the other', 375, 800, 1],
])('%s', (_name, width, height, unit) => {
  expect(unitOf(width, height)).toBe(unit)
})

it('a tile of a video wall fills its window', () => {
  expect(unitOf(1_920, 1_080, true)).toBeCloseTo(2.08, 2)
})
