import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { SmsMessage } from '../../platform/sms.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const MINUTE_MS = 60_000
const PHONE = '13800000001'
const clock = createManualClock(Date.now())
let server: TestApp
let userId: string
let sent: SmsMessage[] = []
let isGatewayDown = false
let address = 0

beforeAll(async () => {
  server = await buildTestApp({
    clock,
    smsSender: async (message) => {
      if (isGatewayDown) throw new Error('gateway away')
      sent.push(message)
    },
  })
  userId = await server.addUser('duty')
  await server.db.updateTable('sysUser').set({ phone: PHONE }).where('id', '=', userId).execute()
})
afterAll(() => server.close())
beforeEach(async () => {
  sent = []
  isGatewayDown = false
  address += 1
  await server.db.deleteFrom('sysSmsCode').execute()
  await server.db.deleteFrom('sysLoginGuard').execute()
})

async function post(path: string, payload: object, remoteAddress = `10.1.0.${address}`) {
  const response = await server.app.inject({ method: 'POST', url: `/jeecg-boot${path}`, payload, remoteAddress })
  return { status: response.statusCode, body: response.json() }
}
const ask = (mobile = PHONE, smsmode = '0', from?: string) => post('/sys/sms', { mobile, smsmode }, from)
const enter = (captcha: string, more: object = {}) => post('/sys/phoneLogin', { mobile: PHONE, captcha, ...more })
const lastCode = () => sent.at(-1)?.code ?? ''
const wrongCode = () => (lastCode() === '000000' ? '111111' : '000000')

describe('sign-in by code', () => {
  it('[CA-21] answers like sign-in by password, and never reveals the code', async () => {
    const { body } = await ask()
    expect(body).toMatchObject({ success: true, result: null })
    expect(JSON.stringify(body)).not.toContain(lastCode())
    expect(sent).toEqual([{ phone: PHONE, code: expect.stringMatching(/^\d{6}$/), purpose: 'signIn' }])
    const answer = await enter(lastCode(), { remember_me: true })
    expect(answer.body).toMatchObject({
      success: true,
      code: 200,
      result: { userInfo: { id: userId, username: 'duty' }, multi_depart: 0, departs: [] },
    })
    expect(answer.body.result.sysAllDictItems.sex).toHaveLength(2)
    const { token } = answer.body.result
    expect((await server.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(200)
  })

  it.each([
    [true, 7 * 24],
    [false, 12],
    [undefined, 12],
  ])('opens a session of %s → %i hours', async (remember_me, hours) => {
    await ask()
    await enter(lastCode(), remember_me === undefined ? {} : { remember_me })
    const row = await server.db
      .selectFrom('sysSession')
      .select('expiresAt')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(Math.round((row.expiresAt.getTime() - clock.now()) / 3_600_000)).toBe(hours)
  })

  it('[CA-21] accepts a code once', async () => {
    await ask()
    const code = lastCode()
    const answers = await Promise.all([enter(code), enter(code), enter(code)])
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect((await enter(code)).body).toMatchObject({ success: false, code: 500, message: '手机验证码错误或已失效' })
  })

  it.each([
    [599_000, true],
    [600_001, false],
  ])('[CA-21] a code after %i ms: %s', async (afterMs, isTaken) => {
    await ask()
    clock.leap(afterMs)
    expect((await enter(lastCode())).body.success).toBe(isTaken)
  })

  it('[CA-21] allows five tries per code', async () => {
    await ask()
    for (let n = 0; n < 5; n += 1) await enter(wrongCode())
    // Removes the lock on the account, which would refuse too.
    await server.db.deleteFrom('sysLoginGuard').execute()
    expect((await enter(lastCode())).body.success).toBe(false)
  })

  it('counts wrong codes towards the account lock: a right one during the lock is answered like a wrong one', async () => {
    await ask()
    for (let n = 0; n < 5; n += 1) await enter('12345'.padEnd(6, String(n)))
    clock.leap(MINUTE_MS)
    await ask()
    const answer = await enter(lastCode())
    expect(answer.body.message).toBe('手机验证码错误或已失效')
    const log = await server.db.selectFrom('sysLog').select('logContent').where('success', '=', false).execute()
    expect(log.map((row) => row.logContent)).toContain('登录失败：手机验证码错误')
  })

  it("refuses a code for another purpose or number, or when the account's number changed", async () => {
    await ask(PHONE, '2')
    expect((await enter(lastCode())).body.success).toBe(false)
    clock.leap(MINUTE_MS)
    await ask()
    const other = await server.addUser(`heir-${address}`)
    await server.db.updateTable('sysUser').set({ phone: null }).where('id', '=', userId).execute()
    await server.db.updateTable('sysUser').set({ phone: PHONE }).where('id', '=', other).execute()
    expect((await enter(lastCode())).body.success).toBe(false)
    await server.db.updateTable('sysUser').set({ phone: null }).where('id', '=', other).execute()
    await server.db.updateTable('sysUser').set({ phone: PHONE }).where('id', '=', userId).execute()
  })

  it('stores no readable code in the database', async () => {
    await ask()
    const { rows } = await server.pool.query("select convert_from(code_hash, 'utf8') as hash from sys_sms_code")
    expect(rows).toHaveLength(1)
    expect(rows[0].hash).toMatch(/^\$argon2id\$/)
    expect(rows[0].hash).not.toContain(lastCode())
  })
})

describe('code limits', () => {
  it('[CA-21] allows one per minute and number; a newer code replaces the older', async () => {
    await ask()
    const first = lastCode()
    expect((await ask()).body).toMatchObject({ success: false, message: expect.stringContaining('1 分钟') })
    clock.leap(MINUTE_MS)
    expect((await ask()).body.success).toBe(true)
    if (first !== lastCode()) expect((await enter(first)).body.success).toBe(false)
    expect((await enter(lastCode())).body.success).toBe(true)
  })

  it('[CA-21] allows five per day and number, from any address', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await ask(PHONE, '0', `10.2.0.${n}`)).body.success).toBe(true)
      clock.leap(MINUTE_MS)
    }
    expect((await ask(PHONE, '0', '10.2.0.9')).body.message).toContain('次数过多')
    clock.leap(24 * 60 * MINUTE_MS)
    expect((await ask()).body.success).toBe(true)
  })

  it('[CA-21] allows twenty requests per hour and address, guesses at numbers included, without affecting other addresses', async () => {
    for (let n = 0; n < 20; n += 1) await ask(`139000000${String(n).padStart(2, '0')}`, '0', '10.3.0.1')
    expect((await ask(PHONE, '0', '10.3.0.1')).body.message).toContain('次数过多')
    expect((await ask(PHONE, '0', '10.3.0.2')).body.success).toBe(true)
  })

  it('cannot be bypassed by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })
})

