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
/** Text that only our own code or a library could have written. */
const INTERNALS = /FST_|fastify|node_modules|\bat \w+ \(|select |relation|zod|postgres/i

describe('请求地址', () => {
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
  ])('%s以 400 拒绝：%s', async (_name, target) => {
    const { status, body } = await get(target)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 400, result: null, message: '请求格式不正确' })
    expect(body).not.toMatch(INTERNALS)
  })

  it('路径参数过长以 4xx 拒绝，不回显所发内容', async () => {
    const { status, body } = await get(`/jeecg-boot/sys/dict/getDictItems/${'x'.repeat(5_000)}`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('xxxx')
    expect(body).not.toMatch(INTERNALS)
  })

  it('一个末尾斜杠可以，路径区分大小写', async () => {
    expect((await get('/jeecg-boot/sys/site/settings/')).status).toBe(200)
    expect((await get('/jeecg-boot/sys/site/SETTINGS')).status).toBe(404)
    expect((await get('/JEECG-BOOT/sys/site/settings')).status).toBe(404)
  })

  it.each(['name=%E7%AB%99', 'name=*%25*', 'name=a+b', 'name=%F0%A0%AE%B7', 'name=', 'name', '', 'a=1&a=2&a=3'])(
    '查询 %j 照常可用',
    async (query) => {
      expect((await get(`/jeecg-boot/mon/station/list?${query}`)).status).toBe(200)
    },
  )
})

describe('大小上限', () => {
  it('地址超过 16 KB 以 4xx 拒绝并关闭连接', async () => {
    const { status } = await get(`/jeecg-boot/mon/station/list?name=${'x'.repeat(17_000)}`)
    expect([400, 414, 431]).toContain(status)
  })

  it('请求头超过 16 KB 以 431 拒绝', async () => {
    expect((await get('/jeecg-boot/sys/site/settings', { 'x-long': 'y'.repeat(17_000) })).status).toBe(431)
  })

  it('请求头在 16 KB 以内照常回答', async () => {
    expect((await get('/jeecg-boot/sys/site/settings', { 'x-long': 'y'.repeat(12_000) })).status).toBe(200)
  })

  it('声明超过 1 MB 的内容不读就以 413 拒绝', async () => {
    const declared = { 'content-type': 'application/json', 'content-length': '1048577' }
    const { status, body } = await sendRaw(port, rawRequest('POST /jeecg-boot/sys/login HTTP/1.1', declared))
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 413, message: '请求内容过大' })
  })

  it('分块传送超过 1 MB 以 413 拒绝', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const head = rawRequest('POST /jeecg-boot/sys/login HTTP/1.1', headers)
    const chunk = Buffer.concat([Buffer.from('20000\r\n'), Buffer.alloc(0x20000, 0x20), Buffer.from('\r\n')])
    const { status } = await sendRaw(port, Buffer.concat([head, ...Array.from({ length: 9 }, () => chunk)]))
    expect(status).toBe(413)
  })

  it.each([
    [64, 200],
    [65, 400],
  ])('JSON 嵌套 %i 层得到 %i', async (depth, status) => {
    const inner = depth - 1
    const body = `{"username":${'['.repeat(inner)}${']'.repeat(inner)},"password":"x"}`
    expect((await post(body, { 'content-type': 'application/json' })).status).toBe(status)
  })
})

describe('内容类型', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s 可以', async (type) => {
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
  ])('%s 以 415 拒绝', async (type) => {
    const { status, body } = await post(FORM, { 'content-type': type })
    expect(status).toBe(415)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 415, message: '仅支持 application/json' })
  })

  it('没有内容类型以 415 拒绝', async () => {
    expect((await post(FORM, {})).status).toBe(415)
  })
})

describe('JSON 内容', () => {
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
  ])('%s以 400 拒绝', async (_name, body) => {
    const answer = await post(body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, code: 400, message: '请求格式不正确' })
  })

  it.each(['null', '[]', '1', '"text"', 'true'])('顶层是 %s 时说明参数不正确', async (body) => {
    const answer = await post(body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, code: 500 })
    expect(answer.body).toContain('请求参数不正确')
  })
})

describe('请求方法与协议', () => {
  it.each(['TRACE', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'])('%s 不在合同内：404', async (method) => {
    expect((await sendRaw(port, rawRequest(`${method} /jeecg-boot/sys/site/settings HTTP/1.1`))).status).toBe(404)
  })

  it('改写方法的请求头不起作用', async () => {
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
  ])('%s以 400 拒绝', async (_name, text) => {
    const { status, body } = await sendRaw(port, text)
    expect(status).toBe(400)
    expect(body).not.toMatch(INTERNALS)
  })
})
