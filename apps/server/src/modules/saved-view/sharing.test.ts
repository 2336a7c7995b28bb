import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const LIST = '/sys/position/list'
const CONTENT = { filters: {}, sort: { field: 'name', order: 'asc' }, columns: {} }
const NOT_FOUND = { success: false, message: '未找到对应数据' }

let server: TestApp
const ids: Record<string, string> = {}
const tokens: Record<string, string> = {}
let departId: string

beforeAll(async () => {
  server = await buildTestApp()
  for (const name of ['chief', 'member', 'outsider']) {
    ids[name] = await server.addUser(name, { roles: ['test'] })
    tokens[name] = await server.signIn(name)
  }
})
afterAll(() => server.close())

/** Each test has its own department with the users chief and member. */
beforeEach(async () => {
  await server.db.deleteFrom('sysSavedView').execute()
  departId = newId()
  await server.db
    .insertInto('sysDepart')
    .values({ id: departId, orgCode: `T${departId}`.slice(0, 32), departName: '值班室' })
    .execute()
  for (const name of ['chief', 'member']) await join(name)
})

const join = (name: string) =>
  server.db
    .insertInto('sysUserDepart')
    .values({ userId: ids[name] ?? '', depId: departId })
    .execute()
const leave = (name: string) =>
  server.db
    .deleteFrom('sysUserDepart')
    .where('userId', '=', ids[name] ?? '')
    .where('depId', '=', departId)
    .execute()
const call = async (by: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, `/sys/savedView/${path}`, { token: tokens[by] ?? '', ...(body && { body }) })).body
const list = async (by: string) => (await call(by, 'GET', `list?listPath=${encodeURIComponent(LIST)}`)).result
const namesOf = async (by: string) => (await list(by)).map(({ name }: { name: string }) => name)
const save = (by: string, view: object) =>
  call(by, 'POST', 'save', { listPath: LIST, name: '值班', content: CONTENT, audience: null, ...view })
const withDepart = () => ({ audience: { kind: 'depart', id: departId } })

it('offers only departments and roles the user belongs to', async () => {
  const { result } = await call('chief', 'GET', 'audiences')
  expect(result).toContainEqual({ kind: 'depart', id: departId, name: '值班室' })
  expect(result.filter(({ kind }: { kind: string }) => kind === 'role')).toHaveLength(1)
  expect((await call('outsider', 'GET', 'audiences')).result).not.toContainEqual(
    expect.objectContaining({ kind: 'depart' }),
  )
})

it("makes a view visible to the members of a department, with its owner's name", async () => {
  const { result } = await save('chief', withDepart())
  expect(await list('member')).toEqual([
    {
      id: result.id,
      name: '值班',
      content: CONTENT,
      isOwn: false,
      owner: 'chief（测试）',
      audience: { kind: 'depart', id: departId, name: '值班室' },
    },
  ])
  expect(await list('outsider')).toEqual([])
})

it('includes members who join later, and excludes those who have left', async () => {
  await save('chief', withDepart())
  await join('outsider')
  expect(await namesOf('outsider')).toEqual(['值班'])
  await leave('outsider')
  expect(await namesOf('outsider')).toEqual([])
  // Its owner keeps it regardless of membership.
  await leave('chief')
  expect(await namesOf('chief')).toEqual(['值班'])
})

it('is limited to own departments; a refused share leaves the view unchanged', async () => {
  expect(await save('outsider', withDepart())).toMatchObject({
    success: false,
    message: '只能共享给自己所在的角色或部门',
  })
  expect(await list('outsider')).toEqual([])
  await save('chief', withDepart())
  await leave('chief')
  expect((await save('chief', { ...withDepart(), content: { ...CONTENT, columns: { code: true } } })).success).toBe(
    false,
  )
  expect((await list('chief'))[0].content).toEqual(CONTENT)
})

it('distinguishes a department from a role of the same id', async () => {
  expect((await save('chief', { audience: { kind: 'role', id: departId } })).success).toBe(false)
  expect((await save('chief', { audience: { kind: 'everybody', id: departId } })).success).toBe(false)
  expect(await list('chief')).toEqual([])
})

it('ends when the view is saved again without an audience', async () => {
  const { result } = await save('chief', withDepart())
  expect(await namesOf('member')).toEqual(['值班'])
  expect((await save('chief', {})).result).toEqual(result)
  expect(await list('chief')).toMatchObject([{ audience: null }])
  expect(await list('member')).toEqual([])
})

