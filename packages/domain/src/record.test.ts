import { expect, it } from 'vitest'
import { entriesOf, isKeyOf, isRecord, keysOf, recordOf } from './record.ts'

const TABLE = { low: 1, high: 2 }

it('lists keys and entries in their order', () => {
  expect(keysOf(TABLE)).toEqual(['low', 'high'])
  expect(entriesOf(TABLE)).toEqual([
    ['low', 1],
    ['high', 2],
  ])
})

it('gives each key its value', () => {
  expect(recordOf(['a', 'bb'], (key) => key.length)).toEqual({ a: 1, bb: 2 })
  expect(recordOf([], () => 1)).toEqual({})
})

it('knows its own keys only', () => {
  expect(isKeyOf(TABLE, 'low')).toBe(true)
  expect(isKeyOf(TABLE, 'toString')).toBe(false)
})

it('tells objects from other values', () => {
  expect([{}, new Error('x')].map(isRecord)).toEqual([true, true])
  expect([null, undefined, 'text', 1].map(isRecord)).toEqual([false, false, false, false])
})
