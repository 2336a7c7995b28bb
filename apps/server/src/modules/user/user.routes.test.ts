import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let admin: string
let duty: string
let loner: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp()
  const { db } = server
  for (const [id, parentId, departName, orgCode] of [
    ['d-js', 'd-a01', '江苏分中心', 'A01A01'],
    ['d-sz', 'd-js', '苏州站', 'A01A01A01'],
    ['d-zj', 'd-a01', '浙江分中心', 'A01A02'],
  ] as const) {
    await db.insertInto('sysDepart').values({ id, parentId, departName, orgCode, orgCategory: '2' }).execute()
  }
  ids.admin = await server.addUser('admin', { roles: ['admin'] })
  ids.duty = await server.addUser('duty', { roles: ['prov_duty'], orgCode: 'A01A01' })
  ids.loner = await server.addUser('loner', { orgCode: '' })
  ids.zhang = await server.addUser('zhang_san', { orgCode: 'A01A01' })
  ids.li = await server.addUser('li_si', { orgCode: 'A01A01A01' })
  ids.wang = await server.addUser('wang_wu', { orgCode: 'A01A02' })
  ids.frozen = await server.addUser('frozen', { orgCode: 'A01A01', status: 2 })
  ids.gone = await server.addUser('gone', { orgCode: 'A01A01' })
  const set = (name: string, values: object) =>
    db
      .updateTable('sysUser')
      .set(values)
      .where('id', '=', ids[name] ?? '')
      .execute()
  await set('zhang', {
    realname: '张三',
    phone: '13900000001',
    email: 'zhang@example.test',
    telephone: '010-1',
    birthday: '1990-05-01',
    sex: 1,
    workNo: 'W-001',
    post: 'duty_leader,unknown_post',
    userIdentity: 2,
    departIds: 'd-js',
  })
  await set('li', { realname: '李四', sex: 2, phone: '13900000002', workNo: 'W-002' })
  await set('wang', { realname: '王五' })
  await set('gone', { delFlag: 1 })
  for (const [name, depId] of [
    ['zhang', 'd-js'],
    ['zhang', 'd-zj'],
    ['li', 'd-sz'],
    ['wang', 'd-zj'],
    ['frozen', 'd-js'],
    ['gone', 'd-js'],
  ] as const) {
    await db
      .insertInto('sysUserDepart')
      .values({ userId: ids[name] ?? '', depId })
      .execute()
  }
  admin = await server.signIn('admin')
  duty = await server.signIn('duty')
  loner = await server.signIn('loner')
})
afterAll(() => server.close())

interface Row {
  readonly id: string
  readonly username: string
}
const get = async (path: string, query: Record<string, string> = {}, token = duty) =>
  (await server.call('GET', `/sys/user/${path}?${new URLSearchParams(query).toString()}`, { token })).body
const sorted = (rows: readonly Row[]) => rows.map((row) => row.username).sort()
const listed = async (query: Record<string, string>, token = duty) =>
  sorted((await get('list', { pageSize: '100', ...query }, token)).result.records)
const picked = async (query: Record<string, string>, token = duty) =>
  sorted((await get('queryUserComponentData', { pageSize: '100', ...query }, token)).result.records)

const EVERYBODY = ['admin', 'duty', 'frozen', 'li_si', 'loner', 'wang_wu', 'zhang_san']

