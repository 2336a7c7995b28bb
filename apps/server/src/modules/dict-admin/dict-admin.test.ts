import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { signedGet } from '../../testing/signed-call.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

let server: TestApp
let token: string
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-sheets-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('admin', { roles: ['admin'] })
  token = await server.signIn('admin')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

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
  ])('refuses %j with a matching message', async (form, words) => {
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
  ])('refuses the item %j with a matching message', async (form, words) => {
    const body = await addItem({ dictId: 'dict-sex', ...form })
    expect(body).toMatchObject({ success: false, result: null })
    expect(body.message).toContain(words)
  })

  it('keeps codes and values unique when edited, and reports missing rows', async () => {
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

  it('reports whether an item value is free', async () => {
    const check = (query: Record<string, string>) =>
      get('/sys/dictItem/dictItemCheck', { dictId: 'dict-sex', ...query })
    expect(await check({ itemValue: '3' })).toMatchObject({ success: true })
    expect(await check({ itemValue: '1' })).toMatchObject({ success: false, message: '该数据值已存在！' })
    expect(await check({ itemValue: '1', id: 'dict-sex-1' })).toMatchObject({ success: true })
  })
})

describe('a deleted dictionary', () => {
  const remove = async (path: string) => (await server.call('DELETE', path, { token })).body
  const bin = async () => (await get('/sys/dict/deleteList')).result.map(({ id }: { id: string }) => id)
  async function addOne(dictCode: string): Promise<string> {
    const { id } = (await addDict({ dictName: `字典 ${dictCode}`, dictCode })).result
    await addItem({ dictId: id, itemText: '一', itemValue: '1' })
    return id
  }

  it('keeps its code in the recycle bin, and is restored with its items', async () => {
    const id = await addOne('bin_one')
    expect(await remove(`/sys/dict/delete?id=${id}`)).toMatchObject({ success: true, message: '删除成功！' })
    expect((await get('/sys/dict/list', { dictCode: 'bin_one' })).result.total).toBe(0)
    expect((await get('/sys/dict/queryAllDictItems')).result.bin_one).toBeUndefined()
    expect(await bin()).toContain(id)
    expect(await addDict({ dictName: 'x', dictCode: 'bin_one' })).toMatchObject({ message: '字典编码已存在！' })
    expect(await send('PUT', `/sys/dict/back/${id}`, {})).toMatchObject({ success: true, message: '取回成功！' })
    expect(await bin()).not.toContain(id)
    expect((await get('/sys/dict/queryAllDictItems')).result.bin_one).toMatchObject([{ value: '1', text: '一' }])
    expect(await send('PUT', `/sys/dict/back/${id}`, {})).toMatchObject({ success: false, message: '未找到对应数据' })
  })

  it('can be purged only from the bin, with its items', async () => {
    const id = await addOne('bin_two')
    expect(await remove(`/sys/dict/deletePhysic/${id}`)).toMatchObject({ success: false, message: '未找到对应数据' })
    await remove(`/sys/dict/deleteBatch?ids=${id},`)
    expect(await remove(`/sys/dict/deletePhysic/${id}`)).toMatchObject({ success: true })
    expect(await bin()).not.toContain(id)
    const items = await server.db.selectFrom('sysDictItem').select('id').where('dictId', '=', id).execute()
    expect(items).toEqual([])
    expect(await addDict({ dictName: '新的', dictCode: 'bin_two' })).toMatchObject({ success: true })
  })

  it('is hidden from the bin by data rules, and can then be neither restored nor purged', async () => {
    const { db } = server
    const [shown, hidden] = [await addOne('rule_shown'), await addOne('hidden_one')]
    await remove(`/sys/dict/deleteBatch?ids=${shown},${hidden},`)
    const menus = await db
      .selectFrom('sysPermission')
      .select(['id', 'component'])
      .where((where) => where.or([where('component', '=', 'system/DictList'), where('perms', 'like', 'system:dict:%')]))
      .execute()
    const page = menus.find(({ component }) => component === 'system/DictList')?.id ?? ''
    await db.insertInto('sysRole').values({ id: 'r-ruled', roleCode: 'ruled', roleName: '受限' }).execute()
    await db
      .insertInto('sysRolePermission')
      .values(menus.map(({ id }) => ({ roleId: 'r-ruled', permissionId: id })))
      .execute()
    const rule = { ruleColumn: 'dictCode', ruleConditions: 'LIKE', ruleValue: 'rule_' }
    await db
      .insertInto('sysPermissionDataRule')
      .values({ id: 'rule-d', permissionId: page, ruleName: '部分', ...rule })
      .execute()
    await db.insertInto('sysRoleDataRule').values({ roleId: 'r-ruled', permissionId: page, ruleId: 'rule-d' }).execute()
    await server.addUser('ruled', { roles: ['ruled'] })
    const ruled = await server.signIn('ruled')
    const ask = async (method: 'GET' | 'PUT' | 'DELETE', path: string) =>
      (await server.call(method, `/sys/dict/${path}`, { token: ruled, ...(method === 'PUT' && { body: {} }) })).body
    const NOT_FOUND = { success: false, message: '未找到对应数据' }
    expect((await ask('GET', 'deleteList')).result.map(({ id }: { id: string }) => id)).toEqual([shown])
    expect(await ask('PUT', `back/${hidden}`)).toMatchObject(NOT_FOUND)
    expect(await ask('DELETE', `deletePhysic/${hidden}`)).toMatchObject(NOT_FOUND)
    expect(await bin()).toEqual(expect.arrayContaining([shown, hidden]))
    expect(await ask('PUT', `back/${shown}`)).toMatchObject({ success: true })
  })

  it('cannot be a built-in one, whose labels alone can change', async () => {
    expect(await remove('/sys/dict/delete?id=dict-sex')).toMatchObject({
      success: false,
      message: '系统内置字典「性别」不能删除',
    })
    expect(await send('PUT', '/sys/dict/edit', { id: 'dict-sex', dictCode: 'gender' })).toMatchObject({
      success: false,
    })
    expect(await send('PUT', '/sys/dictItem/edit', { id: 'dict-sex-1', itemValue: '7' })).toMatchObject({
      success: false,
    })
    expect(await remove('/sys/dictItem/delete?id=dict-sex-1')).toMatchObject({ success: false })
    expect(await send('PUT', '/sys/dict/edit', { id: 'dict-sex', dictCode: 'sex', dictName: '性 别' })).toMatchObject({
      success: true,
    })
    expect(await send('PUT', '/sys/dictItem/edit', { id: 'dict-sex-1', itemText: '男性' })).toMatchObject({
      success: true,
    })
    await send('PUT', '/sys/dictItem/edit', { id: 'dict-sex-1', itemText: '男' })
    const own = (await addItem({ dictId: 'dict-sex', itemText: '未说明', itemValue: '9' })).result
    expect(await remove(`/sys/dictItem/delete?id=${own.id}`)).toMatchObject({ success: true })
  })
})

