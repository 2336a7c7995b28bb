import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, PASSWORD, type TestApp } from './build-app.ts'
import { endOtherBackends } from './database-url.ts'
import { eventually } from './eventually.ts'

let server: TestApp
let token: string
beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('admin', { roles: ['admin'] })
  token = await server.signIn('admin')
})
afterAll(() => server.close())

/** A connection with the tests' own role: the application's role may not terminate a superuser's connections. */
async function asTester<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await server.pool.connect()
  try {
    await client.query('reset role')
    return await work(client)
  } finally {
    client.release(true)
  }
}
const databaseName = async () => (await server.pool.query('select current_database() as name')).rows[0].name as string

const list = () => server.call('GET', '/mon/station/list', { token })
/** Makes calls wait for a lock held by another connection until the statement timeout. */
const lockStations = async (work: () => Promise<void>) => {
  const client = await server.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table mon_station in access exclusive mode')
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('without a database', () => {
  it('a cut connection fails one call only, then recovers', async () => {
    const name = await databaseName()
    await asTester((client) => endOtherBackends(client, name))
    const answers = await Promise.all(Array.from({ length: 6 }, list))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    // Each cut connection fails at most one call and is then removed.
    let { status } = await list()
    for (let calls = 0; status !== 200 && calls < server.pool.options.max; calls += 1) ({ status } = await list())
    expect(status).toBe(200)
  })

  it('refused connections are answered 503 with a text, and the session works again after recovery', async () => {
    const name = await databaseName()
    await asTester(async (outside) => {
      await outside.query(`alter database ${name} with connection limit 0`)
      try {
        await endOtherBackends(outside, name)
        const bodies = []
        for (let n = 0; n < 8; n += 1) bodies.push(await list())
        const failed = bodies.filter(({ status }) => status !== 200)
        for (const { status, body } of failed) {
          expect({ status, message: body.message }).toEqual({ status: 503, message: '服务暂时不可用，请稍后重试' })
          expect(JSON.stringify(body)).not.toMatch(/postgres|connection|database|53300|pg_/i)
        }
      } finally {
        await outside.query(`alter database ${name} with connection limit -1`)
      }
    })
    expect((await list()).status).toBe(200)
  })

  it('public calls and the liveness check need no database', async () => {
    expect((await server.call('GET', '/health/live')).status).toBe(200)
    expect((await server.call('GET', '/sys/site/settings')).status).toBe(200)
  })
})

describe('statement timeout', () => {
  it('is answered 504 with a network timeout, and later calls work', async () => {
    await lockStations(async () => {
      const waiting = list()
      await cancelWaiting()
      const { status, body } = await waiting
      expect({ status, message: body.message }).toEqual({ status: 504, message: '网络超时' })
    })
    expect((await list()).status).toBe(200)
  })
})

/** Cancels the statement waiting for the lock, as the statement timeout does: SQLSTATE 57014. */
async function cancelWaiting(): Promise<void> {
  await asTester((client) =>
    eventually(async () => {
      const { rowCount } = await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ilike '%mon_station%'`,
      )
      expect(rowCount).toBeGreaterThan(0)
    }),
  )
}

describe('passwords', () => {
  it('allow sign-in after recovery', async () => {
    const { body } = await server.call('POST', '/sys/login', { body: { username: 'admin', password: PASSWORD } })
    expect(body.success).toBe(true)
  })
})
