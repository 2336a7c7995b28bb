import { describe, expect, it } from 'vitest'
import { captioned, fieldName, joinValues, pairOf, togglePair } from './pair.ts'

const A = { value: 'a', text: '甲' }
const B = { value: 'b', text: '乙' }

describe('the choice', () => {
  it('adds several in order, and removes them', () => {
    expect(togglePair([A], B, true)).toEqual([A, B])
    expect(togglePair([A, B], A, true)).toEqual([B])
  })

  it('replaces the other in single mode, and stays when chosen again', () => {
    expect(togglePair([A], B, false)).toEqual([B])
    expect(togglePair([A], A, false)).toEqual([A])
  })

  it('is stored as a comma list and shown by its labels, an unknown value as itself', () => {
    expect(joinValues([A, B])).toBe('a,b')
    expect(captioned(['b', 'x'], [A, B])).toEqual([B, { value: 'x', text: 'x' }])
  })
})

it.each([
  ['username', 'username'],
  ['org_code', 'orgCode'],
  ['work_no', 'workNo'],
  ['departName', 'departName'],
])('maps the field %s to %s', (given, name) => expect(fieldName(given)).toBe(name))

it('reads value and label from a row, using the value when there is no label', () => {
  const row = { orgCode: 'A01', departName: '值班一处', memo: null }
  expect(pairOf(row, 'org_code', 'depart_name')).toEqual({ value: 'A01', text: '值班一处' })
  expect(pairOf(row, 'orgCode', 'memo')).toEqual({ value: 'A01', text: 'A01' })
})
