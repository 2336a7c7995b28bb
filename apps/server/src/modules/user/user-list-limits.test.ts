import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
/** All user permissions; in a tenant with `insider` and `insider_gone`, but not with the others. */
let keeper: string
/** The same permissions, but no department and thus no visible users. */
let loner: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  await db.insertInto('sysTenant').values({ id: 7, name: '甲' }).execute()
  ids['keeper'] = await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('loner', { roles: ['admin'], orgCode: '' })
  for (const name of ['insider', 'insider_gone', 'outsider', 'outsider_gone']) {
    const id = await server.addUser(name, { roles: ['test'] })
    ids[name] = id
    await db.insertInto('sysUserDepart').values({ userId: id, depId: 'd-a01' }).execute()
    if (name.endsWith('_gone')) await db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', id).execute()
  }
  for (const name of ['keeper', 'insider', 'insider_gone'])
    await db
      .insertInto('sysUserTenant')
      .values({ userId: ids[name] ?? '', tenantId: 7 })
      .execute()
  keeper = await server.signIn('keeper')
  loner = await server.signIn('loner')
})
afterAll(() => server.close())

async function namesIn(path: string, token: string, tenant = '0'): Promise<string[]> {
  const { status, body } = await server.call('GET', `/sys/user/${path}`, { token, headers: { 'tenant-id': tenant } })
  expect([path, status]).toEqual([path, 200])
  const nameOf = (id: string | undefined) => Object.keys(ids).find((name) => ids[name] === id)
  // Bare arrays for some pickers, pages, and null for members without a charge.
  const found = Array.isArray(body) ? body : (body.result?.records ?? body.result ?? [])
  return found
    .map((row: { id?: string; userId?: string; username?: string }) => row.username ?? nameOf(row.userId))
    .filter((name: string | undefined) => name !== undefined && name !== 'keeper' && name !== 'loner')
    .sort()
}

const LISTS = () => [
  'list?pageSize=100',
  'queryUserComponentData?pageSize=100',
  'getMultiUser?username=insider,outsider',
  `queryByIds?userIds=${ids['insider']},${ids['outsider']},`,
  'userRoleList?roleId=r-test&pageSize=100',
  'departUserList?depId=d-a01&pageSize=100',
  'queryByOrgCodeForAddressList?orgCode=A01&pageSize=100',
  'queryByOrgCode?orgCode=A01&pageSize=100',
]

describe('every list of users', () => {
  it("shows members of the caller's current tenant, or everyone outside of tenants", async () => {
    for (const path of LISTS()) {
      expect([path, await namesIn(path, keeper)]).toEqual([path, ['insider', 'outsider']])
      expect([path, await namesIn(path, keeper, '7')]).toEqual([path, ['insider']])
    }
    expect(await namesIn('recycleBin', keeper)).toEqual(['insider_gone', 'outsider_gone'])
    expect(await namesIn('recycleBin', keeper, '7')).toEqual(['insider_gone'])
  })

  it('shows no others to users without a department', async () => {
    for (const path of [...LISTS(), 'recycleBin']) expect([path, await namesIn(path, loner)]).toEqual([path, []])
  })

  it('single-user calls neither reveal nor change users that the lists do not show', async () => {
    const id = ids['outsider'] ?? ''
    const stored = () => server.db.selectFrom('sysUser').selectAll().where('id', '=', id).executeTakeFirst()
    const before = await stored()
    const within = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
      server.call(method, `/sys/user/${path}`, {
        token: keeper,
        headers: { 'tenant-id': '7' },
        ...(body && { body }),
      })
    for (const { body } of [
      await within('GET', `queryById?id=${id}`),
      await within('GET', `queryUserRole?userid=${id}`),
      await within('GET', `userDepartList?userId=${id}`),
      await within('GET', `history?id=${id}`),
      await within('PUT', 'edit', { id, realname: '改' }),
      await within('PUT', 'frozenBatch', { ids: `${ids['insider']},${id}`, status: 2 }),
      await within('DELETE', `delete?id=${id}`),
      await within('PUT', 'changePassword', { username: 'outsider' }),
      await within('PUT', 'putRecycleBin', { userIds: ids['outsider_gone'] }),
      await within('DELETE', `deleteRecycleBin?userIds=${ids['outsider_gone']}`),
    ]) {
      expect(body).toMatchObject({ success: false, message: '未找到对应数据' })
    }
    expect(await stored()).toEqual(before)
  })
})
