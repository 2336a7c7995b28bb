import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

let server: TestApp
let keeper: string
let targetId: string
const FORM = { username: 'wang_wu', realname: '王五' }

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  targetId = await server.addUser('target')
  keeper = await server.signIn('keeper')
})
afterAll(() => server.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = keeper) =>
  server.call(method, `/sys/user/${path}`, { token, ...(body === undefined ? {} : { body }) })
const people = () => server.db.selectFrom('sysUser').selectAll().orderBy('id').execute()
const links = () => server.db.selectFrom('sysUserRole').selectAll().orderBy('userId').orderBy('roleId').execute()
const list = async (query: Record<string, string>, headers: Record<string, string> = {}) =>
  (await server.call('GET', `/sys/user/list?${new URLSearchParams(query).toString()}`, { token: keeper, headers })).body

describe('malicious forms', () => {
  const hostile: [string, object][] = [
    ['a NUL in the name', { realname: '王\u0000五' }],
    ['half a character', { realname: '王\ud800' }],
    ['a name of 101 characters', { realname: '王'.repeat(101) }],
    ['a name of blanks', { realname: '   ' }],
    ['a name that is an object', { realname: { $ne: null } }],
    ['an account with SQL in it', { username: "a' or 1=1--" }],
    ['a staff number of 65 characters', { workNo: '9'.repeat(65) }],
    ['a role id with SQL in it', { selectedroles: "r-admin' or '1'='1" }],
    ['20 001 characters of roles', { selectedroles: 'r'.repeat(20_001) }],
    ['roles as a list', { selectedroles: ['r-admin'] }],
    ['a tenant beyond every number of the database', { relTenantIds: '99999999999' }],
    ['a tenant of 300 digits', { relTenantIds: '9'.repeat(300) }],
    ['a negative tenant', { relTenantIds: '-1' }],
    ['a region that is none', { regionPrefixes: '32;*' }],
    ['a region of seven digits', { regionPrefixes: '3201001' }],
    ['a picture that runs a script', { avatar: 'javascript:alert(1)' }],
    ['a picture of another host without protocol', { avatar: '//evil.test/a.png' }],
    ['30 February', { birthday: '1990-02-30' }],
    ['an instant that is none', { birthday: '1990-13-45T00:00:00Z' }],
    ['the year 0', { birthday: '0000-01-01' }],
    ['a third sex', { sex: 3 }],
    ['a third identity', { userIdentity: 3 }],
    ['a phone with a line break', { phone: '1390000\n0001' }],
    ['an address of 101 characters', { email: `${'a'.repeat(90)}@example.test` }],
  ]

  it.each(hostile)('with %s are rejected with a message and change no user', async (_name, wrong) => {
    const before = [await people(), await links()]
    const answers = [await send('POST', 'add', { ...FORM, ...wrong })]
    if (!('username' in wrong)) answers.push(await send('PUT', 'edit', { id: targetId, ...wrong }))
    for (const { status, body } of answers) {
      expect(status).toBeLessThan(500)
      expect(body.success).toBe(false)
      expect(body.message).toMatch(/[\u4e00-\u9fff]/)
      expect(body.message).not.toMatch(/内部|服务器/)
    }
    expect([await people(), await links()]).toEqual(before)
  })

  it.each([
    ['no object at all', '[]'],
    ['null', 'null'],
    ['broken JSON', '{"realname":'],
    ['a prototype', '{"__proto__":{"username":"polluted"},"constructor":{"prototype":{"admin":true}}}'],
  ])('rejects a body that is %s', async (_name, payload) => {
    const before = await people()
    const { status, body } = await server.call('POST', '/sys/user/add', {
      token: keeper,
      body: payload,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBeLessThan(500)
    expect(body.success).toBe(false)
    expect({}).not.toHaveProperty('admin')
    expect(await people()).toEqual(before)
  })
})

describe('frozenBatch', () => {
  it.each<[string, object]>([
    ['no ids', { ids: '', status: 2 }],
    ['commas only', { ids: ',,,', status: 2 }],
    ['an id with SQL in it', { ids: "x' or '1'='1", status: 2 }],
    ['1001 ids', { ids: Array.from({ length: 1_001 }, (_, n) => `u${n}`).join(','), status: 2 }],
    ['ids as a list', { ids: ['x'], status: 2 }],
    ['no status', { ids: 'target' }],
    ['status 0', { ids: 'target', status: 0 }],
    ['status 3', { ids: 'target', status: '3' }],
    ['status 1.5', { ids: 'target', status: 1.5 }],
    ['status as a word', { ids: 'target', status: 'frozen' }],
  ])('with %s freezes no user', async (_name, given) => {
    const before = await people()
    const body = JSON.parse(JSON.stringify(given).replaceAll('"target"', JSON.stringify(targetId))) as object
    const answer = await send('PUT', 'frozenBatch', body)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/./) })
    expect(await people()).toEqual(before)
  })

  it('is all or nothing: an unknown or deleted id leaves the other users unchanged', async () => {
    const gone = await server.addUser('in_the_bin')
    await send('DELETE', `delete?id=${gone}`)
    const before = await people()
    for (const stranger of ['nobody', gone]) {
      const { body } = await send('PUT', 'frozenBatch', { ids: `${targetId},${stranger}`, status: 2 })
      expect(body).toMatchObject({ success: false, message: '未找到对应数据' })
    }
    expect(await people()).toEqual(before)
    const twice = await send('PUT', 'frozenBatch', { ids: `${targetId},${targetId},`, status: '2' })
    expect(twice.body.success).toBe(true)
    await send('PUT', 'frozenBatch', { ids: targetId, status: 1 })
  })
})

