import { describe, expect, it } from 'vitest'
import { parseFilterValue } from './filter-value.ts'

describe('a filter value of contract/00 §8', () => {
  it.each([
    ['abc', { op: 'eq', value: 'abc' }],
    ['  abc ', { op: 'eq', value: 'abc' }],
    ['*abc*', { op: 'contains', value: 'abc' }],
    ['*abc', { op: 'endsWith', value: 'abc' }],
    ['abc*', { op: 'startsWith', value: 'abc' }],
    ['*', { op: 'eq', value: '*' }],
    ['!abc', { op: 'ne', value: 'abc' }],
    ['>= 5', { op: 'ge', value: '5' }],
    ['>=5', { op: 'ge', value: '5' }],
    ['<5', { op: 'lt', value: '5' }],
    ['a,b,c', { op: 'in', values: ['a', 'b', 'c'] }],
    ['1,2,', { op: 'in', values: ['1', '2'] }],
    [',a,b,', { op: 'containsAny', values: ['a', 'b'] }],
    ['a++b', { op: 'eq', value: 'a,b' }],
    ['100%_', { op: 'eq', value: '100%_' }],
    ['gt 5', { op: 'eq', value: 'gt 5' }],
  ])('%j means %j', (text, condition) => {
    expect(parseFilterValue(text)).toEqual(condition)
  })

  it.each(['', '   ', '**', '!', '>=', ',,'])('%j is no condition', (text) => {
    expect(parseFilterValue(text)).toBeUndefined()
  })
})
