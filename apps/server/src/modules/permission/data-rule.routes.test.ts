import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
  (await server.call(method, `/sys/permission/${path}`, { token, ...(body ? { body } : {}) })).body
const RULE = {
  permissionId: 'm-station-list',
  ruleName: '本省',
  ruleColumn: 'regionCode',
  ruleConditions: 'RIGHT_LIKE',
  ruleValue: '32',
}
const rulesOf = async (permissionId: string) =>
  (await call('GET', `getPermRuleListByPermId?permissionId=${permissionId}`)).result

it('[SY-33] rules of a menu are added, changed, found and deleted; the menu is flagged', async () => {
  const flag = async () =>
    (await call('GET', 'getSystemMenuList')).result.find(({ id }: { id: string }) => id === 'm-station-list').ruleFlag
  expect(await flag()).toBe(0)
  const { result: first } = await call('POST', 'addPermissionRule', RULE)
  const { result: second } = await call('POST', 'addPermissionRule', { ...RULE, ruleName: '在用', status: '0' })
  expect(await flag()).toBe(1)
  // Newest first; a disabled rule stays in the list.
  expect(await rulesOf('m-station-list')).toMatchObject([
    { id: second.id, ruleName: '在用', status: '0' },
    { id: first.id, ruleName: '本省', status: '1', createBy: 'admin' },
  ])
  const [row] = await rulesOf('m-station-list')
  expect(await call('PUT', 'editPermissionRule', { ...row, ruleValue: '#{sys_org_code}', extra: 1 })).toMatchObject({
    success: true,
  })
  await call('POST', 'editPermissionRule', { id: first.id, permissionId: 'm-device-list', ruleName: '不搬家' })
  expect((await rulesOf('m-station-list')).map(({ ruleName }: { ruleName: string }) => ruleName)).toEqual([
    '在用',
    '不搬家',
  ])
  for (const { id } of [first, second])
    expect(await call('DELETE', `deletePermissionRule?id=${id}`)).toMatchObject({ success: true })
  expect(await flag()).toBe(0)
})

it('[CA-52] rules are searched by name and value, as lists filter', async () => {
  await call('POST', 'addPermissionRule', { ...RULE, permissionId: 'm-map', ruleName: '江苏' })
  await call('POST', 'addPermissionRule', { ...RULE, permissionId: 'm-map', ruleName: '浙江', ruleValue: '33' })
  const names = async (query: Record<string, string>) =>
    (await call('GET', `queryPermissionRule?${new URLSearchParams({ permissionId: 'm-map', ...query })}`)).result.map(
      ({ ruleName }: { ruleName: string }) => ruleName,
    )
  expect(await names({})).toEqual(['浙江', '江苏'])
  expect(await names({ ruleName: '*苏*' })).toEqual(['江苏'])
  expect(await names({ ruleValue: '33' })).toEqual(['浙江'])
  expect(await rulesOf('m-home')).toEqual([])
})

it.each([
  ['an SQL fragment', { ruleConditions: 'USE_SQL_RULES', ruleColumn: 'x', ruleValue: '1=1' }, '不支持的条件'],
  ['an expression instead of a property', { ruleColumn: '1=1;--' }, '字段名'],
  ['a variable nobody knows', { ruleValue: '#{password}' }, '规则值中有不支持的变量：password'],
  ['no value', { ruleValue: ' ' }, '不能为空'],
  ['a menu that does not exist', { permissionId: 'nobody' }, '未找到对应数据'],
])('[SY-33] rejects %s', async (_name, wrong, message) => {
  const before = await rulesOf('m-station-list')
  const answer = await call('POST', 'addPermissionRule', { ...RULE, ...wrong })
  expect(answer).toMatchObject({ success: false, message: expect.stringContaining(message) })
  expect(await rulesOf('m-station-list')).toEqual(before)
})

it('users cannot loosen a rule that binds them, nor detach their page from it', async () => {
  const { result } = await call('POST', 'addPermissionRule', {
    ...RULE,
    permissionId: 'm-position',
    ruleColumn: 'code',
  })
  await server.db
    .insertInto('sysRoleDataRule')
    .values({ roleId: 'r-nat-admin', permissionId: 'm-position', ruleId: result.id })
    .execute()
  await server.addUser('bound', { roles: ['nat_admin'] })
  const as = await server.signIn('bound')
  const own = { success: false, message: '不能修改约束自己的数据规则' }
  expect(await call('PUT', 'editPermissionRule', { id: result.id, status: '0' }, as)).toMatchObject(own)
  expect(await call('DELETE', `deletePermissionRule?id=${result.id}`, undefined, as)).toMatchObject(own)
  await server.db.updateTable('sysPermission').set({ createBy: 'x' }).where('id', '=', 'm-position').execute()
  expect(await call('PUT', 'edit', { id: 'm-position', component: 'elsewhere/List' }, as)).toMatchObject(own)
  expect(await rulesOf('m-position')).toMatchObject([{ id: result.id, status: '1' }])
  expect(await call('PUT', 'editPermissionRule', { id: result.id, status: '0' })).toMatchObject({ success: true })
})
