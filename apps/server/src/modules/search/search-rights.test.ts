import type { SearchGroup, SearchKind } from '@natim/contract/system/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { RESOURCES } from '../../testing/resource-samples.ts'

const NAME = '检索样例'

/** Searched resources: noun, list permission, base of the calls, and the form of a row called {@link NAME}. */
const SEARCHED = [
  ['部门', 'system:depart:list', '/sys/sysDepart', { departName: NAME, orgCategory: '1', parentId: 'd-a01' }],
  ['角色', 'system:role:list', '/sys/role', { roleName: NAME }],
  ['职务', 'system:position:list', '/sys/position', { name: NAME }],
  ['字典', 'system:dict:list', '/sys/dict', { dictName: NAME }],
  ['分类', 'system:category:list', '/sys/category', { name: NAME }],
  ['消息模板', 'system:messageTemplate:list', '/sys/message/sysMessageTemplate', { templateName: NAME }],
  ['校验规则', 'system:checkRule:list', '/sys/checkRule', { ruleName: NAME }],
  ['编码规则', 'system:fillRule:list', '/sys/fillRule', { ruleName: NAME }],
  ['数据源', 'system:dataSource:list', '/sys/dataSource', { name: NAME }],
] as const

let server: TestApp
let keeper: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  keeper = await server.signIn('keeper')
  for (const [, , base, named] of SEARCHED) await add(base, named)
  const { id: stationId } = await buildStation(server.db, { name: NAME })
  await buildDevice(server.db, { name: NAME, stationId })
  await server.addUser('sampled')
  await server.db.updateTable('sysUser').set({ realname: NAME }).where('username', '=', 'sampled').execute()
})
afterAll(() => server.close())

let n = 0
async function add(base: string, named: object): Promise<void> {
  const form = RESOURCES.find((register) => register.base === base)?.form(++n)
  const { body } = await server.call('POST', `${base}/add`, { token: keeper, body: { ...form, ...named } })
  expect(body, base).toMatchObject({ success: true })
}

/** Adds a user with a role that holds these permissions only; the account name is the role code. */
async function addHolder(username: string, rights: readonly string[]): Promise<string> {
  await server.db
    .insertInto('sysRole')
    .values({ id: `r-${username}`, roleCode: username, roleName: '检索者' })
    .execute()
  const granted = server.db
    .selectFrom('sysPermission')
    .select((eb) => [eb.val(`r-${username}`).as('roleId'), 'id'])
    .where('perms', 'in', rights)
  await server.db.insertInto('sysRolePermission').columns(['roleId', 'permissionId']).expression(granted).execute()
  await server.addUser(username, { roles: [username] })
  return server.signIn(username)
}

async function find(token: string, keyword = NAME): Promise<SearchGroup[]> {
  const { body } = await server.call('GET', `/sys/search?keyword=${encodeURIComponent(keyword)}`, { token })
  expect(body).toMatchObject({ success: true })
  return body.result
}
const nounsIn = (groups: readonly SearchGroup[]) => groups.flatMap(({ rows }) => rows.map(({ noun }) => noun))

describe('permissions of the search', () => {
  it.each([
    ['device', 'mon:device:view'],
    ['station', 'mon:station:view'],
    ['person', 'system:user:list'],
    ['record', 'system:position:list'],
  ] as const)('a user who may list one kind finds that kind only: %s', async (kind: SearchKind, right) => {
    const found = await find(await addHolder(`only_${kind}`, [right]))
    expect(found).toMatchObject([{ kind, total: 1, rows: [{ name: NAME }] }])
  })

  it('a user who may list one resource finds its rows only', async () => {
    const found: [string, string[]][] = []
    for (const [index, [noun, right]] of SEARCHED.entries())
      found.push([noun, nounsIn(await find(await addHolder(`lister_${index}`, [right])))])
    expect(found).toEqual(SEARCHED.map(([noun]) => [noun, [noun]]))
  })

  it.each([
    ['device', 'mon:device:view', 'm-device-list'],
    ['station', 'mon:station:view', 'm-station-list'],
    ['person', 'system:user:list', 'm-user'],
  ] as const)('a row hidden by a data rule in the list is not found: %s', async (kind, right, permissionId) => {
    expect(await find(await addHolder(`free_${kind}`, [right]))).toMatchObject([{ kind, total: 1 }])
    const [username, ruleId] = [`ruled_${kind}`, `rule-${kind}`]
    const roleId = `r-${username}`
    const token = await addHolder(username, [right])
    const ruleColumn = kind === 'person' ? 'realname' : 'name'
    const rule = { ruleName: '样例以外', ruleColumn, ruleConditions: '!=', ruleValue: NAME, status: '1' }
    await server.db
      .insertInto('sysPermissionDataRule')
      .values({ ...rule, id: ruleId, permissionId })
      .execute()
    await server.db.insertInto('sysRolePermission').values({ roleId, permissionId }).execute()
    await server.db.insertInto('sysRoleDataRule').values({ roleId, permissionId, ruleId }).execute()
    // The page includes permissions for other kinds.
    const found = (await find(token)).filter((group) => group.kind === kind)
    expect(found).toEqual([{ kind, total: 0, rows: [] }])
  })
})

describe('more results than fit', () => {
  it('are counted over all resources, exact matches first', async () => {
    for (let row = 0; row < 10; row++) await add('/sys/position', { name: `jyb ${row}` })
    for (const row of [1, 2]) await add('/sys/role', { roleName: `jyb${row}` })
    await add('/sys/role', { roleCode: 'jyb', roleName: '最后' })
    const records = (await find(keeper, 'jyb')).find(({ kind }) => kind === 'record')
    expect([records?.total, records?.rows.length]).toEqual([13, 8])
    expect(records?.rows[0]).toMatchObject({ code: 'jyb', noun: '角色' })
  })
})
