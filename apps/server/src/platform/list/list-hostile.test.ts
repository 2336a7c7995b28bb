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
/** Rows by amount ascending, the null one first. */
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

describe('unknown names in a list query', () => {
  it.each(HOSTILE)('fall back to the default order for sort column %j', async (column) => {
    expect(await idsOf(database.db, { column, order: 'desc' })).toEqual(BY_DEFAULT)
  })

  it.each(HOSTILE)('are ignored as filter %j', async (name) => {
    expect(await foundBy(database.db, { [name]: 'x', [`${name}_begin`]: 'x', [`${name}_MultiString`]: 'x' })).toEqual(
      ALL,
    )
  })

  it.each(['__proto___begin', 'constructor_end', 'toString_MultiString', '_begin', '_end', '_MultiString'])(
    'ignore the suffixed parameter %j',
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
  ])('ignore a filter value that is not text (%s)', async (_name, title) => {
    expect(await foundBy(database.db, { title })).toEqual(ALL)
  })
})

describe('list filter values', () => {
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
  ])('treat %j as a mere value', async (value) => {
    const found = await foundBy(database.db, { title: value })
    expect(found.length).toBeLessThan(ALL.length)
    expect(await foundBy(database.db, {})).toEqual(ALL)
  })

  it('apply at most twenty conditions', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`f${n}`, { expression: sql.ref('probe.title'), type: 'text' as const }]),
    )
    const query = Object.fromEntries(Object.keys(fields).map((name) => [name, 'x']))
    const { conditions } = parseListRequest({ pageNo: 1, pageSize: 10, ...query }, fields, OPTIONS)
    expect(conditions).toHaveLength(20)
  })
})

describe('list sorting', () => {
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

  it('breaks ties by a unique column, so that pages neither overlap nor skip rows', async () => {
    await sql`update probe set amount = 1`.execute(database.db)
    const pages = await Promise.all([1, 2, 3].map((pageNo) => idsOf(database.db, { pageNo, pageSize: 3 })))
    expect(pages.flat()).toEqual(ALL)
  })
})

describe('list paging', () => {
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

  it.each(['9007199254740991', '1e300', '99999999999999999999'])('survives page number %s', async (pageNo) => {
    const { pageNo: parsed, pageSize } = listQuery.parse({ pageNo, pageSize: '5000' })
    await expect(idsOf(database.db, { pageNo: parsed, pageSize })).resolves.toBeInstanceOf(Array)
  })

  it('returns an empty page beyond the last one', async () => {
    expect(await idsOf(database.db, { pageNo: 99, pageSize: 10 })).toEqual([])
  })
})
