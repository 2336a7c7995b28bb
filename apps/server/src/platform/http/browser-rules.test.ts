import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const FRIEND = 'https://wall.example'
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ config: { corsOrigins: [FRIEND] } })
})
afterAll(() => server.close())

const settings = (headers: Record<string, string> = {}) => server.call('GET', '/sys/site/settings', { headers })
const preflight = (origin: string) =>
  server.app.inject({
    method: 'OPTIONS',
    url: '/jeecg-boot/sys/login',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-access-token' },
  })

describe('headers of every response', () => {
  it('forbid sniffing and framing, and leak no referrer', async () => {
    expect((await settings()).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('contain a content policy without inline or foreign scripts', async () => {
    const policy = String((await settings()).headers['content-security-policy'])
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toBe("'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/unsafe-eval|\*/)
  })

  it.each([
    ['console.example.org', "'self' ws://console.example.org wss://console.example.org"],
    ['[::1]:3000', "'self' ws://[::1]:3000 wss://[::1]:3000"],
    ["evil.example; script-src 'unsafe-inline'", "'self' 'self'"],
    ['*', "'self' 'self'"],
    ['a b', "'self' 'self'"],
  ])('limit connections of pages to listed hosts when Host is %s', async (host, sources) => {
    const policy = String((await settings({ host })).headers['content-security-policy'])
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(sources)
  })

  it('also allow connections to the public URL, with the socket scheme that matches its own', async () => {
    const named = await buildTestApp({ config: { publicUrl: 'https://wall.example.org/console' } })
    const { headers } = await named.call('GET', '/sys/site/settings', { headers: { host: 'inner:3000' } })
    expect(String(headers['content-security-policy'])).toContain(
      "connect-src 'self' ws://inner:3000 wss://inner:3000 https://wall.example.org wss://wall.example.org;",
    )
    await named.close()
  })

  it.each(['server', 'x-powered-by', 'via'])('do not contain %s, which would reveal the software', async (name) => {
    expect((await settings()).headers).not.toHaveProperty(name)
  })

  it('are also sent with failures', async () => {
    for (const path of ['/no/such', '/sys/user/getUserInfo']) {
      const { headers } = await server.call('GET', path)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    }
  })
})

describe('the request id', () => {
  it('differs per call and equals the one in the envelope of a failure', async () => {
    const [one, two] = [await server.call('GET', '/no/such'), await server.call('GET', '/no/such')]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
    expect(one.body.requestId).toBe(one.headers['x-request-id'])
  })

  it('is not taken from the client', async () => {
    const { headers } = await settings({ 'x-request-id': 'forged', 'request-id': 'forged' })
    expect(headers['x-request-id']).not.toBe('forged')
  })
})

describe('CORS', () => {
  it('echoes listed origins and no others', async () => {
    expect((await settings({ origin: FRIEND })).headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-credentials': 'true',
      vary: expect.stringContaining('Origin'),
    })
  })

  it.each([
    'https://evil.example',
    'http://wall.example',
    'https://wall.example.evil.example',
    'https://wall.example:8443',
    'https://sub.wall.example',
    'null',
    '*',
  ])('sends nothing for %s', async (origin) => {
    expect((await settings({ origin })).headers).not.toHaveProperty('access-control-allow-origin')
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('answers a preflight with 200 and the methods of the contract', async () => {
    const { statusCode, headers } = await preflight(FRIEND)
    expect(statusCode).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(FRIEND)
    expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE, OPTIONS')
  })
})

describe('compression', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['identity', undefined],
    ['x-nonsense', undefined],
  ])('for accept %s sends large responses as %s', async (accept, encoding) => {
    await server.addUser(`u-${accept.replace(/\W/g, '')}`)
    const token = await server.signIn(`u-${accept.replace(/\W/g, '')}`)
    const response = await server.app.inject({
      url: '/jeecg-boot/sys/dict/queryAllDictItems',
      headers: { 'x-access-token': token, 'accept-encoding': accept },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe(encoding)
  })

  it('leaves small responses alone', async () => {
    const { headers } = await settings({ 'accept-encoding': 'gzip' })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

describe('the client address', () => {
  it('ignores forwarded headers when no proxy is configured', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    await server.call('POST', '/sys/login', { headers, body: { username: 'forwarded', password: 'wrong' } })
    const row = await server.db
      .selectFrom('sysLog')
      .select('ip')
      .where('username', '=', 'forwarded')
      .executeTakeFirstOrThrow()
    expect(row.ip).toBe('127.0.0.1')
  })

  it('is taken from a configured proxy', async () => {
    const behind = await buildTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await behind.call('POST', '/sys/login', { headers, body: { username: 'forwarded', password: 'wrong' } })
    const row = await behind.db.selectFrom('sysLog').select('ip').executeTakeFirstOrThrow()
    expect(row.ip).toBe('203.0.113.9')
    await behind.close()
  })
})
