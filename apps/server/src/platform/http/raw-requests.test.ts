import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { listen, rawRequest, sendRaw } from './testing/raw-http.ts'

let server: TestApp
let port: number
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  token = await server.signIn('admin')
  port = await listen(server.app)
})
afterAll(() => server.close())

const get = (target: string, headers: Record<string, string> = {}) =>
  sendRaw(port, rawRequest(`GET ${target} HTTP/1.1`, { 'x-access-token': token, ...headers }))
const post = (body: string | Buffer, headers: Record<string, string>) =>
  sendRaw(port, rawRequest('POST /jeecg-boot/sys/login HTTP/1.1', headers, Buffer.from(body as string)))
const FORM = JSON.stringify({ username: 'nobody', password: 'wrong' })
/** Text that only our code or a library could have written. */
const INTERNALS = /FST_|fastify|node_modules|\bat \w+ \(|select |relation|zod|postgres/i

describe('the request URL', () => {
  it.each([
    ['上级目录', '/jeecg-boot/../x'],
    ['双斜杠', '/jeecg-boot//sys/site/settings'],
    ['分号', '/jeecg-boot/sys/site;a=1/settings'],
    ['反斜杠', '/jeecg-boot\\sys'],
    ['编码的点', '/jeecg-boot/%2e%2e/x'],
    ['编码的点，大写', '/jeecg-boot/%2E%2E/x'],
    ['编码的斜杠', '/jeecg-boot/sys%2fsite/settings'],
    ['编码的反斜杠', '/jeecg-boot/sys%5csite'],
    ['编码的空字符', '/jeecg-boot/sys/randomImage/%00'],
    ['二次编码', '/jeecg-boot/sys/%2573ite'],
    ['坏的百分号', '/jeecg-boot/sys/%zz'],
    ['半个百分号', '/jeecg-boot/sys/%2'],
    ['不成文的字节', '/jeecg-boot/sys/randomImage/%ff'],
    ['绝对地址', 'http://evil.example/jeecg-boot/sys/site/settings'],
    ['查询中的空字符', '/jeecg-boot/mon/station/list?name=%00'],
    ['查询名中的空字符', '/jeecg-boot/mon/station/list?na%00me=x'],
    ['查询中坏的百分号', '/jeecg-boot/mon/station/list?name=%zz'],
    ['查询中不成文的字节', '/jeecg-boot/mon/station/list?name=%ff%fe'],
    ['查询中编码的半个代理对', '/jeecg-boot/mon/station/list?name=%ed%a0%80'],
    ['在线用户名中的空字符', '/jeecg-boot/sys/online/list?username=%00'],
    ['树节点中的空字符', '/jeecg-boot/mon/device/tree?parent=%00'],
  ])('%s is refused with 400: %s', async (_name, target) => {
    const { status, body } = await get(target)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 400, result: null, message: '请求格式不正确' })
    expect(body).not.toMatch(INTERNALS)
  })

  it('refuses an overlong path parameter with 4xx, without echoing it', async () => {
    const { status, body } = await get(`/jeecg-boot/sys/dict/getDictItems/${'x'.repeat(5_000)}`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('xxxx')
    expect(body).not.toMatch(INTERNALS)
  })

  it('allows one trailing slash, and is case-sensitive', async () => {
    expect((await get('/jeecg-boot/sys/site/settings/')).status).toBe(200)
    expect((await get('/jeecg-boot/sys/site/SETTINGS')).status).toBe(404)
    expect((await get('/JEECG-BOOT/sys/site/settings')).status).toBe(404)
  })

  it.each(['name=%E7%AB%99', 'name=*%25*', 'name=a+b', 'name=%F0%A0%AE%B7', 'name=', 'name', '', 'a=1&a=2&a=3'])(
    'accepts the query %j',
    async (query) => {
      expect((await get(`/jeecg-boot/mon/station/list?${query}`)).status).toBe(200)
    },
  )
})

