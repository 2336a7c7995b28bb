import type { MetricAgg } from '@natim/domain/metrics'
import { metricByCode } from '@natim/domain/metrics'
import { QUALITY } from '@natim/domain/quality'
import { alarmValue, representative, rollupOf } from '@natim/domain/rollup'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { packDay } from '../sample/pack.service.ts'
import { partitionAt } from '../sample/partition-names.ts'
import { drainMarks, rollUpBatch } from './rollup.service.ts'
import { ROLLUP_LEVELS, type RollupLevel } from './rollup-level.ts'
import { openPartitions, storeSamples, type TestSample } from './testing/samples.ts'

const [minutes, hours] = ROLLUP_LEVELS as [RollupLevel, RollupLevel, RollupLevel]
const METRICS = ['pm25', 'wind_dir', 'noise_leq', 'rain', 'chem_bar', 'pcr_ct']
// A night, so that hours and days end within it.
const T0 = parseGmt8('2026-11-20 22:40:00') ?? 0

let database: TestDatabase
let db: Db
let device: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
  await openPartitions(db)
  await sql`create table mon_sample_pack_test partition of mon_sample_pack default`.execute(db)
  device = await buildDevice(db, { metrics: METRICS })
  await sql`update mon_channel set range_lo = ${RANGE.lo}, range_hi = ${RANGE.hi}`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate mon_sample, mon_sample_pack, mon_r1m, mon_r1h, mon_r1d, mon_dirty`.execute(db)
})

/** A reproducible pseudo-random number in [0, 1). */
const noise = (i: number) => (((Math.sin(i * 12.9898) * 43758.5453) % 1) + 1) % 1

const RANGE = { lo: 0, hi: 300 }
const FLAGGED = [QUALITY.calibration, QUALITY.manuallyInvalid, QUALITY.stuck | QUALITY.manuallyValid, QUALITY.estimated]

/** Three hours of all channels, one sample every 20 s, some of them bad. */
function night(): TestSample[] {
  return device.channelNos.flatMap((channelNo, c) =>
    Array.from({ length: 540 }, (_, i) => ({
      deviceNo: device.deviceNo,
      channelNo,
      ts: T0 + i * 20_000 + (i % 7) * 137,
      v:
        Math.round(noise(i + c * 1000) * 3_600) / 10 / (METRICS[c] === 'noise_leq' ? 3 : 1) -
        (i % 11 === 0 ? 5 : 0) -
        (i % 34 === 4 ? 500 : 0),
      q: [QUALITY.belowLod, QUALITY.stuck, 0, QUALITY.late, QUALITY.outOfRange, QUALITY.jump, ...FLAGGED][i % 17] ?? 0,
    })),
  )
}

/** All rollup rows as text: equal text = equal bytes. */
async function allRollups(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select table_name || row as row from (
      select 'r1m ' as table_name, mon_r1m::text as row from mon_r1m
      union all select 'r1h ', mon_r1h::text from mon_r1h
      union all select 'r1d ', mon_r1d::text from mon_r1d
    ) as everything order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

const countMarks = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from mon_dirty`.execute(db)).rows[0]?.n

