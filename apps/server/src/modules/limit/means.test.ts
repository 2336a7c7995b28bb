import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import type { LimitsOf } from './limits.ts'
import { loadMeans } from './means.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const MINUTE = parseGmt8('2026-11-21 10:42:00') ?? 0
const HOUR = parseGmt8('2026-11-21 10:00:00') ?? 0

let database: TestDatabase
let db: Db
let device: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString))
  device = await buildDevice(db, { metrics: ['pm25'] })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate mon_r1m, mon_r1h`.execute(db)
})

const at = () => ({ deviceNo: device.deviceNo, channelNo: device.channelNos[0] ?? 0 })
const limitsOf =
  (...periods: string[]): LimitsOf =>
  () =>
    periods.map((avgPeriod) => ({ name: '', value: 1, avgPeriod, op: '>=', severity: 3, source: '' }))

async function means(period: string, given: { agg?: string; periodS?: number; nowMs?: number } = {}) {
  const { agg = 'avg', periodS = 60, nowMs = NOW } = given
  const channel = { ...at(), metricCode: 'pm25', funcZone: 2 as const, limitOverride: null, versions: [], agg, periodS }
  return (await loadMeans(db, [channel], limitsOf(period, 'instant', 'year'), nowMs))(at().channelNo)
}

/** Minutes before 10:42, newest first. */
const minutes = async (values: readonly number[], n = 1) => {
  for (const [i, v] of values.entries())
    await buildRollup(db, 'monR1m', at(), { endMs: MINUTE - i * MINUTE_MS, v, n, coverS: 60 })
}
/** Hours before 10:00, newest first. */
const hours = async (values: readonly (readonly [v: number, coverS: number])[]) => {
  for (const [i, [v, coverS]] of values.entries())
    await buildRollup(db, 'monR1h', at(), { endMs: HOUR - i * HOUR_MS, v, n: coverS / 60, coverS })
}

describe('a running mean', () => {
  it('accepts minutes that were sampled at a slower rate', async () => {
    await minutes(Array<number>(15).fill(4))
    expect(await means('15min', { periodS: 10 })).toEqual({ '15min': 4 })
  })

  it('covers only its window, and is limited to periods with a limit', async () => {
    await minutes([...Array<number>(10).fill(4), ...Array<number>(50).fill(1)])
    expect(await means('10min')).toEqual({ '10min': 4 })
    expect(await means('60min')).toEqual({ '60min': 1.5 })
  })

  it.each([
    [45, 5],
    [44, null],
  ])('with %i of 60 minutes is %s', async (count, expected) => {
    await minutes(Array<number>(count).fill(5))
    expect(await means('60min')).toEqual({ '60min': expected })
  })

  it('counts each minute at most once, however often the device sends', async () => {
    await minutes(Array<number>(30).fill(5), 12)
    expect(await means('60min', { periodS: 60 })).toEqual({ '60min': null })
  })

  it('covers a whole period with one sample of an instrument slower than the bucket', async () => {
    await minutes([7])
    expect(await means('60min', { periodS: 3_600 })).toEqual({ '60min': 7 })
  })

  it('uses alarm-valid samples, with over-range values cut to the range', async () => {
    await minutes(Array<number>(60).fill(5))
    await sql`update mon_r1m set a_n = 1, a_sum = 11, a_max = 11`.execute(db)
    expect(await means('60min')).toEqual({ '60min': 11 })
    await sql`update mon_r1m set a_n = 0, a_sum = 0, a_max = null`.execute(db)
    expect(await means('60min')).toEqual({ '60min': null })
  })

  it('rounds the period of a channel up to minutes and hours', async () => {
    await minutes([9, 3, 0])
    expect(await means('90s')).toEqual({ '90s': 6 })
    await hours([
      [10, 3_600],
      [20, 3_600],
      [99, 3_600],
    ])
    expect(await means('4000s')).toEqual({ '4000s': 15 })
  })

  it('averages levels as energy', async () => {
    await minutes(Array<number>(60).fill(5))
    await sql`update mon_r1m set v_sum = power(10, 6)`.execute(db)
    expect(await means('60min', { agg: 'energy' })).toEqual({ '60min': 60 })
  })

  it('of a maximum is the highest, cut to the range where alarms need it', async () => {
    await minutes([4, 9, ...Array<number>(58).fill(5)])
    expect(await means('60min', { agg: 'max' })).toEqual({ '60min': 9 })
    await sql`update mon_r1m set a_n = 1, a_sum = 8, a_max = 8 where v_max = 9`.execute(db)
    expect(await means('60min', { agg: 'max' })).toEqual({ '60min': 8 })
  })

  it('of a total is the sum, cut to the range where alarms need it', async () => {
    await minutes(Array<number>(60).fill(2))
    expect(await means('60min', { agg: 'sum' })).toEqual({ '60min': 120 })
    await sql`update mon_r1m set a_n = 1, a_sum = 1, a_max = 1 where t > ${new Date(MINUTE - 10 * MINUTE_MS)}`.execute(
      db,
    )
    expect(await means('60min', { agg: 'sum' })).toEqual({ '60min': 110 })
  })

  it('of a counter is its newest value', async () => {
    await minutes([4, 9, ...Array<number>(58).fill(5)])
    expect(await means('60min', { agg: 'last' })).toEqual({ '60min': 4 })
    await sql`update mon_r1m set n_valid = 0 where t = ${new Date(MINUTE)}`.execute(db)
    expect(await means('60min', { agg: 'last' })).toEqual({ '60min': 9 })
  })
})

describe('a mean of clock hours', () => {
  it('of one hour needs 45 minutes', async () => {
    await hours([[8, 2_700]])
    expect(await means('1h')).toEqual({ '1h': 8 })
    await sql`update mon_r1h set cover_s = 2699`.execute(db)
    expect(await means('1h')).toEqual({ '1h': null })
  })

  it('waits a few minutes after the hour, and uses the previous hour until then', async () => {
    await hours([
      [8, 3_600],
      [2, 3_600],
    ])
    expect(await means('1h', { nowMs: HOUR + 4 * MINUTE_MS })).toEqual({ '1h': 2 })
    expect(await means('1h', { nowMs: HOUR + 5 * MINUTE_MS })).toEqual({ '1h': 8 })
  })

  it.each([
    ['day', 20, 10],
    ['day', 19, null],
    ['day8h', 6, 10],
    ['day8h', 5, null],
  ])('%s with %i valid hours is %s; insufficiently covered hours are excluded', async (period, valid, expected) => {
    const count = period === 'day' ? 24 : 8
    await hours(Array.from({ length: count }, (_, i) => (i < valid ? [10, 3_600] : [900, 60])))
    expect(await means(period)).toEqual({ [period]: expected })
  })

  it('averages levels as energy', async () => {
    await hours(Array.from({ length: 8 }, (_, i) => [i < 4 ? 60 : 50, 3_600]))
    expect(await means('day8h', { agg: 'energy' })).toEqual({ day8h: 57.4036 })
  })

  it('is unknown where an older version did not count coverage', async () => {
    await hours(Array.from({ length: 24 }, () => [10, 3_600]))
    await sql`update mon_r1h set cover_s = null`.execute(db)
    expect(await means('day')).toEqual({ day: null })
  })

  it('over 8 running hours needs 75 % of them', async () => {
    await hours(Array.from({ length: 6 }, () => [10, 3_600]))
    expect(await means('8h')).toEqual({ '8h': 10 })
    await sql`delete from mon_r1h where t = ${new Date(HOUR)}`.execute(db)
    expect(await means('8h')).toEqual({ '8h': null })
  })
})

it('queries nothing for channels without limits', async () => {
  const channel = {
    ...at(),
    metricCode: 'pm25',
    funcZone: 2 as const,
    limitOverride: null,
    versions: [],
    agg: 'avg',
    periodS: 60,
  }
  expect((await loadMeans(db, [channel], limitsOf(), NOW))(at().channelNo)).toEqual({})
})