describe('the list of users', () => {
  it('[CA-36] pages, sorts and accepts the filters of every list', async () => {
    expect(await listed({})).toEqual(EVERYBODY)
    expect(await listed({ username: '*a*' })).toEqual(['admin', 'wang_wu', 'zhang_san'])
    expect(await listed({ username: 'zhang*' })).toEqual(['zhang_san'])
    expect(await listed({ username: '*_si' })).toEqual(['li_si'])
    expect(await listed({ username: '!admin' })).toEqual(EVERYBODY.filter((name) => name !== 'admin'))
    expect(await listed({ status: '>=2' })).toEqual(['frozen'])
    expect(await listed({ status: '<= 1', username: '*n*' })).toEqual(['admin', 'loner', 'wang_wu', 'zhang_san'])
    expect(await listed({ birthday: '>=1990-05-01' })).toEqual(['zhang_san'])
    const { result } = await get('list', { pageSize: '2', pageNo: '2', column: 'username', order: 'asc' })
    expect(result).toMatchObject({ total: 7, size: 2, current: 2, pages: 4 })
    expect(result.records.map((row: Row) => row.username)).toEqual(['frozen', 'li_si'])
  })

  it('returns a user with departments, positions and labels, and no secrets', async () => {
    const { result } = await get('list', { username: 'zhang_san' })
    expect(result.records[0]).toMatchObject({
      realname: '张三',
      phone: '13900000001',
      birthday: '1990-05-01',
      sex: 1,
      sex_dictText: '男',
      status_dictText: '正常',
      orgCodeTxt: '江苏分中心,浙江分中心',
      departIds_dictText: '江苏分中心',
      post_dictText: '值班长,unknown_post',
    })
    expect(JSON.stringify(result)).not.toMatch(/hash|region|argon/i)
  })

  it('returns contact data only with the permission, as a filter too', async () => {
    const contacts = async (token: string) => {
      const { result } = await get('list', { username: 'zhang_san' }, token)
      return [result.records[0].email, result.records[0].telephone]
    }
    expect(await contacts(duty)).toEqual([null, null])
    expect(await contacts(admin)).toEqual(['zhang@example.test', '010-1'])
    expect(await listed({ email: 'nobody@example.test' })).toEqual(EVERYBODY)
    expect(await listed({ email: 'zhang@*' }, admin)).toEqual(['zhang_san'])
    const probe = { superQueryParams: JSON.stringify([{ field: 'email', rule: 'like', val: 'zhang' }]) }
    expect(await get('list', probe)).toMatchObject({ success: false, message: '高级查询中有不支持的字段' })
    expect(await listed(probe, admin)).toEqual(['zhang_san'])
  })

  it('shows roles and last sign-in to user administrators, and only roles they may see', async () => {
    const { db } = server
    const standing = async (token: string, headers = {}) => {
      const answer = await server.call('GET', '/sys/user/list?username=duty', { token, headers })
      const [{ roleNames, lastLoginTime }] = answer.body.result.records
      return { roleNames, lastLoginTime }
    }
    const { rows } = await server.pool.query(
      "select to_char(max(created_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at from sys_session where user_id = $1",
      [ids.duty],
    )
    await server.call('POST', '/sys/login', { body: { username: 'duty', password: 'wrong' } })
    const shown = await standing(admin)
    expect(shown).toEqual({ roleNames: '省级值班员', lastLoginTime: expect.stringContaining(rows[0].at) })
    expect(await standing(duty)).toEqual({ roleNames: undefined, lastLoginTime: undefined })
    const never = (await get('list', { username: 'zhang_san' }, admin)).result.records[0]
    expect(never).toMatchObject({ roleNames: null, lastLoginTime: null })

    // Within a tenant too: sign-ins belong to no tenant.
    await db.insertInto('sysTenant').values({ id: 8, name: '乙' }).execute()
    for (const userId of [ids.admin ?? '', ids.duty ?? ''])
      await db.insertInto('sysUserTenant').values({ userId, tenantId: 8 }).execute()
    expect(await standing(admin, { 'tenant-id': '8' })).toEqual(shown)
    await db.deleteFrom('sysUserTenant').where('tenantId', '=', 8).execute()
    await db.deleteFrom('sysTenant').where('id', '=', 8).execute()

    await db
      .insertInto('sysPermissionDataRule')
      .values({
        id: 'rule-roles',
        permissionId: 'm-role',
        ruleName: '只看管理员',
        ruleColumn: 'roleCode',
        ruleConditions: '=',
        ruleValue: 'admin',
      })
      .execute()
    await db
      .insertInto('sysRoleDataRule')
      .values({ roleId: 'r-admin', permissionId: 'm-role', ruleId: 'rule-roles' })
      .execute()
    server.bus.publish('rightsChanged', [ids.admin ?? ''])
    // Requested concurrently with a viewer whom the rule does not bind.
    await server.addRole('clerk', ['user'])
    const clerkId = await server.addUser('clerk', { roles: ['clerk'] })
    const clerk = await server.signIn('clerk')
    const asked = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? admin : clerk))
    const standings = await Promise.all(asked.map((token) => standing(token)))
    expect(standings.map(({ roleNames }) => roleNames)).toEqual(
      asked.map((token) => (token === admin ? null : '省级值班员')),
    )
    await db.deleteFrom('sysUser').where('id', '=', clerkId).execute()
    await db.deleteFrom('sysPermissionDataRule').execute()
    server.bus.publish('rightsChanged', [ids.admin ?? ''])
  })

  it('finds members of a department and its subdepartments, and users by a list of ids', async () => {
    expect(await listed({ departId: 'd-js' })).toEqual(['frozen', 'li_si', 'zhang_san'])
    expect(await listed({ departId: 'd-sz' })).toEqual(['li_si'])
    expect(await get('list', { departId: 'no-such' })).toMatchObject({ result: { records: [], total: 0 } })
    expect(await listed({ code: `${ids.li},${ids.wang},` })).toEqual(['li_si', 'wang_wu'])
    expect(await listed({ code: `${ids.li}` })).toEqual(['li_si'])
  })

  it('applies the data rules of the page', async () => {
    const { db } = server
    await db
      .insertInto('sysPermission')
      .values({ id: 'm-users', name: '用户', menuType: 1, component: 'system/UserList', sortNo: 1 })
      .execute()
    await db
      .insertInto('sysPermissionDataRule')
      .values({
        id: 'rule-1',
        permissionId: 'm-users',
        ruleName: '本部门',
        ruleColumn: 'orgCode',
        ruleConditions: 'RIGHT_LIKE',
        ruleValue: '#{sys_org_code}',
      })
      .execute()
    await db.insertInto('sysRolePermission').values({ roleId: 'r-prov-duty', permissionId: 'm-users' }).execute()
    await db
      .insertInto('sysRoleDataRule')
      .values({ roleId: 'r-prov-duty', permissionId: 'm-users', ruleId: 'rule-1' })
      .execute()
    server.bus.publish('rightsChanged', [ids.duty ?? ''])
    expect(await listed({})).toEqual(['duty', 'frozen', 'li_si', 'zhang_san'])
    expect(await picked({})).toEqual(['duty', 'li_si', 'zhang_san'])
    expect(sorted(await get('getMultiUser', { username: 'wang_wu,li_si' }))).toEqual(['li_si'])
    expect(await listed({}, admin)).toEqual(EVERYBODY)
    await db.deleteFrom('sysPermissionDataRule').execute()
    server.bus.publish('rightsChanged', [ids.duty ?? ''])
  })

  it('shows tenant members only within that tenant, and no others to users without a department', async () => {
    expect(await listed({}, loner)).toEqual(['loner'])
    expect(await picked({}, loner)).toEqual(['loner'])
    expect(await get('getMultiUser', { username: 'admin' }, loner)).toEqual([])
    await server.db.insertInto('sysTenant').values({ id: 7, name: '甲' }).execute()
    for (const userId of [ids.duty ?? '', ids.li ?? ''])
      await server.db.insertInto('sysUserTenant').values({ userId, tenantId: 7 }).execute()
    const { body } = await server.call('GET', '/sys/user/list', { token: duty, headers: { 'tenant-id': '7' } })
    expect(sorted(body.result.records)).toEqual(['duty', 'li_si'])
  })
})

