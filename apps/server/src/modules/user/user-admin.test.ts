import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { buildPeople, type People } from './testing/build-people.ts'

let people: People
let server: TestApp
let ids: People['ids']
let admin: string
beforeAll(async () => {
  people = await buildPeople()
  ;({ server, ids, admin } = people)
})
afterAll(() => server.close())

const call: People['call'] = (...asked) => people.call(...asked)
const stored: People['stored'] = (id) => people.stored(id)
const add: People['add'] = (...given) => people.add(...given)
const signInWith = async (username: string, password: string) =>
  (await server.call('POST', '/sys/login', { body: { username, password } })).body

describe('[CA-34] adding and editing a user', () => {
  it('links roles, departments, tenants and positions, and returns them to the form', async () => {
    const { result, message } = await call('POST', 'add', {
      id: '',
      username: 'li_si',
      realname: '李四',
      phone: '13900000001',
      email: 'li@example.test',
      workNo: 'N-1',
      post: 'duty_leader',
      sex: '1',
      birthday: '1990-04-30T16:00:00.000Z',
      userIdentity: '2',
      departIds: 'd-js,d-zj',
      selectedroles: 'r-analyst,r-test,',
      selecteddeparts: 'd-js,d-sz',
      relTenantIds: '7',
      status: 2,
      delFlag: 1,
      createBy: 'nobody',
    })
    expect(message).toBe('添加成功！')
    ids['li'] = result.id
    expect(result.password).toMatch(/^[\w-]{19}$/)
    const detail = (await call('GET', 'queryById', { id: result.id })).result
    expect(detail).toMatchObject({
      username: 'li_si',
      sex: 1,
      birthday: '1990-05-01',
      status: 1,
      delFlag: 0,
      orgCode: null,
      createBy: 'admin',
      selectedroles: 'r-analyst,r-test',
      selecteddeparts: 'd-js,d-sz',
      relTenantIds: '7',
      departIds: 'd-js',
      departIds_dictText: '江苏分中心',
      regionPrefixes: '*',
    })
    expect(JSON.stringify(detail)).not.toMatch(/argon|hash/i)
  })

  it('[CA-35] returns the roles and departments of a user, and empty lists as such', async () => {
    expect((await call('GET', 'queryUserRole', { userid: ids['li'] ?? '' })).result).toEqual(['r-analyst', 'r-test'])
    expect((await call('GET', 'userDepartList', { userId: ids['li'] ?? '' })).result).toEqual([
      { key: 'd-js', value: 'd-js', title: '江苏分中心' },
      { key: 'd-sz', value: 'd-sz', title: '苏州站' },
    ])
    expect((await call('GET', 'queryUserRole', { userid: ids['hr'] ?? '' })).result).toEqual(['r-hr'])
    expect((await call('GET', 'userDepartList', { userId: ids['hr'] ?? '' })).result).toEqual([])
  })

  it('accepts whole rows, keeps absent fields, and clears phone and email to null', async () => {
    const id = ids['li'] ?? ''
    const row = (await call('GET', 'queryById', { id })).result
    const before = await stored(id)
    const body = { ...row, realname: '李思', password: 'other-Pass-1', username: 'other', orgCode: 'Z99', phone: '' }
    expect((await call('PUT', 'edit', body)).success).toBe(true)
    expect((await call('POST', 'edit', { id, email: '', unknown: 1 })).success).toBe(true)
    expect(await stored(id)).toMatchObject({
      username: 'li_si',
      realname: '李思',
      passwordHash: before?.passwordHash,
      orgCode: null,
      phone: null,
      email: null,
      workNo: 'N-1',
      updateBy: 'admin',
    })
    expect((await call('GET', 'queryUserRole', { userid: id })).result).toEqual(['r-analyst', 'r-test'])
  })

  it('replaces roles and departments, drops roles of departments left, and clears the charge of a member', async () => {
    const id = ids['li'] ?? ''
    await server.db
      .insertInto('sysDepartRole')
      .values({ id: 'dr-sz', departId: 'd-sz', roleName: '苏州', roleCode: 'sz' })
      .execute()
    await server.db.insertInto('sysDepartRoleUser').values({ id: 'dru', droleId: 'dr-sz', userId: id }).execute()
    await call('PUT', 'edit', { id, selectedroles: '', selecteddeparts: 'd-js', userIdentity: 1, departIds: 'd-js' })
    const detail = (await call('GET', 'queryById', { id })).result
    expect(detail).toMatchObject({ selectedroles: '', selecteddeparts: 'd-js', departIds: null, userIdentity: 1 })
    expect(await server.db.selectFrom('sysDepartRoleUser').selectAll().execute()).toEqual([])
    await call('PUT', 'edit', { id, userIdentity: 2, departIds: 'd-zj', selecteddeparts: '' })
    expect((await call('GET', 'queryById', { id })).result).toMatchObject({
      selecteddeparts: 'd-zj',
      departIds: 'd-zj',
    })
  })

  it("keeps the department of the session among the user's departments", async () => {
    const id = ids['li'] ?? ''
    await server.db.updateTable('sysUser').set({ orgCode: 'A01A02' }).where('id', '=', id).execute()
    await call('PUT', 'edit', { id, selecteddeparts: 'd-js' })
    expect((await stored(id))?.orgCode).toBe('A01A01')
  })

  it.each<[string, object, string]>([
    ['a name that is taken, in any case', { username: 'ADMIN' }, '用户账号已存在'],
    ['a name with a hyphen', { username: 'a-b-c' }, '只允许字母、数字、下划线'],
    ['a name of three', { username: 'abc' }, '长度6到18个字符'],
    ['a wrong number', { phone: '12345678901' }, '请输入正确手机号'],
    ['a wrong address', { email: 'x@y' }, '邮箱格式不正确'],
    ['a common password', { password: 'password1' }, '密码过于常见，请换一个'],
    ['an unknown role', { selectedroles: 'r-none' }, '所选角色不存在'],
    ['an unknown department', { selecteddeparts: 'd-none' }, '所选部门不存在'],
    ['an unknown tenant', { relTenantIds: '99' }, '所选租户不存在'],
    ['a staff number that is taken', { workNo: 'N-1' }, '工号已存在'],
    ['no real name', { realname: '' }, '不能为空'],
  ])('rejects %s and adds no user', async (_name, form, sentence) => {
    const count = async () => (await server.db.selectFrom('sysUser').select('id').execute()).length
    const before = await count()
    const answer = await call('POST', 'add', { username: 'wang_wu', realname: '王五', ...form })
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain(sentence)
    expect(await count()).toBe(before)
  })

  it('[SY-66] logs each write with its author and the fields before and after', async () => {
    const id = await add('noted_one', { phone: '13900000021' })
    await call('PUT', 'edit', { id, phone: '13900000022', selectedroles: 'r-test' })
    await call('DELETE', 'delete', { id })
    const lines = await server.db
      .selectFrom('sysLog')
      .select(['logContent', 'username', 'operateType', 'detail', 'ip'])
      .where('objectId', '=', id)
      .orderBy('id')
      .execute()
    expect(lines.map(({ logContent, username, operateType }) => [logContent, username, operateType])).toEqual([
      ['新增用户：noted_one（noted_one）', 'admin', 2],
      ['编辑用户：noted_one（noted_one）；授予角色：临时角色', 'admin', 3],
      ['删除用户：noted_one（noted_one）', 'admin', 4],
    ])
    expect(lines[1]?.detail).toMatchObject({
      before: { phone: '13900000021', selectedroles: '' },
      after: { phone: '13900000022', selectedroles: 'r-test' },
    })
    expect(JSON.stringify(lines)).not.toMatch(/argon/)
    const { db } = server
    const versions = await db.selectFrom('sysDataLog').select('dataVersion').where('dataId', '=', id).execute()
    expect(versions).toHaveLength(3)
  })

  it('shows the versions of a user without the password hash', async () => {
    const { result } = await call('GET', 'history', { id: ids['li'] ?? '' })
    expect(result.length).toBeGreaterThan(2)
    expect(JSON.stringify(result)).not.toMatch(/argon|passwordHash/)
  })
})

