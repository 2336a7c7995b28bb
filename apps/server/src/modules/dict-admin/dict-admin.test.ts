import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  token = await server.signIn('admin')
})
afterAll(() => server.close())

const get = async (path: string, query: Record<string, string> = {}) =>
  (await server.call('GET', `${path}?${new URLSearchParams(query)}`, { token })).body
const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  (await server.call(method, path, { token, body })).body
const addDict = (body: object) => send('POST', '/sys/dict/add', body)
const addItem = (body: object) => send('POST', '/sys/dictItem/add', body)

describe('[CA-65] a dictionary', () => {
  it('is added, listed, edited by patch, and served with its items', async () => {
    const added = await addDict({ id: '', dictName: ' 采样方式 ', dictCode: 'sample_mode', description: '采样' })
    expect(added).toMatchObject({ success: true, message: '添加成功！' })
    const { id } = added.result
    expect(await send('PUT', '/sys/dict/edit', { id, description: '', dictName: null, createBy: 'x' })).toMatchObject({
      success: true,
      message: '编辑成功！',
    })
    expect((await get('/sys/dict/list', { dictCode: 'sample_mode' })).result.records).toMatchObject([
      { id, dictName: '采样方式', description: '', type: 0, createBy: 'admin', updateBy: 'admin' },
    ])
    await addItem({ dictId: id, itemText: '泵吸', itemValue: '2', sortOrder: 2 })
    const first = await addItem({ dictId: id, itemText: '扩散', itemValue: '1', sortOrder: '1', status: '0' })
    expect((await get('/sys/dictItem/list', { dictId: id })).result).toMatchObject({
      total: 2,
      records: [
        { itemText: '扩散', itemValue: '1', sortOrder: 1, status: 0, status_dictText: '不启用' },
        { itemText: '泵吸', status: 1, status_dictText: '启用' },
      ],
    })
    await send('POST', '/sys/dictItem/edit', {
      id: first.result.id,
      status: 1,
      itemText: '自然扩散',
      dictId: 'dict-sex',
    })
    const all = (await get('/sys/dict/queryAllDictItems')).result
    expect(all.sample_mode.map((item: { text: string }) => item.text)).toEqual(['自然扩散', '泵吸'])
    expect(all.sex).toHaveLength(2)
  })

  it.each([
    [{ dictName: '性别', dictCode: 'sex' }, '字典编码已存在！'],
    [{ dictName: '', dictCode: 'empty_name' }, '不能为空'],
    [{ dictName: 'x', dictCode: 'no blanks' }, '只能包含'],
    [{ dictName: 'x', dictCode: "x';--" }, '只能包含'],
    [{ dictName: 'x'.repeat(101), dictCode: 'long_name' }, '最多 100 个字符'],
    [{ dictName: 'x', dictCode: 'type_wrong', type: 7 }, 'type'],
  ])('refuses %j with a text about it', async (form, words) => {
    const body = await addDict(form)
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toContain(words)
  })

  it.each([
    [{ itemText: '男性', itemValue: '1' }, '该数据值已存在！'],
    [{ itemText: '', itemValue: '9' }, '不能为空'],
    [{ itemText: 'x', itemValue: 'a,b' }, '不能包含逗号'],
    [{ itemText: 'x', itemValue: '9', sortOrder: -1 }, 'sortOrder'],
    [{ itemText: 'x', itemValue: '9', status: 2 }, 'status'],
    [{ itemText: 'x', itemValue: '9', dictId: 'no-such' }, '未找到'],
  ])('refuses the item %j with a text about it', async (form, words) => {
    const body = await addItem({ dictId: 'dict-sex', ...form })
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toContain(words)
  })

  it('keeps codes and values apart when edited, and knows missing rows', async () => {
    const { id } = (await addDict({ dictName: '甲', dictCode: 'code_a' })).result
    expect(await send('PUT', '/sys/dict/edit', { id, dictCode: 'sex' })).toMatchObject({ message: '字典编码已存在！' })
    const one = (await addItem({ dictId: id, itemText: '一', itemValue: '1' })).result
    await addItem({ dictId: id, itemText: '二', itemValue: '2' })
    expect(await send('PUT', '/sys/dictItem/edit', { id: one.id, itemValue: '2' })).toMatchObject({
      success: false,
      message: '该数据值已存在！',
    })
    for (const path of ['/sys/dict/edit', '/sys/dictItem/edit']) {
      expect(await send('PUT', path, { id: 'no-such' })).toMatchObject({ success: false, message: '未找到对应数据' })
    }
  })

  it('says whether a value of an item is free', async () => {
    const check = (query: Record<string, string>) =>
      get('/sys/dictItem/dictItemCheck', { dictId: 'dict-sex', ...query })
    expect(await check({ itemValue: '3' })).toMatchObject({ success: true })
    expect(await check({ itemValue: '1' })).toMatchObject({ success: false, message: '该数据值已存在！' })
    expect(await check({ itemValue: '1', id: 'dict-sex-1' })).toMatchObject({ success: true })
  })
})

it('[WG-159] an advanced query asks for dictionaries by their items, about one and the same item', async () => {
  const find = async (match: 'and' | 'or', ...lines: readonly (readonly [string, string, string])[]) => {
    const superQueryParams = encodeURI(JSON.stringify(lines.map(([field, rule, val]) => ({ field, rule, val }))))
    const { result, ...rest } = await get('/sys/dict/list', {
      superQueryParams,
      superQueryMatchType: match,
      column: 'dictCode',
      order: 'asc',
    })
    return rest.success ? result.records.map((row: { dictCode: string }) => row.dictCode) : rest.message
  }
  expect(await find('and', ['sysDictItem,itemText', 'eq', '男'])).toEqual(['sex'])
  expect(await find('and', ['sysDictItem,itemText', 'eq', '男'], ['sysDictItem,itemValue', 'eq', '2'])).toEqual([])
  expect(await find('and', ['sysDictItem,itemText', 'eq', '男'], ['sysDictItem,itemValue', 'eq', '1'])).toEqual(['sex'])
  expect(await find('or', ['sysDictItem,itemText', 'eq', '男'], ['dictCode', 'eq', 'user_status'])).toEqual([
    'sex',
    'user_status',
  ])
  expect(await find('and', ['sysDictItem,itemText', 'eq', '男'], ['dictCode', 'ne', 'sex'])).toEqual([])
  for (const field of [
    'sysDictItem,dictId',
    'sysUser,username',
    'sys_dict_item,item_text',
    'sysDictItem,itemText)--',
  ]) {
    expect(await find('and', [field, 'eq', 'x'])).toBe('高级查询中有不支持的字段')
  }
})
