import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUERY_MATCHES, QUERY_RULES } from './constants.ts'
import { filledLines, parseSuperQueryText, type QueryLine, superQueryParameters } from './super-query.ts'

describe('an advanced query', () => {
  it('[CO-53] a line sends all its keys to the server except the choices of its control', () => {
    // `Required` plus a literal: an extra or missing key does not compile.
    const line: Required<QueryLine> = {
      field: 'status',
      rule: 'eq',
      val: '1',
      type: 'popup',
      dbType: 'int',
      options: [{ value: 1, text: '正常' }],
      dictCode: 'user_status',
      dictTable: 'sys_user',
      dictText: 'realname',
      customReturnField: 'id',
      popup: { code: 'device' },
      extendOption: ['Y', 'N'],
      formatStr: 'YYYY',
    }
    const { options: _options, ...sent } = line
    const { superQueryParams = '' } = superQueryParameters([line], 'or')
    expect(parseSuperQueryText(superQueryParams)).toEqual([sent])
  })

  it('sends complete lines, several values joined, without the choices of a control', () => {
    const lines: QueryLine[] = [
      { field: 'name', rule: 'like', val: ' 苏州 ', type: 'text' },
      { field: 'status', rule: 'in', val: ['1', 2], dictCode: 'user_status', options: [{ value: 1, text: '正常' }] },
      { field: 'age', rule: 'eq', val: 0 },
      { field: 'isOpen', rule: 'eq', val: false },
      { field: 'name', rule: 'eq', val: '' },
      { field: 'name', rule: 'eq', val: [] },
      { field: 'name', rule: 'eq', val: null },
      { field: '', rule: 'eq', val: 'x' },
      { field: 'name', val: 'x' },
    ]
    expect(filledLines(lines)).toEqual([
      { field: 'name', rule: 'like', val: '苏州', type: 'text' },
      { field: 'status', rule: 'in', val: '1,2', dictCode: 'user_status' },
      { field: 'age', rule: 'eq', val: '0' },
      { field: 'isOpen', rule: 'eq', val: 'false' },
    ])
    expect(superQueryParameters([{ field: 'name', rule: 'eq', val: '' }], 'and')).toEqual({})
  })

  it('arrives as sent, whatever the values contain', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ field: fc.string({ minLength: 1 }), val: fc.string({ minLength: 1, unit: 'grapheme' }) })),
        fc.constantFrom(...QUERY_RULES),
        fc.constantFrom(...QUERY_MATCHES),
        (given, rule, match) => {
          const lines = given.map((line) => ({ ...line, rule }))
          const sent = superQueryParameters(lines, match)
          const arrived = parseSuperQueryText(new URLSearchParams({ q: sent.superQueryParams ?? '[]' }).get('q') ?? '')
          expect(arrived).toEqual(filledLines(lines))
          if (filledLines(lines).length > 0) expect(sent.superQueryMatchType).toBe(match)
        },
      ),
    )
  })

  it.each([
    ['encoded once more', encodeURI('[{"field":"名","val":"100%"}]'), [{ field: '名', val: '100%' }]],
    ['not encoded again', '[{"field":"名","val":"100%"}]', [{ field: '名', val: '100%' }]],
    ['an object', '{}', undefined],
    ['a text', '"x"', undefined],
    ['broken', '[{', undefined],
    ['nothing', '', undefined],
    ['a broken escape', '%E0%A4', undefined],
  ])('parses text that is %s', (_name, text, lines) => {
    expect(parseSuperQueryText(text)).toEqual(lines)
  })
})
