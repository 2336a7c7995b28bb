import { expect, it } from 'vitest'
import { levelOf, nextCode } from './level-code.ts'

it.each([
  ['', [], 'A01'],
  ['', ['A01', 'A03'], 'A04'],
  ['A01', ['A01A01', 'A01A99'], 'A01B01'],
  ['A01', ['A01A09', 'odd', 'A02A50', 'A01A09A99'], 'A01A10'],
  ['', ['Z99'], undefined],
])('below %j with siblings %j the next is %s', (parent, siblings, next) => {
  expect(nextCode(parent, siblings)).toBe(next)
})

it('counts levels from 1', () => {
  expect(['A01', 'A01A02', 'A01A02B03'].map(levelOf)).toEqual([1, 2, 3])
})
