import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { SmsMessage } from '../../platform/sms.ts'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'

const NEW_PASSWORD = 'river-and-17-bridges'
const clock = createManualClock(Date.now())
let server: TestApp
let sent: SmsMessage[] = []
let numbers = 0

beforeAll(async () => {
  server = await buildTestApp({
    clock,
    smsSender: async (message) => {
      sent.push(message)
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  sent = []
  clock.leap(3_600_000)
})

const newPhone = () => {
  numbers += 1
  return `137${String(numbers).padStart(8, '0')}`
}
const post = (path: string, body: object) => server.call('POST', path, { body })
async function codeFor(mobile: string, smsmode: '1' | '2'): Promise<string> {
  await post('/sys/sms', { mobile, smsmode })
  return sent.at(-1)?.code ?? ''
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
async function account(): Promise<{ id: string; username: string; phone: string }> {
  const phone = newPhone()
  const username = `owner-${numbers}`
  const id = await server.addUser(username)
  const email = `${username}@example.org`
  await server.db.updateTable('sysUser').set({ phone, email }).where('id', '=', id).execute()
  return { id, username, phone }
}
const signIn = (username: string, password: string) => post('/sys/login', { username, password })

describe('[CA-38] checkOnlyUser', () => {
  const check = (query: string) => server.call('GET', `/sys/user/checkOnlyUser?${query}`)

  it('answers success for free values', async () => {
    const { status, body } = await check('username=nobody-yet&phone=13700009999&email=free%40example.org&_t=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, result: true })
  })

  it('reports taken values in any spelling, and nothing about their owner', async () => {
    const { username, phone, id } = await account()
    for (const [query, message] of [
      [`username=${username.toUpperCase()}`, '用户账号已存在'],
      [`phone=${phone}`, '手机号已存在'],
      [`email=${username.toUpperCase()}%40EXAMPLE.org`, '电子邮件已存在'],
    ] as const) {
      const { body } = await check(query)
      expect(body).toMatchObject({ success: false, message, result: null })
      expect(JSON.stringify(body)).not.toContain(id)
    }
    for (const query of [`username=${username}%25`, 'username=*', `phone=${phone.slice(0, 10)}`]) {
      expect((await check(query)).body.success).toBe(true)
    }
  })

  it('keeps the name of a deleted account taken, and frees its number', async () => {
    const { id, username, phone } = await account()
    await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', id).execute()
    expect((await check(`username=${username}`)).body.success).toBe(false)
    expect((await check(`phone=${phone}`)).body.success).toBe(true)
  })

  it('allows thirty requests a minute', async () => {
    for (let n = 0; n < 30; n += 1) expect((await check(`username=probe-${n}`)).status).toBe(200)
    expect((await check('username=probe')).status).toBe(429)
    clock.leap(60_000)
    expect((await check('username=probe')).status).toBe(200)
  })
})

describe('register', () => {
  it('creates an account that may sign in and sees nothing', async () => {
    const phone = newPhone()
    const smscode = await codeFor(phone, '1')
    const form = { username: '新值班员', password: NEW_PASSWORD, phone, smscode, email: '' }
    const { body } = await post('/sys/user/register', { ...form, roles: ['admin'], orgCode: 'A01', status: 2 })
    expect(body).toMatchObject({ success: true, message: '注册成功', result: { username: '新值班员' } })
    const { result } = (await signIn('新值班员', NEW_PASSWORD)).body
    expect(result.userInfo).toMatchObject({ phone, status: 1, activitiSync: 0, orgCode: null })
    const rights = await server.call('GET', '/sys/permission/getUserPermissionByToken', { token: result.token })
    expect(rights.body.result.auth).toEqual([])
    const roles = await server.pool.query(
      'select role_code from sys_role r join sys_user_role m on m.role_id = r.id where m.user_id = $1',
      [result.userInfo.id],
    )
    expect(roles.rows).toEqual([{ role_code: 'test' }])
  })

  it('defaults to the number as name and a random password', async () => {
    const phone = newPhone()
    const { body } = await post('/sys/user/register', { phone, smscode: await codeFor(phone, '1') })
    expect(body.result).toEqual({ username: phone })
    await server.db.deleteFrom('sysSmsCode').execute()
    await post('/sys/sms', { mobile: phone, smsmode: '0' })
    const entered = await post('/sys/phoneLogin', { mobile: phone, captcha: sent.at(-1)?.code })
    expect(entered.body.success).toBe(true)
  })

  it('accepts a code once, and refuses a wrong one', async () => {
    const phone = newPhone()
    const smscode = await codeFor(phone, '1')
    const form = { phone, password: NEW_PASSWORD }
    const refused = await post('/sys/user/register', { ...form, smscode: wrong(smscode) })
    expect(refused.body.message).toBe('手机验证码错误或已失效')
    const answers = await Promise.all(
      ['one-of-two', 'two-of-two'].map((username) => post('/sys/user/register', { ...form, username, smscode })),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  it.each([
    ['a taken name', async () => ({ username: (await account()).username }), '用户账号已存在'],
    ['a taken mail address', async () => ({ email: `${(await account()).username}@example.org` }), '电子邮件已存在'],
    ['a weak password', async () => ({ password: 'Password1' }), '密码过于常见'],
    ['a name with blanks', async () => ({ username: 'a b' }), '账号只能包含'],
    ['a name with a line break', async () => ({ username: 'a\nb' }), '账号只能包含'],
  ])('refuses %s without using up the code', async (_name, fault, message) => {
    const phone = newPhone()
    const smscode = await codeFor(phone, '1')
    const form = { username: `reg-${phone}`, password: NEW_PASSWORD, phone, smscode }
    const refused = await post('/sys/user/register', { ...form, ...(await fault()) })
    expect(refused.body).toMatchObject({ success: false, message: expect.stringContaining(message) })
    expect((await post('/sys/user/register', form)).body.success).toBe(true)
  })

  it('gives a name to one of two concurrent requests', async () => {
    const forms = []
    for (const phone of [newPhone(), newPhone()]) {
      forms.push({ username: 'wanted', password: NEW_PASSWORD, phone, smscode: await codeFor(phone, '1') })
    }
    const answers = await Promise.all(forms.map((form) => post('/sys/user/register', form)))
    expect(answers.map(({ body }) => body.message).sort()).toEqual(['注册成功', '用户账号已存在'].sort())
  })

  it('is closed when the installation disables it', async () => {
    const closed = await buildTestApp({ config: { registrationEnabled: false } })
    const body = { phone: newPhone(), smscode: '123456' }
    expect((await closed.call('POST', '/sys/user/register', { body })).body.message).toContain('注册未开放')
    await closed.close()
  })
})

describe('reset', () => {
  it('requires code, number and name, and ends every session', async () => {
    const { id, username, phone } = await account()
    const token = await server.signIn(username)
    const ended: string[] = []
    const stop = server.bus.subscribe('sessionsEnded', (ids) => ended.push(...ids))
    const smscode = await codeFor(phone, '2')
    const verified = await post('/sys/user/phoneVerification', { phone, smscode })
    expect(verified.body.result).toEqual({ smscode, username })
    const form = { username, password: NEW_PASSWORD, smscode, phone }
    expect((await post('/sys/user/passwordChange', form)).body.success).toBe(true)
    stop()
    expect(ended).toHaveLength(1)
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
    expect((await signIn(username, PASSWORD)).body.success).toBe(false)
    expect((await signIn(username, NEW_PASSWORD)).body.success).toBe(true)
    const log = await server.db.selectFrom('sysLog').select('logContent').where('userId', '=', id).execute()
    expect(log.map((row) => row.logContent)).toContain('重置密码')
    expect((await post('/sys/user/passwordChange', form)).body.message).toBe('手机验证码错误或已失效')
  })

  it('accepts the parameters of existing clients in the query', async () => {
    const { username, phone } = await account()
    const smscode = await codeFor(phone, '2')
    const query = new URLSearchParams({ username, password: NEW_PASSWORD, smscode, phone, _t: '1' })
    expect((await server.call('GET', `/sys/user/passwordChange?${query.toString()}`)).body.success).toBe(true)
    expect((await signIn(username, NEW_PASSWORD)).body.success).toBe(true)
  })

  it('checking a code extends its lifetime and keeps its tries', async () => {
    const { username, phone } = await account()
    const smscode = await codeFor(phone, '2')
    for (let n = 0; n < 7; n += 1) {
      clock.leap(590_000)
      expect((await post('/sys/user/phoneVerification', { phone, smscode })).body.success).toBe(true)
    }
    const form = { username, password: NEW_PASSWORD, smscode, phone }
    expect((await post('/sys/user/passwordChange', form)).body.success).toBe(true)
  })

  it('does not change the password of an account with another number', async () => {
    const [mine, victim] = [await account(), await account()]
    const smscode = await codeFor(mine.phone, '2')
    for (const phone of [mine.phone, victim.phone]) {
      const form = { username: victim.username, password: NEW_PASSWORD, smscode, phone }
      expect((await post('/sys/user/passwordChange', form)).body.message).toBe('手机验证码错误或已失效')
    }
    expect((await signIn(victim.username, PASSWORD)).body.success).toBe(true)
  })

  it('lets a weak password be corrected with the same code, and unlocks the account', async () => {
    const { username, phone } = await account()
    for (let n = 0; n < 5; n += 1) await signIn(username, 'forgotten')
    const smscode = await codeFor(phone, '2')
    const form = { username, smscode, phone }
    const weak = await post('/sys/user/passwordChange', { ...form, password: '12345678' })
    expect(weak.body.message).toBe('密码不符合要求：密码过于常见，请换一个')
    expect((await post('/sys/user/passwordChange', { ...form, password: NEW_PASSWORD })).body.success).toBe(true)
    expect((await signIn(username, NEW_PASSWORD)).body.success).toBe(true)
  })

  it('blocks an address that guesses codes', async () => {
    const { phone } = await account()
    const smscode = await codeFor(phone, '2')
    const answers = []
    for (let n = 0; n < 21; n += 1) {
      answers.push((await post('/sys/user/phoneVerification', { phone, smscode: wrong(smscode) })).status)
    }
    expect(answers.at(-1)).toBe(429)
  })
})
