import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { clearLog } from '../../testing/clear-log.ts'

const HOUR_S = 3_600
let server: TestApp
let userId: string

beforeAll(async () => {
  server = await buildTestApp()
  userId = await server.addUser('duty', { roles: ['admin'] })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('sysSession').execute()
  await clearLog(server.db)
})

const login = async (more: object = {}) =>
  (await server.call('POST', '/sys/login', { body: { username: 'duty', password: PASSWORD, ...more } })).body.result
    .token as string
const statusOf = async (token: string) => (await server.call('GET', '/sys/user/getUserInfo', { token })).status
const hashOf = (token: string) => createHash('sha256').update(token).digest()
/** Seconds since the session of a token was last seen and until it expires, by the database clock. */
async function agesOf(token: string): Promise<{ seenS: number; leftS: number }> {
  return server.db
    .selectFrom('sysSession')
    .select([
      sql<number>`extract(epoch from now() - last_seen_at)::float8`.as('seenS'),
      sql<number>`extract(epoch from expires_at - now())::float8`.as('leftS'),
    ])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirstOrThrow()
}
const setSeen = (token: string, secondsAgo: number) =>
  server.db
    .updateTable('sysSession')
    .set({ lastSeenAt: sql<Date>`now() - make_interval(secs => ${secondsAgo})` })
    .where('tokenHash', '=', hashOf(token))
    .execute()
const auditRows = () =>
  server.db
    .selectFrom('sysLog')
    .select(['logType', 'logContent', 'success', 'username', 'userId'])
    .orderBy('id')
    .execute()

describe('session lifetime', () => {
  it.each([
    ['普通', {}, 12],
    ['记住我', { remember_me: true }, 7 * 24],
    ['明说不记住', { remember_me: false }, 12],
  ])('[CA-20] a sign-in (%s) lasts %j hours', async (_name, form, hours) => {
    const { leftS } = await agesOf(await login(form))
    expect(Math.round(leftS / HOUR_S)).toBe(hours)
  })

  it.each([
    ['普通会话，差一分钟到两小时', {}, 2 * HOUR_S - 60, 200],
    ['普通会话，过了两小时', {}, 2 * HOUR_S + 1, 401],
    ['记住我，三天没来', { remember_me: true }, 72 * HOUR_S, 200],
  ])('%s', async (_name, form, secondsAgo, status) => {
    const token = await login(form)
    await setSeen(token, secondsAgo)
    expect(await statusOf(token)).toBe(status)
  })

  it.each([
    ['普通', {}],
    ['记住我', { remember_me: true }],
  ])('%s: ends at the absolute expiry even if just used', async (_name, form) => {
    const token = await login(form)
    await server.db.updateTable('sysSession').set({ expiresAt: sql<Date>`now()` }).execute()
    expect(await statusOf(token)).toBe(401)
  })

  it('is renewed at most once a minute', async () => {
    const token = await login()
    await setSeen(token, 50)
    await statusOf(token)
    expect((await agesOf(token)).seenS).toBeGreaterThan(45)
    await setSeen(token, 70)
    await statusOf(token)
    expect((await agesOf(token)).seenS).toBeLessThan(45)
  })

  it('a renewal does not extend the absolute expiry', async () => {
    const token = await login()
    const before = (await agesOf(token)).leftS
    await setSeen(token, 3_000)
    await statusOf(token)
    expect((await agesOf(token)).leftS).toBeLessThanOrEqual(before)
  })
})

describe('a token', () => {
  it('is new for every sign-in; tokens sent in the request are not adopted', async () => {
    const old = 'A'.repeat(43)
    const response = await server.call('POST', '/sys/login', {
      token: old,
      headers: { cookie: `token=${old}; Access-Token=${old}` },
      body: { username: 'duty', password: PASSWORD, token: old },
    })
    expect(response.body.result.token).not.toBe(old)
    expect(await statusOf(old)).toBe(401)
    expect(await login()).not.toBe(await login())
  })

  it('is stored only as a hash', async () => {
    const token = await login()
    const { rows } = await server.pool.query('select s::text as row from sys_session s')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(token)
    expect(
      await server.db.selectFrom('sysSession').select('id').where('tokenHash', '=', hashOf(token)).execute(),
    ).toHaveLength(1)
  })

  it.each([
    ['截短一位', (token: string) => token.slice(0, -1)],
    ['多一位', (token: string) => `${token}A`],
    ['换大小写', (token: string) => token.replace(/[a-z]/, (c) => c.toUpperCase()).replace(/^(.)/, '$1')],
    ['散列本身', (token: string) => hashOf(token).toString('base64url')],
    ['散列的十六进制', (token: string) => hashOf(token).toString('hex')],
    ['前有 Bearer', (token: string) => `Bearer ${token}`],
    ['两份，逗号相连', (token: string) => `${token},${token}`],
    ['极长', (token: string) => token.repeat(100)],
    ['会话编号', () => '1234567890123456789012'],
    ['自述身份的令牌', () => 'eyJhbGciOiJub25lIn0.eyJ1c2VybmFtZSI6ImFkbWluIn0.'],
  ])('is rejected when modified: %s', async (_name, change) => {
    const token = await login()
    const changed = change(token)
    if (changed !== token) expect(await statusOf(changed)).toBe(401)
    expect(await statusOf(token)).toBe(200)
  })
})