describe('values', () => {
  it.each([
    ['monR1m', MINUTE_MS],
    ['monR1h', HOUR_MS],
    ['monR1d', DAY_MS],
  ] as const)('%s matches what the domain computes from the samples of each bucket', async (table, stepMs) => {
    const samples = night()
    await storeSamples(db, samples)
    await drainMarks(db)
    const rows = await db.selectFrom(table).selectAll().execute()
    const buckets = new Map<string, TestSample[]>()
    for (const sample of samples) {
      const key = `${sample.channelNo}@${bucketEnd(sample.ts, stepMs)}`
      buckets.set(key, [...(buckets.get(key) ?? []), sample])
    }
    expect(rows.length).toBe(buckets.size)
    for (const row of rows) {
      const agg = metricByCode(METRICS[device.channelNos.indexOf(row.channelNo)] ?? '')?.agg as MetricAgg
      const points = (buckets.get(`${row.channelNo}@${row.t.getTime()}`) ?? []).map(({ v, q = 0 }) => ({
        value: v,
        quality: q,
      }))
      const expected = rollupOf(points, agg)
      expect([row.n, row.nValid, row.vMin, row.vMax, row.vFirst, row.vLast, row.qOr]).toEqual([
        expected.n,
        expected.nValid,
        expected.min,
        expected.max,
        expected.first,
        expected.last,
        expected.qOr,
      ])
      const close = (actual: number | null, wanted: number | null, scale = 1) => {
        if (wanted === null) expect(actual).toBeNull()
        else
          expect(Math.abs((actual ?? Number.NaN) - wanted)).toBeLessThanOrEqual(
            1e-9 * Math.max(scale, Math.abs(wanted)),
          )
      }
      close(row.vSum, expected.sum)
      close(row.vM2, expected.m2, expected.sum ** 2)
      close(row.vSin, expected.sin)
      close(row.vCos, expected.cos)
      close(row.vAvg, representative(expected, agg))
      const alarms = points.flatMap(({ value, quality }) => alarmValue(value, quality, RANGE) ?? [])
      const parts = alarms.map((v) => (agg === 'energy' ? 10 ** (v / 10) : v))
      expect(row.aN ?? row.nValid).toBe(alarms.length)
      close(
        row.aN === null ? row.vSum : row.aSum,
        parts.reduce((sum, part) => sum + part, 0),
      )
      expect(row.aN === null ? row.vMax : row.aMax).toBe(alarms.length === 0 ? null : Math.max(...alarms))
      const withAny = (bits: number) => points.filter(({ quality }) => (quality & bits) !== 0).length || null
      expect([row.nCal, row.nInvalid, row.nLate, row.nEst, row.nLod, row.nManual]).toEqual([
        withAny(QUALITY.calibration),
        withAny(QUALITY.deviceInvalid | QUALITY.manuallyInvalid),
        withAny(QUALITY.late),
        withAny(QUALITY.estimated),
        withAny(QUALITY.belowLod),
        withAny(QUALITY.manuallyInvalid),
      ])
    }
  })

  it('assigns the instant 00:00:00.000 to the minute, hour and day that end with it', async () => {
    const midnight = parseGmt8('2026-11-21 00:00:00') ?? 0
    const [channelNo = 0] = device.channelNos
    await storeSamples(db, [{ deviceNo: device.deviceNo, channelNo, ts: midnight, v: 1 }])
    await drainMarks(db)
    for (const table of ['monR1m', 'monR1h', 'monR1d'] as const) {
      expect((await db.selectFrom(table).select('t').execute()).map(({ t }) => t.getTime())).toEqual([midnight])
    }
  })
})

