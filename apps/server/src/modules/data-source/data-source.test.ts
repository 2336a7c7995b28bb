import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf } from '../import/testing/sheet.ts'

const BASE = '/sys/dataSource'
const TEST = '/online/cgreport/api/testConnection'
const SEAL_KEY = 'a key that only this test knows'
const FAILED = { success: false, message: '数据库连接失败，请检查地址、账号和密码' }

let server: TestApp
let token: string
let proxy: Server
/** Connection data of the test's own database. */
let own: { readonly dbUrl: string; readonly dbUsername: string; readonly dbPassword: string }

beforeAll(async () => {
  server = await buildTestApp({
    config: {
      sealKey: SEAL_KEY,
      dataSourceHosts: ['127.0.0.1', 'localhost'],
      egressPrivateHosts: ['127.0.0.1', 'localhost'],
    },
  })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  const client = new pg.Client({ connectionString: server.pool.options.connectionString })
  const port = await openPort(client)
  const { database = '', user = '', password } = client
  own = { dbUrl: `jdbc:postgresql://127.0.0.1:${port}/${database}`, dbUsername: user, dbPassword: password ?? '' }
})
afterAll(async () => {
  await server.close()
  proxy.close()
})

/** Opens a local TCP port to the test database, which may listen on a socket file only. */
async function openPort({ host, port }: pg.Client): Promise<number> {
  const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  proxy = createServer((socket) => {
    const upstream = connect(target as NetConnectOpts)
    for (const end of [socket, upstream]) end.on('error', () => end.destroy())
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return (proxy.address() as AddressInfo).port
}

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, path, { token, ...(body && { body }) })).body
let codes = 0
async function add(more: object = {}) {
  codes += 1
  const form = { code: `source-${codes}`, name: '历史库', dbType: '6', ...own, dbPassword: 'hunter2-secret', ...more }
  return (await call('POST', `${BASE}/add`, form)).result.id as string
}
const stored = async (id: string) =>
  (await server.db.selectFrom('sysDataSource').select('dbPassword').where('id', '=', id).executeTakeFirstOrThrow())
    .dbPassword

describe('a data source', () => {
  it('[SY-55] never reveals its password in answers, versions or log lines, and stores it encrypted', async () => {
    const id = await add()
    await call('PUT', `${BASE}/edit`, { id, dbPassword: 'hunter3-secret' })
    const answers = await Promise.all(
      [
        `${BASE}/list`,
        `${BASE}/queryById?id=${id}`,
        `${BASE}/history?id=${id}`,
        '/sys/log/list?logType=2',
        '/sys/dataLog/list',
      ].map((path) => call('GET', path)),
    )
    expect(answers[1].result).toMatchObject({ dbPassword: '', dbType_dictText: 'postgresql' })
    expect(JSON.stringify(answers)).not.toContain('-secret')
    const sealed = await stored(id)
    expect(sealed).toMatch(/^v1\./)
    expect(JSON.stringify(answers)).not.toContain(sealed)
  })

  it('[SY-55] keeps its password when the form sends none, and its code whatever the form sends', async () => {
    const id = await add()
    const before = await stored(id)
    const row = (await call('GET', `${BASE}/queryById?id=${id}`)).result
    expect(await call('PUT', `${BASE}/edit`, { ...row, name: '改名', code: 'other' })).toMatchObject({ success: true })
    expect(await stored(id)).toBe(before)
    expect((await call('GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject({ name: '改名', code: row.code })
    expect(await call('POST', `${BASE}/add`, { ...row, id: '' })).toMatchObject({
      success: false,
      message: '数据源编码已存在！',
    })
  })

  it.each([
    'jdbc:postgresql://h/d?socketFactory=org.x.Evil',
    'jdbc:mysql://h/d',
    'file:///etc/passwd',
    'jdbc:postgresql://u:p@h/d',
  ])('refuses the address %s', async (dbUrl) => {
    const id = await add()
    for (const answer of [
      await call('PUT', `${BASE}/edit`, { id, dbUrl }),
      await call('POST', `${BASE}/add`, { code: 'bad-url', name: '坏', dbType: '6', dbUrl }),
      await call('POST', TEST, { dbType: '6', dbUrl, dbUsername: 'x' }),
    ]) {
      expect(answer).toMatchObject({ success: false, message: expect.stringMatching(/^数据源地址不正确/) })
    }
  })

  it('is imported and exported without a password', async () => {
    const sheet = sheetOf([
      ['数据源编码', '数据源名称', '备注', '数据库类型', '驱动类', '数据源地址', '数据库名称', '用户名'],
      ['sheet_a', '甲', '', 'postgresql', '', 'jdbc:postgresql://db.example.org/air', 'air', 'reader'],
      ['sheet_b', '乙', '', 'postgresql', '', 'jdbc:postgresql://h/d?loggerFile=x', '', ''],
    ])
    const form = await multipart([['file', { name: '数据源.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${BASE}/importExcel`, { token, ...form })
    expect(body.result).toMatchObject({ successCount: 1, errorCount: 1 })
    expect((await call('GET', `${BASE}/list?code=sheet_*`)).result.records).toMatchObject([
      { code: 'sheet_a', dbType: '6' },
    ])
    expect((await call('GET', `${BASE}/options`)).result).toContainEqual({ value: 'sheet_a', label: '甲', text: '甲' })
  })
})

describe('testing a connection', () => {
  it('[SY-55] reports success, with an entered or the stored password', async () => {
    expect(await call('POST', TEST, { dbType: '6', ...own })).toMatchObject({
      success: true,
      message: '数据库连接成功',
    })
    const id = await add({ dbPassword: own.dbPassword || 'any' })
    expect(await call('POST', TEST, { id, dbType: '6', ...own, dbPassword: '' })).toMatchObject({ success: true })
  })

  it('[SY-55] fails identically for every reason, and is allowed only to listed hosts', async () => {
    const { dbUrl } = own
    for (const given of [
      { dbUrl: dbUrl.replace(/\/[\w-]+$/, '/no_such_database') },
      { dbUrl: dbUrl.replace(/:\d+\//, ':1/') },
      { dbUrl: dbUrl.replace(/127\.0\.0\.1|localhost/, '169.254.169.254') },
      { dbUrl: dbUrl.replace(/127\.0\.0\.1|localhost/, 'no-such-host.invalid') },
      { dbUsername: 'nobody' },
    ]) {
      expect(await call('POST', TEST, { dbType: '6', ...own, ...given })).toMatchObject(FAILED)
    }
    expect((await call('POST', TEST, { dbType: '4', dbUrl: 'jdbc:mysql://127.0.0.1/d' })).message).toMatch(
      /没有该数据库类型的驱动/,
    )
  })

  it('never sends a stored password to another address or as another user', async () => {
    const id = await add()
    for (const given of [{ dbUrl: own.dbUrl.replace(/\/[\w-]+$/, '/postgres') }, { dbUsername: 'somebody' }]) {
      expect(await call('POST', TEST, { id, dbType: '6', ...own, dbPassword: '', ...given })).toMatchObject(FAILED)
    }
  })
})
