import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../platform/config.ts'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'

const CONSOLE = 'https://console.example.org'
let provider: IdentityProvider
let server: TestApp
let lastCode = ''

beforeAll(async () => {
  provider = await startIdentityProvider()
  const { thirdLogins, egressPrivateHosts } = loadConfig({
    THIRD_LOGIN: JSON.stringify([provider.settings('stub')]),
    EGRESS_PRIVATE_HOSTS: '127.0.0.1',
  })
  server = await buildTestApp({
    config: { thirdLogins, egressPrivateHosts, corsOrigins: [CONSOLE], avatarHosts: ['img.example'] },
    smsSender: async ({ code }) => {
      lastCode = code
    },
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

interface Visit {
  readonly state: string
  readonly cookie: string
  readonly location: string
}
const own = (address: string) => new URL(address).pathname.replace('/jeecg-boot', '') + new URL(address).search

async function begin(path = '/sys/thirdLogin/render/stub'): Promise<Visit> {
  const { status, headers } = await server.call('GET', path)
  expect(status).toBe(302)
  const location = String(headers['location'])
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return { location, cookie, state: new URL(location).searchParams.get('state') ?? '' }
}
/** Follows the provider's pages like a browser; returns the callback address. */
async function throughProvider({ location }: Visit): Promise<string> {
  const answer = await fetch(location, { redirect: 'manual' })
  return own(answer.headers.get('location') ?? '')
}
const back = (path: string, cookie: string) => server.call('GET', path, { headers: { cookie } })
const valueOf = (raw: Buffer) => {
  const text = /data-value="([^"]*)"/.exec(raw.toString('utf8'))?.[1] ?? ''
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
async function visit(claims: Record<string, unknown> | null) {
  provider.setPerson(claims)
  const started = await begin()
  return valueOf((await back(await throughProvider(started), started.cookie)).raw)
}
const statusOf = async (token: string) => (await server.call('GET', '/sys/user/getUserInfo', { token })).status
const post = (path: string, body: object) => server.call('POST', path, { body })

describe('the flow with a provider', () => {
  it('redirects to the provider with state, PKCE and the own callback, and sets an HTTP-only cookie', async () => {
    const { headers } = await server.call('GET', '/sys/thirdLogin/render/stub')
    const address = new URL(String(headers['location']))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'natim',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/jeecg-boot\/sys\/thirdLogin\/stub\/callback$/),
    })
    expect(headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  it('ends on a page without inline script that posts only to the own and the listed origins', async () => {
    provider.setPerson({ sub: 'page-1', preferred_username: 'page-person' })
    const started = await begin()
    const { raw, headers } = await back(await throughProvider(started), started.cookie)
    const html = raw.toString('utf8')
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect(html).toMatch(/<script src="\/jeecg-boot\/sys\/thirdLogin\/callback\.js" [^>]*><\/script>/)
    const origins = /data-origins="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '[]'
    expect(JSON.parse(origins)).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), CONSOLE])
    const script = await server.call('GET', '/sys/thirdLogin/callback.js')
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.raw.toString('utf8')).not.toContain("'*'")
  })

  it.each<[string, (path: string, started: Visit) => [string, string]]>([
    ['another browser', (path) => [path, 'third_flow=somebody-elses']],
    ['no cookie', (path) => [path, '']],
    ['an unknown state', (path, { cookie, state }) => [path.replace(state, 'x'.repeat(43)), cookie]],
    ['the state of another provider', (path, { cookie }) => [path.replace('/stub/', '/other/'), cookie]],
    ['a code nobody gave out', (path, { cookie }) => [path.replace(/code=\w+/, 'code=forged'), cookie]],
    ['no code', (path, { cookie }) => [path.replace(/code=\w+/, 'x=1'), cookie]],
  ])('fails for %s', async (_name, change) => {
    provider.setPerson({ sub: 'thief', preferred_username: 'thief' })
    const started = await begin()
    const [path, cookie] = change(await throughProvider(started), started)
    expect(valueOf((await back(path, cookie)).raw)).toBe('登录失败')
  })

  it('does not contact the provider for a browser in which the flow was not started', async () => {
    provider.setPerson({ sub: 'thief', preferred_username: 'thief' })
    const path = await throughProvider(await begin())
    const before = provider.requests.length
    await back(path, 'third_flow=somebody-elses')
    expect(provider.requests).toHaveLength(before)
  })

  it('works once', async () => {
    provider.setPerson({ sub: 'twice', preferred_username: 'twice' })
    const started = await begin()
    const path = await throughProvider(started)
    expect(valueOf((await back(path, started.cookie)).raw)).not.toBe('登录失败')
    expect(valueOf((await back(path, started.cookie)).raw)).toBe('登录失败')
  })

  it.each([
    ['refuses', null],
    ['has no id', { preferred_username: 'nobody' }],
  ])('fails when the user %s', async (_name, claims) => {
    expect(await visit(claims)).toBe('登录失败')
  })

  it('shows the failure page for an unconfigured provider', async () => {
    const { status, raw } = await server.call('GET', '/sys/thirdLogin/render/github')
    expect({ status, value: valueOf(raw) }).toEqual({ status: 200, value: '登录失败' })
  })
})

