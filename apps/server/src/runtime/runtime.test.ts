import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLocalBus } from '../platform/bus.ts'
import { createManualClock } from '../platform/clock.ts'
import { loadConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { buildTestApp, type TestApp } from '../testing/build-app.ts'
import { isOnCitus } from '../testing/citus.ts'
import { type OpenDatabase, openTestDatabase } from '../testing/open-database.ts'
import { openDatabase } from './database.ts'
import { greeting } from './greeting.ts'
import { createLifecycle } from './lifecycle.ts'
import { startMaintenance } from './maintenance.ts'

const silent = createLogger({ logLevel: 'silent' })
const log = silent.of('jobs')

describe('the lifecycle', () => {
  it('stops in reverse order, continues after a failure and stops nothing twice', async () => {
    const order: string[] = []
    const lifecycle = createLifecycle(log)
    for (const name of ['database', 'bus', 'web']) {
      lifecycle.add(name, async () => {
        order.push(name)
        if (name === 'bus') throw new Error('stuck')
      })
    }
    await lifecycle.stop()
    await lifecycle.stop()
    expect(order).toEqual(['web', 'bus', 'database'])
  })
})

describe('the first screen at start', () => {
  const facts = { url: 'http://127.0.0.1:8080', mqttAddress: '127.0.0.1:1883', admin: undefined }
  it('shows where to go', () => {
    expect(greeting(facts)).toContain('http://127.0.0.1:8080')
    expect(greeting(facts)).toContain('mqtt://127.0.0.1:1883')
    expect(greeting({ ...facts, mqttAddress: undefined })).not.toContain('MQTT')
  })

  it('also shows that the demonstration network is loading', () => {
    expect(greeting(facts)).not.toContain('演示网络')
    expect(greeting({ ...facts, mqttAddress: undefined, isDemoLoading: true })).toMatch(
      /http:\/\/127\.0\.0\.1:8080[^]*演示网络 +正在载入/,
    )
  })

  it('shows a generated password only once, when it was generated', () => {
    const generated = { password: 'once-only', file: '/data/admin-password' }
    expect(greeting({ ...facts, admin: { username: 'admin', generated } })).toMatch(/admin \/ once-only[^]*仅显示一次/)
    expect(greeting({ ...facts, admin: { username: 'admin' } })).toContain('ADMIN_PASSWORD')
    expect(greeting(facts)).toContain('使用已有账号')
  })
})

describe('maintenance', () => {
  let server: TestApp
  const clock = createManualClock(Date.now())
  let stop = () => undefined as void
  beforeAll(async () => {
    server = await buildTestApp()
    await server.addUser('duty')
  })
  afterEach(() => stop())
  afterAll(() => server.close())

  it('deletes expired captchas and sessions every minute, and notifies their connections', async () => {
    const live = await server.signIn('duty')
    const [kept] = await server.db.selectFrom('sysSession').select('id').execute()
    await server.signIn('duty')
    await server.db
      .updateTable('sysSession')
      .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
      .where('id', '!=', kept?.id ?? '')
      .execute()
    const at = (offsetMs: number) => new Date(clock.now() + offsetMs)
    await server.db
      .insertInto('sysCaptcha')
      .values([
        { key: 'old', code: 'AAAA', expiresAt: at(30_000) },
        { key: 'new', code: 'BBBB', expiresAt: at(120_000) },
      ])
      .execute()
    const ended = new Promise<readonly string[]>((resolve) => server.bus.subscribe('sessionsEnded', resolve))
    stop = startMaintenance({ db: server.db, bus: server.bus, log, clock })
    clock.advance(60_000)
    expect(await ended).toHaveLength(1)
    expect(await server.db.selectFrom('sysCaptcha').select('key').execute()).toEqual([{ key: 'new' }])
    expect((await server.call('GET', '/sys/user/getUserInfo', { token: live })).status).toBe(200)
  })
})

describe('opening the database', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  const config = (url: string) => loadConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' })

  it('gives each purpose its own connections, and closes all on stop', async () => {
    const lifecycle = createLifecycle(log)
    const open = await openDatabase(config(database.connectionString), silent, lifecycle, new AbortController().signal)
    const { pool } = open('report', { max: 1, statementTimeoutMs: 1_234 })
    const { rows } = await pool.query(
      "select current_setting('application_name') as name, current_setting('statement_timeout') as ms",
    )
    expect(rows).toEqual([{ name: 'natim-report', ms: '1234ms' }])
    await lifecycle.stop()
    expect(pool.ended).toBe(true)
  })

  it('keeps waiting for an unreachable address until aborted', async () => {
    const abort = new AbortController()
    abort.abort()
    const opening = openDatabase(config('postgresql://x:y@127.0.0.1:1/x'), silent, createLifecycle(log), abort.signal)
    await expect(opening).rejects.toThrow(/abort/i)
  })

  it.skipIf(isOnCitus)('does not retry after a wrong password, a configuration error', async () => {
    const wrong = database.connectionString.replace(/\/\/([^:]+):[^@]*@/, '//$1:wrong@')
    const opening = openDatabase(config(wrong), silent, createLifecycle(log), new AbortController().signal)
    await expect(opening).rejects.toMatchObject({ code: expect.stringMatching(/^28/) })
  })
})

describe('the in-process bus', () => {
  it('keeps delivering when one handler fails, and stops after unsubscribing', () => {
    const errors: unknown[] = []
    const got: unknown[] = []
    const bus = createLocalBus((error) => errors.push(error))
    bus.subscribe('sessionsEnded', () => {
      throw new Error('broken')
    })
    const unsubscribe = bus.subscribe('sessionsEnded', (ids) => got.push(ids))
    bus.publish('sessionsEnded', ['a'])
    unsubscribe()
    bus.publish('sessionsEnded', ['b'])
    expect({ got, errors: errors.length }).toEqual({ got: [['a']], errors: 2 })
  })
})