describe('user picker calls', () => {
  it('find users by part of name, account, phone or department', async () => {
    expect(await picked({ keyword: '张' })).toEqual(['zhang_san'])
    expect(await picked({ keyword: 'WANG' })).toEqual(['wang_wu'])
    expect(await picked({ keyword: '0000002' })).toEqual(['li_si'])
    expect(await picked({ keyword: '苏州' })).toEqual(['li_si'])
    expect(await picked({ keyword: '分中心', departId: 'd-js' })).toEqual(['zhang_san'])
    expect(await picked({ keyword: 'zhang%' })).toEqual([])
    expect(await listed({ keyword: '李' })).toEqual(['li_si'])
  })

  it('[CA-41] find enabled users by parts of their names, in a department and its subdepartments, sorted as requested', async () => {
    expect(await picked({})).toEqual(EVERYBODY.filter((name) => name !== 'frozen'))
    expect(await picked({ username: 'AN' })).toEqual(['wang_wu', 'zhang_san'])
    expect(await picked({ username: '*an*' })).toEqual(['wang_wu', 'zhang_san'])
    expect(await picked({ realname: '四' })).toEqual(['li_si'])
    expect(await picked({ departId: 'd-js' })).toEqual(['li_si', 'zhang_san'])
    expect(await picked({ departId: 'd-zj', username: 'zhang' })).toEqual(['zhang_san'])
    const { result } = await get('queryUserComponentData', {
      column: 'username',
      order: 'desc',
      field: 'id,,username,realname',
      pageNo: '1',
      pageSize: '2',
      departId: 'd-zj',
    })
    expect(result).toMatchObject({ total: 2, current: 1, size: 2 })
    expect(result.records.map((row: Row) => row.username)).toEqual(['zhang_san', 'wang_wu'])
    expect(result.records[0]).toMatchObject({
      id: ids.zhang,
      username: 'zhang_san',
      realname: '张三',
      phone: '13900000001',
      birthday: '1990-05-01',
      sex: 1,
      orgCodeTxt: '江苏分中心,浙江分中心',
    })
  })

  it.each(['%', '_x', "' or '1'='1", 'a,b', '!zhang', '>a', '*', '**', '\\'])(
    'treat %j as plain characters',
    async (username) => {
      const found = await picked({ username })
      expect(found).toEqual(/^\*+$/.test(username) ? EVERYBODY.filter((name) => name !== 'frozen') : [])
    },
  )
})

