import type { Endpoint } from '@natim/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildTestApp, type TestApp } from './build-app.ts'
import { buildDevice, buildStation } from './build-network.ts'
import { countStatements, type Statements } from './count-statements.ts'
import { everyCall } from './matrix.ts'
import { openTestDatabase } from './open-database.ts'
import { prepareSamples, RESOURCES } from './resource-samples.ts'

/** Database cost of a read: a bounded number of statements, independent of the number of rows. */
const ROWS = 30
const AT_MOST = 8

const isPage = ({ result, query, path }: Endpoint) =>
  result instanceof z.ZodObject &&
  'records' in result.shape &&
  query instanceof z.ZodObject &&
  'pageSize' in query.shape &&
  !path.includes(':')
const PAGES = (await everyCall())
  .filter(({ method, endpoint }) => method === 'GET' && isPage(endpoint))
  .map(({ endpoint }) => endpoint.path)

/** Lists with at least {@link ROWS} rows in this test, for which page sizes make a difference. */
const FULL = [
  '/sys/user/list',
  '/sys/role/list',
  '/sys/dict/list',
  '/sys/dictItem/list',
  '/sys/position/list',
  '/sys/annountCement/list',
  '/sys/sysAnnouncementSend/getMyAnnouncementSend',
  '/sys/log/list',
  '/sys/quartzJob/list',
  '/sys/checkRule/list',
  '/sys/fillRule/list',
  '/sys/dataSource/list',
  '/sys/message/sysMessage/list',
  '/sys/message/sysMessageTemplate/list',
  '/sys/category/rootList',
  '/mon/station/list',
  '/mon/device/list',
]

let server: TestApp
let token: string
let statements: Statements

beforeAll(async () => {
  server = await buildTestApp()
  await prepareSamples(server.db)
  statements = countStatements(server.pool)
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  await fill()
})
afterAll(() => server.close())

async function post(path: string, body: object): Promise<string> {
  const answer = await server.call('POST', path, { token, body })
  expect(answer.body, path).toMatchObject({ success: true })
  return answer.body.result?.id
}

/** Rows with everything their lists look up: roles of users, departments, labels, people. */
async function fill() {
  const station = await buildStation(server.db)
  for (let n = 1; n <= ROWS; n += 1) {
    await server.addUser(`person${n}`, { roles: ['analyst', 'admin'] })
    for (const { base, form } of RESOURCES) await post(`${base}/add`, form(n))
    await buildStation(server.db, { name: `站 ${n}` })
    await buildDevice(server.db, { name: `设备 ${n}`, stationId: station.id, status: 'online' })
    const notice = { titile: `通知 ${n}`, msgContent: '请查收', msgType: 'ALL', msgCategory: '1', priority: 'M' }
    await post('/sys/annountCement/add', notice)
  }
  const notices = await read('/sys/annountCement/list', { pageSize: '100' })
  for (const { id } of notices.records) await read('/sys/annountCement/doReleaseData', { id })
}

/** Required parameters of lists. */
const OWN: Readonly<Record<string, Record<string, string>>> = { '/sys/dictItem/list': { dictId: 'dict-sex' } }

async function read(path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ ...OWN[path], ...query })
  const { status, body } = await server.call('GET', `${path}?${search}`, { token })
  expect({ path, status }).toEqual({ path, status: 200 })
  return body.result
}

/** The minimum over several calls: excludes statements of caches and background work. */
async function costOf(work: () => Promise<unknown>, counted = statements): Promise<number> {
  const costs: number[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = counted.count
    await work()
    costs.push(counted.count - before)
  }
  return Math.min(...costs)
}

it('there are lists to test, including full ones', () => {
  expect(PAGES.length).toBeGreaterThan(20)
  expect(FULL.filter((path) => !PAGES.includes(path))).toEqual([])
})

it.each(FULL)('%s has many rows', async (path) => {
  expect((await read(path, { pageSize: '100' })).records.length).toBeGreaterThanOrEqual(ROWS)
})

