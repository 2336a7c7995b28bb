import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SmsMessage } from '../../platform/sms.ts'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'

const NEW_PASSWORD = 'river-and-17-bridges'
let server: TestApp
const sent: SmsMessage[] = []
let names = 0

beforeAll(async () => {
  server = await buildTestApp({
    smsSender: async (message) => {
      sent.push(message)
    },
  })
  await server.db
    .insertInto('sysDepart')
    .values([
      { id: 'd-js', parentId: 'd-a01', departName: '江苏省监测中心', orgCode: 'A01A01' },
      { id: 'd-nj', parentId: 'd-js', departName: '南京监测站', orgCode: 'A01A01A01' },
      { id: 'd-zj', parentId: 'd-a01', departName: '浙江省监测中心', orgCode: 'A01A02' },
    ])
    .execute()
})
afterAll(() => server.close())

interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
}
async function someone({ departs = [] as string[], roles = [] as string[] } = {}): Promise<Person> {
  names += 1
  const username = `person-${names}`
  const id = await server.addUser(username, { roles })
  for (const depId of departs) await server.db.insertInto('sysUserDepart').values({ userId: id, depId }).execute()
  return { id, username, token: await server.signIn(username) }
}
const statusOf = async (token: string) => (await server.call('GET', '/sys/user/getUserInfo', { token })).status
const logOf = async (id: string) =>
  (await server.db.selectFrom('sysLog').select('logContent').where('userId', '=', id).orderBy('id').execute()).map(
    (row) => row.logContent,
  )

describe('departments', () => {
  it("[CA-27] returns the user's departments and the current one", async () => {
    const { token } = await someone({ departs: ['d-js', 'd-nj'] })
    const { body } = await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })
    expect(body.result).toEqual({
      orgCode: 'A01A01',
      list: [
        expect.objectContaining({ id: 'd-js', orgCode: 'A01A01', departName: '江苏省监测中心' }),
        expect.objectContaining({ id: 'd-nj', orgCode: 'A01A01A01', departName: '南京监测站' }),
      ],
    })
  })

  it('[CA-27] returns an empty list to a user without department', async () => {
    const { token } = await someone()
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).body.result.list).toEqual([])
  })

  it.each(['POST', 'PUT'] as const)(
    "[CA-28] %s switches to one of the user's departments, immediately and permanently",
    async (method) => {
      const { id, username, token } = await someone({ departs: ['d-js', 'd-nj'] })
      const told: string[] = []
      const stop = server.bus.subscribe('rightsChanged', (ids) => told.push(...ids))
      const { body } = await server.call(method, '/sys/selectDepart', {
        token,
        body: { orgCode: 'A01A01A01', username },
      })
      stop()
      expect(body).toMatchObject({ success: true, result: { userInfo: { id, orgCode: 'A01A01A01' } } })
      expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).body.result.orgCode).toBe(
        'A01A01A01',
      )
      expect(told).toEqual([id])
    },
  )

  it.each([
    ['a department of others', { orgCode: 'A01A02' }],
    ['no such department', { orgCode: 'Z99' }],
    ['nothing', { orgCode: '' }],
    ['the name of another person', { orgCode: 'A01A01', username: 'admin' }],
  ])('[CA-28] refuses %s with a message and changes nothing', async (_name, form) => {
    const { token } = await someone({ departs: ['d-js', 'd-nj'] })
    const { status, body } = await server.call('POST', '/sys/selectDepart', { token, body: form })
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    expect((await server.call('GET', '/sys/user/getCurrentUserDeparts', { token })).body.result.orgCode).toBe('A01A01')
  })

  it("[CA-28] takes an empty name as the caller's", async () => {
    const { token } = await someone({ departs: ['d-js', 'd-nj'] })
    const form = { orgCode: 'A01A01A01', username: '' }
    expect((await server.call('POST', '/sys/selectDepart', { token, body: form })).body.success).toBe(true)
  })
})