describe('requesting a code', () => {
  const ANSWERS = ['如该手机号可用，验证码将很快送达，请注意查收', expect.stringContaining('1 分钟')]

  it.each([
    ['登录', '0', PHONE],
    ['登录', '0', '13800000077'],
    ['登录，已冻结', '0', '13800000055'],
    ['重置密码', '2', PHONE],
    ['重置密码', '2', '13800000077'],
    ['注册', '1', PHONE],
    ['注册', '1', '13800000077'],
  ])('%s (%s) requesting with %s gets the same answer, also the second time', async (what, mode, phone) => {
    if (what.includes('冻结')) {
      const frozen = await server.addUser('frozen', { status: 2 })
      await server.db.updateTable('sysUser').set({ phone }).where('id', '=', frozen).execute()
    }
    const { requestId: _one, timestamp: _two, ...first } = (await ask(phone, mode)).body
    expect(first).toEqual({ success: true, message: ANSWERS[0], code: 200, result: null })
    expect((await ask(phone, mode)).body.message).toEqual(ANSWERS[1])
    const isSent = (phone === PHONE) === (mode !== '1') && !what.includes('冻结')
    expect(sent.map((message) => message.phone)).toEqual(isSent ? [phone] : [])
    const rows = await server.db.selectFrom('sysSmsCode').select(['phone', 'usedAt']).execute()
    expect(rows).toEqual([{ phone, usedAt: null }])
  })

  it('a code that was not sent cannot be guessed', async () => {
    await ask('13800000077')
    const { body } = await post('/sys/phoneLogin', { mobile: '13800000077', captcha: '123456' })
    expect(body.success).toBe(false)
  })

  it.each(['', '1380000000', '12800000000', '138000000011', '１３８００００００００', "13800000001'--"])(
    'refuses the number %j with a message',
    async (mobile) => {
      const { status, body } = await ask(mobile)
      expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    },
  )

  it('does not wait for the SMS gateway, and answers the same when it refuses', async () => {
    isGatewayDown = true
    expect((await ask()).body).toMatchObject({ success: true, message: ANSWERS[0] })
    expect(sent).toEqual([])
  })
})

describe('an installation without SMS', () => {
  it('reports it', async () => {
    const silent = await buildTestApp({ config: { sms: 'off' } })
    const settings = (await silent.call('GET', '/sys/site/settings')).body.result
    expect(settings).toMatchObject({ smsLogin: false, registration: false, thirdLogins: [] })
    const { body } = await silent.call('POST', '/sys/sms', { body: { mobile: PHONE, smsmode: '0' } })
    expect(body).toMatchObject({ success: false, message: '短信服务未启用' })
    await silent.close()
  })
})
