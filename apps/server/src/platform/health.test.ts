import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildBareApp } from '../testing/build-bare-app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { buildSessionUser, NATIONAL } from '../testing/session-users.ts'
import { createManualClock } from './clock.ts'
import { createDb, type Db } from './db/db.ts'
import { createPool } from './db/pool.ts'
import { registerHealthRoutes } from './health.routes.ts'
import { createHealth, type Health } from './health.ts'
import { createMetrics, registerHttpMetrics, startMetricsServer } from './metrics.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let health: Health
let app: FastifyInstance
const clock = createManualClock(0)
const phase = { isStarting: false, isStopping: false }
const registry = createMetrics()

beforeAll(async () => {
  database = await createTestDatabase()
  const { connectionString } = database
  db = createDb(
    createPool({ connectionString, applicationName: 'test', max: 2, statementTimeoutMs: 0 }, () => undefined),
  )
  health = createHealth({
    db,
    clock,
    isStarting: () => phase.isStarting,
    isStopping: () => phase.isStopping,
    onError: () => undefined,
  })
  app = buildBareApp(async (token) =>
    buildSessionUser(token, NATIONAL, token === 'operator' ? ['system:monitor:metrics'] : []),
  )
  registerHttpMetrics(app, registry)
  registerHealthRoutes(app, { health, registry })
})
afterAll(async () => {
  health.stop()
  await app.close()
  await db.destroy()
  await database.drop()
})
beforeEach(() => {
  Object.assign(phase, { isStarting: false, isStopping: false })
  clock.advance(2_000)
})

const get = (url: string, token?: string) => app.inject({ url, headers: token ? { 'x-access-token': token } : {} })

describe('/health', () => {
  test('live answers without any check', async () => {
    phase.isStopping = true
    expect((await get('/health/live')).json()).toEqual({ status: 'ok' })
  })

  test('ready is 200 with the database up, 503 while starting and stopping, and reveals nothing more', async () => {
    expect((await get('/health/ready')).json()).toEqual({ status: 'ok' })
    clock.advance(2_000)
    phase.isStarting = true
    const starting = await get('/health/ready')
    expect([starting.statusCode, starting.json()]).toEqual([503, { status: 'starting' }])
    clock.advance(2_000)
    phase.isStopping = true
    const stopping = await get('/health/ready')
    expect([stopping.statusCode, stopping.json()]).toEqual([503, { status: 'unavailable' }])
  })

  test('is not ready when the schema is older than this build', async () => {
    const removed = await db
      .deleteFrom('schemaChecksum' as never)
      .where('name' as never, '=', '0003_telemetry' as never)
      .returningAll()
      .executeTakeFirstOrThrow()
    expect((await get('/health/ready')).json()).toEqual({ status: 'starting' })
    await db
      .insertInto('schemaChecksum' as never)
      .values(removed)
      .execute()
    clock.advance(2_000)
    expect((await get('/health/ready')).json()).toEqual({ status: 'ok' })
  })

  test('a database that does not answer makes it unavailable within a second', async () => {
    const pool = createPool(
      { connectionString: 'postgresql://u@127.0.0.1:1/none', applicationName: 'test', max: 1, statementTimeoutMs: 0 },
      () => undefined,
    )
    const gone = createDb(pool)
    const errors: unknown[] = []
    const blind = createHealth({ db: gone, clock, onError: (error) => errors.push(error) })
    expect(await blind.readiness()).toBe('unavailable')
    expect(errors).toHaveLength(1)
    // Within the same second: no second check.
    expect(await blind.readiness()).toBe('unavailable')
    expect(errors).toHaveLength(1)
    blind.stop()
    await gone.destroy()
  })
})

describe('metrics', () => {
  test('are refused to anonymous callers and to users without the right', async () => {
    expect((await get('/metrics')).statusCode).toBe(401)
    expect((await get('/metrics', 'somebody')).statusCode).toBe(403)
  })

  test('are Prometheus text with response times by route pattern', async () => {
    await get('/health/live')
    const { headers, body } = await get('/metrics', 'operator')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(/natim_http_request_seconds_count\{method="GET",route="\/health\/live",status="2xx"\} \d+/)
    expect(body).toContain('process_cpu_seconds_total')
  })

  test('are served on their own port when configured, and nothing else is', async () => {
    const server = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 })
    const base = `http://127.0.0.1:${server.port}`
    expect(await (await fetch(`${base}/metrics`)).text()).toContain('nodejs_eventloop_lag_seconds')
    expect((await fetch(`${base}/health/live`)).status).toBe(404)
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404)
    await server.close()
  })
})
