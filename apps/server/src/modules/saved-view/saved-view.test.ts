import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let owner: string
let colleague: string
let stranger: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('owner', { roles: ['analyst'] })
  await server.addUser('colleague', { roles: ['analyst'] })
  await server.addUser('stranger', { roles: ['test'] })
  owner = await server.signIn('owner')
  colleague = await server.signIn('colleague')
  stranger = await server.signIn('stranger')
})
afterAll(() => server.close())

const CONTENT = {
  filters: { name: '主任' },
  query: { match: 'and', lines: [['postRank', 'eq', '5']] },
  sort: { field: 'name', order: 'asc' },
  columns: { createBy: true },
}
const VIEW = { listPath: '/sys/position/list', name: '主任们', content: CONTENT, audience: null }

const list = async (token: string, listPath = VIEW.listPath) =>
  (await server.call('GET', `/sys/savedView/list?listPath=${encodeURIComponent(listPath)}`, { token })).body.result
const save = async (token: string, view: object) =>
  (await server.call('POST', '/sys/savedView/save', { token, body: { ...VIEW, ...view } })).body
const remove = async (token: string, id: string) =>
  (await server.call('DELETE', `/sys/savedView/delete?id=${id}`, { token })).body
const roleOf = async (token: string) =>
  (await server.call('GET', '/sys/savedView/audiences', { token })).body.result.find(
    ({ kind }: { kind: string }) => kind === 'role',
  )

it('belongs to one user and list, and is overwritten under its name', async () => {
  const { result } = await save(owner, {})
  expect(await list(owner)).toEqual([
    { id: result.id, name: '主任们', content: CONTENT, isOwn: true, owner: 'owner（测试）', audience: null },
  ])
  expect(await list(owner, '/sys/role/list')).toEqual([])
  expect(await list(colleague)).toEqual([])
  const again = await save(owner, { content: { ...CONTENT, filters: {} } })
  expect(again.result).toEqual({ id: result.id })
  expect((await list(owner))[0].content.filters).toEqual({})
  expect(await remove(colleague, result.id)).toMatchObject({ success: false, message: '未找到对应数据' })
  expect(await list(owner)).toHaveLength(1)
  expect(await remove(owner, result.id)).toMatchObject({ success: true })
  expect(await list(owner)).toEqual([])
})

it("can be shared with one of the user's roles, whose members may only read it", async () => {
  const role = await roleOf(owner)
  const { result } = await save(owner, { audience: { kind: 'role', id: role.id } })
  expect(await list(colleague)).toMatchObject([{ id: result.id, isOwn: false, audience: role }])
  expect(await list(stranger)).toEqual([])
  expect(await remove(colleague, result.id)).toMatchObject({ success: false })
  const foreign = await roleOf(stranger)
  expect(await save(owner, { audience: { kind: 'role', id: foreign.id } })).toMatchObject({
    success: false,
    message: '只能共享给自己所在的角色或部门',
  })
  expect((await list(owner))[0].audience).toEqual(role)
})

it.each([
  ['no name', { name: ' ' }],
  ['another address', { listPath: 'https://elsewhere' }],
  ['a rule nobody knows', { content: { ...CONTENT, query: { match: 'and', lines: [['name', 'drop', 'x']] } } }],
  ['no order', { content: { ...CONTENT, sort: undefined } }],
])('rejects a view with %s', async (_what, wrong) => {
  const before = await list(owner)
  expect((await save(owner, wrong)).success).toBe(false)
  expect(await list(owner)).toEqual(before)
})
