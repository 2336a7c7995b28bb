import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let names = 0

beforeAll(async () => {
  server = await buildTestApp()
  await server.db
    .insertInto('sysTenant')
    .values([
      { id: 101, name: '江苏监测' },
      { id: 102, name: '浙江监测' },
      { id: 103, name: '停用单位', status: 0 },
      { id: 104, name: '别家' },
    ])
    .execute()
})
afterAll(() => server.close())

async function memberOf(...tenantIds: number[]) {
  names += 1
  const username = `member-${names}`
  const userId = await server.addUser(username)
  for (const tenantId of tenantIds) await server.db.insertInto('sysUserTenant').values({ userId, tenantId }).execute()
  const login = await server.call('POST', '/sys/login', { body: { username, password: PASSWORD } })
  return { userId, login: login.body, token: login.body.result?.token as string }
}
const statusWith = async (token: string, headers: Record<string, string>) =>
  (await server.call('GET', '/sys/user/getUserInfo', { token, headers })).status

describe('tenants at sign-in', () => {
  it('[CA-20] returns the enabled ones with number and name', async () => {
    const { login } = await memberOf(101, 102, 103)
    expect(login.result.tenantList).toEqual([
      { id: 101, name: '江苏监测', status: 1, beginDate: null, endDate: null },
      { id: 102, name: '浙江监测', status: 1, beginDate: null, endDate: null },
    ])
  })

  it('[CA-20] omits the key for users without a tenant', async () => {
    expect((await memberOf()).login.result).not.toHaveProperty('tenantList')
  })

  it('[CA-20] refuses users all of whose tenants are frozen', async () => {
    const { userId, login } = await memberOf(103)
    expect(login).toMatchObject({ success: false, code: 500, message: '登录失败，所属租户均已冻结' })
    const sessions = await server.db.selectFrom('sysSession').select('id').where('userId', '=', userId).execute()
    expect(sessions).toEqual([])
  })

  it("returns the user's tenants later, too", async () => {
    const { token } = await memberOf(102, 103)
    const own = (await server.call('GET', '/sys/tenant/getCurrentUserTenant', { token })).body.result
    expect(own.list.map((tenant: { id: number }) => tenant.id)).toEqual([102])
    const stranger = await memberOf()
    expect((await server.call('GET', '/sys/tenant/getCurrentUserTenant', stranger)).body.result).toEqual({})
  })
})

describe('the header tenant-id', () => {
  it.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ 'tenant-id': '' }, 200],
    [{ 'tenant-id': '0' }, 200],
    [{ 'tenant-id': '101' }, 200],
    [{ 'X-Tenant-Id': '102' }, 200],
    [{ 'tenant-id': '101', 'X-Tenant-Id': '104' }, 200],
    [{ 'tenant-id': '104', 'X-Tenant-Id': '101' }, 401],
    [{ 'X-Tenant-Id': '104' }, 401],
    [{ 'tenant-id': '103' }, 401],
    [{ 'tenant-id': '999' }, 401],
    [{ 'tenant-id': '-101' }, 401],
    [{ 'tenant-id': '101,102' }, 401],
    [{ 'tenant-id': '1e2' }, 401],
    [{ 'tenant-id': "101' or '1'='1" }, 401],
    [{ 'tenant-id': '9'.repeat(40) }, 401],
  ])("selects one of the user's tenants: %j → %i", async (headers, status) => {
    const { token } = await memberOf(101, 102, 103)
    expect(await statusWith(token, headers)).toBe(status)
  })

  it('is rejected at the next call after the tenant is frozen or left', async () => {
    const { userId, token } = await memberOf(101)
    const header = { 'tenant-id': '101' }
    expect(await statusWith(token, header)).toBe(200)
    await server.db.updateTable('sysTenant').set({ status: 0 }).where('id', '=', 101).execute()
    expect(await statusWith(token, header)).toBe(401)
    await server.db.updateTable('sysTenant').set({ status: 1 }).where('id', '=', 101).execute()
    await server.db.deleteFrom('sysUserTenant').where('userId', '=', userId).execute()
    expect(await statusWith(token, header)).toBe(401)
    expect(await statusWith(token, {})).toBe(200)
  })

  it('is ignored without a sign-in', async () => {
    expect((await server.call('GET', '/sys/site/settings', { headers: { 'tenant-id': 'x' } })).status).toBe(200)
  })
})
