import { superQueryParameters } from '@natim/contract/super-query'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { AppError } from '../errors.ts'
import { ALL, createProbe, foundBy, PROBE_PARTS } from './testing/probe.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await createProbe(database.db)
})
afterAll(() => database.close())

type Given = readonly [field: string, rule: string, val: unknown]
const linesOf = (lines: readonly Given[]) => lines.map(([field, rule, val]) => ({ field, rule, val }))
const find = (lines: readonly Given[], superQueryMatchType = 'and', filters: Record<string, string> = {}) =>
  foundBy(database.db, {
    ...filters,
    superQueryParams: encodeURI(JSON.stringify(linesOf(lines))),
    superQueryMatchType,
  })
const without = (...ids: number[]) => ALL.filter((id) => !ids.includes(id))

describe('advanced query: rules', () => {
  it.each<[string, Given, number[]]>([
    ['等于', ['title', 'eq', 'abc'], [1]],
    ['不等于，含空值', ['title', 'ne', 'abc'], without(1)],
    ['包含', ['title', 'like', 'abc'], [1, 2, 3, 8]],
    ['结尾', ['title', 'left_like', 'abc'], [1, 3, 8]],
    ['开头', ['title', 'right_like', 'abc'], [1, 2]],
    ['多值', ['title', 'in', 'abc,xabc,'], [1, 3]],
    ['多值为数组', ['title', 'in', ['abc', 'xabc']], [1, 3]],
    ['星号是字面值', ['title', 'eq', '*'], [7]],
    ['百分号是字面值', ['title', 'like', '%_'], [5]],
    ['感叹号是字面值', ['title', 'eq', '!abc'], []],
    ['逗号是字面值', ['title', 'eq', 'a,b'], [4]],
    ['数大于', ['amount', 'gt', '1'], [2, 3, 7, 8]],
    ['数大于等于', ['amount', 'ge', 7], [3, 8]],
    ['数小于', ['amount', 'lt', '0'], [4]],
    ['数小于等于', ['amount', 'le', '0'], [4, 5]],
    ['数多值', ['amount', 'in', '1,2'], [1, 2]],
    ['数不等于，含空值', ['amount', 'ne', '1'], without(1)],
    ['时刻', ['seenAt', 'eq', '2026-11-01 00:00:00'], [1]],
    ['时刻之后', ['seenAt', 'gt', '2026-11-03 12:00:00'], [5, 8]],
    ['一整天', ['seenAt', 'eq', '2026-11-01'], [1, 2]],
    ['那天之后', ['seenAt', 'gt', '2026-11-01'], [3, 4, 5, 8]],
    ['到那天为止', ['seenAt', 'le', '2026-11-01'], [1, 2, 7]],
    ['几天', ['seenAt', 'in', '2026-11-01,2026-11-02'], [1, 2, 3]],
    ['不在那天，含空值', ['seenAt', 'ne', '2026-11-01'], without(1, 2)],
    ['日期', ['dueOn', 'ge', '2026-12-01'], [4, 5]],
  ])('%s：%j', async (_name, line, ids) => {
    expect(await find([line])).toEqual(ids)
  })

  it('matches all or any lines, in upper or lower case', async () => {
    const lines: Given[] = [
      ['title', 'like', 'abc'],
      ['amount', 'gt', '5'],
    ]
    expect(await find(lines)).toEqual([3, 8])
    expect(await find(lines, 'or')).toEqual([1, 2, 3, 8])
    expect(await find(lines, 'OR')).toEqual([1, 2, 3, 8])
    expect(await find(lines, 'anything')).toEqual([3, 8])
  })

  it("is ANDed with the list's own conditions also when any line may match", async () => {
    const lines: Given[] = [
      ['title', 'eq', 'abc'],
      ['amount', 'eq', '10'],
    ]
    expect(await find(lines, 'or', { amount: '<5' })).toEqual([1])
  })

  it('ignores lines without field, rule or value, and is no condition when all are empty', async () => {
    const blank: Given[] = [
      ['', 'eq', 'x'],
      ['title', '', 'x'],
      ['title', 'eq', '  '],
      ['title', 'eq', null],
      ['title', 'in', []],
    ]
    expect(await find(blank)).toEqual(ALL)
    expect(await find([...blank, ['title', 'eq', 'abc']])).toEqual([1])
    for (const superQueryParams of ['', '[]', '%5B%5D']) {
      expect(await foundBy(database.db, { superQueryParams, superQueryMatchType: 'or' })).toEqual(ALL)
    }
  })

  it('reads what the client writes', async () => {
    const query = superQueryParameters([{ field: 'title', rule: 'in', val: ['100%_x', 'abc'], type: 'text' }], 'or')
    expect(await foundBy(database.db, query)).toEqual([1, 5])
  })
})

