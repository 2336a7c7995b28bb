import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { findPrevious } from '../ingest/maintenance/gap.repository.ts'
import { sumSamples } from '../overview/spark.repository.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples, type TestSample } from '../rollup/testing/samples.ts'
import { querySeries } from '../timeseries/timeseries.service.ts'
import { packDay } from './pack.service.ts'

const T0 = parseGmt8('2026-11-10') ?? 0
const METRICS = ['pm25', 'wind_dir', 'noise_leq'] as const

let database: TestDatabase
let pool: pg.Pool
let db: Db
let device: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString, { statementTimeoutMs: 0 })
  db = createDb(pool)
  await openPartitions(db)
  await sql`create table mon_sample_pack_test partition of mon_sample_pack default`.execute(db)
  device = await buildDevice(db, { metrics: [...METRICS] })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const samples = (): TestSample[] =>
  device.channelNos.flatMap((channelNo, c) =>
    Array.from({ length: 1_440 }, (_, i) => ({
      deviceNo: device.deviceNo,
      channelNo,
      ts: T0 + i * MINUTE_MS + (i % 7) * 137,
      v: Math.round((40 + 30 * Math.sin(i / 40 + c)) * 10) / 10,
      q: i % 19 === 0 ? 32 : i % 11 === 0 ? 2 : 0,
    })).filter((_, i) => i < 600 || i > 700),
  )

/** All reads of the day: charts at every level, statistics, sparklines, gaps, and recomputed rollups. */
async function everyAnswer(): Promise<unknown[]> {
  const ask = (fromMs: number, toMs: number, maxPoints: number) =>
    querySeries({ db, now: () => T0 + 5 * DAY_MS, limits: shippedLimits }, NATIONAL, {
      channels: [...device.channelNos],
      from: fromMs,
      to: toMs,
      maxPoints,
      agg: 'auto',
    })
  const charts = [
    await ask(T0, T0 + DAY_MS, 2_000),
    await ask(T0 + 10 * HOUR_MS + 137, T0 + 12 * HOUR_MS, 2_000),
    await ask(T0 + HOUR_MS, T0 + 3 * HOUR_MS, 50),
    await ask(T0 - DAY_MS, T0 + 2 * DAY_MS, 3_000),
  ]
  const spans = device.channelNos.map((channelNo, i) => ({
    deviceNo: device.deviceNo,
    channelNo,
    agg: ['avg', 'circular', 'energy'][i] ?? 'avg',
    fromMs: T0 + HOUR_MS,
    toMs: T0 + (9 + i) * HOUR_MS,
  }))
  const previous = await findPrevious(
    db,
    [T0, T0 + 1, T0 + 11 * HOUR_MS, T0 + DAY_MS].map((tsMs) => ({
      deviceNo: device.deviceNo,
      channelNo: device.channelNos[0] ?? 0,
      tsMs,
    })),
  )
  await sql`truncate mon_r1m, mon_r1h, mon_r1d`.execute(db)
  await sql`
    insert into mon_dirty (device_id, level, bucket, from_ts, to_ts, due_at)
    select ${device.deviceNo}, 1, t + interval '1 hour', t, t + interval '1 hour', t
    from generate_series(${new Date(T0 - HOUR_MS)}::timestamptz, ${new Date(T0 + DAY_MS - HOUR_MS)}, interval '1 hour') as t`.execute(
    db,
  )
  await drainMarks(db)
  const rollups = await sql`
    select mon_r1m::text from mon_r1m union all select mon_r1h::text from mon_r1h union all select mon_r1d::text from mon_r1d
    order by 1`.execute(db)
  return [charts, await sumSamples(db, spans), [...previous], rollups.rows]
}

it('reads return the same whether or not the day is packed', async () => {
  await storeSamples(db, samples())
  await drainMarks(db)
  const before = await everyAnswer()
  expect((before[3] as unknown[]).length).toBeGreaterThan(3_000)
  await packDay(db, { table: 'mon_sample', name: 'mon_sample_test', fromMs: T0, toMs: T0 + DAY_MS })
  expect((await sql`select from mon_sample`.execute(db)).rows).toHaveLength(0)
  expect(await everyAnswer()).toEqual(before)
})
