import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DatabaseFigures,
  type DiskRow,
  monitorEndpoints,
  type ProcessFigures,
  REQUESTS_SHOWN,
  type SeenRequest,
  type ServerFigures,
} from '@natim/contract/system/monitor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const PATHS = Object.values(monitorEndpoints).map(({ path }) => path)

let server: TestApp
let token: string
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-monitor-'))
  server = await buildTestApp({ config: { dataDir } })
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('onlooker')
  token = await server.signIn('keeper')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function read<T>(path: string): Promise<T> {
  const { status, body } = await server.call('GET', path, { token })
  expect({ status, success: body.success }, path).toEqual({ status: 200, success: true })
  return body.result as T
}
const requests = (query = '') => read<SeenRequest[]>(`${monitorEndpoints.requests.path}${query}`)

describe('[SY-64] performance monitoring: sections', () => {
  it('server: processor, load, memory, boot time', async () => {
    const figures = await read<ServerFigures>(monitorEndpoints.server.path)
    expect(figures.cpuCount).toBeGreaterThan(0)
    expect(figures.memoryFreeBytes).toBeLessThan(figures.memoryTotalBytes)
    expect(figures.uptimeS).toBeGreaterThan(0)
  })

  it('process: version, process id, role, memory', async () => {
    const figures = await read<ProcessFigures>(monitorEndpoints.process.path)
    expect(figures).toMatchObject({ nodeVersion: process.version, pid: process.pid, role: 'all' })
    expect(figures.heapUsedBytes).toBeLessThan(figures.heapLimitBytes)
  })

  it('database: version, size, connections, hit ratio, and open transactions of other sessions', async () => {
    const idle = await read<DatabaseFigures>(monitorEndpoints.database.path)
    expect(idle).toMatchObject({ poolMax: 6, poolWaiting: 0, oldestTransactionS: null })
    expect(idle.version).toMatch(/^\d+/)
    expect(idle.sizeBytes).toBeGreaterThan(1_000_000)
    expect(idle.connections).toBeGreaterThan(0)
    expect(idle.connections).toBeLessThanOrEqual(idle.maxConnections)
    const client = await server.pool.connect()
    try {
      await client.query('begin')
      const busy = await read<DatabaseFigures>(monitorEndpoints.database.path)
      expect(busy.oldestTransactionS).toBeGreaterThanOrEqual(0)
      expect(busy.poolInUse).toBeGreaterThan(0)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it("disks: each disk once, with the same rows for old clients' address", async () => {
    const disks = await read<DiskRow[]>(monitorEndpoints.disk.path)
    expect(disks.map(({ name }) => name).join('、')).toContain('数据目录')
    for (const { max, rest, restPPT } of disks) {
      expect(rest).toBeLessThanOrEqual(max)
      expect(restPPT).toBe(max === 0 ? 0 : Math.round(((max - rest) / max) * 100))
    }
    const known = await read<DiskRow[]>('/sys/actuator/redis/queryDiskInfo')
    expect(known.map(({ name, max }) => ({ name, max }))).toEqual(disks.map(({ name, max }) => ({ name, max })))
  })
})

describe('[SY-64] performance monitoring: permission', () => {
  it.each(PATHS)('%s requires a session and the permission', async (path) => {
    const onlooker = await server.signIn('onlooker')
    expect((await server.call('GET', path)).status).toBe(401)
    expect((await server.call('GET', path, { token: onlooker })).status).toBe(403)
  })
})

describe('[SY-64] performance monitoring: latest requests', () => {
  it('are listed newest first, with route, status, duration and user; own views are excluded', async () => {
    await server.call('GET', '/mon/station/list', { token })
    await server.call('GET', '/sys/position/list', { token })
    await requests()
    const [newest, before] = await requests()
    expect(newest).toMatchObject({ method: 'GET', route: '/sys/position/list', status: 200, username: 'keeper' })
    expect(newest).toMatchObject({ failure: null })
    expect(before?.route).toBe('/mon/station/list')
    expect(newest?.atMs).toBeGreaterThanOrEqual(before?.atMs ?? Number.POSITIVE_INFINITY)
  })

  it('never show tokens in addresses, path values or passwords in bodies', async () => {
    await server.call('GET', `/mon/station/list?token=in-the-query&X-Access-Token=${token}`, { token })
    await server.call('GET', '/sys/dict/getDictItems/in_the_path', { token })
    await server.call('POST', '/sys/login', { body: { username: 'in-the-body', password: 'in-the-body-too' } })
    const text = JSON.stringify(await requests())
    expect(text).toContain('/sys/dict/getDictItems/:')
    expect(text).toContain('"/sys/login"')
    expect(text).not.toMatch(/in-the|in_the/)
    expect(text).not.toContain(token)
  })

  it('can be filtered to failures, with reasons: refusal, missing permission, missing session', async () => {
    const onlooker = await server.signIn('onlooker')
    await server.call('POST', '/sys/login', { body: { username: 'nobody', password: 'wrong' } })
    await server.call('GET', '/sys/position/exportXls', { token: onlooker })
    await server.call('GET', '/sys/position/list')
    await server.call('GET', '/sys/position/list', { token })
    const [first, ...rest] = await requests()
    expect(first?.failure).toBeNull()
    expect(rest.slice(0, 3)).toMatchObject([
      { route: '/sys/position/list', status: 401, username: null, failure: 'session.invalid' },
      { route: '/sys/position/exportXls', status: 403, username: 'onlooker', failure: 'permission.denied' },
      { route: '/sys/login', status: 200, username: null, failure: 'login.failed' },
    ])
    const failed = await requests('?failed=true')
    expect(failed.slice(0, 3)).toEqual(rest.slice(0, 3))
    expect(failed.every(({ failure }) => failure !== null)).toBe(true)
  })

  it('are limited to the latest hundred', async () => {
    for (let n = 0; n <= REQUESTS_SHOWN; n += 1) await server.call('GET', '/sys/site/settings')
    const rows = await requests()
    expect(rows).toHaveLength(REQUESTS_SHOWN)
    expect(new Set(rows.map(({ route }) => route))).toEqual(new Set(['/sys/site/settings']))
  })
})

it('[SY-64] an unreadable section explains its own reason, the others work as usual', async () => {
  await rm(dataDir, { recursive: true, force: true })
  const { status, body } = await server.call('GET', monitorEndpoints.disk.path, { token })
  expect({ status, message: body.message }).toEqual({ status: 503, message: '服务暂时不可用，请稍后重试' })
  for (const part of ['server', 'process', 'database', 'requests'] as const) await read(monitorEndpoints[part].path)
})