describe('the coverage of a bucket', () => {
  const HOUR = parseGmt8('2026-11-21 02:00:00') ?? 0
  const channelNo = () => device.channelNos[0] ?? 0
  const minutely = (count: number, bad = 0): TestSample[] =>
    Array.from({ length: count }, (_, i) => ({
      deviceNo: device.deviceNo,
      channelNo: channelNo(),
      ts: HOUR + (i + 1) * MINUTE_MS,
      v: 5,
      q: i < bad ? QUALITY.stuck : 0,
    }))
  const hour = () => db.selectFrom('monR1h').select(['n', 'nValid', 'coverS', 'aN']).executeTakeFirstOrThrow()

  it.each([
    ['45 valid minutes of 60', 60, 15, 2_700],
    ['29 minutes', 29, 0, 1_740],
    ['an hour of stuck values', 60, 60, 0],
  ])('%s', async (_, count, bad, coverS) => {
    await storeSamples(db, minutely(count, bad))
    await drainMarks(db)
    expect(await hour()).toMatchObject({ n: count, nValid: count - bad, coverS })
  })

  it('counts no second twice when a device sends faster than its period', async () => {
    const burst = minutely(1).flatMap((sample) =>
      Array.from({ length: 30 }, (_, i) => ({ ...sample, ts: sample.ts - 30_000 + i * 1_000 })),
    )
    await storeSamples(db, burst)
    await drainMarks(db)
    expect((await hour()).coverS).toBe(60)
  })

  it('uses the period in force at that time', async () => {
    await sql`insert into mon_channel_version (channel_no, from_ts, body) values
      (${channelNo()}, 'epoch', '{"periodS": 300}'), (${channelNo()}, ${new Date(HOUR + DAY_MS)}, '{"periodS": 60}')`.execute(
      db,
    )
    const five = (fromMs: number) =>
      Array.from({ length: 12 }, (_, i) => ({ ...(minutely(1)[0] as TestSample), ts: fromMs + (i + 1) * 300_000 }))
    await storeSamples(db, [...five(HOUR), ...five(HOUR + DAY_MS)])
    await drainMarks(db)
    const covers = await db.selectFrom('monR1h').select('coverS').orderBy('t').execute()
    await sql`delete from mon_channel_version`.execute(db)
    expect(covers).toEqual([{ coverS: 3_600 }, { coverS: 720 }])
  })

  it('clips what is beyond the range in force at that time', async () => {
    await sql`insert into mon_channel_version (channel_no, from_ts, body) values
      (${channelNo()}, 'epoch', '{"periodS": 60, "rangeLo": 2, "rangeHi": 100}'),
      (${channelNo()}, ${new Date(HOUR + 2 * MINUTE_MS)}, '{"periodS": 60, "rangeLo": 0, "rangeHi": 300}')`.execute(db)
    const beyond = (minute: number, v: number): TestSample => ({
      ...(minutely(1)[0] as TestSample),
      ts: HOUR + minute * MINUTE_MS,
      v,
      q: QUALITY.outOfRange,
    })
    await storeSamples(db, [beyond(0, 999), beyond(1, -7), beyond(2, 999), beyond(3, -7)])
    await drainMarks(db)
    const clipped = await db.selectFrom('monR1m').select(['aSum', 'aMax']).orderBy('t').execute()
    await sql`delete from mon_channel_version`.execute(db)
    expect(clipped).toEqual([100, 2, 300, 0].map((v) => ({ aSum: v, aMax: v })))
  })

  it('covers no more than the hour, and uses the former period up to the minute that ends with its change', async () => {
    await sql`insert into mon_channel_version (channel_no, from_ts, body) values
      (${channelNo()}, 'epoch', '{"periodS": 3600}'), (${channelNo()}, ${new Date(HOUR + 90 * MINUTE_MS)}, '{"periodS": 60}')`.execute(
      db,
    )
    const sample = (minute: number): TestSample => ({
      ...(minutely(1)[0] as TestSample),
      ts: HOUR + minute * MINUTE_MS,
    })
    await storeSamples(db, [10, 40, 90].map(sample))
    await drainMarks(db)
    const covers = await db.selectFrom('monR1h').select('coverS').orderBy('t').execute()
    await sql`delete from mon_channel_version`.execute(db)
    expect(covers).toEqual([{ coverS: 3_600 }, { coverS: 3_600 }])
  })

  it('leaves preceding minutes unchanged when one batch recomputes several spans', async () => {
    const sample = (ts: number): TestSample => ({ deviceNo: device.deviceNo, channelNo: channelNo(), ts, v: 7 })
    // The last sample of each minute lies on its edge; two hours make two spans.
    await storeSamples(
      db,
      Array.from({ length: 720 }, (_, i) => sample(HOUR + (i + 1) * 10_000)),
    )
    await drainMarks(db)
    await storeSamples(db, [sample(HOUR + 10 * MINUTE_MS + 5_000), sample(HOUR + 70 * MINUTE_MS + 5_000)])
    await drainMarks(db)
    const { rows } = await sql<{ minute: number; n: number }>`
      select (extract(epoch from t) * 1000 - ${HOUR}::float8)::float8 / 60000 as minute, n from mon_r1m
      where channel_no = ${channelNo()} and n <> 6 order by t`.execute(db)
    expect(rows).toEqual([
      { minute: 11, n: 7 },
      { minute: 71, n: 7 },
    ])
  })

  it('gives the same when one batch recomputes two spans of a packed day', async () => {
    const sample = (ts: number): TestSample => ({ deviceNo: device.deviceNo, channelNo: channelNo(), ts, v: 7 })
    await storeSamples(
      db,
      Array.from({ length: 720 }, (_, i) => sample(HOUR + (i + 1) * 10_000)),
    )
    await drainMarks(db)
    await packDay(db, { ...partitionAt('mon_sample', HOUR), name: 'mon_sample_test' })
    const left = await sql<{ n: number }>`select count(*)::int as n from mon_sample`.execute(db)
    expect(left.rows).toEqual([{ n: 0 }])
    const before = await allRollups()
    for (const minute of [10, 70]) {
      const at = new Date(HOUR + minute * MINUTE_MS + 5_000)
      const bucket = new Date(bucketEnd(at.getTime(), HOUR_MS))
      await sql`insert into mon_dirty (device_id, level, bucket, from_ts, to_ts, due_at)
        values (${device.deviceNo}, 1, ${bucket}, ${at}, ${at}, ${at})`.execute(db)
    }
    await drainMarks(db)
    expect(await allRollups()).toEqual(before)
  })

  it('counts the valid hours of a day, or null if an hour has no coverage', async () => {
    const dayHours = [60, 45, 44].flatMap((count, i) =>
      minutely(count).map((sample) => ({ ...sample, ts: sample.ts + i * HOUR_MS })),
    )
    await storeSamples(db, dayHours)
    await drainMarks(db)
    const day = () => db.selectFrom('monR1d').select(['coverS', 'validHours']).executeTakeFirstOrThrow()
    expect(await day()).toEqual({ coverS: 149 * 60, validHours: 2 })

    await sql`update mon_r1h set cover_s = null where t = ${new Date(HOUR + HOUR_MS)}`.execute(db)
    await sql`insert into mon_dirty select ${bucketEndOfDay()}, t, t, t, device_id, 3 from mon_r1h limit 1`.execute(db)
    await drainMarks(db)
    expect(await day()).toEqual({ coverS: null, validHours: null })
  })
  const bucketEndOfDay = () => new Date(bucketEnd(HOUR + 1, DAY_MS))

  it('drops removed samples from the hour unless the hour was loaded', async () => {
    await storeSamples(db, minutely(60))
    await drainMarks(db)
    const remove = async () => {
      await sql`delete from mon_sample where ts > ${new Date(HOUR + 30 * MINUTE_MS)}`.execute(db)
      await sql`delete from mon_r1m where t > ${new Date(HOUR + 30 * MINUTE_MS)}`.execute(db)
      await sql`insert into mon_dirty select ${bucketEndOfDay()}, t, t, t, device_id, 2 from mon_r1h limit 1`.execute(
        db,
      )
      await drainMarks(db)
    }
    await sql`update mon_r1h set is_loaded = true`.execute(db)
    await remove()
    expect((await hour()).n).toBe(60)
    await sql`update mon_r1h set is_loaded = null`.execute(db)
    await remove()
    expect((await hour()).n).toBe(30)
  })
})