describe('updatePassword', () => {
  const change = (token: string, more: object, method: 'PUT' | 'POST' = 'PUT') =>
    server.call(method, '/sys/user/updatePassword', {
      token,
      body: { oldpassword: PASSWORD, password: NEW_PASSWORD, confirmpassword: NEW_PASSWORD, ...more },
    })
  const mayEnter = async (username: string, password: string) =>
    (await server.call('POST', '/sys/login', { body: { username, password } })).body.success as boolean

  it.each(['PUT', 'POST'] as const)(
    "[CA-26] [SH-53] %s changes the caller's password and ends the other sessions",
    async (method) => {
      const { id, username, token } = await someone()
      const elsewhere = await server.signIn(username)
      const ended: string[] = []
      const stop = server.bus.subscribe('sessionsEnded', (ids) => ended.push(...ids))
      expect((await change(token, { username }, method)).body).toMatchObject({ success: true, message: '密码修改成功' })
      stop()
      expect([await statusOf(token), await statusOf(elsewhere)]).toEqual([200, 401])
      expect(ended).toHaveLength(1)
      expect([await mayEnter(username, NEW_PASSWORD), await mayEnter(username, PASSWORD)]).toEqual([true, false])
      expect(await logOf(id)).toContain('修改密码')
    },
  )

  it.each([
    ['a wrong old password', { oldpassword: 'not-the-old-one' }, '旧密码输入错误'],
    ['two different passwords', { confirmpassword: 'river-and-18-bridges' }, '两次输入的密码不一致'],
    ['the name of another person', { username: 'admin' }, '只能操作本人的账号'],
    ['a short one', { password: 'x7-Kq2m', confirmpassword: 'x7-Kq2m' }, '密码至少 8 个字符'],
    ['a common one', { password: 'Password123', confirmpassword: 'Password123' }, '密码过于常见'],
    ['an empty one', { password: '', confirmpassword: '' }, '请输入新密码'],
    ['one too long', { password: 'z'.repeat(129), confirmpassword: 'z'.repeat(129) }, '密码最多 128 个字符'],
  ])('[CA-26] [SH-53] refuses %s with a message', async (_name, form, message) => {
    const { username, token } = await someone()
    const { status, body } = await change(token, form)
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    expect(body.message).toContain(message)
    expect(await mayEnter(username, PASSWORD)).toBe(true)
  })

  it("refuses a password that contains the user's name or department", async () => {
    const { username, token } = await someone({ departs: ['d-js'] })
    for (const password of [`xx-${username}-yy`, '江苏省监测中心-77']) {
      const { body } = await change(token, { password, confirmpassword: password })
      expect(body.message).toContain('不能包含')
    }
  })

  it('requires twelve characters from an administrator', async () => {
    const { token } = await someone({ roles: ['admin'] })
    const password = 'x7-Kq2mv-9'
    expect((await change(token, { password, confirmpassword: password })).body.message).toContain('管理员密码至少 12')
  })

  it('locks out guesses at the old password', async () => {
    const { username, token } = await someone()
    for (let n = 0; n < 5; n += 1) await change(token, { oldpassword: `guess-${n}` })
    expect((await change(token, {})).body.message).toBe('旧密码输入错误')
    expect(await mayEnter(username, PASSWORD)).toBe(false)
  })

  it('removes the expiry of a password set by somebody else', async () => {
    const { id, token } = await someone()
    const soon = new Date(Date.now() + 60_000)
    await server.db.updateTable('sysUser').set({ passwordExpiresAt: soon }).where('id', '=', id).execute()
    await change(token, {})
    const row = await server.db
      .selectFrom('sysUser')
      .select('passwordExpiresAt')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.passwordExpiresAt).toBeNull()
  })
})

describe('own account data', () => {
  const edit = (token: string, body: object) => server.call('PUT', '/sys/user/appEdit', { token, body })

  it('changes given fields, clears empty ones, leaves the rest', async () => {
    const { token } = await someone()
    const form = { realname: '李值班', sex: '2', birthday: '1990-02-03', email: 'li@example.org', telephone: '025-1' }
    expect((await edit(token, form)).body.result.userInfo).toMatchObject({ ...form, sex: 2 })
    const { userInfo } = (await edit(token, { email: '', birthday: '', sex: null, status: 2, orgCode: 'A01A02' })).body
      .result
    expect(userInfo).toMatchObject({
      realname: '李值班',
      sex: 2,
      birthday: null,
      email: null,
      status: 1,
      orgCode: 'A01',
    })
  })

  it.each([
    [{ realname: '' }],
    [{ email: 'nobody' }],
    [{ birthday: '2020-02-30' }],
    [{ sex: 3 }],
    [{ avatar: 'javascript:alert(1)' }],
    [{ avatar: '//evil.example/x.png' }],
    [{ phone: '13900000009' }],
  ])('refuses %j with a message', async (form) => {
    const { token } = await someone()
    const { status, body } = await edit(token, form)
    expect({ status, success: body.success }).toEqual({ status: 200, success: false })
  })

  it('accepts an e-mail address only once', async () => {
    const [first, second] = [await someone(), await someone()]
    await edit(first.token, { email: 'Shared@example.org' })
    expect((await edit(first.token, { email: 'shared@example.org' })).body.success).toBe(true)
    expect((await edit(second.token, { email: 'SHARED@example.org' })).body.message).toBe('电子邮件已存在')
  })

  it('changes the phone number with a code sent to the new one', async () => {
    const { token } = await someone()
    const phone = '13900000012'
    await server.call('POST', '/sys/sms', { body: { mobile: phone, smsmode: '1' } })
    const change = (smscode: string) =>
      server.call('PUT', '/sys/user/updateMobile', { token, body: { phone, smscode } })
    const code = sent.at(-1)?.code ?? ''
    expect((await change(code === '000000' ? '111111' : '000000')).body.success).toBe(false)
    expect((await change(code)).body.result.userInfo.phone).toBe(phone)
  })
})

describe('own log', () => {
  it("shows the user's lines only, newest first", async () => {
    const [me, other] = [await someone(), await someone()]
    await server.call('PUT', '/sys/user/appEdit', { token: me.token, body: { realname: '新名' } })
    const all = (await server.call('GET', '/sys/log/mine?pageSize=5', { token: me.token })).body.result
    expect(all.records.map((row: { logContent: string }) => row.logContent)).toEqual(['修改个人资料：姓名', '登录成功'])
    expect(all).toMatchObject({ total: 2, current: 1, size: 5 })
    const line = server.db.selectFrom('sysLog').select('operateType').where('userId', '=', me.id)
    expect(await line.where('logType', '=', 2).execute()).toEqual([{ operateType: 3 }])
    await server.call('POST', '/sys/login', { body: { username: me.username, password: 'a-guess' } })
    const failed = (await server.call('GET', '/sys/log/mine?pageSize=1', { token: me.token })).body.result.records
    expect(failed).toMatchObject([{ logContent: '登录失败：用户名或密码错误', success: false, ip: '127.0.0.1' }])
    const signIns = await server.call('GET', `/sys/log/mine?logType=1&userId=${other.id}`, { token: me.token })
    expect(signIns.body.result.records.at(-1)).toMatchObject({ logType: 1, logContent: '登录成功', success: true })
    expect((await server.call('GET', '/sys/log/mine?logType=x&pageNo=-1', { token: me.token })).body.success).toBe(true)
  })
})
