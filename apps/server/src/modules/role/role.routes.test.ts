import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('somebody')
  token = await server.signIn('somebody')
})
afterAll(() => server.close())

const list = async (query: Record<string, string>) =>
  (
    await server.call('GET', `/sys/role/list?${new URLSearchParams({ column: 'roleCode', order: 'asc', ...query })}`, {
      token,
    })
  ).body.result
const codes = async (query: Record<string, string>) =>
  (await list(query)).records.map((row: { roleCode: string }) => row.roleCode)

it('[CA-31] all roles by name', async () => {
  const { result } = (await server.call('GET', '/sys/role/queryall', { token })).body
  expect(result).toHaveLength(6)
  expect(result).toContainEqual(expect.objectContaining({ id: 'r-admin', roleName: '管理员', roleCode: 'admin' }))
})

it('[CA-33] roles are paged, filtered, and found by lists of ids or codes', async () => {
  expect(await list({ pageSize: '2' })).toMatchObject({
    total: 6,
    pages: 3,
    records: [{ id: 'r-admin', roleName: '管理员', roleCode: 'admin' }, { roleCode: 'analyst' }],
  })
  expect(await codes({ roleCode: 'admin,test,' })).toEqual(['admin', 'test'])
  expect(await codes({ roleCode: 'admin,' })).toEqual(['admin'])
  expect(await codes({ id: 'r-test,r-analyst,nobody,' })).toEqual(['analyst', 'test'])
  expect(await codes({ roleName: '*管理员*' })).toEqual(['admin', 'nat_admin'])
  expect(await codes({ createTime_end: '2001-01-01' })).toEqual([])
})
