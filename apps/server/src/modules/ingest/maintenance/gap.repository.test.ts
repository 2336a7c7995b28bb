import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../../platform/db/db.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { closeGaps, findBackfilledGaps, findPrevious, upsertGaps } from './gap.repository.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const PERIOD_MS = 10_000
const SPEECH = { deviceNo: 1, channelNo: 2, periodMs: PERIOD_MS }

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
  await pool.query('truncate mon_gap, mon_sample, mon_device_status_log')
})
afterAll(async () => {
  await pool.query('update mon_stream set epoch = 0')
  await pool.end()
  await database.drop()
})

const store = (...offsets: readonly number[]) =>
  pool.query(
    `insert into mon_sample (ts, rx, v, device_id, channel_no, q)
     select to_timestamp(t / 1000), now(), 1, 1, 2, 0 from unnest($1::float8[]) as t`,
    [offsets.map((offset) => T0 + offset)],
  )
/** Opened from the sample at T0: it starts where the next one was due. */
const open = (epoch?: number) =>
  upsertGaps(pool, [
    { deviceNo: 1, channelNo: 2, fromMs: T0 + PERIOD_MS, toMs: null, expected: null, cause: 'unknown', epoch },
  ])
const gaps = async () => {
  const { rows } = await pool.query<{ from: number; to: number | null; expected: number | null; cause: string }>(
    `select (extract(epoch from t_from) * 1000)::float8 as "from", (extract(epoch from t_to) * 1000)::float8 as "to",
       expected, cause from mon_gap`,
  )
  return rows.map(({ from, to, ...rest }) => ({ from: from - T0, to: to === null ? null : to - T0, ...rest }))
}

describe('an open gap', () => {
  it('is closed at the first sample after the one it was opened from, whichever process stored it', async () => {
    await store(0, 60_000, 70_000)
    await open()
    await closeGaps(db, [SPEECH])
    expect(await gaps()).toEqual([{ from: PERIOD_MS, to: 60_000, expected: 5, cause: 'device' }])
  })

  it('is deleted when that sample came in time', async () => {
    await store(0, 9_000, 60_000)
    await open()
    await closeGaps(db, [SPEECH])
    expect(await gaps()).toEqual([])
  })

  it('stays open without such a sample; earlier samples do not count', async () => {
    await store(-10_000, 0)
    await open()
    await closeGaps(db, [SPEECH])
    expect(await gaps()).toMatchObject([{ from: PERIOD_MS, to: null }])
  })

  it.each([
    ['timeout', 'offline'],
    ['gateway', 'network'],
  ])('takes its cause from the device status: offline by %s', async (reason, cause) => {
    await store(0, 60_000)
    await open()
    await pool.query(
      `insert into mon_device_status_log (device_id, ts, from_val, to_val, reason) values (1, $1, 'online', 'offline', $2)`,
      [new Date(T0 + 30_000), reason],
    )
    await closeGaps(db, [SPEECH])
    expect(await gaps()).toMatchObject([{ cause }])
  })

  it('takes no cause from before or after its time', async () => {
    await store(0, 60_000)
    await open()
    for (const offset of [PERIOD_MS - 1, 60_001])
      await pool.query(
        `insert into mon_device_status_log (device_id, ts, from_val, to_val, reason) values (1, $1, 'online', 'offline', 'timeout')`,
        [new Date(T0 + offset)],
      )
    await closeGaps(db, [SPEECH])
    expect(await gaps()).toMatchObject([{ cause: 'device' }])
  })

  it('is not opened under a lease that has changed hands', async () => {
    await pool.query('update mon_stream set epoch = 7 where stream = 1')
    await open(6)
    expect(await gaps()).toEqual([])
    await open(7)
    expect(await gaps()).toHaveLength(1)
  })
})

describe('late samples', () => {
  const LATE = [{ deviceNo: 1, channelNo: 2, fromMs: T0 + 20_000, toMs: T0 + 20_000 }]
  const found = async () => (await findBackfilledGaps(db, LATE)).map(({ sampleMs }) => sampleMs.map((ms) => ms - T0))

  it('fill the closed gap around them; the sample that ended it is not one of them', async () => {
    await store(0, PERIOD_MS, 20_000, 60_000)
    await open()
    expect(await found()).toEqual([])
    await pool.query('update mon_gap set t_to = $1', [new Date(T0 + 60_000)])
    expect(await found()).toEqual([[PERIOD_MS, 20_000]])
    await pool.query('update mon_gap set filled_at = now()')
    expect(await found()).toEqual([])
  })
})

it('finds the sample before an instant, whichever process stored it', async () => {
  await store(0, 20_000, 40_000)
  const found = await findPrevious(db, [{ deviceNo: 1, channelNo: 2, tsMs: T0 + 40_000 }])
  expect(found).toEqual(new Map([[2, T0 + 20_000]]))
})
