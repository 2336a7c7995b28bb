import { expect, it } from 'vitest'
import { readParams, writeParams } from './rule-params.ts'

it.each([
  ['{"prefix":"CN","width":2}', { prefix: 'CN', width: '2' }],
  ['{"pid":null}', { pid: '' }],
  ['[1]', {}],
  ['{', {}],
  ['', {}],
  [undefined, {}],
])('reads %j as %j', (json, params) => {
  expect(readParams(json)).toEqual(params)
})

it('writes parameters without empty ones', () => {
  expect(writeParams({ prefix: 'XJ', pid: '' })).toBe('{"prefix":"XJ"}')
  expect(writeParams({ pid: '' })).toBeUndefined()
})
