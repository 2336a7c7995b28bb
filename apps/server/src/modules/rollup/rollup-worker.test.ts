import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { createLogger } from '../../platform/logger.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { type RollupWorker, type RollupWorkerOptions, startRollupWorker } from './rollup-worker.ts'
import { openPartitions, storeSamples } from './testing/samples.ts'

const T0 = parseGmt8('2026-11-20 22:40:00') ?? 0
const log = createLogger({ logLevel: 'error' }).of('rollup')

let database: TestDatabase
let db: Db
let devices: BuiltDevice[]
let clock: ManualClock
let worker: RollupWorker | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
  await openPartitions(db)
  devices = []
  for (let i = 0; i < 60; i++) devices.push(await buildDevice(db, { metrics: ['pm25'] }))
})
afterEach(async () => {
  await worker?.stop()
  await sql`truncate mon_sample, mon_r1m, mon_r1h, mon_r1d, mon_dirty`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Allows for a slow machine. */
const storeAll = () =>
  storeSamples(
    db,
    devices.map(({ deviceNo, channelNos: [channelNo = 0] }) => ({ deviceNo, channelNo, ts: T0, v: 1 })),
  )
const start = (options: Partial<RollupWorkerOptions> = {}) => {
  clock = createManualClock(T0)
  worker = startRollupWorker({ db, log, clock, ...options })
}
const marksLeft = async (level: number) =>
  (await sql<{ n: number }>`select count(*)::int as n from mon_dirty where level = ${level}`.execute(db)).rows[0]?.n

describe('the rollup worker', () => {
  it('processes all due marks in one poll, level by level as they fall due', async () => {
    await storeAll()
    start()
    clock.advance(1_000)
    await eventually(async () => expect([await marksLeft(1), await marksLeft(2)]).toEqual([0, 60]))
    clock.advance(3 * 60_000)
    // A poll that overlaps the previous pass is skipped; the next one follows a second later.
    await eventually(async () => {
      clock.advance(1_000)
      expect([await marksLeft(2), await marksLeft(3)]).toEqual([0, 60])
    })
    clock.advance(11 * 60_000)
    await eventually(async () => {
      clock.advance(1_000)
      expect(await marksLeft(3)).toBe(0)
    })
  })

  it('processes one batch per poll while it should yield to ingest', async () => {
    await storeAll()
    start({ shouldYield: () => true })
    clock.advance(1_000)
    await eventually(async () => expect(await marksLeft(1)).toBe(10))
    await eventually(async () => {
      clock.advance(1_000)
      expect(await marksLeft(1)).toBe(0)
    })
  })

  it('continues after a failure', async () => {
    await storeAll()
    await sql`alter table mon_r1m detach partition mon_r1m_test`.execute(db)
    const quiet = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    start()
    clock.advance(1_000)
    await eventually(() => expect(quiet).toHaveBeenCalledOnce())
    await sql`alter table mon_r1m attach partition mon_r1m_test default`.execute(db)
    await eventually(async () => {
      clock.advance(1_000)
      expect(await marksLeft(1)).toBe(0)
    })
    quiet.mockRestore()
  })

  it('postpones a mark that fails on its own and processes the others', async () => {
    await storeAll()
    const [bad] = devices as [BuiltDevice, ...BuiltDevice[]]
    await sql`alter table mon_r1m_test add constraint refused check (device_id <> ${sql.lit(bad.deviceNo)})`.execute(db)
    const quiet = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')].map((spy) => spy.mockImplementation(() => undefined))
    start()
    await eventually(async () => {
      clock.advance(1_000)
      expect(await marksLeft(1)).toBe(1)
    })
    expect(quiet[1]).toHaveBeenCalled()
    await sql`alter table mon_r1m_test drop constraint refused`.execute(db)
    await eventually(async () => {
      clock.advance(5 * 60_000)
      expect(await marksLeft(1)).toBe(0)
    })
    for (const spy of quiet) spy.mockRestore()
  })

  it('does nothing after it is stopped', async () => {
    start()
    await worker?.stop()
    await storeAll()
    clock.advance(5_000)
    expect(await marksLeft(1)).toBe(60)
  })

  it('debounces corrections for the configured delay', async () => {
    await storeAll()
    // The minute, its hour and its day ended long ago.
    clock = createManualClock(T0 + 2 * DAY_MS)
    worker = startRollupWorker({ db, log, clock, correctionDelayMs: 1_000 })
    clock.advance(1_000)
    await eventually(async () => expect([await marksLeft(1), await marksLeft(2)]).toEqual([0, 60]))
    const due = await sql<{ afterS: number }>`
      select distinct extract(epoch from due_at - ${new Date(clock.now())}::timestamptz)::int as after_s from mon_dirty`.execute(
      db,
    )
    expect(due.rows).toEqual([{ afterS: 1 }])
  })
})
