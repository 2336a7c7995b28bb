import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { siteSettings } from '@natim/contract/system/site'
import { connectAsync } from 'mqtt'
import { afterEach, describe, expect, it } from 'vitest'
import { smallNetwork } from './modules/demo/testing/small-network.ts'
import { loadConfig } from './platform/config.ts'
import { createLogger } from './platform/logger.ts'
import { type RunningServer, type StartOptions, startServer } from './server.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { eventually } from './testing/eventually.ts'
import { everyList } from './testing/matrix.ts'
import { createTestPool } from './testing/test-pool.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  cleanUps.push(() => database.drop())
  return database
}

async function start(
  database: TestDatabase,
  env: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningServer & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-server-'))
  cleanUps.push(() => rm(dataDir, { recursive: true }))
  const config = loadConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'duty-room-2026!',
    ...env,
  })
  const server = await startServer(config, createLogger(config), new AbortController().signal, options)
  cleanUps.push(() => server.stop())
  return { ...server, dataDir }
}

const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status

describe('a server process', () => {
  it('serves console, API and MQTT on the ports named in runtime.json', async () => {
    const server = await start(await newDatabase())
    const runtime = JSON.parse(await readFile(join(server.dataDir, 'runtime.json'), 'utf8'))
    expect(runtime).toMatchObject({ pid: process.pid, url: server.url })
    expect(await status(`${server.url}/jeecg-boot/health/live`)).toBe(200)
    expect(await status(`${server.url}/jeecg-boot/health/ready`)).toBe(200)
    expect(await status(`${server.url}/health/ready`)).toBe(200)
    await expect(
      connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort}`, {
        clientId: 'nobody-here',
        username: 'nobody-here',
        password: 'x',
        reconnectPeriod: 0,
      }),
    ).rejects.toThrow(/bad username or password/i)
  })

  it.each([
    ['web', { settings: 200, tele: 404 }],
    ['ingest', { settings: 404, tele: 401 }],
    ['jobs', { settings: 404, tele: 404 }],
  ] as const)('in the role %s serves the calls of that role', async (role, expected) => {
    const { url } = await start(await newDatabase(), { ROLE: role })
    expect(await status(`${url}/jeecg-boot/health/ready`)).toBe(200)
    expect(await status(`${url}/jeecg-boot/sys/site/settings`)).toBe(expected.settings)
    expect(await status(`${url}/jeecg-boot/ingest/v1/tele`, { method: 'POST', body: '{}' })).toBe(expected.tele)
  })

  it.each([
    ['web', { owners: 0, marks: 1 }],
    ['ingest', { owners: 1, marks: 1 }],
    ['jobs', { owners: 0, marks: 0 }],
    ['all', { owners: 1, marks: 0 }],
  ] as const)('in the role %s takes only the work of that role', async (role, expected) => {
    const database = await newDatabase()
    const pool = createTestPool(database.connectionString)
    cleanUps.push(() => pool.end())
    await pool.query(
      `insert into mon_dirty (device_id, level, bucket, from_ts, to_ts, due_at)
       values (1, 1, '2026-11-21 02:00Z', '2026-11-21 01:30Z', '2026-11-21 01:30Z', '2026-11-21 02:00Z')`,
    )
    await start(database, { ROLE: role })
    const taken = async () => {
      const { rows } = await pool.query<{ owners: number; marks: number }>(
        `select (select count(distinct owner)::int from mon_stream where until > now()) as owners,
           (select count(*)::int from mon_dirty where level = 1) as marks`,
      )
      return rows[0]
    }
    // Longer than the first look of any worker.
    if (expected.owners === 0 || expected.marks === 1) await sleep(3_000)
    await eventually(async () => expect(await taken()).toEqual(expected))
  })

  it('starts beside another one on the same empty database', async () => {
    const database = await newDatabase()
    const [one, two] = await Promise.all([start(database, { ROLE: 'web' }), start(database, { ROLE: 'web' })])
    expect(await status(`${one.url}/jeecg-boot/health/ready`)).toBe(200)
    expect(await status(`${two.url}/jeecg-boot/health/ready`)).toBe(200)
  })

  it('serves its metrics on their own port when configured', async () => {
    const server = await start(await newDatabase(), { METRICS_PORT: '0' })
    const { metricsPort } = JSON.parse(await readFile(join(server.dataDir, 'runtime.json'), 'utf8'))
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(text).toMatch(/^# HELP /m)
    expect(text).toContain('natim_')
  })

  it('frees its ports when it stops', async () => {
    const server = await start(await newDatabase())
    await server.stop()
    await expect(fetch(`${server.url}/jeecg-boot/health/live`)).rejects.toThrow()
  })
})

describe('while the demonstration network is loaded', () => {
  async function signIn(url: string): Promise<string> {
    const response = await fetch(`${url}/jeecg-boot/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'duty-room-2026!', captcha: '', checkKey: '' }),
    })
    return ((await response.json()) as { result: { token: string } }).result.token
  }
  const call = async (url: string, method: string, path: string, token = '') => {
    const headers = { 'X-Access-Token': token, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/jeecg-boot${path}`, { method, headers, body: method === 'GET' ? null : '{}' })
    return (await response.json()) as { success: boolean; message: string; result: unknown }
  }
  const percent = async (url: string) =>
    siteSettings.parse((await call(url, 'GET', '/sys/site/settings')).result).demoLoadPercent
  const runtimeOf = async ({ dataDir }: { dataDir: string }) =>
    JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')) as { mqttPort?: number }
  const countIn = async (database: TestDatabase, what: string) => {
    const pool = createTestPool(database.connectionString)
    try {
      return Number((await pool.query<{ n: string }>(`select count(${what}`)).rows[0]?.n)
    } finally {
      await pool.end()
    }
  }
  const devicesIn = (database: TestDatabase) => countIn(database, '*) as n from mon_device')
  const daysInHours = (database: TestDatabase) =>
    countIn(database, `distinct (t at time zone 'Asia/Shanghai')::date) as n from mon_r1h`)

  /**
   * Lists that may be empty: those of one dictionary or role, and those filled by strangers, uploads or use of the
   * console.
   */
  const EMPTY: readonly string[] = [
    '/mon/device/pending',
    '/mon/reject/list',
    '/mon/subject/access',
    '/sys/dictItem/list',
    '/sys/oss/file/list',
    '/sys/user/userRoleList',
  ]

  async function listsOf(url: string, token: string): Promise<ReadonlyMap<string, number>> {
    const totals = new Map<string, number>()
    for (const { path } of await everyList()) {
      const { result } = await call(url, 'GET', `${path}?pageNo=1&pageSize=1`, token)
      totals.set(path, (result as { total?: number } | null)?.total ?? -1)
    }
    return totals
  }

  function showsSomething(totals: ReadonlyMap<string, number>): void {
    expect(totals.size).toBeGreaterThan(40)
    expect(
      [...totals]
        .filter(([, total]) => total <= 0)
        .map(([path]) => path)
        .toSorted(),
    ).toEqual(EMPTY)
  }

  it('[BZ-22] users can sign in and read, see the progress, and change no register; a load stopped midway starts over', async () => {
    const database = await newDatabase()
    const first = await start(database, { DEMO: 'on', CAPTCHA: 'off' })
    const token = await signIn(first.url)
    await expect.poll(() => percent(first.url)).toBeGreaterThan(0)
    expect(await status(`${first.url}/jeecg-boot/health/ready`)).toBe(503)
    expect((await call(first.url, 'GET', '/mon/station/list', token)).success).toBe(true)
    expect(await call(first.url, 'POST', '/mon/station/add', token)).toMatchObject({
      success: false,
      message: expect.stringMatching(/^演示网络正在载入（\d+ %），载入后才能修改$/),
    })
    expect((await runtimeOf(first)).mqttPort).toBeUndefined()
    await first.stop()
    await expect(first.complete).rejects.toThrow(/abort/i)
    expect(await devicesIn(database)).toBe(0)

    const network = smallNetwork()
    const second = await start(database, { DEMO: 'on', CAPTCHA: 'off' }, { demoNetwork: network })
    expect(await percent(second.url)).not.toBeNull()
    await second.complete
    expect(await percent(second.url)).toBeNull()
    expect((await runtimeOf(second)).mqttPort).toBeGreaterThan(0)
    await expect.poll(() => status(`${second.url}/jeecg-boot/health/ready`)).toBe(200)
    expect(await devicesIn(database)).toBe(network.devices.length)
    const reader = await signIn(second.url)
    const { result } = await call(second.url, 'GET', '/mon/station/list', reader)
    expect(result).toMatchObject({ total: network.stations.length })
    showsSomething(await listsOf(second.url, reader))
    expect(await daysInHours(database)).toBeGreaterThanOrEqual(30)
  })
})