describe('the recycle bin', () => {
  it('keeps the account names of its users and restores users with their roles', async () => {
    const made = (await send('POST', 'add', { ...FORM, username: 'sleeper', selectedroles: 'r-test' })).body.result
    await send('DELETE', `delete?id=${made.id}`)
    const again = (await send('POST', 'add', { ...FORM, username: 'SLEEPER' })).body
    expect(again).toMatchObject({ success: false, message: expect.stringContaining('用户账号已存在') })
    expect((await send('PUT', 'putRecycleBin', { userIds: made.id })).body.success).toBe(true)
    const roles = await server.db.selectFrom('sysUserRole').select('roleId').where('userId', '=', made.id).execute()
    expect(roles).toEqual([{ roleId: 'r-test' }])
  })

  it('restores no user when the staff number, email or phone of one of them is in use', async () => {
    const contact = { email: 'taken@example.test' }
    const first = (await send('POST', 'add', { ...FORM, username: 'bin_one', ...contact })).body.result.id
    const second = (await send('POST', 'add', { ...FORM, username: 'bin_two' })).body.result.id
    await send('DELETE', `deleteBatch?ids=${first},${second}`)
    await send('POST', 'add', { ...FORM, username: 'bin_three', email: contact.email.toUpperCase() })
    const before = await people()
    const { status, body } = await send('PUT', 'putRecycleBin', { userIds: `${first},${second},` })
    expect(status).toBeLessThan(500)
    expect(body.success).toBe(false)
    expect(await people()).toEqual(before)
  })

  it('accepts no changes to its users: no edit, password or role', async () => {
    const id = await server.addUser('binned')
    await send('DELETE', `delete?id=${id}`)
    const before = [await people(), await links()]
    const answers = [
      await send('PUT', 'edit', { id, realname: '改' }),
      await send('PUT', 'changePassword', { username: 'binned' }),
      await send('POST', 'addSysUserRole', { roleId: 'r-test', userIdList: [id] }),
      await send('DELETE', `delete?id=${id}`),
    ]
    for (const { body } of answers) expect(body.success).toBe(false)
    expect([await people(), await links()]).toEqual(before)
  })
})

describe('lists of users', () => {
  it('work with any page and sort, and contain no row twice', async () => {
    const all = (await list({ pageSize: '100' })).result
    const names: string[] = []
    for (let pageNo = 1; pageNo <= Math.ceil(all.total / 3); pageNo += 1) {
      const { result } = await list({ pageNo: String(pageNo), pageSize: '3', column: 'status', order: 'asc' })
      names.push(...result.records.map((row: { username: string }) => row.username))
    }
    expect(new Set(names).size).toBe(all.total)
    expect(names).toHaveLength(all.total)
    expect((await list({ pageNo: '1000000000', pageSize: '100' })).result.records).toEqual([])
    expect((await list({ pageNo: '-1', pageSize: 'x', column: 'passwordHash; drop', order: 'sideways' })).success).toBe(
      true,
    )
  })

  it('refuse a tenant the caller does not belong to', async () => {
    for (const path of ['user/list', 'user/queryByOrgCode', 'user/recycleBin', 'user/userRoleList?roleId=r-admin']) {
      const call = await server.call('GET', `/sys/${path}`, { token: keeper, headers: { 'tenant-id': '4711' } })
      expect(call.status).toBe(401)
    }
  })
})

describe('two administrators', () => {
  it.each([
    ['delete', 'DELETE'],
    ['freeze', 'PUT'],
  ] as const)('who %s each other concurrently leave one', async (_name, method) => {
    await server.db.deleteFrom('sysUserRole').where('roleId', '=', 'r-admin').execute()
    const ids = [
      await server.addUser(`left_${method}`, { roles: ['admin'] }),
      await server.addUser(`right_${method}`, { roles: ['admin'] }),
    ] as const
    const tokens = [await server.signIn(`left_${method}`), await server.signIn(`right_${method}`)] as const
    const removing = (id: string, token: string) =>
      method === 'DELETE'
        ? send('DELETE', `delete?id=${id}`, undefined, token)
        : send('PUT', 'frozenBatch', { ids: id, status: 2 }, token)
    const answers = await Promise.all([removing(ids[1], tokens[0]), removing(ids[0], tokens[1])])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const left = (await people()).filter(({ id, status, delFlag }) => ids.includes(id) && status === 1 && delFlag === 0)
    expect(left).toHaveLength(1)
  })
})
