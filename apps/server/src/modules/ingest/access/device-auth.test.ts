import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../../platform/db/db.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { inTenant } from '../../../platform/db/tenant.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { DEFAULT_RATE_LIMITS } from '../accept/rate-limit.ts'
import { IngestMetrics } from '../ingest-metrics.ts'
import { Counters } from '../maintenance/counters.ts'
import { Register } from '../register/register.ts'
import { addDevice, addSecret, type TestDevice } from '../testing/network.ts'
import { DeviceAuth } from './device-auth.ts'

const NOW = Date.UTC(2026, 10, 21)
const HOUR_MS = 3_600_000
const ADDRESS = '10.0.0.9'
const log = createLogger({ logLevel: 'silent' }).of('ingest')

let database: TestDatabase
let pool: Pool
let db: Db
let device: TestDevice
let register: Register
let deviceAuth: DeviceAuth
let nowMs: number

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString, { statementTimeoutMs: 0 })
  db = createDb(pool)
})
beforeEach(async () => {
  nowMs = NOW
  device = await addDevice(db)
  register = new Register({ db, log, rateLimits: DEFAULT_RATE_LIMITS })
  const parts = { counters: new Counters(pool), metrics: new IngestMetrics(new Registry()) }
  deviceAuth = new DeviceAuth({ db, log, register, now: () => nowMs, ...parts })
})
afterEach(() => register.stop())
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const setCredential = (values: { notAfter?: Date; notBefore?: Date; revokedAt?: Date }) =>
  db.updateTable('monDeviceCredential').set(values).where('deviceId', '=', device.id).execute()

/** The reason of a denial, or `ok`. */
async function admit(secret = device.secret, clientId = device.clientId, address = ADDRESS): Promise<string> {
  const admission = await deviceAuth.admit(clientId, secret, address)
  return admission.ok ? 'ok' : admission.reason
}

it('admits no device before the registers are loaded', async () => {
  expect(await admit()).toBe('not-ready')
  await register.start()
  expect(await admit()).toBe('ok')
})

describe('a secret', () => {
  beforeEach(() => register.start())

  it('works alongside its replacement until it expires', async () => {
    await setCredential({ notAfter: new Date(NOW + 24 * HOUR_MS) })
    const next = await addSecret(db, device.id)
    await register.refresh()
    expect([await admit(), await admit(next)]).toEqual(['ok', 'ok'])
    nowMs += 24 * HOUR_MS
    expect([await admit(), await admit(next)]).toEqual(['shut-out', 'ok'])
  })

  it('is not valid before its start, with tolerance for small clock differences', async () => {
    await setCredential({ notBefore: new Date(NOW + HOUR_MS) })
    await register.refresh()
    expect(await admit()).toBe('shut-out')
    nowMs += 56 * 60_000
    expect(await admit()).toBe('ok')
  })

  it('is refused once revoked', async () => {
    expect(await admit()).toBe('ok')
    await setCredential({ revokedAt: new Date(NOW) })
    await register.refresh()
    expect(await admit()).toBe('shut-out')
  })

  it('of another device is refused', async () => {
    const other = await addDevice(db)
    expect(await admit(other.secret)).toBe('refused')
  })

  it('that is excessively long or empty is refused', async () => {
    expect(await admit('x'.repeat(100_000))).toBe('refused')
    expect(await admit('')).toBe('refused')
  })

  it('records its last use', async () => {
    await admit()
    await deviceAuth.flush()
    const row = await db
      .selectFrom('monDeviceCredential')
      .select(['lastUsedAt', 'lastIp'])
      .where('deviceId', '=', device.id)
      .executeTakeFirst()
    expect(row).toEqual({ lastUsedAt: new Date(NOW), lastIp: ADDRESS })
  })
})

describe('unknown clients and wrong secrets', () => {
  beforeEach(() => register.start())

  it('are listed with their number of attempts', async () => {
    for (let i = 0; i < 3; i++) expect(await admit('x', 'STRANGER-9', `10.0.1.${i}`)).toBe('refused')
    await deviceAuth.flush()
    await admit('x', 'STRANGER-9', '10.0.1.7')
    await deviceAuth.flush()
    const row = await db
      .selectFrom('monPendingClient')
      .selectAll()
      .where('clientId', '=', 'STRANGER-9')
      .executeTakeFirst()
    expect(row).toMatchObject({ attempts: 4, address: '10.0.1.7' })
  })

  it('are refused as malformed for an invalid client id', async () => {
    for (const name of ['', 'abc', 'a'.repeat(65), 'a b c d', '../../x', 'x\u0000yz']) {
      expect(await admit('x', name)).toBe('malformed')
    }
  })

  it('do not block the device at other addresses', async () => {
    for (let i = 0; i < 10; i++) await admit(`wrong-${i}`)
    expect(await admit()).toBe('shut-out')
    expect(await admit(device.secret, device.clientId, '10.9.9.9')).toBe('ok')
    nowMs += 15 * 60_000 + 1
    expect(await admit()).toBe('ok')
  })

  it('block the client at that address only, and no other client there', async () => {
    const other = await addDevice(db)
    for (let i = 0; i < 10; i++) expect(await admit(`wrong-${i}`)).toBe('refused')
    expect(await admit()).toBe('shut-out')
    expect(await admit(other.secret, other.clientId)).toBe('ok')
  })

  it('block an address after a hundred failures under any name, except clients that signed in from there before', async () => {
    const [inside, outside] = [await addDevice(db), await addDevice(db)]
    await register.refresh()
    expect(await admit(inside.secret, inside.clientId)).toBe('ok')
    for (let i = 0; i < 100; i++) expect(await admit('x', `GUESS-${i}`)).toBe('refused')
    expect(await admit(outside.secret, outside.clientId)).toBe('shut-out')
    expect(await admit(inside.secret, inside.clientId)).toBe('ok')
    expect(await admit(outside.secret, outside.clientId, '10.9.9.9')).toBe('ok')
  })

  it('from one address leave register look-ups to a new device elsewhere, which is admitted at once', async () => {
    for (let i = 0; i < 200; i++) await admit('x', `LOOK-${i}`)
    const fresh = await addDevice(db)
    expect(await admit(fresh.secret, fresh.clientId, '10.9.9.9')).toBe('ok')
  })

  it('do not block a device that signed in from the same address within a day', async () => {
    expect(await admit()).toBe('ok')
    for (let i = 0; i < 12; i++) expect(await admit(`wrong-${i}`)).toBe('refused')
    expect(await admit()).toBe('ok')
    nowMs += 24 * HOUR_MS
    for (let i = 0; i < 10; i++) await admit(`wrong-${i}`)
    expect(await admit()).toBe('shut-out')
  })

  it('are audited once for the client and once for the address', async () => {
    for (let i = 0; i < 10; i++) await admit(`wrong-${i}`, device.clientId, '10.7.7.7')
    for (let i = 0; i < 90; i++) await admit('x', `AUDIT-${i}`, '10.7.7.7')
    const lines = () =>
      inTenant(db, 'system', (trx) =>
        trx
          .selectFrom('sysLog')
          .select(['logContent', 'username'])
          .where('ip', '=', '10.7.7.7')
          // The two rows are written concurrently.
          .orderBy('username')
          .execute(),
      )
    await expect.poll(lines).toEqual([
      { logContent: '设备接入失败次数过多，该设备在该地址封禁15分钟', username: device.clientId },
      { logContent: '设备接入失败次数过多，地址已封禁15分钟', username: null },
    ])
  })
})
