import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { hashPassword } from './password.ts'

let server: TestApp
let guarded: TestApp

beforeAll(async () => {
  server = await buildTestApp()
  guarded = await buildTestApp({ config: { captchaEnabled: true } })
  for (const app of [server, guarded]) await app.addUser('duty')
})
afterAll(async () => {
  await server.close()
  await guarded.close()
})

describe('sign-in of apps', () => {
  const appLogin = (body: object) => guarded.call('POST', '/sys/mLogin', { body })

  it('needs no captcha and returns token and user', async () => {
    const { body } = await appLogin({ username: 'duty', password: PASSWORD })
    expect(body).toMatchObject({ success: true, code: 200, result: { userInfo: { username: 'duty' } } })
    expect(Object.keys(body.result)).toEqual(['token', 'userInfo'])
  })

  it('fails with the same answer and locks the same name as on the console', async () => {
    await guarded.addUser('app-user')
    for (let n = 0; n < 5; n += 1) {
      const { body } = await appLogin({ username: 'app-user', password: 'wrong' })
      expect(body.message.indexOf('密码错误')).toBeGreaterThan(0)
    }
    expect((await appLogin({ username: 'app-user', password: PASSWORD })).body.success).toBe(false)
    const guards = await guarded.db.selectFrom('sysLoginGuard').select('usernameKey').execute()
    expect(guards).toEqual([{ usernameKey: 'app-user' }])
  })
})

describe('checkCaptcha', () => {
  const check = (captcha: string, checkKey: number) =>
    guarded.call('POST', '/sys/checkCaptcha', { body: { captcha, checkKey } })
  const draw = async (key: number) => {
    await guarded.call('GET', `/sys/randomImage/${key}`)
    const row = await guarded.db
      .selectFrom('sysCaptcha')
      .select('code')
      .where('key', '=', String(key))
      .executeTakeFirst()
    return row?.code ?? ''
  }

  it('leaves a right answer usable for the sign-in itself', async () => {
    const captcha = await draw(1)
    expect((await check(captcha.toLowerCase(), 1)).body.success).toBe(true)
    const form = { username: 'duty', password: PASSWORD, captcha, checkKey: 1 }
    expect((await guarded.call('POST', '/sys/login', { body: form })).body.success).toBe(true)
  })

  it('consumes the captcha at the first wrong guess', async () => {
    const captcha = await draw(2)
    expect((await check('????', 2)).body).toMatchObject({ success: false, code: 412 })
    expect((await check(captcha, 2)).body).toMatchObject({ success: false, code: 412 })
  })

  it('rejects an expired captcha', async () => {
    const captcha = await draw(3)
    await guarded.db
      .updateTable('sysCaptcha')
      .set({ expiresAt: new Date(0) })
      .execute()
    expect((await check(captcha, 3)).body.success).toBe(false)
  })
})

describe('an encrypted password', () => {
  async function encrypt(text: string): Promise<string> {
    const { key, iv } = (await server.call('GET', '/sys/getEncryptedString')).body.result
    const bytes = Buffer.from(text)
    const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
    const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false)
    return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64')
  }
  const isIn = async (password: string, path = '/sys/login') =>
    (await server.call('POST', path, { body: { username: 'duty', password } })).body.success as boolean

  it('is accepted as well as a clear one', async () => {
    expect(await isIn(await encrypt(PASSWORD))).toBe(true)
    expect(await isIn(await encrypt(PASSWORD), '/sys/mLogin')).toBe(true)
    expect(await isIn(PASSWORD)).toBe(true)
    expect(await isIn(await encrypt('wrong'))).toBe(false)
  })

  it('is not confused with a clear password that looks like one', async () => {
    const password = 'QUJDREVGR0hJSktMTU5PUA=='
    await server.addUser('base64')
    await server.db
      .updateTable('sysUser')
      .set({ passwordHash: await hashPassword(password) })
      .where('username', '=', 'base64')
      .execute()
    const body = { username: 'base64', password }
    expect((await server.call('POST', '/sys/login', { body })).body.success).toBe(true)
  })
})

describe('stored credentials', () => {
  it('[CA-29] passwords are slow salted hashes: the same password gives two different hashes', async () => {
    const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(new Set(hashes).size).toBe(2)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$/)
  })

  it('[CA-29] tokens are random, live at most seven days and can be revoked', async () => {
    const enter = async () =>
      (await server.call('POST', '/sys/login', { body: { username: 'duty', password: PASSWORD, remember_me: true } }))
        .body.result.token as string
    const [one, two] = [await enter(), await enter()]
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(two).not.toBe(one)
    const rows = await server.db
      .selectFrom('sysSession')
      .select(['expiresAt', 'createdAt'])
      .where('remember', '=', true)
      .execute()
    for (const { expiresAt, createdAt } of rows) {
      expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 86_400_000)).toBe(7)
    }
    await server.call('POST', '/sys/logout', { token: one })
    const statusOf = async (token: string) => (await server.call('GET', '/sys/user/getUserInfo', { token })).status
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
  })
})
