import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string
let admin: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('somebody')
  await server.addUser('admin', { roles: ['admin'] })
  token = await server.signIn('somebody')
  admin = await server.signIn('admin')
  await server.db.deleteFrom('sysCategory').where('pid', 'is not', null).execute()
  await server.db.deleteFrom('sysCategory').execute()
  for (const [id, pid, name, code] of [
    ['c-fault', null, '设备故障', 'A01'],
    ['c-net', 'c-fault', '通信故障', 'A01A01'],
    ['c-cut', 'c-net', '网络中断', 'A01A01A01'],
    ['c-sensor', 'c-fault', '传感器故障', 'A01A02'],
    ['c-measure', null, '处置措施', 'A02'],
  ] as const) {
    await server.db.insertInto('sysCategory').values({ id, pid, name, code, createBy: 'admin' }).execute()
  }
})
afterAll(() => server.close())

const get = async (path: string, query: Record<string, string> = {}, by = token) =>
  (await server.call('GET', `/sys/category/${path}?${new URLSearchParams(query)}`, { token: by })).body
const keys = (body: { result: { key: string }[] }) => body.result.map(({ key }) => key)
const refused = { success: false, result: null }

describe('[WG-67] the tree of categories', () => {
  it("[CA-79] lists roots by their parent's code, the first level or everything", async () => {
    expect((await get('loadTreeRoot', { async: 'true', pcode: '' })).result).toEqual([
      {
        key: 'c-fault',
        value: 'c-fault',
        title: '设备故障',
        label: '设备故障',
        name: '设备故障',
        code: 'A01',
        parentId: '0',
        leaf: false,
        hasChildren: true,
        children: null,
      },
      expect.objectContaining({ key: 'c-measure', leaf: true, hasChildren: false, children: null }),
    ])
    expect(keys(await get('loadTreeRoot', { async: 'true', pcode: 'A01' }))).toEqual(['c-net', 'c-sensor'])
    expect((await get('loadTreeRoot', { async: 'false', pcode: 'A01' })).result).toMatchObject([
      { key: 'c-net', leaf: false, children: [{ key: 'c-cut', leaf: true, children: null }] },
      { key: 'c-sensor', leaf: true, children: null },
    ])
    expect(await get('loadTreeRoot', { pcode: 'Z99' })).toMatchObject({ ...refused, message: '分类不存在' })
  })

  it('[CA-80] lists the children of a category', async () => {
    expect((await get('loadTreeChildren', { pid: 'c-fault' })).result).toMatchObject([
      { key: 'c-net', parentId: 'c-fault', leaf: false, children: null },
      { key: 'c-sensor', leaf: true },
    ])
    expect(keys(await get('loadTreeChildren', { pid: '0' }))).toEqual(['c-fault', 'c-measure'])
    expect(keys(await get('loadTreeChildren', { pid: 'c-cut' }))).toEqual([])
    expect(await get('loadTreeChildren')).toMatchObject(refused)
  })

  it('[CA-81] finds a category by id or code only', async () => {
    expect((await get('loadOne', { field: 'id', val: 'c-net' })).result.name).toBe('通信故障')
    expect((await get('loadOne', { field: 'code', val: 'A01A02' })).result).toMatchObject({
      name: '传感器故障',
      pid: 'c-fault',
      hasChild: '0',
    })
    expect(await get('loadOne', { field: 'code', val: 'Z99' })).toMatchObject({ ...refused, message: '分类不存在' })
    for (const field of ['name', 'createBy', "id' or '1'='1", 'category.id', '__proto__']) {
      expect(await get('loadOne', { field, val: 'c-net' })).toMatchObject(refused)
    }
  })

  it('[CA-82] lists one level below an id or a code, filtered by a condition', async () => {
    expect(keys(await get('loadTreeData', { pcode: '0' }))).toEqual(['c-fault', 'c-measure'])
    expect(keys(await get('loadTreeData', {}))).toEqual(['c-fault', 'c-measure'])
    expect(keys(await get('loadTreeData', { pcode: 'A01' }))).toEqual(['c-net', 'c-sensor'])
    expect(keys(await get('loadTreeData', { pid: 'c-net', pcode: 'A01' }))).toEqual(['c-cut'])
    const below = (condition: object | string) =>
      get('loadTreeData', {
        pid: 'c-fault',
        condition: typeof condition === 'string' ? condition : JSON.stringify(condition),
      })
    expect(keys(await below({ name: '通信故障' }))).toEqual(['c-net'])
    expect(keys(await below({ code: 'A01A02', createBy: 'admin' }))).toEqual(['c-sensor'])
    expect(keys(await below({ name: "x' or '1'='1" }))).toEqual([])
    for (const condition of [
      'x',
      '[1]',
      '7',
      'null',
      '{"pid":"c-net"}',
      '{"passwordHash":"x"}',
      '{"constructor":"x"}',
    ]) {
      expect(await below(condition)).toMatchObject({ ...refused, message: '不支持的分类筛选条件' })
    }
    expect(await below('{"name":{"$ne":""}}')).toMatchObject(refused)
    expect(await below('{"name":"\\u0000"}')).toMatchObject(refused)
  })

  it('[CA-83] returns names in the order of the ids, in the path or in the query', async () => {
    const ids = 'c-cut,nobody,c-fault,'
    expect((await get(`loadDictItem/${ids}`)).result).toEqual(['网络中断', 'nobody', '设备故障'])
    expect((await get('loadDictItem/', { ids })).result).toEqual(['网络中断', 'nobody', '设备故障'])
    expect((await get('loadDictItem', { ids, delNotExist: 'true' })).result).toEqual(['网络中断', '设备故障'])
    expect((await get('loadDictItem', { ids: '' })).result).toEqual([])
    const many = Array.from({ length: 150 }, (_, n) => `9119531418012${String(n).padStart(6, '0')}`)
    expect((await get(`loadDictItem/${many.join(',')}`)).result).toEqual(many)
  })

  it('lists all descendants of a code as items', async () => {
    const items = await get('loadAllData', { code: 'A01A01' })
    expect(items.result).toEqual([
      { value: 'c-net', text: '通信故障', title: '通信故障', label: '通信故障' },
      { value: 'c-cut', text: '网络中断', title: '网络中断', label: '网络中断' },
    ])
    expect((await get('loadAllData', { code: '0' })).result).toHaveLength(5)
    for (const code of ['Z', '%', 'a01']) expect(await get('loadAllData', { code })).toMatchObject(refused)
  })
})

