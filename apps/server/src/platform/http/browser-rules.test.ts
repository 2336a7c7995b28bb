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

describe('每个回答的请求头', () => {
  it('不许嗅探、不许嵌入、不外泄来处', async () => {
    expect((await settings()).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('内容策略不许内联脚本和别处的脚本', async () => {
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
  ])('页面只连到列明的主机：Host 为 %s', async (host, sources) => {
    const policy = String((await settings({ host })).headers['content-security-policy'])
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(sources)
  })

  it('页面也可连到公开地址，明文与加密的套接字各随其协议', async () => {
    const named = await buildTestApp({ config: { publicUrl: 'https://wall.example.org/console' } })
    const { headers } = await named.call('GET', '/sys/site/settings', { headers: { host: 'inner:3000' } })
    expect(String(headers['content-security-policy'])).toContain(
      "connect-src 'self' ws://inner:3000 wss://inner:3000 https://wall.example.org wss://wall.example.org;",
    )
    await named.close()
  })

  it.each(['server', 'x-powered-by', 'via'])('没有 %s：不报软件名', async (name) => {
    expect((await settings()).headers).not.toHaveProperty(name)
  })

  it('失败的回答也有这些', async () => {
    for (const path of ['/no/such', '/sys/user/getUserInfo']) {
      const { headers } = await server.call('GET', path)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    }
  })
})

describe('请求号', () => {
  it('每次不同，失败时信封里是同一个', async () => {
    const [one, two] = [await server.call('GET', '/no/such'), await server.call('GET', '/no/such')]
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
    expect(one.body.requestId).toBe(one.headers['x-request-id'])
  })

  it('不取客户端给的', async () => {
    const { headers } = await settings({ 'x-request-id': 'forged', 'request-id': 'forged' })
    expect(headers['x-request-id']).not.toBe('forged')
  })
})

describe('跨源', () => {
  it('名单上的来源得到回声，别的没有', async () => {
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
  ])('%s 没有', async (origin) => {
    expect((await settings({ origin })).headers).not.toHaveProperty('access-control-allow-origin')
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('预检答 200 与合同的方法', async () => {
    const { statusCode, headers } = await preflight(FRIEND)
    expect(statusCode).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(FRIEND)
    expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, DELETE, OPTIONS')
  })
})

describe('压缩', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['identity', undefined],
    ['x-nonsense', undefined],
  ])('接受 %s 时以 %s 送大的回答', async (accept, encoding) => {
    await server.addUser(`u-${accept.replace(/\W/g, '')}`)
    const token = await server.signIn(`u-${accept.replace(/\W/g, '')}`)
    const response = await server.app.inject({
      url: '/jeecg-boot/sys/dict/queryAllDictItems',
      headers: { 'x-access-token': token, 'accept-encoding': accept },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe(encoding)
  })

  it('小的回答不压', async () => {
    const { headers } = await settings({ 'accept-encoding': 'gzip' })
    expect(headers).not.toHaveProperty('content-encoding')
  })
})

describe('客户端地址', () => {
  it('没有配置代理时不信转发的头', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    await server.call('POST', '/sys/login', { headers, body: { username: 'forwarded', password: 'wrong' } })
    const row = await server.db
      .selectFrom('sysLog')
      .select('ip')
      .where('username', '=', 'forwarded')
      .executeTakeFirstOrThrow()
    expect(row.ip).toBe('127.0.0.1')
  })

  it('配置的代理转发的地址可信', async () => {
    const behind = await buildTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await behind.call('POST', '/sys/login', { headers, body: { username: 'forwarded', password: 'wrong' } })
    const row = await behind.db.selectFrom('sysLog').select('ip').executeTakeFirstOrThrow()
    expect(row.ip).toBe('203.0.113.9')
    await behind.close()
  })
})