describe('advanced query: sub-tables', () => {
  const PARTS: readonly (readonly [number, string, number])[] = [
    [1, 'bolt', 3],
    [1, 'nut', 9],
    [2, 'bolt', 9],
    [3, 'nut', 3],
  ]
  beforeAll(async () => {
    await sql`create table probe_part (probe_id int, name text, size float8)`.execute(database.db)
    for (const [probeId, name, size] of PARTS)
      await sql`insert into probe_part values (${probeId}, ${name}, ${size})`.execute(database.db)
  })
  const findBelow = (lines: readonly Given[], superQueryMatchType = 'and') =>
    foundBy(
      database.db,
      { superQueryParams: JSON.stringify(linesOf(lines)), superQueryMatchType },
      { part: PROBE_PARTS },
    )

  it.each<[string, Given[], string, number[]]>([
    ['有这样的子行', [['part,name', 'eq', 'bolt']], 'and', [1, 2]],
    [
      '两个条件落在同一子行',
      [
        ['part,name', 'eq', 'bolt'],
        ['part,size', 'gt', '5'],
      ],
      'and',
      [2],
    ],
    [
      '任一条件',
      [
        ['part,name', 'eq', 'nut'],
        ['part,size', 'gt', '5'],
      ],
      'or',
      [1, 2, 3],
    ],
    [
      '与主表的条件',
      [
        ['part,name', 'eq', 'nut'],
        ['title', 'eq', 'abc'],
      ],
      'and',
      [1],
    ],
    [
      '或主表的条件',
      [
        ['part,name', 'eq', 'nut'],
        ['title', 'eq', '*'],
      ],
      'or',
      [1, 3, 7],
    ],
  ])('%s', async (_name, lines, match, ids) => {
    expect(await findBelow(lines, match)).toEqual(ids)
  })

  it.each(['other,name', 'part,password', 'part,__proto__', '__proto__,name', 'part', 'part,name,x', 'part,', ',name'])(
    'refuses %j, which is not declared',
    async (field) => {
      await expect(findBelow([[field, 'eq', 'x']])).rejects.toMatchObject({ code: 'query.field_unknown' })
    },
  )

  it('refuses sub-table fields on a list without sub-tables', async () => {
    await expect(find([['part,name', 'eq', 'bolt']])).rejects.toMatchObject({ code: 'query.field_unknown' })
  })
})

describe('advanced query: refusals', () => {
  const refusal = async (lines: readonly Given[]) => {
    const error: unknown = await find(lines).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).message).toMatch(/\p{Script=Han}/u)
    return (error as AppError).code
  }

  it.each([
    'password',
    'passwordHash',
    'seen_at',
    'probe.title',
    "title' or '1'='1",
    'title; drop table probe',
    '(select 1)',
    '__proto__',
    'constructor',
    'toString',
    'TITLE',
    '标题',
  ])('refuse the unknown field %j', async (field) => {
    expect(await refusal([[field, 'eq', 'x']])).toBe('query.field_unknown')
    expect(
      await refusal([
        ['title', 'eq', 'abc'],
        [field, 'eq', 'x'],
      ]),
    ).toBe('query.field_unknown')
  })

  it.each(['=', 'EQ', 'between', 'is', "eq' or 1=1", '__proto__', 'constructor', 'not_in', 'USE_SQL_RULES'])(
    'refuse the unknown rule %j',
    async (rule) => {
      expect(await refusal([['title', rule, 'x']])).toBe('query.rule_refused')
    },
  )

  it.each<Given>([
    ['amount', 'like', '1'],
    ['seenAt', 'right_like', '2026-11-01'],
    ['dueOn', 'left_like', '2026-11-01'],
  ])('refuse for field %j the rule %j', async (...line) => {
    expect(await refusal([line])).toBe('query.rule_refused')
  })

  it.each<Given>([
    ['amount', 'eq', 'abc'],
    ['amount', 'in', '1,x'],
    ['amount', 'gt', '1 or 1=1'],
    ['seenAt', 'eq', 'now()'],
    ['seenAt', 'gt', '2026-02-30'],
    ['seenAt', 'in', '2026-11-01,2026-11-01 00:00:60'],
    ['dueOn', 'eq', '2026-11-01 00:00:00'],
    ['title', 'in', ', ,'],
  ])('refuse for field %j and rule %j the ill-typed value %j', async (...line) => {
    expect(await refusal([line])).toBe('query.value_wrong')
  })

  it.each<[string, unknown]>([
    ['不是 JSON', '[{'],
    ['对象', '{"field":"title"}'],
    ['数', '7'],
    ['行不是对象', '[1]'],
    ['行是空', '[null]'],
    ['字段是对象', '[{"field":{"a":1},"rule":"eq","val":"x"}]'],
    ['值是对象', '[{"field":"title","rule":"eq","val":{"$ne":1}}]'],
    ['值里的数组里有数组', '[{"field":"title","rule":"in","val":[["a"]]}]'],
    ['值里有零字符', '[{"field":"title","rule":"eq","val":"a\\u0000b"}]'],
    ['值里有半个字符', '[{"field":"title","rule":"eq","val":"\\ud800"}]'],
    ['值过长', JSON.stringify([{ field: 'title', rule: 'eq', val: 'x'.repeat(2_001) }])],
    ['字段过长', JSON.stringify([{ field: 'x'.repeat(65), rule: 'eq', val: 'x' }])],
    [
      '总长过长',
      JSON.stringify(Array.from({ length: 7 }, () => ({ field: 'title', rule: 'eq', val: 'x'.repeat(2_000) }))),
    ],
    ['参数重复成数组', ['[]', '[]']],
    ['参数是数', 7],
  ])('%s', async (_name, superQueryParams) => {
    await expect(foundBy(database.db, { superQueryParams })).rejects.toMatchObject({ code: 'query.malformed' })
  })

  it('refuse more than twenty lines', async () => {
    const line: Given = ['title', 'eq', 'abc']
    expect(await find(Array.from({ length: 20 }, () => line))).toEqual([1])
    expect(await refusal(Array.from({ length: 21 }, () => line))).toBe('query.too_many')
  })

  it.each(["' or '1'='1", "abc'; drop table probe;--", '$1', '\\', '%', '\u202e', 'x'.repeat(2_000)])(
    'treat the value %j as a mere value',
    async (val) => {
      for (const rule of ['eq', 'like', 'left_like', 'right_like', 'in']) {
        expect((await find([['title', rule, val]])).length).toBeLessThan(ALL.length)
      }
      expect(await foundBy(database.db, {})).toEqual(ALL)
    },
  )
})
