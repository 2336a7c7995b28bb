import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'

/** The same for every reason, so that it does not reveal which names exist. */
const REFUSED = '用户名或密码错误，连续失败多次账号将暂时锁定'

let server: TestApp
const login = (body: object, on = server) => on.call('POST', '/sys/login', { body })

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['prov_duty'], regionPrefixes: ['32'] })
  await server.addUser('admin', { roles: ['admin'] })
  await server.addUser('powerless')
  await server.addUser('frozen', { status: 2 })
})
afterAll(() => server.close())

describe('sign-in', () => {
  it('[CA-20] returns token, user, dictionaries and departments, and never a hash', async () => {
    const { status, body } = await login({
      username: 'duty',
      password: PASSWORD,
      captcha: 'x',
      checkKey: 17,
      remember_me: true,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      code: 200,
      result: { userInfo: { username: 'duty', orgCode: 'A01' }, multi_depart: 0 },
    })
    expect(body.result.token).toMatch(/^[A-Za-z0-9._-]{20,}$/)
    expect(body.result.sysAllDictItems.mon_device_status).toContainEqual({
      value: 'online',
      text: '在线',
      title: '在线',
      label: '在线',
    })
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/)
  })

  it.each([
    ['an unknown user', { username: 'nobody-here', password: PASSWORD }],
    ['a wrong password', { username: 'duty', password: 'wrong' }],
    ['a frozen user', { username: 'frozen', password: PASSWORD }],
  ])('[CA-20] answers %s with the same text', async (_, form) => {
    const { status, body } = await login(form)
    expect({ status, code: body.code, success: body.success }).toEqual({ status: 200, code: 500, success: false })
    expect(body.message.indexOf('密码错误')).toBeGreaterThan(0)
    expect(body.message).toBe(REFUSED)
  })

  it.each([
    [0, []],
    [1, ['d-one']],
    [2, ['d-one', 'd-two']],
    [2, ['d-one', 'd-two', 'd-three']],
  ])('[CA-20] returns multi_depart %i with the departments %j', async (multiDepart, departIds) => {
    const username = `of-${departIds.length}`
    const userId = await server.addUser(username)
    for (const depId of departIds) {
      const depart = { id: depId, parentId: 'd-a01', departName: depId, orgCode: `A01-${depId}`, orgCategory: '2' }
      await server.db
        .insertInto('sysDepart')
        .values(depart)
        .onConflict((on) => on.doNothing())
        .execute()
      await server.db.insertInto('sysUserDepart').values({ userId, depId }).execute()
    }
    const { result } = (await login({ username, password: PASSWORD })).body
    expect(result.multi_depart).toBe(multiDepart)
    expect(result.departs.map(({ id }: { id: string }) => id).sort()).toEqual([...departIds].sort())
  })

  it('[CA-20] warns that repeated failures lock the name, in the wording existing clients look for', async () => {
    await server.addUser('told')
    for (const password of ['wrong', 'wrong', 'wrong', 'wrong', 'wrong', PASSWORD]) {
      const { body } = await login({ username: 'told', password })
      expect(body).toMatchObject({ success: false, message: REFUSED })
    }
  })

  it('locks a name after five failures, however it is typed, without affecting others', async () => {
    await server.addUser('locked-out')
    for (const name of ['locked-out', ' LOCKED-OUT ', 'Locked-Out', 'locked-out', 'locked-out']) {
      await login({ username: name, password: 'wrong' })
    }
    expect((await login({ username: 'locked-out', password: PASSWORD })).body.success).toBe(false)
    expect((await login({ username: 'duty', password: PASSWORD })).body.success).toBe(true)
  })

  it('names every missing field and keeps the password out of the response', async () => {
    const none = (await login({ username: '  ' })).body
    expect(none).toMatchObject({ success: false, message: expect.stringContaining('请输入账号') })
    expect(none.message).toContain('请输入密码')
    const { body } = await login({ username: '  ', password: 'Secret-in-Answer-1' })
    expect(body.success).toBe(false)
    expect(JSON.stringify(body)).not.toContain('Secret-in-Answer-1')
  })

  it.each([
    ['malformed JSON', '{"username":', 'application/json', 400],
    ['another media type', 'username=duty', 'application/x-www-form-urlencoded', 415],
    ['text', 'hello', 'text/plain', 415],
  ])('rejects %s without a 500', async (_, payload, type, status) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/jeecg-boot/sys/login',
      payload,
      headers: { 'content-type': type },
    })
    expect(response.statusCode).toBe(status)
    expect(response.json().success).toBe(false)
  })

  it('rejects a body of more than 1 MB with 413', async () => {
    const { status } = await login({ username: 'duty', password: 'x'.repeat(1_100_000) })
    expect(status).toBe(413)
  })

  it('stores only the hash of a token', async () => {
    const token = await server.signIn('duty')
    const rows = await server.db.selectFrom('sysSession').select('tokenHash').execute()
    expect(rows.some((row) => row.tokenHash.toString('utf8').includes(token))).toBe(false)
  })
})

