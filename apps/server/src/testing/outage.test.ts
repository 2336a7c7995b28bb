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

/** A connection as who the tests connect as: the role of the application may not end those of a superuser. */
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
/** Waits for a lock another connection holds until the statement limit ends it. */
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

describe('数据库不在时', () => {
  it('断开的连接只坏掉一次调用，之后自行恢复', async () => {
    const name = await databaseName()
    await asTester((client) => endOtherBackends(client, name))
    const answers = await Promise.all(Array.from({ length: 6 }, list))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    // Each connection that was cut breaks one call at most, and is gone then.
    let { status } = await list()
    for (let calls = 0; status !== 200 && calls < server.pool.options.max; calls += 1) ({ status } = await list())
    expect(status).toBe(200)
  })

  it('不接受连接时回答 503 与文字，恢复后同一会话照常', async () => {
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

  it('公开的与存活检查不需要数据库', async () => {
    expect((await server.call('GET', '/health/live')).status).toBe(200)
    expect((await server.call('GET', '/sys/site/settings')).status).toBe(200)
  })
})

describe('语句超时', () => {
  it('回答 504 网络超时，之后照常', async () => {
    await lockStations(async () => {
      const waiting = list()
      await cancelWaiting()
      const { status, body } = await waiting
      expect({ status, message: body.message }).toEqual({ status: 504, message: '网络超时' })
    })
    expect((await list()).status).toBe(200)
  })
})

/** Cancels the statement that waits for the lock, as the statement limit does: SQLSTATE 57014. */
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

describe('密码', () => {
  it('恢复之后仍可登录', async () => {
    const { body } = await server.call('POST', '/sys/login', { body: { username: 'admin', password: PASSWORD } })
    expect(body.success).toBe(true)
  })
})