describe('the table of categories', () => {
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

  it('lists the top level, or any match when filtered', async () => {
    const list = async (query: Record<string, string>) =>
      (await get('rootList', { column: 'code', order: 'asc', ...query }, admin)).result
    expect(await list({})).toMatchObject({
      total: 2,
      records: [
        { name: '设备故障', pid: '0', hasChild: '1', hasChildren: true },
        { name: '处置措施', hasChild: '0', hasChildren: false },
      ],
    })
    expect(names((await list({ name: '*故障*' })).records)).toEqual(['设备故障', '通信故障', '传感器故障'])
    expect(names((await list({ code: 'A01A01*' })).records)).toEqual(['通信故障', '网络中断'])
    expect(names((await list({ pid: 'c-fault' })).records)).toEqual(['通信故障', '传感器故障'])
  })

  it('[CA-98] answers a tree table: filtered rows below the query key, each with whether it has children', async () => {
    const rows = async (query: Record<string, string>) => (await get('childList', query, admin)).result
    expect(names(await rows({ parentId: '0' }))).toEqual(['设备故障', '处置措施'])
    expect(names(await rows({}))).toEqual(['设备故障', '处置措施'])
    expect(await rows({ parentId: 'c-fault' })).toMatchObject([
      { id: 'c-net', hasChildren: true },
      { id: 'c-sensor', hasChildren: false },
    ])
    expect(names(await rows({ pid: 'c-fault', condition: '{"name":"传感器故障"}' }))).toEqual(['传感器故障'])
    expect(await get('childList', { parentId: 'c-fault', condition: '{"x":1}' }, admin)).toMatchObject(refused)
    const batch = await get('getChildListBatch', { parentIds: 'c-fault,c-net,' }, admin)
    expect(batch.result.total).toBe(3)
    expect(names(batch.result.records)).toEqual(['通信故障', '网络中断', '传感器故障'])
  })
})
