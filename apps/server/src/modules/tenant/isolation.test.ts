import type { Endpoint } from '@natim/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { everyCall } from '../../testing/matrix.ts'
import { multipart } from '../../testing/multipart.ts'

/** Contained in every row of tenant 8 and nowhere else. */
const CANARY = 'canary8'
const [OURS, THEIRS] = [7, 8]

let server: TestApp
/** Administrators of no tenant, of ours, and of theirs, who also belongs to ours. */
let callers: Record<'none' | 'ours' | 'theirs', Caller>
let position: string
let theirFile: { id: string; path: string }

interface Caller {
  readonly id: string
  readonly token: string
  readonly headers: Record<string, string>
}

async function addCaller(username: string, tenant: number, memberOf: readonly number[]): Promise<Caller> {
  const id = await server.addUser(username, { roles: ['admin'] })
  for (const tenantId of memberOf)
    await server.db.insertInto('sysUserTenant').values({ userId: id, tenantId }).execute()
  return { id, token: await server.signIn(username), headers: { 'tenant-id': String(tenant) } }
}

const call = async ({ token, headers }: Caller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.call(method, path, { token, headers, ...(body && { body }) })
const get = async (caller: Caller, path: string) => (await call(caller, 'GET', path)).body

async function upload(caller: Caller, name: string): Promise<string> {
  const { body, headers } = await multipart([['file', { name, bytes: 'a,b\n1,2\n' }]])
  const sent = { token: caller.token, body, headers: { ...headers, ...caller.headers } }
  return (await server.call('POST', '/sys/common/upload', sent)).body.message
}

beforeAll(async () => {
  server = await buildTestApp()
  await server.db
    .insertInto('sysTenant')
    .values([
      { id: OURS, name: '本单位' },
      { id: THEIRS, name: '别家' },
    ])
    .execute()
  callers = {
    none: await addCaller('none', 0, []),
    ours: await addCaller('ours', OURS, [OURS]),
    theirs: await addCaller('theirs', THEIRS, [OURS, THEIRS]),
  }
  await fill(callers.theirs)
})
afterAll(() => server.close())

/** Creates data through the server: log lines, versions in a shared register, and a file. */
async function fill(caller: Caller) {
  position = (await call(caller, 'POST', '/sys/position/add', { code: 'shared', name: CANARY, postRank: '2' })).body
    .result.id
  await call(caller, 'POST', '/sys/position/edit', { id: position, name: '巡检员' })
  const path = await upload(caller, `${CANARY}.csv`)
  const [file] = (await get(caller, '/sys/oss/file/list')).result.records
  theirFile = { id: file.id, path }
  const version = { id: newId(), dataTable: 'sys_user', dataId: caller.id, dataVersion: 1, operateType: 2 }
  const whose = { tenantId: THEIRS, createBy: 'theirs', dataContent: JSON.stringify({ realname: CANARY }) }
  await server.db
    .insertInto('sysDataLog')
    .values({ ...version, ...whose })
    .execute()
}

/** All reads except sheets; telemetry and its registers belong to no tenant. */
const READS = (await everyCall()).filter(
  ({ method, endpoint: { path, wire } }) =>
    method === 'GET' && path.startsWith('/sys/') && path !== '/sys/logout' && wire === undefined,
)
const isPage = ({ query }: Endpoint) => query instanceof z.ZodObject && 'pageSize' in query.shape

/** Reads that return the canary to a caller: lists at full length, other calls for the very rows. */
async function whereSeen(caller: Caller, among: readonly string[] = []): Promise<string[]> {
  const versions = await server.db.selectFrom('sysDataLog').select('id').where('dataId', '=', position).execute()
  const [dataId1 = '', dataId2 = ''] = versions.map(({ id }) => id)
  const seen: string[] = []
  for (const { endpoint } of READS) {
    if (among.length > 0 && !among.includes(endpoint.path)) continue
    const id = endpoint.path.startsWith('/sys/user/') ? callers.theirs.id : position
    const row = { id, ids: id, dataTable: 'sys_position', dataId: position, dataId1, dataId2 }
    const query = new URLSearchParams(isPage(endpoint) ? { pageSize: '500' } : row)
    const { raw } = await call(caller, 'GET', `${endpoint.path}?${query}`)
    if (raw.includes(CANARY)) seen.push(endpoint.path)
  }
  return seen.sort()
}

describe('rows of another tenant', () => {
  it('[SY-54] appear in no read, while their own members find them', async () => {
    const seen = await whereSeen(callers.theirs)
    expect(seen).toEqual([
      '/sys/dataLog/list',
      '/sys/dataLog/queryCompareList',
      '/sys/dataLog/queryDataVerList',
      '/sys/log/list',
      '/sys/log/mine',
      '/sys/oss/file/list',
      '/sys/position/history',
      '/sys/user/history',
    ])
    expect(await whereSeen(callers.ours)).toEqual([])
    expect(await whereSeen(callers.none)).toEqual([])
    // The same user in another tenant.
    expect(await whereSeen({ ...callers.theirs, headers: { 'tenant-id': String(OURS) } }, seen)).toEqual([])
  })

  it('[SY-54] are not counted: totals are those of the own tenant', async () => {
    const total = async (caller: Caller, path: string) => (await get(caller, `${path}?pageSize=1`)).result.total
    for (const path of ['/sys/dataLog/list', '/sys/oss/file/list']) {
      expect([path, await total(callers.ours, path)]).toEqual([path, 0])
      expect(await total(callers.theirs, path)).toBeGreaterThan(0)
    }
    const logged = await server.db.selectFrom('sysLog').select('id').where('tenantId', '=', OURS).execute()
    expect(await total(callers.ours, '/sys/log/list')).toBe(logged.length)
  })

  it('[SY-54] cannot be compared, restored or deleted', async () => {
    const search = `dataTable=sys_position&dataId=${position}`
    const [newer, older] = (await get(callers.theirs, `/sys/dataLog/queryDataVerList?${search}`)).result
    const file = () => get(callers.theirs, '/sys/oss/file/list')
    for (const caller of [callers.ours, callers.none]) {
      const pair = `dataId1=${newer.id}&dataId2=${older.id}`
      const gone = { success: false, message: expect.any(String) }
      expect(await get(caller, `/sys/dataLog/queryDataVerList?${search}`)).toMatchObject(gone)
      expect(await get(caller, `/sys/dataLog/queryCompareList?${pair}`)).toMatchObject(gone)
      expect((await get(caller, `/sys/position/history?id=${position}`)).result).toEqual([])
      for (const body of [{ id: position }, { id: position, version: 1 }])
        expect((await call(caller, 'POST', '/sys/position/restore', body)).body).toMatchObject(gone)
      expect((await call(caller, 'DELETE', `/sys/oss/file/delete?id=${theirFile.id}`)).body).toMatchObject(gone)
      expect((await call(caller, 'DELETE', `/sys/oss/file/deleteBatch?ids=${theirFile.id},`)).body).toMatchObject(gone)
    }
    expect((await get(callers.none, `/sys/position/queryById?id=${position}`)).result).toMatchObject({ name: '巡检员' })
    expect((await file()).result.records).toMatchObject([{ id: theirFile.id }])
    expect((await server.call('GET', `/sys/common/static/${theirFile.path}`)).status).toBe(200)
  })

  it('[SY-54] cannot be read with a tenant the caller does not belong to', async () => {
    const stranger = { ...callers.ours, headers: { 'tenant-id': String(THEIRS) } }
    const answer = await call(stranger, 'GET', '/sys/log/list')
    expect([answer.status, answer.body.result]).toEqual([401, null])
    expect(await upload(stranger, 'x.csv')).not.toMatch(/\.csv$/)
  })
})

describe('a write', () => {
  it('[SY-54] belongs to the tenant the user works in: log lines, refusals too, versions, files', async () => {
    const before = await server.db
      .selectFrom('sysLog')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const plain = await server.addUser('plain')
    await server.db.insertInto('sysUserTenant').values({ userId: plain, tenantId: OURS }).execute()
    const refused = { id: plain, token: await server.signIn('plain'), headers: { 'tenant-id': String(OURS) } }
    expect((await call(refused, 'GET', '/sys/log/list')).status).toBe(403)
    const id = (await call(callers.ours, 'POST', '/sys/position/add', { code: 'own', name: '值班员', postRank: '2' }))
      .body.result.id
    await call(callers.ours, 'POST', '/sys/position/exportXls', { selections: `${id},` })
    const path = await upload(callers.ours, 'own.csv')
    const lines = await server.db
      .selectFrom('sysLog')
      .select(['logContent', 'tenantId'])
      .where('id', '>', before.id)
      .orderBy('id')
      .execute()
    expect(lines.map(({ logContent, tenantId }) => `${logContent} ${tenantId}`)).toEqual([
      expect.stringMatching(/^登录成功.* 0$/),
      `拒绝访问：system:log:list ${OURS}`,
      `新增职务：值班员（own） ${OURS}`,
      expect.stringMatching(new RegExp(`^导出职务.* ${OURS}$`)),
    ])
    const tenants = { tenantId: OURS }
    expect(await server.db.selectFrom('sysDataLog').select('tenantId').where('dataId', '=', id).execute()).toEqual([
      tenants,
    ])
    expect(await server.db.selectFrom('sysFile').select('tenantId').where('path', '=', path).execute()).toEqual([
      tenants,
    ])
  })

  it('continues the version numbers of a row that all tenants share', async () => {
    await call(callers.ours, 'POST', '/sys/position/edit', { id: position, name: '组长' })
    const own = (await get(callers.ours, `/sys/position/history?id=${position}`)).result
    expect(own).toMatchObject([{ version: 3, content: { name: '组长' } }])
    expect((await get(callers.theirs, `/sys/position/history?id=${position}`)).result).toHaveLength(2)
  })
})

describe('a private file', () => {
  it('[SY-54] is readable only by its owner and in its tenant', async () => {
    const { theirs, ours } = callers
    const path = await upload(theirs, 'rows.csv')
    await server.db.updateTable('sysFile').set({ isPrivate: true }).where('path', '=', path).execute()
    const statusFor = async (caller: Pick<Caller, 'token' | 'headers'>) =>
      (await server.call('GET', `/sys/common/static/${path}`, caller)).status
    expect(await statusFor(theirs)).toBe(200)
    const elsewhere = [OURS, 0].map((tenant) => ({ token: theirs.token, headers: { 'tenant-id': String(tenant) } }))
    for (const caller of [...elsewhere, ours, callers.none]) expect(await statusFor(caller)).toBe(404)
    expect((await server.call('GET', `/sys/common/static/${path}`)).status).toBe(404)
  })
})
