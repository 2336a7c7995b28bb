import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedLimits } from '../../db/seeds/limits.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'
import { runAqi } from './aqi-worker.ts'

const SIX = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
const VALUES = [10, 40, 60, 0.5, 80, 60] as const
const DAY = parseGmt8('2026-11-20 00:00:00') ?? 0
const NEXT = DAY + DAY_MS

let database: TestDatabase
let db: Db
let one: BuiltDevice
let two: BuiltDevice
let stations: { id: string }[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
  await openPartitions(db)
  stations = [await buildStation(db, { name: '甲站' }), await buildStation(db, { name: '乙站' })]
  one = await buildDevice(db, { metrics: SIX, stationId: stations[0]?.id ?? '' })
  two = await buildDevice(db, { metrics: SIX, stationId: stations[1]?.id ?? '' })
  await db.transaction().execute(seedLimits)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate mon_sample, mon_r1m, mon_r1h, mon_r1d, mon_dirty, mon_aqi, mon_aqi_revision, mon_aqi_mark`.execute(
    db,
  )
  await sql`update mon_aqi_clock set at = 'epoch'`.execute(db)
})

/** One sample a minute of every pollutant in the hours labelled firstHour..lastHour of the day. */
async function measure(
  device: BuiltDevice,
  [firstHour, lastHour]: readonly [number, number],
  values: Readonly<Partial<Record<(typeof SIX)[number], number>>> = {},
  minutes = 60,
) {
  const samples = SIX.flatMap((metric, i) =>
    Array.from({ length: lastHour - firstHour + 1 }, (_hour, h) =>
      Array.from({ length: minutes }, (_minute, minute) => ({
        deviceNo: device.deviceNo,
        channelNo: device.channelNos[i] ?? 0,
        ts: DAY + (firstHour - 1 + h) * HOUR_MS + (minute + 1) * MINUTE_MS,
        v: values[metric] ?? VALUES[i] ?? 0,
      })),
    ).flat(),
  )
  const [from, to] = [new Date(DAY + (firstHour - 1) * HOUR_MS), new Date(DAY + lastHour * HOUR_MS)]
  await sql`delete from mon_sample where device_id = ${device.deviceNo} and ts > ${from} and ts <= ${to}`.execute(db)
  await storeSamples(db, samples)
  await drainMarks(db)
}

const rowsOf = (span: 'h' | 'd', kind: 's' | 'c', tMs: number) =>
  db
    .selectFrom('monAqi')
    .selectAll()
    .where('span', '=', span)
    .where('placeKind', '=', kind)
    .where('t', '=', new Date(tMs))
    .orderBy('placeId')
    .execute()
const marks = () => db.selectFrom('monAqiMark').selectAll().orderBy('placeId').execute()
const revisions = () => db.selectFrom('monAqiRevision').selectAll().orderBy('rev').execute()
const hour = (label: number) => DAY + label * HOUR_MS

describe('the hourly report', () => {
  it('is published five minutes after the hour, for stations and for the city from their means', async () => {
    await measure(one, [10, 10], { pm25: 60 })
    await measure(two, [10, 10], { pm25: 61 })
    await runAqi(db, hour(10) + 4 * MINUTE_MS)
    expect(await rowsOf('h', 's', hour(10))).toEqual([])
    await runAqi(db, hour(10) + 5 * MINUTE_MS)
    const rows = await rowsOf('h', 's', hour(10))
    expect(rows.map(({ aqi, rev, standard }) => [aqi, rev, standard]).toSorted()).toEqual([
      [100, 1, 2026],
      [101, 1, 2026],
    ])
    // 60.5 rounds half to even: 60.
    expect(await rowsOf('h', 'c', hour(10))).toMatchObject([
      { placeId: '320500', aqi: 100, stations: 2, leadingItems: [5] },
    ])
    expect(await marks()).toEqual([])
  })

  it('requires 45 minutes: 44 give NA, with their count', async () => {
    await measure(one, [10, 10], {}, 44)
    await runAqi(db, hour(10) + 5 * MINUTE_MS)
    expect((await rowsOf('h', 's', hour(10)))[0]).toMatchObject({ aqi: null, means: Array(9).fill(null) })
    await measure(one, [11, 11], {}, 45)
    await runAqi(db, hour(11) + 5 * MINUTE_MS)
    const [row] = (await rowsOf('h', 's', hour(11))).filter(({ placeId }) => placeId === stations[0]?.id)
    expect(row).toMatchObject({ aqi: 100, shown: [10, 40, 60, 0.5, 80, 60, null, null, null] })
  })

  it('includes stations that sent nothing', async () => {
    await runAqi(db, hour(10) + 5 * MINUTE_MS)
    expect((await rowsOf('h', 's', hour(10))).map(({ aqi, counts }) => [aqi, counts[0]])).toEqual([
      [null, 0],
      [null, 0],
    ])
  })

  it('excludes park stations and mobile ones from the city', async () => {
    const park = await buildStation(db, { name: '园区' })
    const car = await buildStation(db, { name: '走航' })
    await db.updateTable('monStation').set({ stationType: 'park' }).where('id', '=', park.id).execute()
    await db.updateTable('monStation').set({ stationType: 'mobile' }).where('id', '=', car.id).execute()
    const inPark = await buildDevice(db, { metrics: SIX, stationId: park.id })
    const onCar = await buildDevice(db, { metrics: SIX, stationId: car.id })
    try {
      await measure(one, [10, 10])
      await measure(inPark, [10, 10], { pm25: 300 })
      await measure(onCar, [10, 10], { pm25: 300 })
      await runAqi(db, hour(10) + 5 * MINUTE_MS)
      const ids = (await rowsOf('h', 's', hour(10))).map(({ placeId }) => placeId)
      expect(ids).toContain(park.id)
      expect(ids).not.toContain(car.id)
      expect(await rowsOf('h', 'c', hour(10))).toMatchObject([{ aqi: 100 }])
    } finally {
      await db.updateTable('monDevice').set({ stationId: null }).where('id', 'in', [inPark.id, onCar.id]).execute()
    }
  })
})

describe('the daily report', () => {
  it('covers the 24 hours of the day, with the greatest 8 h mean of ozone', async () => {
    await measure(one, [1, 12])
    await measure(one, [13, 20], { o3: 160 })
    await measure(one, [21, 24])
    await runAqi(db, NEXT + 5 * MINUTE_MS)
    const [row] = (await rowsOf('d', 's', NEXT)).filter(({ placeId }) => placeId === stations[0]?.id)
    expect(row).toMatchObject({ aqi: 100, leadingItems: [4, 5], counts: [24, 24, 24, 24, 17, 24, 24] })
    expect(row?.shown[4]).toBe(160)
  })

  it('is NA with 19 valid hours', async () => {
    await measure(one, [1, 19])
    await runAqi(db, NEXT + 5 * MINUTE_MS)
    const [row] = (await rowsOf('d', 's', NEXT)).filter(({ placeId }) => placeId === stations[0]?.id)
    expect(row).toMatchObject({ aqi: null, counts: [19, 19, 19, 19, 14, 19, 19] })
  })
})

describe('a correction', () => {
  it('updates hour, day and city once, and keeps the previous report', async () => {
    for (const device of [one, two]) await measure(device, [1, 24])
    await runAqi(db, NEXT + 40 * MINUTE_MS)
    await runAqi(db, NEXT + 12 * HOUR_MS)
    expect(await revisions()).toEqual([])
    await measure(one, [9, 9], { pm25: 250 })
    const later = NEXT + 13 * HOUR_MS
    await Promise.all(Array.from({ length: 3 }, () => runAqi(db, later)))
    await runAqi(db, later + 1)
    const [corrected] = (await rowsOf('h', 's', hour(9))).filter(({ placeId }) => placeId === stations[0]?.id)
    expect(corrected).toMatchObject({ rev: 2, aqi: 300 })
    expect(await rowsOf('h', 'c', hour(9))).toMatchObject([{ rev: 2 }])
    expect((await rowsOf('d', 's', NEXT)).map(({ rev }) => rev).toSorted()).toEqual([1, 2])
    expect(await rowsOf('d', 'c', NEXT)).toMatchObject([{ rev: 2 }])
    const kept = await revisions()
    expect(kept.map(({ span, placeKind, rev, aqi }) => [span, placeKind, rev, aqi]).toSorted()).toEqual([
      ['d', 'c', 1, 100],
      ['d', 's', 1, 100],
      ['h', 'c', 1, 100],
      ['h', 's', 1, 100],
    ])
    expect(await marks()).toEqual([])
  })

  it('updates the running means of the following 23 hours without a revision of their reports', async () => {
    await measure(one, [1, 24])
    await runAqi(db, NEXT + 40 * MINUTE_MS)
    await measure(one, [9, 9], { pm25: 100 })
    await runAqi(db, NEXT + HOUR_MS)
    const [row] = (await rowsOf('h', 's', hour(22))).filter(({ placeId }) => placeId === stations[0]?.id)
    expect(row?.rev).toBe(1)
    expect(row?.means[8]).toBeCloseTo((60 * 21 + 100) / 22)
  })

  it('writes nothing when nothing changes', async () => {
    await measure(one, [9, 9])
    await runAqi(db, hour(9) + 20 * MINUTE_MS)
    await measure(one, [9, 9])
    expect(await marks()).not.toEqual([])
    expect(await runAqi(db, hour(9) + 30 * MINUTE_MS)).toBe(0)
  })

  it('of an hour still running waits for its end', async () => {
    await measure(one, [9, 9])
    await measure(one, [10, 10], {}, 30)
    await runAqi(db, hour(9) + 31 * MINUTE_MS)
    expect(await marks()).toMatchObject([{ fromTs: new Date(hour(10)), dueAt: new Date(hour(10) + 5 * MINUTE_MS) }])
    expect(await rowsOf('h', 's', hour(10))).toEqual([])
  })

  it('is left to the process already working on it', async () => {
    await measure(one, [9, 9])
    await runAqi(db, hour(9) + 20 * MINUTE_MS)
    await measure(one, [9, 9], { pm25: 61 })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    const working = db.transaction().execute(async (trx) => {
      await sql`select from mon_aqi_mark for update`.execute(trx)
      isLocked()
      await held
    })
    await locked
    // Would wait for the other process if it took the mark as well.
    expect(await runAqi(db, hour(9) + 30 * MINUTE_MS)).toBe(0)
    release()
    await working
    expect(await runAqi(db, hour(9) + 30 * MINUTE_MS)).toBeGreaterThan(0)
  })

  it('is not lost when it arrives while the station is computed', async () => {
    await measure(one, [9, 9])
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // Another process holds the mark and has already read the hours.
    const working = db.transaction().execute(async (trx) => {
      await sql`select from mon_aqi_mark for update`.execute(trx)
      await held
      await sql`delete from mon_aqi_mark`.execute(trx)
    })
    const correcting = measure(one, [9, 9], { pm25: 61 })
    release()
    await Promise.all([working, correcting])
    expect(await marks()).toHaveLength(1)
  })
})

describe('a day that cannot be computed', () => {
  it('is postponed alone: the others are computed, and it is retried later', async () => {
    const [bad = '', good = ''] = stations.map(({ id }) => id)
    await measure(one, [10, 10])
    await measure(two, [10, 10])
    const at = hour(10) + 5 * MINUTE_MS
    await sql`alter table mon_aqi add constraint refused check (place_id <> ${sql.lit(bad)})`.execute(db)
    try {
      await runAqi(db, at)
    } finally {
      await sql`alter table mon_aqi drop constraint refused`.execute(db)
    }
    expect((await rowsOf('h', 's', hour(10))).map(({ placeId }) => placeId)).toEqual([good])
    expect(new Set((await marks()).map(({ placeId }) => placeId))).toEqual(new Set([bad]))
    await runAqi(db, at + MINUTE_MS)
    expect(await rowsOf('h', 's', hour(10))).toHaveLength(1)
    await runAqi(db, at + 5 * MINUTE_MS)
    expect(await rowsOf('h', 's', hour(10))).toHaveLength(2)
    expect(await marks()).toEqual([])
  })
})

describe('scheduled turns', () => {
  it('are taken once by concurrent processes', async () => {
    const at = hour(10) + 20 * MINUTE_MS
    const written = await Promise.all(Array.from({ length: 3 }, () => runAqi(db, at)))
    const { n } = await db.selectFrom('monAqi').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
    expect(n).toBeGreaterThan(0)
    expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(n)
    expect(await runAqi(db, at)).toBe(0)
    expect(await revisions()).toEqual([])
  })

  it('catch up on hours missed while all processes were down', async () => {
    await runAqi(db, hour(10) + 20 * MINUTE_MS)
    await runAqi(db, hour(13) + 20 * MINUTE_MS)
    for (const label of [10, 11, 12, 13]) expect(await rowsOf('h', 's', hour(label))).toHaveLength(2)
  })

  it('compute existing data at the first start', async () => {
    await measure(one, [1, 24])
    await sql`truncate mon_aqi_mark`.execute(db)
    await runAqi(db, NEXT + 9 * HOUR_MS)
    expect(await rowsOf('h', 's', hour(3))).toHaveLength(1)
    expect((await rowsOf('d', 's', NEXT)).length).toBeGreaterThan(0)
  })
})