it('does not prevent an own view of the same name, which is listed first', async () => {
  await save('chief', { ...withDepart(), name: '甲' })
  await save('member', { name: '甲' })
  await save('member', { name: '乙' })
  expect((await list('member')).map((view: { name: string; isOwn: boolean }) => [view.name, view.isOwn])).toEqual([
    ['乙', true],
    ['甲', true],
    ['甲', false],
  ])
})

it('gives no permission to delete: a shared view is answered as not found', async () => {
  const { result } = await save('chief', withDepart())
  for (const by of ['member', 'outsider'])
    expect(await call(by, 'DELETE', `delete?id=${result.id}`)).toMatchObject(NOT_FOUND)
  expect(await call('chief', 'DELETE', 'delete?id=nobody')).toMatchObject(NOT_FOUND)
  expect(await namesOf('member')).toEqual(['值班'])
  expect(await call('chief', 'DELETE', `delete?id=${result.id}`)).toMatchObject({ success: true })
  expect(await call('chief', 'DELETE', `delete?id=${result.id}`)).toMatchObject(NOT_FOUND)
  expect(await namesOf('member')).toEqual([])
})

it('ends when its department is deleted', async () => {
  await save('chief', withDepart())
  for (const name of ['chief', 'member']) await leave(name)
  await server.db.deleteFrom('sysDepart').where('id', '=', departId).execute()
  expect(await list('chief')).toEqual([])
})

it('is limited to 200 views per user over all lists; existing ones can still be overwritten and deleted', async () => {
  const views = Array.from({ length: 200 }, (_, index) => ({
    id: newId(),
    userId: ids['chief'] ?? '',
    listPath: index === 0 ? LIST : '/sys/role/list',
    name: `视图 ${index}`,
    content: JSON.stringify(CONTENT),
  }))
  await server.db.insertInto('sysSavedView').values(views).execute()
  expect(await save('chief', { name: '第 201 个' })).toMatchObject({
    success: false,
    message: '保存的视图过多，请先删除不用的视图',
  })
  expect(await namesOf('chief')).toEqual(['视图 0'])
  const sort = { field: 'code', order: 'desc' }
  expect(await save('chief', { name: '视图 0', content: { ...CONTENT, sort } })).toMatchObject({
    success: true,
    result: { id: views[0]?.id },
  })
  expect((await list('chief'))[0].content.sort).toEqual(sort)
  expect((await save('member', {})).success).toBe(true)
  await call('chief', 'DELETE', `delete?id=${views[0]?.id}`)
  expect((await save('chief', { name: '第 201 个' })).success).toBe(true)
})

it('returns malicious text unchanged', async () => {
  const hostile = `'); drop table sys_saved_view; --<img src=x onerror=alert(1)>`
  const content = {
    ...CONTENT,
    filters: { name: hostile, constructor: 'x', toString: '%' },
    query: { match: 'or', lines: [['name', 'like', hostile]] },
    columns: { "a'b": true },
  }
  expect((await save('chief', { name: '<b>甲</b>', content, ...withDepart() })).success).toBe(true)
  expect(await list('member')).toMatchObject([{ name: '<b>甲</b>', content }])
})

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, value]))
it.each([
  ['more filters than a list has', { filters: many(61, 'x') }],
  ['more columns than a list has', { columns: many(61, true) }],
  ['a filter that is no text', { filters: { name: { $ne: '' } } }],
  ['a column that is neither shown nor hidden', { columns: { name: 'yes' } }],
  ['a filter that never ends', { filters: { name: 'x'.repeat(201) } }],
  ['a NUL', { filters: { name: 'a\u0000b' } }],
  ['half a character', { sort: { field: '\ud800', order: 'asc' } }],
  ['an order nobody knows', { sort: { field: 'name', order: 'asc; drop table sys_user' } }],
  [
    'more lines than may be asked',
    { query: { match: 'and', lines: Array.from({ length: 200 }, () => ['name', 'eq', 'x']) } },
  ],
])('rejects %s, and keeps the existing view', async (_what, wrong) => {
  await save('chief', {})
  const { success, code, message } = await save('chief', { content: { ...CONTENT, ...wrong } })
  expect({ success, code, text: typeof message }).toEqual({ success: false, code: expect.any(Number), text: 'string' })
  expect(await list('chief')).toMatchObject([{ content: CONTENT }])
})

it('rejects a list path that is not an address', async () => {
  for (const listPath of ['', 'sys/position/list', "/sys' or '1'='1", `/${'x'.repeat(200)}`]) {
    const { status, body } = await server.call('GET', `/sys/savedView/list?listPath=${encodeURIComponent(listPath)}`, {
      token: tokens['chief'] ?? '',
    })
    expect([listPath, status < 500, body.success]).toEqual([listPath, true, false])
  }
})