describe('sign-out', () => {
  it('ends only its own session', async () => {
    const [one, other] = [await login(), await login()]
    expect((await server.call('POST', '/sys/logout', { token: one })).body).toMatchObject({
      success: true,
      message: '退出登录成功！',
    })
    expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200])
  })

  it.each(['', 'short', 'A'.repeat(43), '../x'])(
    'rejects the invalid token %j and affects no other session',
    async (token) => {
      const live = await login()
      const { body } = await server.call('POST', '/sys/logout', { headers: { 'x-access-token': token } })
      expect(body).toMatchObject({ success: false, code: 500, message: '登录凭证无效' })
      expect(await statusOf(live)).toBe(200)
    },
  )
})

describe('forced sign-out', () => {
  const idOf = async (token: string) =>
    (
      await server.db
        .selectFrom('sysSession')
        .select('id')
        .where('tokenHash', '=', hashOf(token))
        .executeTakeFirstOrThrow()
    ).id
  const force = async (token: string, target: string) =>
    (await server.call('POST', '/sys/online/forceLogout', { token, body: { token: target } })).body

  it('takes effect with the next call and logs actor and target', async () => {
    const [admin, victim] = [await login(), await login()]
    const victimId = await idOf(victim)
    await clearLog(server.db)
    expect(await force(admin, victimId)).toMatchObject({ success: true })
    expect(await statusOf(victim)).toBe(401)
    const rows = await server.db.selectFrom('sysLog').select(['logContent', 'username', 'objectId']).execute()
    expect(rows).toEqual([{ logContent: '强制下线', username: 'duty', objectId: victimId }])
  })

  it('is refused for the own session, an unknown one, and a token in place of an id', async () => {
    const [admin, victim] = [await login(), await login()]
    expect(await force(admin, await idOf(admin))).toMatchObject({ success: false, message: '不能强制下线当前会话' })
    expect(await force(admin, 'no-such-session')).toMatchObject({ success: false, message: '未找到对应数据' })
    expect(await force(admin, victim)).toMatchObject({ success: false })
    expect(await statusOf(victim)).toBe(200)
  })
})

describe('sign-in audit', () => {
  it('logs success, failure and sign-out, without passwords', async () => {
    const token = await login()
    await server.call('POST', '/sys/login', { body: { username: 'duty', password: 'not-my-password' } })
    await server.call('POST', '/sys/logout', { token })
    const rows = await auditRows()
    expect(rows).toMatchObject([
      { logType: 1, logContent: '登录成功', success: true, username: 'duty', userId },
      { logType: 1, logContent: '登录失败：用户名或密码错误', success: false, username: 'duty' },
      { logType: 1, logContent: '退出登录', success: true, userId },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/not-my-password|duty-room/)
  })

  it('logs why a frozen account or an expired initial password was refused, but answers the same', async () => {
    await server.addUser('frozen-one', { status: 2 })
    const late = await server.addUser('late-one')
    await server.db
      .updateTable('sysUser')
      .set({ passwordExpiresAt: new Date(0) })
      .where('id', '=', late)
      .execute()
    const answers = []
    for (const username of ['frozen-one', 'late-one', 'nobody-at-all']) {
      answers.push((await server.call('POST', '/sys/login', { body: { username, password: PASSWORD } })).body.message)
    }
    expect(new Set(answers).size).toBe(1)
    expect((await auditRows()).map((row) => row.logContent)).toEqual([
      '登录失败：账号已冻结',
      '登录失败：初始密码已过期或已使用',
      '登录失败：用户名或密码错误',
    ])
  })

  it('escapes line breaks in the user name, so that no log line can be forged', async () => {
    const username = 'x\r\n2026-11-21 登录成功 admin'
    await server.call('POST', '/sys/login', { body: { username, password: 'x' } })
    expect((await auditRows())[0]?.username).toBe('x\\x0d\\x0a2026-11-21 登录成功 admin')
  })
})

describe('password hashing', () => {
  it('rehashes at sign-in after the parameters were raised', async () => {
    const weak = '$argon2id$v=19$m=8,t=1,p=1$'
    const { hash } = await import('@node-rs/argon2')
    const old = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    expect(old).toContain(weak)
    await server.db.updateTable('sysUser').set({ passwordHash: old }).where('id', '=', userId).execute()
    await login()
    const row = await server.db
      .selectFrom('sysUser')
      .select('passwordHash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await login()
  })

  it('rejects a password of 129 characters without hashing it', async () => {
    const body = { username: 'duty', password: 'x'.repeat(129) }
    expect((await server.call('POST', '/sys/login', { body })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('最多 128 个字符'),
    })
  })
})