describe('passwords set by another person', () => {
  it('allow one sign-in, in which nothing but choosing a new password is allowed', async () => {
    const { result } = await call('POST', 'add', {
      username: 'newcomer',
      realname: '新人',
      selectedroles: 'r-analyst',
      selecteddeparts: 'd-js',
    })
    const first = await signInWith('newcomer', result.password)
    expect(first.success).toBe(true)
    const { token } = first.result
    const menus = await server.call('GET', '/sys/permission/getUserPermissionByToken', { token })
    expect(menus.body.result).toMatchObject({ mustChangePassword: true, auth: [] })
    expect((await server.call('GET', '/mon/device/list', { token })).status).toBe(403)
    expect((await signInWith('newcomer', result.password)).success).toBe(false)

    const change = (password: string) =>
      server.call('PUT', '/sys/user/updatePassword', {
        token,
        body: { username: 'newcomer', oldpassword: result.password, password, confirmpassword: password },
      })
    expect((await change(result.password)).body).toMatchObject({ success: false, message: '新密码不能与初始密码相同' })
    expect((await change('my-own-Secret-77')).body.success).toBe(true)
    expect((await server.call('GET', '/mon/device/list', { token })).status).toBe(200)
    const after = await server.call('GET', '/sys/permission/getUserPermissionByToken', { token })
    expect(after.body.result.mustChangePassword).toBeUndefined()
    expect((await signInWith('newcomer', 'my-own-Secret-77')).success).toBe(true)
  })

  it('expire after 72 hours', async () => {
    const { result } = await call('POST', 'add', { username: 'late_one', realname: '迟到' })
    const row = await stored(result.id)
    expect((row?.passwordExpiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(71 * 3_600_000)
    await server.db
      .updateTable('sysUser')
      .set({ passwordExpiresAt: new Date(0) })
      .where('id', '=', result.id)
      .execute()
    expect((await signInWith('late_one', result.password)).success).toBe(false)
  })

  it("[CA-39] are set by account name, end the user's sessions, and follow the password policy", async () => {
    await server.addUser('zhao_liu', { orgCode: 'A01A01' })
    const token = await server.signIn('zhao_liu')
    const reset = (body: object) => call('PUT', 'changePassword', body)
    const password = 'Fresh-Start-9'
    expect(await reset({ username: 'nobody', password, confirmpassword: password })).toMatchObject({
      success: false,
      message: '用户不存在！',
    })
    expect((await reset({ username: 'zhao_liu', password, confirmpassword: 'x' })).message).toBe('两次输入的密码不一致')
    expect((await reset({ username: 'zhao_liu', password: '123', confirmpassword: '123' })).success).toBe(false)
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(200)
    expect(await reset({ username: 'zhao_liu', password, confirmpassword: password })).toMatchObject({ success: true })
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
    expect((await signInWith('zhao_liu', PASSWORD)).success).toBe(false)
    expect((await signInWith('zhao_liu', password)).success).toBe(true)
    const made = await reset({ username: 'zhao_liu' })
    expect((await signInWith('zhao_liu', made.result.password)).success).toBe(true)
  })
})

describe('freezing and deleting', () => {
  it('[CA-37] [SY-20] [SY-21] freezes several users: their tokens are rejected at once, and they cannot sign in', async () => {
    const a = await server.addUser('cold_a')
    const b = await server.addUser('cold_b')
    const token = await server.signIn('cold_a')
    expect(await call('PUT', 'frozenBatch', { ids: `${a},${b},`, status: '2' })).toMatchObject({ success: true })
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
    expect((await signInWith('cold_a', PASSWORD)).success).toBe(false)
    expect(await call('PUT', 'frozenBatch', { ids: `${a},${b}`, status: 1 })).toMatchObject({ success: true })
    expect((await signInWith('cold_a', PASSWORD)).success).toBe(true)
  })

  it('[CA-37] [SY-20] one call freezes or unfreezes exactly the given users', async () => {
    const users = await Promise.all(['ice_a', 'ice_b', 'ice_c', 'ice_d'].map((name) => server.addUser(name)))
    const statesAfter = async (status: number) => {
      await call('PUT', 'frozenBatch', { ids: users.slice(0, 3).join(','), status })
      return Promise.all(users.map(async (id) => (await stored(id))?.status))
    }
    expect(await statesAfter(2)).toEqual([2, 2, 2, 1])
    expect(await statesAfter(1)).toEqual([1, 1, 1, 1])
  })

  it('[SY-20] deletes exactly the given users', async () => {
    const users = await Promise.all(['left_a', 'left_b', 'left_c'].map((name) => server.addUser(name)))
    expect(await call('DELETE', 'deleteBatch', { ids: users.slice(0, 2).join(',') })).toMatchObject({ success: true })
    expect(await Promise.all(users.map(async (id) => (await stored(id))?.delFlag))).toEqual([1, 1, 0])
  })

  it('[SY-19] is refused for the built-in administrator, the caller, and the last administrator', async () => {
    const id = ids['admin'] ?? ''
    const boss = await server.signIn('boss')
    const sentence = '内置管理员 admin 不能冻结或删除'
    expect((await call('PUT', 'frozenBatch', { ids: id, status: 2 }, boss)).message).toBe(sentence)
    expect((await call('DELETE', 'delete', { id }, boss)).message).toBe(sentence)
    expect((await call('DELETE', 'deleteBatch', { ids: `${id},${ids['li']}` }, boss)).message).toBe(sentence)
    expect((await call('DELETE', 'delete', { id: ids['boss'] ?? '' }, boss)).message).toBe('不能冻结或删除自己的账号')
    // Of two administrators one is frozen already: the other keeps the role.
    await server.db.updateTable('sysUser').set({ status: 2 }).where('id', '=', id).execute()
    await server.db.insertInto('sysUserRole').values({ userId: id, roleId: 'r-nat-admin' }).execute()
    await server.db
      .insertInto('sysUserRole')
      .values({ userId: ids['boss'] ?? '', roleId: 'r-nat-admin' })
      .execute()
    await server.addUser('national', { roles: ['nat_admin'] })
    const national = await server.signIn('national')
    const taken = await call('DELETE', 'deleteUserRole', { roleId: 'r-admin', userId: ids['boss'] ?? '' }, national)
    expect(taken.message).toBe('至少保留一个可用的管理员')
    await server.db.updateTable('sysUser').set({ status: 1 }).where('id', '=', id).execute()
    admin = await server.signIn('admin')
    expect(await stored(ids['li'] ?? '')).toMatchObject({ delFlag: 0, status: 1 })
  })

  it('moves users into the recycle bin, from which they are restored or deleted permanently', async () => {
    const id = await server.addUser('gone_a')
    await server.db.insertInto('sysUserDepart').values({ userId: id, depId: 'd-zj' }).execute()
    const token = await server.signIn('gone_a')
    expect(await call('DELETE', 'deleteBatch', { ids: `${id},` })).toMatchObject({ success: true })
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
    expect((await call('GET', 'list', { username: 'gone_a' })).result.total).toBe(0)
    const bin = (await call('GET', 'recycleBin')).result
    expect(bin.find((row: { id: string }) => row.id === id)).toMatchObject({
      username: 'gone_a',
      orgCode: '浙江分中心',
    })
    expect((await call('PUT', 'putRecycleBin', { userIds: id })).message).toBe('还原成功')
    expect((await signInWith('gone_a', PASSWORD)).success).toBe(true)
    expect((await call('DELETE', 'deleteRecycleBin', { userIds: id })).message).toBe('未找到对应数据')
    await call('DELETE', 'delete', { id })
    expect((await call('DELETE', 'deleteRecycleBin', { userIds: `${id},` })).success).toBe(true)
    expect(await stored(id)).toBeUndefined()
    expect(await server.db.selectFrom('sysUserDepart').selectAll().where('userId', '=', id).execute()).toEqual([])
  })

  it('does not restore a user whose phone number is in use', async () => {
    const id = await add('phone_a', { phone: '13900000031' })
    await call('DELETE', 'delete', { id })
    await add('phone_b', { phone: '13900000031' })
    expect((await call('PUT', 'putRecycleBin', { userIds: id })).message).toBe('手机号已存在')
    expect((await stored(id))?.delFlag).toBe(1)
  })
})

describe('limits of what an administrator may grant', () => {
  let hr: string
  beforeAll(async () => {
    hr = await server.signIn('hr_js')
  })

  it('grants only roles within their own permissions and departments within their own scope', async () => {
    const form = { username: 'new_js', realname: '苏新' }
    const beyond = await call('POST', 'add', { ...form, selectedroles: 'r-admin' }, hr)
    expect(beyond.message).toBe('不能授予或收回超出自己权限的角色：管理员')
    const outside = await call('POST', 'add', { ...form, selecteddeparts: 'd-zj' }, hr)
    expect(outside.message).toBe('所选部门、数据区域或租户超出您的数据范围')
    const wider = await call('POST', 'add', { ...form, selecteddeparts: 'd-sz', regionPrefixes: '*' }, hr)
    expect(wider.message).toBe('所选部门、数据区域或租户超出您的数据范围')
    const made = await call('POST', 'add', { ...form, selecteddeparts: 'd-sz', selectedroles: 'r-test' }, hr)
    expect(made.success).toBe(true)
    expect((await stored(made.result.id))?.regionPrefixes).toEqual(['32'])
  })

  it('changes no user with higher permissions by any call, and none of their own roles', async () => {
    const id = ids['duty'] ?? ''
    const before = await stored(id)
    const answers = [
      await call('PUT', 'edit', { id, phone: '13900000099' }, hr),
      await call('PUT', 'frozenBatch', { ids: id, status: 2 }, hr),
      await call('DELETE', 'delete', { id }, hr),
      await call('PUT', 'changePassword', { username: 'duty' }, hr),
      await call('POST', 'editSysDepartWithUser', { depId: 'd-js', userIdList: [id] }, hr),
      await call('DELETE', 'deleteUserInDepart', { depId: 'd-js', userId: id }, hr),
    ]
    for (const { message } of answers) expect(message).toBe('不能操作权限高于自己的用户：duty')
    expect(await stored(id)).toEqual(before)
    for (const selectedroles of ['r-hr,r-test', '']) {
      const own = await call('PUT', 'edit', { id: ids['hr'], selectedroles }, hr)
      expect(own.message).toBe('不能修改自己的角色')
    }
    const joined = await call('POST', 'addSysUserRole', { roleId: 'r-test', userIdList: [ids['hr']] }, hr)
    expect(joined.message).toBe('不能修改自己的角色')
  })
})

it("[SY-58] forced sign-out ends the other user's session: their next call is rejected", async () => {
  await server.addUser('victim')
  const token = await server.signIn('victim')
  const ended: string[] = []
  const stop = server.bus.subscribe('sessionsEnded', (gone) => ended.push(...gone))
  const online = await server.call('GET', '/sys/online/list?username=victim', { token: admin })
  const [row] = online.body.result.records
  expect(row.token).not.toBe(token)
  const force = (of: string) =>
    server.call('POST', '/sys/online/forceLogout', { token: admin, body: { token: of } }).then(({ body }) => body)
  expect(await force(row.token)).toMatchObject({ success: true })
  stop()
  expect(ended).toEqual([row.id])
  expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
  expect(await force(row.token)).toMatchObject({ success: false })
})

describe('refusals announced in the list', () => {
  const rowOf = async (username: string, token?: string) =>
    (await call('GET', 'list', { username }, token)).result.records[0]

  it('cover state and roles of the own account and the state of the built-in one only', async () => {
    const boss = await server.signIn('boss')
    const state = '不能冻结或删除自己的账号'
    const own = { freeze: state, remove: state, roles: '不能修改自己的角色' }
    expect((await rowOf('boss', boss)).refusals).toEqual(own)
    expect((await rowOf('boss')).refusals).toBeUndefined()
    expect((await rowOf('admin', boss)).refusals).toEqual({
      freeze: '内置管理员 admin 不能冻结或删除',
      remove: '内置管理员 admin 不能冻结或删除',
    })
    const frozen = await call('PUT', 'frozenBatch', { ids: `${ids['boss']},`, status: 2 }, boss)
    expect(frozen).toMatchObject({ success: false, message: state })
  })
})