describe('size limits', () => {
  it('refuse a URL over 16 KB with 4xx and close the connection', async () => {
    const { status } = await get(`/jeecg-boot/mon/station/list?name=${'x'.repeat(17_000)}`)
    expect([400, 414, 431]).toContain(status)
  })

  it('refuse headers over 16 KB with 431', async () => {
    expect((await get('/jeecg-boot/sys/site/settings', { 'x-long': 'y'.repeat(17_000) })).status).toBe(431)
  })

  it('accept headers within 16 KB', async () => {
    expect((await get('/jeecg-boot/sys/site/settings', { 'x-long': 'y'.repeat(12_000) })).status).toBe(200)
  })

  it('refuse a declared body over 1 MB with 413 before reading it', async () => {
    const declared = { 'content-type': 'application/json', 'content-length': '1048577' }
    const { status, body } = await sendRaw(port, rawRequest('POST /jeecg-boot/sys/login HTTP/1.1', declared))
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 413, message: '请求内容过大' })
  })

  it('refuse a chunked body over 1 MB with 413', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const head = rawRequest('POST /jeecg-boot/sys/login HTTP/1.1', headers)
    const chunk = Buffer.concat([Buffer.from('20000\r\n'), Buffer.alloc(0x20000, 0x20), Buffer.from('\r\n')])
    const { status } = await sendRaw(port, Buffer.concat([head, ...Array.from({ length: 9 }, () => chunk)]))
    expect(status).toBe(413)
  })

  it.each([
    [64, 200],
    [65, 400],
  ])('answer JSON nested %i levels with %i', async (depth, status) => {
    const inner = depth - 1
    const body = `{"username":${'['.repeat(inner)}${']'.repeat(inner)},"password":"x"}`
    expect((await post(body, { 'content-type': 'application/json' })).status).toBe(status)
  })
})

describe('the content type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('accepts %s', async (type) => {
    expect((await post(FORM, { 'content-type': type })).status).toBe(200)
  })

  it.each([
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'application/json; version=2',
    'application/vnd.api+json',
    'application/jsonp',
    'text/json',
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    '*/*',
    'json',
  ])('refuses %s with 415', async (type) => {
    const { status, body } = await post(FORM, { 'content-type': type })
    expect(status).toBe(415)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 415, message: '仅支持 application/json' })
  })

  it('is required: 415 without it', async () => {
    expect((await post(FORM, {})).status).toBe(415)
  })
})

describe('a JSON body', () => {
  it.each<[string, string | Buffer]>([
    ['空', ''],
    ['半截', '{"username":'],
    ['单引号', "{'username':'a'}"],
    ['末尾逗号', '{"username":"a","password":"b",}'],
    ['注释', '{"username":"a"/* */,"password":"b"}'],
    ['两份', `${FORM}${FORM}`],
    ['原型污染', '{"__proto__":{"admin":true},"username":"a","password":"b"}'],
    ['构造器污染', '{"constructor":{"prototype":{"admin":true}},"username":"a","password":"b"}'],
    ['空字符', '{"username":"a\\u0000b","password":"x"}'],
    ['键里的空字符', '{"user\\u0000name":"a"}'],
    ['半个代理对', '{"username":"a\\ud800","password":"x"}'],
    ['数组深处的空字符', '{"username":"a","password":"x","more":[{"deep":["\\u0000"]}]}'],
    ['不成文的字节', Buffer.from([...Buffer.from('{"username":"'), 0xff, 0xfe, ...Buffer.from('","password":"x"}')])],
  ])('with %s is refused with 400', async (_name, body) => {
    const answer = await post(body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, code: 400, message: '请求格式不正确' })
  })

  it.each(['null', '[]', '1', '"text"', 'true'])(
    'with a top-level %s is reported as wrong parameters',
    async (body) => {
      const answer = await post(body, { 'content-type': 'application/json' })
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.body)).toMatchObject({ success: false, code: 500 })
      expect(answer.body).toContain('请求参数不正确')
    },
  )
})

describe('method and protocol', () => {
  it.each(['TRACE', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'])(
    'answer %s with 404, as it is not in the contract',
    async (method) => {
      expect((await sendRaw(port, rawRequest(`${method} /jeecg-boot/sys/site/settings HTTP/1.1`))).status).toBe(404)
    },
  )

  it('ignore method override headers', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE', _method: 'DELETE' }
    expect((await get('/jeecg-boot/mon/station/delete?id=1', headers)).status).toBe(404)
  })

  it.each([
    ['乱文', 'hello there\r\n\r\n'],
    ['没有主机', 'GET /jeecg-boot/sys/site/settings HTTP/1.1\r\n\r\n'],
    ['两种长度', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['两个长度', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc'],
    ['负的长度', 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n'],
    ['请求头里的空字符', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\0c\r\n\r\n'],
    ['折行的请求头', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c: d\r\n\r\n'.replace('x-a', 'x a')],
  ])('refuse %s with 400', async (_name, text) => {
    const { status, body } = await sendRaw(port, text)
    expect(status).toBe(400)
    expect(body).not.toMatch(INTERNALS)
  })
})