it('[SY-43] a disabled item is not offered, but keeps its label where it is used', async () => {
  const { id } = (await addDict({ dictName: '开关', dictCode: 'switched' })).result
  await addItem({ dictId: id, itemText: '在用', itemValue: '1', sortOrder: 1 })
  const off = (await addItem({ dictId: id, itemText: '旧称', itemValue: '2', sortOrder: 2 })).result
  await send('PUT', '/sys/dictItem/edit', { id: off.id, status: '0' })
  const offered = (await get('/sys/dict/queryAllDictItems')).result.switched
  expect(offered.map(({ text }: { text: string }) => text)).toEqual(['在用'])
  const all = (await signedGet(server, '/sys/dict/getDictItems/switched', token)).body.result
  expect(all).toMatchObject([{ text: '在用' }, { text: '旧称', disabled: true }])
  const labels = (await signedGet(server, '/sys/dict/loadDictItem/switched', token, { key: '2,1' })).body.result
  expect(labels).toEqual(['旧称', '在用'])
})

describe('import and export of dictionaries', () => {
  it('use one row per item, and round-trip', async () => {
    const { raw } = await server.call('POST', '/sys/dict/exportXls', { token, body: { dictCode: 'sex' } })
    expect(tableOf(raw).at(2)).toEqual(['字典名称', '字典编码', '描述', '字典项文本', '字典项值', '字典项描述', '排序'])
    expect(
      tableOf(raw)
        .slice(3)
        .map((row) => row[3]),
    ).toEqual(['男', '女'])
    const rows = [
      ['采样介质', 'medium', '', '滤膜', '1', '', '1'],
      ['采样介质', 'medium', '', '吸附管', '2', '活性炭', '2'],
    ]
    const bytes = sheetOf([['字典名称', '字典编码', '描述', '字典项文本', '字典项值', '字典项描述', '排序'], ...rows])
    const { body, headers } = await multipart([['files[]', { name: '字典.xlsx', bytes }]])
    expect((await server.call('POST', '/sys/dict/importExcel', { token, body, headers })).body).toMatchObject({
      success: true,
      code: 200,
    })
    expect((await get('/sys/dict/queryAllDictItems')).result.medium).toMatchObject([
      { value: '1', text: '滤膜' },
      { value: '2', text: '吸附管' },
    ])
  })
})

it('the tree of dictionaries is filtered by part of the name', async () => {
  expect((await get('/sys/dict/treeList', { dictName: '状态' })).result).toContainEqual(
    expect.objectContaining({ id: 'dict-user_status', key: 'dict-user_status', title: '用户状态' }),
  )
})

it('[WG-159] an advanced query finds dictionaries by conditions on one and the same item', async () => {
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
