import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCondition } from './condition.ts'

const group = (text: string) => parseCondition(text)?.anyOf

describe('the condition of a table dictionary', () => {
  it.each([
    ["status = '1'", [[{ column: 'status', test: { op: 'eq', value: '1' } }]]],
    ['status=1', [[{ column: 'status', test: { op: 'eq', value: '1' } }]]],
    ["name != 'O''Brien'", [[{ column: 'name', test: { op: 'ne', value: "O'Brien" } }]]],
    ['n < -1.5', [[{ column: 'n', test: { op: 'lt', value: '-1.5' } }]]],
    ['n > 1', [[{ column: 'n', test: { op: 'gt', value: '1' } }]]],
    ['n <= 1', [[{ column: 'n', test: { op: 'le', value: '1' } }]]],
    ['n >= 1', [[{ column: 'n', test: { op: 'ge', value: '1' } }]]],
    ["NAME LIKE '%苏%'", [[{ column: 'name', test: { op: 'contains', value: '苏' } }]]],
    ["name like '苏%'", [[{ column: 'name', test: { op: 'startsWith', value: '苏' } }]]],
    ["name like '%苏'", [[{ column: 'name', test: { op: 'endsWith', value: '苏' } }]]],
    ["name like 'a_b'", [[{ column: 'name', test: { op: 'eq', value: 'a_b' } }]]],
    ["code in ('a', 'b', 3)", [[{ column: 'code', test: { op: 'in', values: ['a', 'b', '3'] } }]]],
    ['pid is null', [[{ column: 'pid', test: 'isNull' }]]],
    ["name = 'x or 1=1'", [[{ column: 'name', test: { op: 'eq', value: 'x or 1=1' } }]]],
  ])('reads %s', (text, anyOf) => {
    expect(group(text)).toEqual(anyOf)
  })

  it('gives `and` precedence over `or`', () => {
    const term = (column: string) => ({ column, test: { op: 'eq', value: '1' } })
    expect(group('a = 1 and b = 1 or c = 1')).toEqual([[term('a'), term('b')], [term('c')]])
  })

  it('reads an order at the end or on its own', () => {
    expect(parseCondition('a = 1 order by b desc')?.orderBy).toEqual({ column: 'b', isDescending: true })
    expect(parseCondition('order by b asc')).toEqual({ anyOf: [], orderBy: { column: 'b', isDescending: false } })
    expect(parseCondition('order by b')?.orderBy?.isDescending).toBe(false)
  })

  it('accepts at most ten terms', () => {
    const terms = (count: number) => Array.from({ length: count }, () => 'a = 1').join(' and ')
    expect(group(terms(10))?.[0]).toHaveLength(10)
    expect(group(terms(11))).toBeUndefined()
  })

  it.each([
    '',
    ' ',
    'a',
    'a =',
    '= 1',
    'a = b',
    'a = 1;',
    'a = 1 --',
    'a = 1 /* x */',
    "a = 'x",
    "a = 'x' union select 1",
    'a = 1 and',
    'a = 1 or or b = 1',
    '1 = 1',
    "'a' = 'a'",
    '(a = 1)',
    'a = (select 1)',
    'a = pg_sleep(1)',
    'a in ()',
    "a in ('x'",
    'a in (select 1)',
    'a between 1 and 2',
    'a is not null',
    'not a = 1',
    'a = 1 limit 1',
    'a = 1 order by',
    'a = 1 order by b, c',
    'a = 1 order by 1',
    'order by b desc a = 1',
    'a = $1',
    'a <> 1',
    'a = 1x',
    'a ~ 1',
    'source.a = 1',
    'a::text = 1',
    '"a" = 1',
  ])('refuses %j', (text) => {
    expect(parseCondition(text)).toBeUndefined()
  })

  it('parses any text to at most ten comparisons of plain names, without throwing', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        "'x'",
        '1',
        '=',
        '<=',
        'and',
        'or',
        'in',
        '(',
        ')',
        ',',
        'like',
        'is',
        'null',
        'order',
        'by',
      ),
      fc.constantFrom("''", "'%", ';', '--', '/*', '"a"', '$1', 'select', 'not'),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('', ' '), (pieces, between) => {
        const parsed = parseCondition(pieces.join(between))
        const terms = parsed?.anyOf.flat() ?? []
        expect(terms.length).toBeLessThanOrEqual(10)
        for (const column of [...terms.map((term) => term.column), parsed?.orderBy?.column ?? 'a'])
          expect(column).toMatch(/^[a-z_]\w*$/)
      }),
      { numRuns: 1_000 },
    )
  })
})
