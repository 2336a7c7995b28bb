import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const FRAME = ['m-station-list', 'p-mon-station-view']
let server: TestApp
let admin: string
let memberId: string

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  await db
    .insertInto('sysDepart')
    .values({ id: 'd-js', parentId: 'd-a01', departName: '江苏', orgCode: 'A01A01', orgCategory: '2' })
    .execute()
  await server.addUser('keeper', { roles: ['admin'] })
  memberId = await server.addUser('member', { orgCode: 'A01A01' })
  await db.insertInto('sysUserDepart').values({ userId: memberId, depId: 'd-js' }).execute()
  admin = await server.signIn('keeper')
})
afterAll(() => server.close())

const get = async (path: string) => (await server.call('GET', `/sys/${path}`, { token: admin })).body
const post = (path: string, body: object) => server.call('POST', `/sys/${path}`, { token: admin, body })
const saveDepart = (permissionIds: unknown, lastpermissionIds: unknown = '', departId = 'd-js') =>
  post('permission/saveDepartPermission', { departId, permissionIds, lastpermissionIds })
const saveRole = (permissionIds: unknown, lastpermissionIds: unknown = '', roleId = 'dr-one') =>
  post('sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds, lastpermissionIds })
const ofDepart = async () => (await get('permission/queryDepartPermission?departId=d-js')).result
const ofRole = async () => (await get('sysDepartPermission/queryDeptRolePermission?roleId=dr-one')).result
const held = () => server.db.selectFrom('sysDepartRoleUser').select(['userId', 'droleId']).execute()

beforeEach(async () => {
  await server.db.deleteFrom('sysDepartRole').execute()
  await server.db.deleteFrom('sysDepartPermission').execute()
  await server.db
    .insertInto('sysDepartRole')
    .values({ id: 'dr-one', departId: 'd-js', roleName: '班长', roleCode: 'one' })
    .execute()
  await saveDepart(FRAME.join(','))
  await saveRole(FRAME[0])
})

it.each<[string, unknown, unknown]>([
  ['an id with SQL in it', "m-map' or '1'='1", ''],
  ['a NUL', 'm-map,\u0000', ''],
  ['2001 ids', Array.from({ length: 2_001 }, (_, n) => `m${n}`).join(','), ''],
  ['a list', ['m-map'], ''],
  ['a menu that does not exist', 'm-map,nowhere', ''],
  ['rubbish for what was seen', 'm-map', '*'],
])('grants with %s change neither the department nor its roles', async (_name, permissionIds, last) => {
  for (const answer of [await saveDepart(permissionIds, last), await saveRole(permissionIds, last)]) {
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
  }
  expect(await ofDepart()).toEqual(FRAME)
  expect(await ofRole()).toEqual([FRAME[0]])
})

it('a stale form removes only what it lists', async () => {
  expect((await saveDepart('', 'm-map,never-was,,')).body.success).toBe(true)
  expect(await ofDepart()).toEqual(FRAME)
  // Duplicates in the list are ignored.
  expect((await saveDepart(`${FRAME.join(',')},${FRAME[0]},`)).body.success).toBe(true)
  expect(await ofDepart()).toEqual(FRAME)
  await saveDepart(null, FRAME[0])
  expect(await ofDepart()).toEqual([FRAME[1]])
  expect(await ofRole()).toEqual([])
})

it('missing departments and roles answer like invisible ones', async () => {
  for (const answer of [
    await saveDepart('m-map', '', 'd-none'),
    await saveRole('m-map', '', 'dr-none'),
    await post('sysDepartRole/add', { departId: 'd-none', roleName: '无', roleCode: 'none' }),
    await post('sysDepartRole/deptRoleUserAdd', { userId: memberId, newRoleId: 'dr-one,dr-none', oldRoleId: '' }),
    await post('sysDepartRole/deptRoleUserAdd', { userId: memberId, newRoleId: '', oldRoleId: 'dr-none' }),
  ]) {
    expect(answer.body).toMatchObject({ success: false, message: '未找到对应数据' })
  }
  expect(await held()).toEqual([])
})

it('assigning a role twice and removing one not held are idempotent', async () => {
  const give = (newRoleId: string, oldRoleId: string) =>
    post('sysDepartRole/deptRoleUserAdd', { userId: memberId, newRoleId, oldRoleId })
  const answers = await Promise.all([give('dr-one,dr-one,', ''), give('dr-one', '')])
  expect(answers.map(({ body }) => body.success)).toEqual([true, true])
  expect(await held()).toEqual([{ userId: memberId, droleId: 'dr-one' }])
  for (let n = 0; n < 2; n += 1) expect((await give('', 'dr-one')).body.success).toBe(true)
  expect(await held()).toEqual([])
})

it('a role cannot change its department, and is deleted with its grants and holders', async () => {
  await post('sysDepartRole/deptRoleUserAdd', { userId: memberId, newRoleId: 'dr-one', oldRoleId: '' })
  await post('sysDepartRole/edit', { id: 'dr-one', departId: 'd-a01', roleName: '改名' })
  const role = await server.db.selectFrom('sysDepartRole').selectAll().executeTakeFirstOrThrow()
  expect(role).toMatchObject({ departId: 'd-js' })
  const call = await server.call('DELETE', '/sys/sysDepartRole/deleteBatch?ids=dr-one,dr-none', { token: admin })
  expect(call.body.message).toBe('未找到对应数据')
  expect(await held()).toHaveLength(1)
  await server.call('DELETE', '/sys/sysDepartRole/deleteBatch?ids=dr-one,', { token: admin })
  expect(await held()).toEqual([])
  expect(await server.db.selectFrom('sysDepartRolePermission').selectAll().execute()).toEqual([])
})
