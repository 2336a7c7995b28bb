import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../../platform/db/db.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { newChannel } from '../register/definition.ts'
import type { Channel, ChannelDefinition, Device } from '../register/register-types.ts'
import { type GapDeps, Gaps } from './gaps.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const PERIOD_MS = 10_000
const MINUTE_MS = 60_000

let database: TestDatabase
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString)
  db = createDb(pool)
  await pool.query('create table if not exists mon_sample_test partition of mon_sample default')
})
beforeEach(async () => {
  await pool.query('truncate mon_gap, mon_sample')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Its newest sample is at T0. */
function newest({ isRetired = false, enabled = true } = {}): Channel {
  const device = { deviceNo: 1, isRetired } as Device
  const channel = newChannel(device, 2, { periodMs: PERIOD_MS, enabled } as ChannelDefinition)
  return Object.assign(channel, { latestTs: T0, newestTs: T0 })
}

const gapsOf = (channel: Channel, given: Partial<GapDeps> = {}) =>
  new Gaps({
    pool,
    db,
    channels: () => [channel],
    channelByNo: () => channel,
    causeOf: () => 'unknown',
    epochOf: () => 0,
    heardSinceMs: () => T0,
    isShared: () => false,
    reload: async () => undefined,
    ...given,
  })

async function stored() {
  const { rows } = await pool.query<{ from: number; to: number | null }>(
    `select (extract(epoch from t_from) * 1000)::float8 - ${T0} as "from",
       (extract(epoch from t_to) * 1000)::float8 - ${T0} as "to" from mon_gap order by 1`,
  )
  return rows
}
const OPEN = [{ from: PERIOD_MS, to: null }]
const store = (offset: number) =>
  pool.query('insert into mon_sample (ts, rx, v, device_id, channel_no, q) values ($1, now(), 1, 1, 2, 0)', [
    new Date(T0 + offset),
  ])

describe('a silent channel', () => {
  it.each([
    ['has a gap', newest(), {}, OPEN],
    ['that is disabled has none', newest({ enabled: false }), {}, []],
    ['of a retired device has none', newest({ isRetired: true }), {}, []],
    ['of a device judged elsewhere has none here', newest(), { epochOf: () => undefined }, []],
    ['has none while it could not be heard', newest(), { heardSinceMs: () => T0 + 40_000 }, []],
  ])('%s', async (_, channel, given: Partial<GapDeps>, expected) => {
    const gaps = gapsOf(channel, given)
    await gaps.check(T0 + MINUTE_MS)
    await gaps.flush()
    expect(await stored()).toEqual(expected)
  })

  it('has none if another process stored its samples', async () => {
    await store(0)
    await store(50_000)
    const gaps = gapsOf(newest(), { isShared: () => true })
    await gaps.check(T0 + MINUTE_MS)
    await gaps.flush()
    expect(await stored()).toEqual([])
  })
})

it('a silence between two samples heard here is a gap only if no other process stored one in between', async () => {
  await store(0)
  const channel = newest()
  const gaps = gapsOf(channel, { isShared: () => true })
  const speak = async (offset: number) => {
    await store(offset)
    gaps.advanced(channel, T0, T0 + offset)
    await gaps.flush()
  }
  await store(50_000)
  await speak(MINUTE_MS)
  expect(await stored()).toEqual([])
  await speak(5 * MINUTE_MS)
  expect(await stored()).toEqual([{ from: MINUTE_MS + PERIOD_MS, to: 5 * MINUTE_MS }])
})

it('is written later when the database was away', async () => {
  let isAway = true
  const away = { query: (...given: Parameters<Pool['query']>) => (isAway ? fail() : pool.query(...given)) }
  const fail = () => Promise.reject(new Error('away'))
  const gaps = gapsOf(newest(), { pool: away as unknown as Pool })
  await gaps.check(T0 + MINUTE_MS)
  await expect(gaps.flush()).rejects.toThrow('away')
  isAway = false
  await gaps.flush()
  expect(await stored()).toEqual(OPEN)
})