it('the counter counts each statement once, within transactions too', async () => {
  const { db, pool, close } = await openTestDatabase()
  const counted = countStatements(pool)
  const ask = (on: Pick<typeof db, 'selectFrom'>) => on.selectFrom('sysRole').select('id').execute()
  const alone = await costOf(() => ask(db), counted)
  const within = await costOf(
    () =>
      db.transaction().execute(async (trx) => {
        await ask(trx)
        await ask(trx)
      }),
    counted,
  )
  await close()
  // begin, two queries, commit
  expect([alone, within]).toEqual([1, 4])
})

describe('a list', () => {
  it.each(PAGES)('%s needs no more statements for many rows than for one', async (path) => {
    const one = await costOf(() => read(path, { pageSize: '1' }))
    const many = await costOf(() => read(path, { pageSize: '100' }))
    // Fewer when the page holds the last row: then the count is skipped.
    expect(many).toBeLessThanOrEqual(one)
    expect(many).toBeGreaterThan(0)
    expect(many).toBeLessThanOrEqual(AT_MOST)
  })

  it.each(FULL)('%s needs no more statements when filtered, sorted and queried at once', async (path) => {
    const plain = await costOf(() => read(path, { pageSize: '100' }))
    const lines = [{ field: 'createTime', rule: 'ge', val: '2000-01-01 00:00:00', type: 'datetime' }]
    const asked = {
      pageSize: '100',
      column: 'createTime',
      order: 'asc',
      createTime_begin: '2000-01-01',
      ...(!path.includes('getMyAnn') && { superQueryParams: encodeURI(JSON.stringify(lines)) }),
    }
    expect(await costOf(() => read(path, asked))).toBeLessThanOrEqual(plain)
  })
})

describe('a tree', () => {
  const TREES = ['/sys/sysDepart/queryTreeList', '/sys/sysDepart/queryIdTree', '/sys/sysDepart/queryMyDeptTreeList']
  const MENUS = ['/sys/permission/list', '/sys/role/queryTreeList', '/sys/permission/getUserPermissionByToken']

  it('of departments needs the same number of statements at any width and depth', async () => {
    const before = new Map<string, number>()
    for (const path of TREES) before.set(path, await costOf(() => read(path)))
    let parentId = await post('/sys/sysDepart/add', { departName: '深处' })
    for (let n = 1; n <= ROWS; n += 1) {
      const id = await post('/sys/sysDepart/add', { departName: `班组 ${n}`, parentId })
      if (n % 5 === 0) parentId = id
    }
    for (const path of TREES) {
      expect({ path, cost: await costOf(() => read(path)) }).toEqual({ path, cost: before.get(path) })
      expect(before.get(path)).toBeLessThanOrEqual(AT_MOST)
    }
    expect(JSON.stringify(await read('/sys/sysDepart/queryTreeList'))).toContain(`班组 ${ROWS}`)
  })

  it.each(MENUS)('%s is read as a whole, not node by node', async (path) => {
    expect(JSON.stringify(await read(path)).length).toBeGreaterThan(1_000)
    expect(await costOf(() => read(path))).toBeLessThanOrEqual(AT_MOST)
  })
})

describe('a workbook', () => {
  const EXPORTS = [
    ['/sys/user/exportXls', '/sys/user/list'],
    ['/sys/role/exportXls', '/sys/role/list'],
    ['/sys/dict/exportXls', '/sys/dict/list'],
    ['/sys/position/exportXls', '/sys/position/list'],
    ['/sys/quartzJob/exportXls', '/sys/quartzJob/list'],
    ['/mon/station/exportXls', '/mon/station/list'],
    ['/mon/device/exportXls', '/mon/device/list'],
  ] as const

  it.each(EXPORTS)('%s needs as many statements for many selected rows as for one', async (path, listPath) => {
    const { records } = await read(listPath, { pageSize: '100' })
    const ids: string[] = records.map(({ id, clientId }: Record<string, string>) => id ?? clientId)
    const exported = (selections: string) => async () => {
      const { status, headers } = await server.call('POST', path, { token, body: { selections } })
      expect(status).toBe(200)
      expect(headers['content-type']).toContain('spreadsheetml')
    }
    const one = await costOf(exported(`${ids[0]},`))
    expect(await costOf(exported(`${ids.slice(0, ROWS).join(',')},`))).toBe(one)
  })
})