describe('an identity without an account', () => {
  it('is asked for a phone number, and bound by code to the account with that number', async () => {
    const userId = await server.addUser('phone-owner')
    await server.db.updateTable('sysUser').set({ phone: '13900000001' }).where('id', '=', userId).execute()
    const claims = { sub: 'p-1', preferred_username: 'weixin-somebody', picture: 'https://img.example/1.png' }
    const value: string = await visit(claims)
    expect(value).toMatch(/^绑定手机号,[\w-]{43}$/)
    const thirdUserUuid = value.split(',')[1] ?? ''
    await post('/sys/sms', { mobile: '13900000001', smsmode: '0' })
    const wrong = lastCode === '000000' ? '111111' : '000000'
    const form = { mobile: '13900000001', thirdUserUuid }
    expect((await post('/sys/thirdLogin/bindingThirdPhone', { ...form, captcha: wrong })).body.success).toBe(false)
    const { body } = await post('/sys/thirdLogin/bindingThirdPhone', { ...form, captcha: lastCode })
    expect(await statusOf(body.result)).toBe(200)
    const user = await server.call('GET', `/sys/thirdLogin/getLoginUser/${body.result}/stub`)
    expect(user.body.result.userInfo).toMatchObject({ username: 'phone-owner', avatar: 'https://img.example/1.png' })
    expect(await statusOf(await visit(claims))).toBe(200)
  })

  it.each([
    ['on a host that is not listed', 'https://tracker.example/1.png'],
    ['on a listed host, unencrypted', 'http://img.example/1.png'],
  ])('gets no picture located %s', async (what, picture) => {
    const sub = `picture-${what.length}`
    await server.addUser(sub)
    const choice = await visit({ sub, preferred_username: sub, picture })
    expect(choice).toMatchObject({ isObj: true, avatar: '' })
    const { body } = await post('/sys/third/user/create', { thirdLoginUuid: choice.uuid, uuid: choice.uuid })
    const user = await server.call('GET', `/sys/thirdLogin/getLoginUser/${body.result}/stub`)
    expect(user.body.result.userInfo.avatar).toBeNull()
    const kept = await server.db.selectFrom('sysThirdAccount').select('avatar').where('thirdUserId', '=', sub).execute()
    expect(kept).toEqual([{ avatar: null }])
    // Pictures stored before the list of hosts changed are not shown either.
    await server.db.updateTable('sysThirdAccount').set({ avatar: picture }).where('thirdUserId', '=', sub).execute()
    const later = await server.call('GET', `/sys/thirdLogin/getLoginUser/${body.result}/stub`)
    expect(later.body.result.userInfo.avatar).toBeNull()
  })

  it('creates an account without permissions for an unused number', async () => {
    const value: string = await visit({ sub: 'p-2', preferred_username: 'new-face', name: '新人' })
    await post('/sys/sms', { mobile: '13900000002', smsmode: '1' })
    const { body } = await post('/sys/thirdLogin/bindingThirdPhone', {
      mobile: '13900000002',
      captcha: lastCode,
      thirdUserUuid: value.split(',')[1],
    })
    const { result } = (await server.call('GET', '/sys/user/getUserInfo', { token: body.result })).body
    expect(result.userInfo).toMatchObject({
      username: 'new-face',
      realname: '新人',
      phone: '13900000002',
      orgCode: null,
    })
  })

  it('whose name equals an account may bind that by its password, or create another one', async () => {
    await server.addUser('same-name')
    const claims = { sub: 'n-1', preferred_username: 'same-name' }
    const choice = await visit(claims)
    expect(choice).toMatchObject({
      isObj: true,
      source: 'stub',
      username: 'same-name',
      isNameTaken: true,
      mayCreate: true,
    })
    expect(choice.uuid).not.toContain('n-1')
    const wrong = await post('/sys/third/user/checkPassword', { ...choice, password: 'not-his-password' })
    expect(wrong.body.message).toContain('密码错误')
    const bound = await post('/sys/third/user/checkPassword', { ...choice, password: PASSWORD })
    const { result } = (await server.call('GET', '/sys/user/getUserInfo', { token: bound.body.result })).body
    expect(result.userInfo.username).toBe('same-name')

    const other = await visit({ sub: 'n-2', preferred_username: 'same-name' })
    const made = await post('/sys/thirdLogin/user/create', { ...other, suffix: 42 })
    const user = (await server.call('GET', '/sys/user/getUserInfo', { token: made.body.result })).body.result.userInfo
    expect(user.username).toBe('same-name1')
    const roles = await server.db
      .selectFrom('sysUserRole as link')
      .innerJoin('sysRole as role', 'role.id', 'link.roleId')
      .select('role.roleCode')
      .where('link.userId', '=', user.id)
      .execute()
    expect(roles).toEqual([{ roleCode: 'test' }])
  })

  it("cannot be claimed with the provider's id, twice, or after ten minutes", async () => {
    await server.addUser('claimed')
    const choice = await visit({ sub: 'c-1', preferred_username: 'claimed' })
    expect((await post('/sys/third/user/create', { ...choice, uuid: 'c-1' })).body.message).toContain('已过期')
    const bind = () => post('/sys/third/user/checkPassword', { ...choice, password: PASSWORD })
    const both = await Promise.all([bind(), bind()])
    expect(both.filter(({ body }) => body.success)).toHaveLength(1)
    const late = await visit({ sub: 'c-2', preferred_username: 'claimed' })
    await server.db
      .updateTable('sysThirdFlow')
      .set({ expiresAt: new Date(0) })
      .execute()
    expect((await post('/sys/third/user/create', late)).body.message).toContain('已过期')
  })

  it('cannot take over an existing account by its name in the body', async () => {
    await server.addUser('victim')
    const choice = await visit({ sub: 'w-1', preferred_username: 'victim' })
    const { body } = await post('/sys/third/user/create', { ...choice, username: 'victim' })
    const { result } = (await server.call('GET', '/sys/user/getUserInfo', { token: body.result })).body
    expect(result.userInfo.username).toBe('victim1')
  })
})