describe('any order of arrival', () => {
  it('gives identical bytes for a shuffled stream with repeats, rolled up along the way', async () => {
    const samples = night()
    await storeSamples(db, samples)
    await drainMarks(db)
    const expected = await allRollups()
    expect(expected.length).toBeGreaterThan(1000)

    await sql`truncate mon_sample, mon_r1m, mon_r1h, mon_r1d, mon_dirty`.execute(db)
    const shuffled = [...samples, ...samples.slice(0, 800)].map((sample, i) => ({ sample, key: noise(i * 7 + 3) }))
    shuffled.sort((a, b) => a.key - b.key)
    for (let i = 0; i < shuffled.length; i += 500) {
      await storeSamples(
        db,
        shuffled.slice(i, i + 500).map(({ sample }) => sample),
      )
      for (const level of ROLLUP_LEVELS) await rollUpBatch(db, level, { nowMs: 0, limit: 2, dueMs: Date.UTC(2100, 0) })
    }
    await drainMarks(db)
    expect(await allRollups()).toEqual(expected)
    expect(await countMarks()).toBe(0)
  })
})

describe('marks', () => {
  const one = (ts: number): TestSample => ({
    deviceNo: device.deviceNo,
    channelNo: device.channelNos[0] ?? 0,
    ts,
    v: 3,
  })

  it('waits until a mark is due', async () => {
    await storeSamples(db, [one(T0)])
    expect(await rollUpBatch(db, minutes, { nowMs: T0 - 1, limit: 10 })).toEqual({ marks: 0, rows: 0 })
    expect(await rollUpBatch(db, minutes, { nowMs: T0, limit: 10 })).toEqual({ marks: 1, rows: 1 })
  })

  it('marks the hour for later when the minute is written', async () => {
    await storeSamples(db, [one(T0)])
    await rollUpBatch(db, minutes, { nowMs: T0, limit: 10 })
    const marks = await db.selectFrom('monDirty').selectAll().execute()
    expect(marks).toHaveLength(1)
    expect(marks[0]).toMatchObject({ level: 2, deviceId: device.deviceNo, bucket: new Date(bucketEnd(T0, DAY_MS)) })
    expect(marks[0]?.dueAt.getTime()).toBeGreaterThan(T0)
    expect(await rollUpBatch(db, hours, { nowMs: T0, limit: 10 })).toEqual({ marks: 0, rows: 0 })
  })

  it('recomputes only the stale minutes', async () => {
    await storeSamples(db, night())
    await drainMarks(db)
    await storeSamples(db, [one(T0 + 7 * MINUTE_MS + 1)])
    expect(await rollUpBatch(db, minutes, { nowMs: Date.UTC(2100, 0), limit: 10 })).toEqual({
      marks: 1,
      rows: METRICS.length,
    })
  })

  it('keeps the marks when the rollup cannot be written, and processes them later', async () => {
    await storeSamples(db, [one(T0)])
    await sql`alter table mon_r1m detach partition mon_r1m_test`.execute(db)
    await expect(rollUpBatch(db, minutes, { nowMs: T0, limit: 10 })).rejects.toThrow(/no partition/)
    expect(await countMarks()).toBe(1)
    await sql`alter table mon_r1m attach partition mon_r1m_test default`.execute(db)
    await drainMarks(db)
    expect(await allRollups()).toHaveLength(3)
  })

  it('skips marks that another worker holds', async () => {
    await storeSamples(db, [one(T0), one(T0 + HOUR_MS)])
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from mon_dirty order by bucket limit 1 for update`.execute(trx)
      expect((await rollUpBatch(db, minutes, { nowMs: Date.UTC(2100, 0), limit: 10 })).marks).toBe(1)
    })
    expect((await rollUpBatch(db, minutes, { nowMs: Date.UTC(2100, 0), limit: 10 })).marks).toBe(1)
  })

  it('never replaces a loaded hour by one with fewer samples', async () => {
    const endMs = bucketEnd(T0, HOUR_MS)
    const loaded = {
      deviceId: device.deviceNo,
      channelNo: device.channelNos[0] ?? 0,
      t: new Date(endMs),
      n: 60,
      nValid: 60,
      vAvg: 9,
      vSum: 540,
      vM2: 0,
      qOr: 0,
    }
    await db.insertInto('monR1h').values(loaded).execute()
    await storeSamples(db, [one(T0)])
    await drainMarks(db)
    expect(await db.selectFrom('monR1h').select(['n', 'vAvg']).execute()).toEqual([{ n: 60, vAvg: 9 }])
  })
})
