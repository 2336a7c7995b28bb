import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { ALL, createProbe, foundBy } from './testing/probe.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await createProbe(database.db)
})
afterAll(() => database.close())

const find = (query: Readonly<Record<string, unknown>>) => foundBy(database.db, query)
const without = (...ids: number[]) => ALL.filter((id) => !ids.includes(id))

describe('list filter: text', () => {
  it.each<[string, string, number[]]>([
    ['等于', 'abc', [1]],
    ['等于，两端空白不计', '  abc ', [1]],
    ['包含，不分大小写', '*abc*', [1, 2, 3, 8]],
    ['包含，大写', '*ABC*', [1, 2, 3, 8]],
    ['开头', 'abc*', [1, 2]],
    ['结尾', '*abc', [1, 3, 8]],
    ['不等于，含空值', '!abc', without(1)],
    ['大于', '>x', [3]],
    ['大于等于，不带空格', '>=xabc', [3]],
    ['大于等于，带空格', '>= xabc', [3]],
    ['大于，空格与否相同', '> xabc', []],
    ['多值', 'abc,xabc', [1, 3]],
    ['多值，末尾逗号', 'abc,xabc,', [1, 3]],
    ['多值，只有一个', 'abc,', [1]],
    ['多值，中间空项', 'abc,,xabc', [1, 3]],
    ['多选匹配', ',DEF,100,', [2, 5]],
    ['逗号转义', 'a++b', [4]],
    ['逗号转义在多值中', 'a++b,abc', [1, 4]],
    ['逗号转义在通配中', '*a++b*', [4]],
    ['逗号转义在不等于中', '!a++b', without(4)],
    ['单个星号是字面值', '*', [7]],
    ['百分号是字面值', '*%*', [5]],
    ['下划线是字面值', '*_x', [5]],
    ['下划线不代任一字符', '_bc', []],
    ['百分号不代任意字符', 'a%', []],
    ['开头的百分号', '100%*', [5]],
    ['反斜杠是字面值', '\\*', [8]],
    ['反斜杠在包含中', '*\\a*', [8]],
    ['文字运算符不是运算符', 'gt 5', []],
    ['没有的值', 'nothing-like-this', []],
  ])('%s：%j', async (_name, value, ids) => {
    expect(await find({ title: value })).toEqual(ids)
  })

  it.each(['', '   ', '**', '!', '>', '>=', '<', '<=', ',', ',,', ',,,'])('ignores %j', async (value) => {
    expect(await find({ title: value })).toEqual(ALL)
  })
})

describe('list filter: numbers', () => {
  it.each<[string, string, number[]]>([
    ['等于', '1', [1]],
    ['等于，小数写法', '1.0', [1]],
    ['等于，指数写法', '1e1', [3]],
    ['负数', '-3.5', [4]],
    ['零', '0', [5]],
    ['不等于，含空值', '!1', without(1)],
    ['大于', '>1', [2, 3, 7, 8]],
    ['大于，带空格', '> 1', [2, 3, 7, 8]],
    ['大于等于', '>=7', [3, 8]],
    ['小于', '<0', [4]],
    ['小于等于', '<= 0', [4, 5]],
    ['多值', '1,2,', [1, 2]],
    ['多值，不合者忽略', '1,zwei', [1]],
    ['多值，全不合', 'eins,zwei', []],
    ['文字', 'abc', []],
    ['不等于文字', '!abc', []],
    ['通配', '*1*', []],
    ['开头', '1*', []],
    ['结尾', '*0', []],
    ['多选匹配', ',1,2,', []],
    ['非数', 'NaN', []],
    ['无穷', 'Infinity', []],
    ['越界', '1e999', []],
    ['极大但有限', '<1e308', [1, 2, 3, 4, 5, 7, 8]],
    ['注入', '1 or 1=1', []],
  ])('%s：%j', async (_name, value, ids) => {
    expect(await find({ amount: value })).toEqual(ids)
  })
})