describe('getLoginUser', () => {
  it('[CA-23] returns token and user of a session token, for any type', async () => {
    await server.addUser('reader')
    const token = await server.signIn('reader')
    const { status, body } = await server.call('GET', `/sys/thirdLogin/getLoginUser/${token}/github`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, code: 200, result: { token, userInfo: { username: 'reader' } } })
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/)
  })

  it('[CA-23] rejects an unknown or ended token with a message', async () => {
    const token = await server.signIn('reader')
    await server.call('POST', '/sys/logout', { token })
    for (const gone of [token, 'x'.repeat(43), "'--"]) {
      const { status, body } = await server.call('GET', `/sys/thirdLogin/getLoginUser/${encodeURIComponent(gone)}/x`)
      expect({ status, success: body.success }).toEqual({ status: 200, success: false })
    }
  })
})

describe('a frozen or locked account', () => {
  it('cannot sign in through a provider either', async () => {
    const id = await server.addUser('leaver')
    const claims = { sub: 'l-1', preferred_username: 'leaver' }
    const choice = await visit(claims)
    await post('/sys/third/user/checkPassword', { ...choice, password: PASSWORD })
    for (let n = 0; n < 5; n += 1) await post('/sys/login', { username: 'leaver', password: 'wrong' })
    expect(await visit(claims)).toBe('登录失败')
    await server.db.deleteFrom('sysLoginGuard').execute()
    await server.db.updateTable('sysUser').set({ status: 2 }).where('id', '=', id).execute()
    expect(await visit(claims)).toBe('登录失败')
  })
})

describe('sign-in in the same window', () => {
  const login = (state: string) => `/sys/thirdLogin/oauth2/stub/login?state=${encodeURIComponent(state)}`

  it("ends on the client's page with a token if the identity is bound", async () => {
    await server.addUser('chat-user')
    const claims = { sub: 'o-1', preferred_username: 'chat-user' }
    const choice = await visit(claims)
    await post('/sys/third/user/checkPassword', { ...choice, password: PASSWORD })
    const started = await begin(login(CONSOLE))
    const { status, headers } = await back(await throughProvider(started), started.cookie)
    const address = new URL(String(headers['location']))
    expect(status).toBe(302)
    expect(address.origin + address.pathname).toBe(`${CONSOLE}/oauth2-app/login`)
    expect(address.searchParams.get('thirdType')).toBe('stub')
    expect(await statusOf(address.searchParams.get('oauth2LoginToken') ?? '')).toBe(200)
  })

  it.each([
    ['unbound', { sub: 'o-2', preferred_username: 'o-2' }],
    ['failed', null],
  ])('returns %s instead of a token', async (word, claims) => {
    provider.setPerson(claims)
    const started = await begin(login(CONSOLE))
    const { headers } = await back(await throughProvider(started), started.cookie)
    const address = new URL(String(headers['location']))
    expect(Object.fromEntries(address.searchParams)).toEqual({ oauth2LoginError: word, thirdType: 'stub' })
  })

  it.each(['https://evil.example', `${CONSOLE}.evil.example`, `${CONSOLE}/path`, 'javascript:alert(1)', '//evil'])(
    'does not redirect to %s',
    async (state) => {
      const { status, headers, body } = await server.call('GET', login(state))
      expect({ status, location: headers['location'], success: body.success }).toEqual({
        status: 200,
        location: undefined,
        success: false,
      })
    },
  )

  it('does not accept the response of a popup flow', async () => {
    provider.setPerson({ sub: 'o-3', preferred_username: 'o-3' })
    const started = await begin()
    const path = (await throughProvider(started)).replace('/thirdLogin/', '/thirdLogin/oauth2/')
    expect((await back(path, started.cookie)).body.message).toContain('已过期')
  })
})
