import { describe, expect, it } from 'vitest'
import { fromWireNames, queryFromWireNames, queryToWireNames, toWireNames } from './wire-names.ts'

const names = { title: 'titile' }

describe('names at the wire', () => {
  it('renames at any depth and back', () => {
    const ours = { records: [{ id: '1', title: 'a', list: [{ title: 'b' }], none: null }], total: 1 }
    const wire = { records: [{ id: '1', titile: 'a', list: [{ titile: 'b' }], none: null }], total: 1 }
    expect(toWireNames(ours, names)).toEqual(wire)
    expect(fromWireNames(wire, names)).toEqual(ours)
  })

  it('understands our own name too, and lets the name of the wire win', () => {
    expect(fromWireNames({ title: 'ours' }, names)).toEqual({ title: 'ours' })
    expect(fromWireNames({ titile: 'wire', title: 'ours' }, names)).toEqual({ title: 'wire' })
  })

  it('renames sort columns of a query', () => {
    expect(queryFromWireNames({ column: 'titile,createTime', titile: '*a*' }, names)).toEqual({
      column: 'title,createTime',
      title: '*a*',
    })
    expect(queryToWireNames({ column: 'title', title: '*a*' }, names)).toEqual({ column: 'titile', titile: '*a*' })
  })

  it('leaves everything alone without a table', () => {
    const value = { titile: 'a' }
    expect(fromWireNames(value, undefined)).toBe(value)
    expect(queryToWireNames(value, undefined)).toBe(value)
  })
})
