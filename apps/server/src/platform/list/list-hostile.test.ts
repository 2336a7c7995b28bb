import { listQuery } from '@natim/contract/fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { parseListRequest } from './list-request.ts'
import { ALL, createProbe, foundBy, idsOf, PROBE_FIELDS } from './testing/probe.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await createProbe(database.db)
})
afterAll(() => database.close())

const OPTIONS = { defaultSort: { field: 'amount', order: 'asc' }, tieBreaker: sql`probe.id` } as const
const parse = (query: Readonly<Record<string, unknown>>) =>
  parseListRequest(listQuery.parse(query), PROBE_FIELDS, OPTIONS)
/** Rows by amount ascending, the empty one first. */
const BY_DEFAULT = [6, 4, 5, 1, 2, 7, 8, 3]

const HOSTILE = [
  "title' or '1'='1",
  'title; drop table probe',
  'title desc, pg_sleep(10)',
  '(select password_hash from sys_user)',
  'probe.title',
  'seen_at',
  'TITLE',
  'password',
  'passwordHash',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'class',
  'ids',
  'page',
  'rows',
  'sort',
  '',
  ' ',
  'title\u0000',
  '1',
  'null',
  '../title',
  '标题',
]

describe('列表不认识的名字', () => {
  it.each(HOSTILE)('作为排序列 %j 时用默认排序', async (column) => {
    expect(await idsOf(database.db, { column, order: 'desc' })).toEqual(BY_DEFAULT)
  })

  it.each(HOSTILE)('作为筛选项 %j 时被忽略', async (name) => {
    expect(await foundBy(database.db, { [name]: 'x', [`${name}_begin`]: 'x', [`${name}_MultiString`]: 'x' })).toEqual(
      ALL,
    )
  })

  it.each(['__proto___begin', 'constructor_end', 'toString_MultiString', '_begin', '_end', '_MultiString'])(
    '后缀参数 %j 被忽略',
    async (name) => {
      expect(await foundBy(database.db, { [name]: '1' })).toEqual(ALL)
    },
  )

  it.each([
    ['数组', ['abc', 'xabc']],
    ['对象', { gt: 1 }],
    ['数字', 7],
    ['布尔', true],
    ['空', null],
  ])('筛选值不是文本（%s）时被忽略', async (_name, title) => {
    expect(await foundBy(database.db, { title })).toEqual(ALL)
  })
})

describe('列表筛选值', () => {
  it.each([
    "' or '1'='1",
    "abc'; drop table probe;--",
    "abc' union select 1--",
    '$1',
    '${title}',
    '{{title}}',
    "\\'; select pg_sleep(10);--",
    '*'.repeat(3),
    '%',
    '*%',
    '\\',
    '*\\',
    '\u202e',
    '𠮷',
    'x'.repeat(10_000),
  ])('%j 只是一个值', async (value) => {
    const found = await foundBy(database.db, { title: value })
    expect(found.length).toBeLessThan(ALL.length)
    expect(await foundBy(database.db, {})).toEqual(ALL)
  })

  it('最多二十个条件，其余不计', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`f${n}`, { expression: sql.ref('probe.title'), type: 'text' as const }]),
    )
    const query = Object.fromEntries(Object.keys(fields).map((name) => [name, 'x']))
    const { conditions } = parseListRequest({ pageNo: 1, pageSize: 10, ...query }, fields, OPTIONS)
    expect(conditions).toHaveLength(20)
  })
})

describe('列表排序', () => {
  it.each<[string, Record<string, string>, number[]]>([
    ['默认', {}, BY_DEFAULT],
    ['升序，空值在前', { column: 'amount', order: 'asc' }, BY_DEFAULT],
    ['降序，空值在后', { column: 'amount', order: 'desc' }, [...BY_DEFAULT].reverse()],
    ['不给方向即降序', { column: 'amount' }, [...BY_DEFAULT].reverse()],
    ['含 asc 即升序', { column: 'amount', order: 'ASCEND' }, BY_DEFAULT],
    ['方向是代码时降序', { column: 'amount', order: '; drop table' }, [...BY_DEFAULT].reverse()],
    ['字典文本列用原列', { column: 'amount_dictText', order: 'asc' }, BY_DEFAULT],
    ['多列', { column: 'dueOn,amount', order: 'asc' }, [6, 7, 1, 2, 3, 8, 4, 5]],
    ['多列中不认识的跳过', { column: 'nope,dueOn,__proto__', order: 'asc' }, [6, 7, 1, 2, 3, 8, 4, 5]],
  ])('%s：%j', async (_name, query, ids) => {
    expect(await idsOf(database.db, query)).toEqual(ids)
  })

  it('相同的值由唯一列定先后，翻页不重不漏', async () => {
    await sql`update probe set amount = 1`.execute(database.db)
    const pages = await Promise.all([1, 2, 3].map((pageNo) => idsOf(database.db, { pageNo, pageSize: 3 })))
    expect(pages.flat()).toEqual(ALL)
  })
})

describe('列表分页', () => {
  it.each<[string, Record<string, unknown>, { pageNo: number; pageSize: number; offset: number }]>([
    ['缺省', {}, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['文本数字', { pageNo: '3', pageSize: '20' }, { pageNo: 3, pageSize: 20, offset: 40 }],
    ['零', { pageNo: '0', pageSize: '0' }, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['负数', { pageNo: '-1', pageSize: '-5' }, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['小数', { pageNo: '1.5', pageSize: '2.5' }, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['文字', { pageNo: 'x', pageSize: 'y' }, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['数组', { pageNo: ['1', '2'], pageSize: ['5', '6'] }, { pageNo: 1, pageSize: 10, offset: 0 }],
    ['超过上限', { pageSize: '999999' }, { pageNo: 1, pageSize: 5_000, offset: 0 }],
    ['上限本身', { pageSize: '5000' }, { pageNo: 1, pageSize: 5_000, offset: 0 }],
    ['超过上限时按上限翻页', { pageNo: '2', pageSize: '5001' }, { pageNo: 2, pageSize: 5_000, offset: 5_000 }],
  ])('%s：%j', (_name, query, expected) => {
    expect(parse(query)).toMatchObject(expected)
  })

  it.each(['9007199254740991', '1e300', '99999999999999999999'])('页码 %s 不会弄坏查询', async (pageNo) => {
    const { pageNo: parsed, pageSize } = listQuery.parse({ pageNo, pageSize: '5000' })
    await expect(idsOf(database.db, { pageNo: parsed, pageSize })).resolves.toBeInstanceOf(Array)
  })

  it('页码超过末页得到空页', async () => {
    expect(await idsOf(database.db, { pageNo: 99, pageSize: 10 })).toEqual([])
  })
})
