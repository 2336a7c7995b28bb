import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { terminateBackend } from '../../testing/database-url.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { createPool, type PoolOptions } from './pool.ts'

let database: OpenDatabase
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
})

function open(given: Partial<PoolOptions> = {}, onError: (error: Error) => void = () => undefined): pg.Pool {
  const options = { applicationName: 'pool-test', max: 2, statementTimeoutMs: 0 }
  const pool = createPool({ connectionString: database.connectionString, ...options, ...given }, onError)
  pools.push(pool)
  return pool
}
const one = async (pool: pg.Pool, text: string) => (await pool.query(`select ${text} as value`)).rows[0].value

describe('the connection pool', () => {
  it.each([
    ["current_setting('timezone')", 'UTC'],
    ["current_setting('application_name')", 'pool-test'],
    ["current_setting('statement_timeout')", '0'],
  ])('sets %s to %j', async (text, value) => {
    expect(await one(open(), text)).toBe(value)
  })

  it.each<[string, unknown]>([
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ['count(*)', 1],
    ["'2026-11-21'::date", '2026-11-21'],
    ['1.5::float8', 1.5],
    ["'{32,*}'::text[]", ['32', '*']],
  ])('reads %s as %j', async (text, value) => {
    expect(await one(open(), text)).toEqual(value)
  })

  it('reads the same instant whatever the time zone of the text', async () => {
    expect(await one(open(), "'2026-11-21 08:00:00+08'::timestamptz")).toEqual(new Date('2026-11-21T00:00:00Z'))
  })

  it('has the server cancel a statement that exceeds its time limit', async () => {
    const pool = open({ statementTimeoutMs: 50 })
    await expect(pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' })
    expect(await one(pool, '1')).toBe(1)
  })

  it('opens no more connections than its maximum', async () => {
    const pool = open({ max: 2, applicationName: 'pool-bounded' })
    await Promise.all(Array.from({ length: 8 }, () => pool.query('select 1')))
    expect(pool.totalCount).toBeLessThanOrEqual(2)
  })

  it('reports a lost idle connection once and keeps working', async () => {
    const errors: Error[] = []
    const pool = open({ max: 1 }, (error) => errors.push(error))
    const pid = await one(pool, 'pg_backend_pid()')
    const gone = new Promise((resolve) => pool.once('remove', resolve))
    await terminateBackend(database.pool, pid)
    await gone
    expect(errors).toHaveLength(1)
    expect(await one(pool, '1')).toBe(1)
  })

  it('survives the loss of a connection in use', async () => {
    const errors: Error[] = []
    const pool = open({ max: 1 }, (error) => errors.push(error))
    const client = await pool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    await terminateBackend(database.pool, rows[0].pid)
    await ended
    client.release(true)
    expect(errors.length).toBeGreaterThan(0)
    expect(await one(pool, '1')).toBe(1)
  })
})

describe('a server that does not answer', () => {
  let mute: Server
  beforeAll(async () => {
    mute = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => mute.close())

  it('times out after three seconds', async () => {
    const { port } = mute.address() as AddressInfo
    const pool = open({ connectionString: `postgresql://x:y@127.0.0.1:${port}/x` })
    await expect(pool.query('select 1')).rejects.toThrow(/timeout/i)
  })
})