describe('list filter: times (GMT+8)', () => {
  it.each<[string, string, number[]]>([
    ['等于', '2026-11-01 00:00:00', [1]],
    ['等于，只有日期即零点', '2026-11-02', [3]],
    ['不等于，含空值', '!2026-11-01 00:00:00', without(1)],
    ['大于', '>2026-11-03 12:00:00', [5, 8]],
    ['大于等于，带空格', '>= 2026-11-03 12:00:00', [4, 5, 8]],
    ['小于', '<2026-11-01 00:00:00', [7]],
    ['多值', '2026-11-01 00:00:00,2026-11-02 00:00:00', [1, 3]],
    ['没有的日子', '2026-02-30', []],
    ['没有的时刻', '2026-11-01 24:00:00', []],
    ['六十秒', '2026-11-01 00:00:60', []],
    ['第零年', '0000-01-01', []],
    ['第十三月', '2026-13-01', []],
    ['国际写法', '2026-11-01T00:00:00Z', []],
    ['毫秒数', '1793462400000', []],
    ['通配', '2026*', []],
    ['文字', 'today', []],
    ['数据库的词', 'infinity', []],
    ['数据库的词', 'now', []],
  ])('%s：%j', async (_name, value, ids) => {
    expect(await find({ seenAt: value })).toEqual(ids)
  })
})

describe('list filter: dates', () => {
  it.each<[string, string, number[]]>([
    ['等于', '2026-11-01', [1]],
    ['闰日', '2028-02-29', [5]],
    ['平年没有的日子', '2026-02-29', []],
    ['不等于，含空值', '!2026-11-01', without(1)],
    ['小于', '<2026-11-01', [7]],
    ['小于等于', '<= 2026-11-01', [1, 7]],
    ['大于等于', '>=2026-12-01', [4, 5]],
    ['多值', '2026-11-01,2026-12-01,', [1, 4]],
    ['带时刻', '2026-11-01 00:00:00', []],
    ['第零年', '0000-12-31', []],
    ['文字', 'epoch', []],
  ])('%s：%j', async (_name, value, ids) => {
    expect(await find({ dueOn: value })).toEqual(ids)
  })
})

describe('list filter: suffixed parameters', () => {
  it.each<[string, Record<string, string>, number[]]>([
    ['时间起，十字日期从零点', { seenAt_begin: '2026-11-02' }, [3, 4, 5, 8]],
    ['时间止，十字日期到当日末', { seenAt_end: '2026-11-01' }, [1, 2, 7]],
    ['时间起止同一天', { seenAt_begin: '2026-11-01', seenAt_end: '2026-11-01' }, [1, 2]],
    ['时间起止到秒', { seenAt_begin: '2026-11-01 23:59:59', seenAt_end: '2026-11-02 00:00:00' }, [2, 3]],
    ['起晚于止', { seenAt_begin: '2026-11-05', seenAt_end: '2026-11-01' }, []],
    ['日期起', { dueOn_begin: '2026-12-01' }, [4, 5]],
    ['日期止', { dueOn_end: '2026-11-01' }, [1, 7]],
    ['数值起', { amount_begin: '7' }, [3, 8]],
    ['数值止', { amount_end: '0' }, [4, 5]],
    ['数值起止', { amount_begin: '1', amount_end: '5' }, [1, 2, 7]],
    ['文本起', { title_begin: 'xa' }, [3]],
    ['起不合类型', { amount_begin: 'viel' }, []],
    ['止不合类型', { seenAt_end: 'gestern' }, []],
    ['空的起不是条件', { seenAt_begin: '', amount_end: '  ' }, ALL],
    ['多值后缀，文本', { title_MultiString: 'abc,xabc' }, [1, 3]],
    ['多值后缀，数值', { amount_MultiString: '1,2,x' }, [1, 2]],
    ['多值后缀，日期', { dueOn_MultiString: '2026-11-01' }, [1]],
    ['多值后缀，空', { title_MultiString: ',' }, ALL],
    ['多个条件同时成立', { title: '*abc*', amount: '>1', seenAt_end: '2026-11-03' }, [2, 3]],
  ])('%s：%j', async (_name, query, ids) => {
    expect(await find(query)).toEqual(ids)
  })
})