it('[CA-40] return members of a department and its subdepartments as an array', async () => {
  expect(sorted((await get('queryUserByDepId', { id: 'd-js' })).result)).toEqual(['frozen', 'li_si', 'zhang_san'])
  expect(sorted((await get('queryUserByDepId', { id: 'd-js', realname: '四' })).result)).toEqual(['li_si'])
  expect((await get('queryUserByDepId', { id: 'no-such' })).result).toEqual([])
  expect((await get('queryUserByDepId')).result).toEqual([])
})

describe('[CA-42] [WG-35] users by stored values', () => {
  it('returns a bare array in the order of the values, of exact and enabled matches', async () => {
    const found = await get('getMultiUser', { username: 'li_si,zhang_san,nobody,frozen,gone,' })
    expect(found.map((row: Row & { realname: string }) => [row.username, row.realname])).toEqual([
      ['li_si', '李四'],
      ['zhang_san', '张三'],
    ])
    expect(sorted(await get('getMultiUser', { id: `${ids.wang}` }))).toEqual(['wang_wu'])
    expect(sorted(await get('getMultiUser', { workNo: 'W-002,W-001' }))).toEqual(['li_si', 'zhang_san'])
  })

  it.each<[string, Record<string, string>]>([
    ['no value', {}],
    ['an empty value', { username: '' }],
    ['commas', { username: ',,' }],
    ['a part of a name', { username: 'zhang' }],
    ['a wildcard', { username: '*zhang*' }],
    ['another case', { username: 'ZHANG_SAN' }],
    ['a statement', { username: "' or '1'='1" }],
    ['a field nobody stores', { passwordHash: 'x' }],
    ['the name of an ancestor', { constructor: 'x' }],
  ])('returns no users for %s', async (_name, query) => {
    expect(await get('getMultiUser', query)).toEqual([])
  })
})

it('[CA-99] [WG-44] a business dialog reads pages of five, and its stored values by a list with a trailing comma', async () => {
  const opened = await get('list', { pageNo: '1', pageSize: '5', column: 'createTime', order: 'desc' })
  expect(opened.result).toMatchObject({ size: 5, current: 1, pages: 2, total: 7 })
  const values = await get('list', { username: 'zhang_san,nobody,li_si,', pageNo: '1', pageSize: '3' })
  expect(sorted(values.result.records)).toEqual(['li_si', 'zhang_san'])
  expect(sorted((await get('list', { username: 'zhang_san,', pageNo: '1', pageSize: '1' })).result.records)).toEqual([
    'zhang_san',
  ])
})
