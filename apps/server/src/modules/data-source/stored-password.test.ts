import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

/** Where a stored password may be sent. No host is reachable, so that no test leaves the machine. */
const BASE = '/sys/dataSource'
const TEST = '/online/cgreport/api/testConnection'
const FAILED = { success: false, message: '数据库连接失败，请检查地址、账号和密码', result: null }
const NOT_FOUND = { success: false, message: '未找到对应数据' }
const FORM = {
  name: '历史库',
  dbType: '6',
  dbUrl: 'jdbc:postgresql://db.example.org:5432/air',
  dbUsername: 'reader',
  dbPassword: ' hunter2-secret ',
}

let server: TestApp
let token: string
let viewer: string
let id: string
let codes = 0

beforeAll(async () => {
  server = await buildTestApp({ config: { sealKey: 'a key that only this test knows' } })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  await server.addUser('viewer')
  viewer = await server.signIn('viewer')
})
afterAll(() => server.close())
beforeEach(async () => {
  id = await add()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, path: string, body?: object, by = token) =>
  server.call(method, path, { token: by, ...(body && { body }) })
const call = async (...given: Parameters<typeof ask>) => (await ask(...given)).body
async function add(more: object = {}): Promise<string> {
  codes += 1
  return (await call('POST', `${BASE}/add`, { ...FORM, code: `kept-${codes}`, ...more })).result.id
}
const sealedOf = async (row: string) =>
  (await server.db.selectFrom('sysDataSource').select('dbPassword').where('id', '=', row).executeTakeFirst())
    ?.dbPassword
const seal = (row: string, dbPassword: string | null) =>
  server.db.updateTable('sysDataSource').set({ dbPassword }).where('id', '=', row).execute()
const { dbPassword: _typed, name: _name, ...LOGIN } = FORM

describe('a stored password', () => {
  it('is encrypted anew every time, so that equal ones differ', async () => {
    const twin = await add()
    expect(await sealedOf(twin)).toMatch(/^v1\./)
    expect(await sealedOf(twin)).not.toBe(await sealedOf(id))
    const before = await sealedOf(id)
    await call('PUT', `${BASE}/edit`, { id, dbPassword: FORM.dbPassword })
    expect(await sealedOf(id)).not.toBe(before)
  })

  it.each([
    ['sealed with another key', 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA'],
    ['cut off', 'v1.AAAA'],
    ['no sealed text at all', 'hunter2'],
  ])('that is %s fails a connection test like a wrong one', async (_what, text) => {
    await seal(id, text)
    const { status, body } = await ask('POST', TEST, { id, ...LOGIN })
    expect([status, body]).toEqual([200, expect.objectContaining(FAILED)])
  })

  it('is useless in another row', async () => {
    const other = await add({ dbPassword: 'other' })
    await seal(other, (await sealedOf(id)) ?? null)
    expect(await call('POST', TEST, { id: other, ...LOGIN })).toMatchObject(FAILED)
  })

  it('survives deletion and restore of its row; no version holds it', async () => {
    const sealed = await sealedOf(id)
    await call('PUT', `${BASE}/edit`, { id, name: '改名' })
    expect(await call('POST', `${BASE}/restore`, { id, version: 1 })).toMatchObject({ success: true })
    expect(await sealedOf(id)).toBe(sealed)
    await call('DELETE', `${BASE}/delete?id=${id}`)
    expect(await call('POST', `${BASE}/restore`, { id })).toMatchObject({ success: true })
    expect(await sealedOf(id)).toBe(sealed)
    const versions = (await call('GET', `${BASE}/history?id=${id}`)).result
    expect(JSON.stringify(versions)).not.toContain(sealed)
    expect((await call('GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject({ name: '历史库', dbPassword: '' })
    expect(await call('POST', TEST, { id, ...LOGIN })).toMatchObject(FAILED)
  })

  it.each([
    ['too long', { dbPassword: 'x'.repeat(201) }],
    ['no text', { dbPassword: { $ne: '' } }],
  ])('that is %s replaces nothing', async (_what, wrong) => {
    const before = await sealedOf(id)
    expect((await call('PUT', `${BASE}/edit`, { id, name: '改名', ...wrong })).success).toBe(false)
    expect(await sealedOf(id)).toBe(before)
    expect((await call('GET', `${BASE}/queryById?id=${id}`)).result.name).toBe('历史库')
  })
})

describe('testing a connection', () => {
  it('refuses a missing row like a hidden one', async () => {
    expect(await call('POST', TEST, { id: 'no-such-row', ...LOGIN })).toMatchObject(NOT_FOUND)
  })

  it('fails for a host that is not listed, and is logged without a password', async () => {
    expect(await call('POST', TEST, { ...LOGIN, dbPassword: 'typed-secret' })).toMatchObject(FAILED)
    const line = await server.db
      .selectFrom('sysLog')
      .selectAll()
      .where('logType', '=', 2)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ logContent: `测试数据源：${FORM.dbUrl}`, username: 'keeper' })
    expect(JSON.stringify(line)).not.toContain('-secret')
  })

  it('and all other endpoints are forbidden without permission', async () => {
    const calls: [Method, string, object?][] = [
      ['POST', TEST, { id, ...LOGIN }],
      ['GET', `${BASE}/list`],
      ['GET', `${BASE}/options`],
      ['GET', `${BASE}/queryById?id=${id}`],
      ['PUT', `${BASE}/edit`, { id, dbPassword: 'x' }],
      ['DELETE', `${BASE}/delete?id=${id}`],
    ]
    const before = await sealedOf(id)
    for (const [method, path, body] of calls)
      expect([path, (await ask(method, path, body, viewer)).status]).toEqual([path, 403])
    expect(await sealedOf(id)).toBe(before)
  })
})

describe('an address', () => {
  it('must match the database type, even if only one of the two changes', async () => {
    expect((await call('PUT', `${BASE}/edit`, { id, dbType: '4' })).message).toMatch(/^数据源地址不正确/)
    expect((await call('PUT', `${BASE}/edit`, { id, dbType: '99' })).success).toBe(false)
    expect((await call('PUT', `${BASE}/edit`, { id, dbType: '__proto__' })).success).toBe(false)
    expect((await call('GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject({ dbType: '6', dbUrl: FORM.dbUrl })
    expect(
      await call('PUT', `${BASE}/edit`, { id, dbType: '4', dbUrl: 'jdbc:mysql://db.example.org:3306/air' }),
    ).toMatchObject({
      success: true,
    })
  })

  it.each([
    'jdbc:postgresql://db.example.org:99999/air',
    'jdbc:postgresql://db.example.org/../etc',
    'jdbc:postgresql://db.example.org/air?sslmode=disable&loggerFile=/tmp/x',
    'jdbc:postgresql://db.example.org/air?currentSchema=a;drop',
    'jdbc:postgresql:///air',
    'jdbc:postgresql://a b/air',
    'JDBC:POSTGRESQL://db.example.org/air',
    'jdbc:postgresql://db.example.org/air\u0000',
  ])('%j is invalid', async (dbUrl) => {
    expect((await call('PUT', `${BASE}/edit`, { id, dbUrl })).success).toBe(false)
    expect((await call('GET', `${BASE}/queryById?id=${id}`)).result.dbUrl).toBe(FORM.dbUrl)
  })
})
