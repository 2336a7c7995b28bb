import { expect, it } from 'vitest'
import { jsonOf, rowsOf } from './rule-parts.ts'

const PARTS = [
  { digits: '*', pattern: '.{5}', message: '5 位', priority: '1' },
  { digits: '2', pattern: 'GD', message: '前缀' },
]

it('converts stored text to rows and back', () => {
  expect(rowsOf(JSON.stringify([PARTS[0], { ...PARTS[1], digits: 2 }]))).toEqual([
    { id: 'part-0', ...PARTS[0] },
    { id: 'part-1', ...PARTS[1], priority: '' },
  ])
  expect(JSON.parse(jsonOf(rowsOf(JSON.stringify(PARTS))))).toEqual(PARTS)
})

it('has no priority for a step over some characters, and no rows for unreadable text', () => {
  expect(JSON.parse(jsonOf([{ digits: 3, pattern: '\\d+', message: null, priority: '0' }]))).toEqual([
    { digits: '3', pattern: '\\d+', message: '' },
  ])
  expect([rowsOf('{'), rowsOf('[]'), rowsOf(undefined)]).toEqual([[], [], []])
})