describe('captcha', () => {
  let guarded: TestApp
  const clock = createManualClock(Date.now())
  const codeOf = async (key: string) =>
    (await guarded.db.selectFrom('sysCaptcha').select('code').where('key', '=', key).executeTakeFirstOrThrow()).code

  beforeAll(async () => {
    guarded = await buildTestApp({ config: { captchaEnabled: true }, clock })
    await guarded.addUser('duty')
  })
  afterAll(() => guarded.close())

  it('is a picture without readable text', async () => {
    const { body } = await guarded.call('GET', '/sys/randomImage/1')
    expect(body.result).toMatch(/^data:image\/png;base64,/)
  })

  it('accepts a right answer in any case, with the key as a number', async () => {
    await guarded.call('GET', '/sys/randomImage/1001')
    const captcha = (await codeOf('1001')).toLowerCase()
    expect((await login({ username: 'duty', password: PASSWORD, captcha, checkKey: 1001 }, guarded)).body.success).toBe(
      true,
    )
  })

  it('[CA-20] answers a wrong captcha with code 412', async () => {
    await guarded.call('GET', '/sys/randomImage/1002')
    const { body } = await login({ username: 'duty', password: PASSWORD, captcha: '????', checkKey: 1002 }, guarded)
    expect(body).toMatchObject({ success: false, code: 412 })
  })

  it('is consumed by every attempt, including one with a wrong password', async () => {
    await guarded.call('GET', '/sys/randomImage/1003')
    const captcha = await codeOf('1003')
    await login({ username: 'duty', password: 'wrong', captcha, checkKey: 1003 }, guarded)
    const again = await login({ username: 'duty', password: PASSWORD, captcha, checkKey: 1003 }, guarded)
    expect(again.body.code).toBe(412)
  })

  it('expires after 60 s', async () => {
    await guarded.call('GET', '/sys/randomImage/1004')
    const captcha = await codeOf('1004')
    clock.advance(60_001)
    expect((await login({ username: 'duty', password: PASSWORD, captcha, checkKey: 1004 }, guarded)).body.code).toBe(
      412,
    )
  })

  it('is required when missing', async () => {
    const { body } = await login({ username: 'duty', password: PASSWORD }, guarded)
    expect(body).toMatchObject({ success: false, code: 500, message: '请输入验证码' })
  })
})

describe('session', () => {
  const permissions = (token: string) => server.call('GET', '/sys/permission/getUserPermissionByToken', { token })

  it('[CA-22] ends at logout; an empty or unknown token is success:false, never 401', async () => {
    const token = await server.signIn('duty')
    expect((await server.call('POST', '/sys/logout', { token })).body.success).toBe(true)
    expect((await permissions(token)).status).toBe(401)
    for (const again of [token, '', 'unknown']) {
      const { status, body } = await server.call('POST', '/sys/logout', { token: again })
      expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    }
  })

  it.each(['', 'short', 'x'.repeat(43), '../../etc/passwd', "' or 1=1 --"])(
    'is rejected for token %j with 401 and Token失效',
    async (token) => {
      const { status, body } = await permissions(token)
      expect(status).toBe(401)
      expect(body).toMatchObject({ success: false, code: 401 })
      expect(body.message).toContain('Token失效')
    },
  )

  it.each([
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['left alone for two hours', { lastSeenAt: new Date(Date.now() - 2 * 3_600_000 - 1_000) }],
  ])('is over when %s', async (_, change) => {
    const token = await server.signIn('duty')
    await server.db.updateTable('sysSession').set(change).execute()
    expect((await permissions(token)).status).toBe(401)
  })

  it('is over at the next call once the user is frozen or deleted', async () => {
    const id = await server.addUser('leaver')
    const token = await server.signIn('leaver')
    expect((await permissions(token)).status).toBe(200)
    await server.db.updateTable('sysUser').set({ status: 2 }).where('id', '=', id).execute()
    expect((await permissions(token)).status).toBe(401)
    await server.db.updateTable('sysUser').set({ status: 1, delFlag: 1 }).where('id', '=', id).execute()
    expect((await permissions(token)).status).toBe(401)
  })

  it('[CA-24] can be ended by administrators, who never see the tokens of others and cannot end their own session', async () => {
    const victim = await server.signIn('duty')
    const admin = await server.signIn('admin')
    const ended: string[] = []
    server.bus.subscribe('sessionsEnded', (ids) => ended.push(...ids))
    const list = await server.call('GET', '/sys/online/list?pageSize=100', { token: admin })
    const rows: { id: string; token: string; username: string }[] = list.body.result.records
    expect(JSON.stringify(rows)).not.toContain(victim)
    const own = rows.find((row) => row.token === admin)
    expect(
      (await server.call('POST', '/sys/online/forceLogout', { token: admin, body: { token: own?.id } })).body.success,
    ).toBe(false)
    for (const row of rows.filter(({ username }) => username === 'duty')) {
      await server.call('POST', '/sys/online/forceLogout', { token: admin, body: { token: row.token } })
    }
    expect((await permissions(victim)).status).toBe(401)
    expect(ended.length).toBeGreaterThan(0)
  })

  it('refuses the online list with 403 without the permission', async () => {
    const token = await server.signIn('powerless')
    const { status, body } = await server.call('GET', '/sys/online/list', { token })
    expect({ status, success: body.success }).toEqual({ status: 403, success: false })
  })

  it('gives a user without permissions the home page and no actions', async () => {
    const { body } = await permissions(await server.signIn('powerless'))
    expect(body.result.menu.map((node: { path: string }) => node.path)).toEqual(['/dashboard/analysis'])
    expect(body.result.auth).toEqual([])
    expect(body.result.allAuth.length).toBeGreaterThan(10)
  })
})
