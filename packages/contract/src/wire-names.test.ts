import { describe, expect, it } from 'vitest'
import { parseSuperQueryText, superQueryParameters } from './super-query.ts'
import { fromWireNames, queryFromWireNames, queryToWireNames, toWireNames } from './wire-names.ts'

const names = { title: 'titile' }

describe('wire names', () => {
  it('are applied at any depth and reversed', () => {
    const ours = { records: [{ id: '1', title: 'a', list: [{ title: 'b' }], none: null }], total: 1 }
    const wire = { records: [{ id: '1', titile: 'a', list: [{ titile: 'b' }], none: null }], total: 1 }
    expect(toWireNames(ours, names)).toEqual(wire)
    expect(fromWireNames(wire, names)).toEqual(ours)
  })

  it('also accept our own name, with precedence for the wire name', () => {
    expect(fromWireNames({ title: 'ours' }, names)).toEqual({ title: 'ours' })
    expect(fromWireNames({ titile: 'wire', title: 'ours' }, names)).toEqual({ title: 'wire' })
  })

  it('apply to sort columns of a query', () => {
    expect(queryFromWireNames({ column: 'titile,createTime', titile: '*a*' }, names)).toEqual({
      column: 'title,createTime',
      title: '*a*',
    })
    expect(queryToWireNames({ column: 'title', title: '*a*' }, names)).toEqual({ column: 'titile', titile: '*a*' })
  })

  it('apply to the fields of an advanced query, not to their values', () => {
    const query = superQueryParameters(
      [
        { field: 'title', rule: 'eq', val: 'title 100%' },
        { field: 'sub,title', rule: 'eq', val: 'x' },
      ],
      'or',
    )
    const wire = queryToWireNames(query, names) as typeof query
    expect(parseSuperQueryText(wire.superQueryParams ?? '')).toEqual([
      { field: 'titile', rule: 'eq', val: 'title 100%' },
      { field: 'sub,titile', rule: 'eq', val: 'x' },
    ])
    expect(queryFromWireNames(wire, names)).toEqual(query)
    const odd = { superQueryParams: '[null, 7, {"field": 1}, {"x": "\\ud800"}]' }
    expect(parseSuperQueryText(String((queryFromWireNames(odd, names) as typeof odd).superQueryParams))).toHaveLength(4)
    expect(queryFromWireNames({ superQueryParams: '[{' }, names)).toEqual({ superQueryParams: '[{' })
  })

  it('change nothing without a table', () => {
    const value = { titile: 'a' }
    expect(fromWireNames(value, undefined)).toBe(value)
    expect(queryToWireNames(value, undefined)).toBe(value)
  })
})
