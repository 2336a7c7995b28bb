import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('somebody')
  token = await server.signIn('somebody')
  for (const [id, parentId, departName, orgCode, departOrder, delFlag] of [
    ['d-zj', 'd-a01', '浙江分中心', 'A01A02', 2, '0'],
    ['d-js', 'd-a01', '江苏分中心', 'A01A01', 1, '0'],
    ['d-sz', 'd-js', '苏州站', 'A01A01A01', 1, '0'],
    ['d-old', 'd-zj', '已撤部门', 'A01A02A01', 1, '1'],
  ] as const) {
    await server.db
      .insertInto('sysDepart')
      .values({ id, parentId, departName, orgCode, departOrder, delFlag, orgCategory: '2' })
      .execute()
  }
})
afterAll(() => server.close())

const get = async (path: string, query: Record<string, string> = {}) =>
  (await server.call('GET', `/sys/sysDepart/${path}?${new URLSearchParams(query)}`, { token })).body
const idsOf = (body: { result: { id: string }[] }) => body.result.map(({ id }) => id)

describe('trees of departments', () => {
  it('[CA-54] has the whole tree in order, leaves without children, no deleted ones', async () => {
    const { result } = await get('queryTreeList')
    expect(result).toMatchObject([
      {
        id: 'd-a01',
        key: 'd-a01',
        value: 'd-a01',
        title: '国家监测中心',
        departName: '国家监测中心',
        orgCode: 'A01',
        pid: null,
        parentId: null,
        isLeaf: false,
        children: [
          {
            id: 'd-js',
            pid: 'd-a01',
            title: '江苏分中心',
            isLeaf: false,
            children: [
              { id: 'd-sz', title: '苏州站', orgCode: 'A01A01A01', pid: 'd-js', isLeaf: true, children: null },
            ],
          },
          { id: 'd-zj', isLeaf: true, children: null },
        ],
      },
    ])
    expect(JSON.stringify(result)).not.toContain('已撤部门')
    expect(idsOf(await get('queryTreeList', { ids: 'd-sz,d-js,nobody,d-old,' }))).toEqual(['d-js', 'd-sz'])
  })

  it('[CA-55] has one level: the roots, the children of one, or some by id or code', async () => {
    expect((await get('queryDepartTreeSync')).result).toMatchObject([{ id: 'd-a01', isLeaf: false, children: [] }])
    expect((await get('queryDepartTreeSync', { pid: 'd-a01' })).result).toMatchObject([
      { id: 'd-js', isLeaf: false, children: [] },
      { id: 'd-zj', isLeaf: true, children: [] },
    ])
    expect(idsOf(await get('queryDepartTreeSync', { pid: 'd-zj' }))).toEqual([])
    expect(idsOf(await get('queryDepartTreeSync', { ids: 'd-sz,d-zj', primaryKey: 'id' }))).toEqual(['d-sz', 'd-zj'])
    expect(idsOf(await get('queryDepartTreeSync', { ids: 'A01A02', primaryKey: 'orgCode' }))).toEqual(['d-zj'])
    expect(idsOf(await get('queryDepartTreeSync', { pid: "' or '1'='1", primaryKey: 'id; drop' }))).toEqual([])
  })

  it('[CA-56] has ids and titles', async () => {
    expect((await get('queryIdTree')).result).toEqual([
      {
        key: 'd-a01',
        value: 'd-a01',
        title: '国家监测中心',
        children: [
          {
            key: 'd-js',
            value: 'd-js',
            title: '江苏分中心',
            children: [{ key: 'd-sz', value: 'd-sz', title: '苏州站', children: [] }],
          },
          { key: 'd-zj', value: 'd-zj', title: '浙江分中心', children: [] },
        ],
      },
    ])
  })

  it('[CA-57] finds departments by part of the name, or answers with a message', async () => {
    const found = await get('searchBy', { keyWord: '分中心' })
    expect(found.result).toMatchObject([
      { id: 'd-js', children: null },
      { id: 'd-zj', children: null },
    ])
    for (const keyWord of ['', '%', '_', '已撤部门', '没有', "'"]) {
      expect(await get('searchBy', { keyWord })).toMatchObject({
        success: false,
        message: '没有找到匹配的部门',
        result: null,
      })
    }
  })
})

describe.each(['queryTreeList', 'queryIdTree'])('the ETag of %s', (path) => {
  const ask = (tag?: string) =>
    server.call('GET', `/sys/sysDepart/${path}`, {
      token,
      ...(tag !== undefined && { headers: { 'if-none-match': tag } }),
    })
  const tagNow = async () => String((await ask()).headers['etag'])

  it('answers 304 to a client that has the current answer, and the full body otherwise', async () => {
    const { status, headers, body } = await ask()
    const tag = String(headers['etag'])
    expect([status, body.success, tag]).toEqual([200, true, expect.stringMatching(/^W\/"[\w-]{27}"$/)])
    for (const named of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const same = await ask(named)
      expect([named, same.status, same.raw.length, same.headers['etag']]).toEqual([named, 304, 0, tag])
    }
    for (const named of ['"other"', '']) expect((await ask(named)).status).toBe(200)
    expect((await server.call('GET', `/sys/sysDepart/${path}`, { headers: { 'if-none-match': tag } })).status).toBe(401)
  })

  it('changes with every change of the answer, in any process', async () => {
    const { db } = server
    const change = (id: string, values: object) =>
      db.updateTable('sysDepart').set(values).where('id', '=', id).execute()
    const seen = [await tagNow()]
    for (const step of [
      () => change('d-sz', { departName: `改名 ${path}` }),
      () => change('d-sz', { departOrder: 9, parentId: 'd-zj' }),
      () => change('d-sz', { delFlag: '1' }),
      () => change('d-sz', { delFlag: '0', parentId: 'd-js', departName: `再改 ${path}` }),
    ]) {
      await step()
      seen.push(await tagNow())
    }
    expect(new Set(seen).size).toBe(5)
    expect((await ask(seen.at(-1))).status).toBe(304)
    expect((await ask(seen[0])).status).toBe(200)
  })
})

it('the ETag of the whole tree changes with the heads, but not with other users', async () => {
  const tagNow = async () =>
    String((await server.call('GET', '/sys/sysDepart/queryTreeList', { token })).headers['etag'])
  const before = await tagNow()
  const id = await server.addUser('tag-head')
  await server.addUser('tag-member')
  expect(await tagNow()).toBe(before)
  await server.db.updateTable('sysUser').set({ userIdentity: 2, departIds: 'd-js' }).where('id', '=', id).execute()
  const after = await tagNow()
  expect(after).not.toBe(before)
  await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', id).execute()
  expect(await tagNow()).toBe(before)
})
