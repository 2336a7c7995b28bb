import type { AqiPeriodRow } from '@natim/contract/mon/aqi'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedLimits } from '../db/seeds/limits.ts'
import { runAqi } from '../modules/aqi/aqi-worker.ts'
import { drainMarks } from '../modules/rollup/index.ts'
import { rollUpBatch } from '../modules/rollup/rollup.service.ts'
import { ROLLUP_LEVELS } from '../modules/rollup/rollup-level.ts'
import { openPartitions, storeSamples } from '../modules/rollup/testing/samples.ts'
import { createManualClock } from '../platform/clock.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from './build-network.ts'

const SIX = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
const USUAL = [10, 40, 60, 0.5, 80, 40] as const
const PM25 = 5
const DAY = '2026-11-20'
const D0 = parseGmt8(`${DAY} 00:00:00`) ?? 0
const D1 = D0 + DAY_MS
/** Hours after the reports of the day were published. */
const NOW = D1 + 14 * HOUR_MS
/** Three hours in which the instrument read far too high. */
const WRONG = { fromMs: D0 + 9 * HOUR_MS, toMs: D0 + 12 * HOUR_MS, value: 400 }

let server: TestApp
let device: BuiltDevice
let stationId: string
let token: string
let clockMs = NOW
const clock = createManualClock(NOW)

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await openPartitions(server.db)
  ;({ id: stationId } = await buildStation(server.db, { name: '江北国控站' }))
  device = await buildDevice(server.db, { metrics: SIX, stationId, periodS: 60 })
  await server.db.transaction().execute(seedLimits)
  await server.addUser('analyst', { roles: ['nat_admin'] })
  token = await server.signIn('analyst')
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`truncate mon_sample, mon_r1m, mon_r1h, mon_r1d, mon_dirty, mon_latest, mon_sample_mark, mon_review_day,
    mon_review_log, mon_late_mark, mon_aqi, mon_aqi_revision, mon_aqi_mark`.execute(server.db)
  await sql`update mon_aqi_clock set at = 'epoch'`.execute(server.db)
  clockMs = NOW
})

/** One sample a minute of all channels over the day, except for a gap in PM2.5. */
async function measure(hole?: { readonly fromMs: number; readonly toMs: number }): Promise<void> {
  const samples = SIX.flatMap((_metric, i) =>
    Array.from({ length: 1_440 }, (_sample, minute) => {
      const ts = D0 + (minute + 1) * MINUTE_MS
      const isWrong = i === PM25 && ts > WRONG.fromMs && ts <= WRONG.toMs
      return {
        deviceNo: device.deviceNo,
        channelNo: device.channelNos[i] ?? 0,
        ts,
        v: isWrong ? WRONG.value : (USUAL[i] ?? 0),
      }
    }),
  )
  const channelNo = device.channelNos[PM25]
  const isMissing = (sample: { ts: number; channelNo: number }) =>
    hole !== undefined && sample.channelNo === channelNo && sample.ts > hole.fromMs && sample.ts <= hole.toMs
  await storeSamples(
    server.db,
    samples.filter((sample) => !isMissing(sample)),
  )
}

async function get(path: string, query: Readonly<Record<string, string | number>>) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]))
  const { body } = await server.call('GET', `${path}?${search}`, { token })
  expect(body.success, `${path}: ${body.message}`).toBe(true)
  return body.result
}

/** Figures of the day as returned by the calls. */
async function figures() {
  const channel = device.channelNos[PM25] ?? 0
  const range = { channels: channel, from: D0, to: D1 }
  const own = async (span: 'hour' | 'day', query: object) => {
    const report = await get(`/mon/aqi/${span}`, { place: 'station', ...query })
    const row = report.rows.find(({ id }: { id: string }) => id === stationId)
    return { aqi: row?.aqi, rev: row?.rev }
  }
  const [raw, hours, days, exceedances, hour, day, city, period, review] = await Promise.all([
    get('/mon/ts/query', { ...range, agg: 'raw', maxPoints: 10_000 }),
    get('/mon/ts/query', { ...range, agg: '1h' }),
    get('/mon/ts/query', { ...range, agg: '1d' }),
    get('/mon/ts/exceedances', range),
    own('hour', { t: D0 + 10 * HOUR_MS }),
    own('day', { date: DAY }),
    get('/mon/aqi/day', { place: 'city', date: DAY }),
    get('/mon/aqi/period', { place: 'station', date: DAY }),
    get('/mon/review/day', { stationId, day: DAY }),
  ])
  const statsOf = ({ series: [one] }: { series: { stats: { valid: number; avg: number; max: number } }[] }) => {
    const { valid, avg, max } = one?.stats ?? { valid: 0, avg: 0, max: 0 }
    return { valid, avg: Math.round(avg * 1_000) / 1_000, max }
  }
  const reviewed = review.channels.find(({ channelNo }: { channelNo: number }) => channelNo === channel)
  return {
    levels: [raw, hours, days].map(statsOf),
    exceeded: exceedances.rows.map(({ exceeded }: { exceeded: number }) => exceeded),
    hour: hour.aqi,
    day: day.aqi,
    city: city.rows.map(({ aqi }: { aqi: number | null }) => aqi),
    month: period.rows.map((row: AqiPeriodRow) => [row.figures[PM25]?.value, row.attained]),
    reviewed: reviewed && { value: Math.round(reviewed.value * 1_000) / 1_000, validHours: reviewed.validHours },
  }
}

const settle = async () => {
  await drainMarks(server.db)
  await runAqi(server.db, clockMs)
}

describe('a correction of one channel', () => {
  it('is reflected in every figure, and its undo restores every figure', async () => {
    await measure()
    await settle()
    const before = await figures()
    // 21 hours at 40 and three at 400.
    const isWrong = { valid: 1_440, avg: 85, max: 400 }
    expect(before).toMatchObject({
      levels: [isWrong, isWrong, isWrong],
      exceeded: [1],
      day: 123,
      city: [123],
      month: [[85, 0]],
      reviewed: { value: 85, validHours: 24 },
    })
    const body = {
      channelNos: [device.channelNos[PM25]],
      from: WRONG.fromMs,
      to: WRONG.toMs,
      reason: 'interference',
      note: '采样口旁作业',
    }
    const made = await server.call('POST', '/mon/ts/invalidate', { token, body })
    expect(made.body.result).toMatchObject({ n: 180 })
    await settle()
    const isRight = { valid: 1_260, avg: 40, max: 40 }
    expect(await figures()).toEqual({
      levels: [isRight, isRight, isRight],
      exceeded: [0],
      // The missing data might have been worse: no hourly value is published for an index below 100.
      hour: null,
      day: 60,
      city: [60],
      month: [[40, 1]],
      reviewed: { value: 40, validHours: 21 },
    })
    const undone = await server.call('POST', '/mon/ts/undoMark', {
      token,
      body: { batchId: made.body.result.batchId },
    })
    expect(undone.body.success).toBe(true)
    await settle()
    expect(await figures()).toEqual(before)
  })

  it('that arrives as a late batch reaches hour, day and index within two minutes, once', async () => {
    const hole = { fromMs: D0 + 13 * HOUR_MS, toMs: D0 + 20 * HOUR_MS }
    await measure(hole)
    await settle()
    // 17 valid hours do not make a valid day.
    expect(await figures()).toMatchObject({ day: null })
    await storeSamples(
      server.db,
      Array.from({ length: 7 * 60 }, (_, minute) => ({
        deviceNo: device.deviceNo,
        channelNo: device.channelNos[PM25] ?? 0,
        ts: hole.fromMs + (minute + 1) * MINUTE_MS,
        v: 40,
      })),
    )
    for (; clockMs <= NOW + 2 * MINUTE_MS; clockMs += 5 * SECOND_MS) {
      for (const level of ROLLUP_LEVELS) await rollUpBatch(server.db, level, { nowMs: clockMs, limit: 500 })
      await runAqi(server.db, clockMs)
    }
    const isWhole = { valid: 1_440, avg: 85, max: 400 }
    expect(await figures()).toMatchObject({
      levels: [isWhole, isWhole, isWhole],
      day: 123,
      city: [123],
    })
    const revisions = await sql<{ n: number }>`
      select count(*)::int as n from mon_aqi_revision where span = 'd' and place_kind = 's'`.execute(server.db)
    expect(revisions.rows).toEqual([{ n: 1 }])
    expect(await server.db.selectFrom('monDirty').selectAll().execute()).toEqual([])
  })

  it('reaches the running means of the next day, whichever process computes which day', async () => {
    await measure()
    await settle()
    const firstMs = D1 + HOUR_MS
    // First hours of the next day: their 24 h particle means reach back into the wrong hours.
    const next = SIX.flatMap((_metric, i) =>
      Array.from({ length: 6 * 60 }, (_sample, minute) => ({
        deviceNo: device.deviceNo,
        channelNo: device.channelNos[i] ?? 0,
        ts: D1 + (minute + 1) * MINUTE_MS,
        v: USUAL[i] ?? 0,
      })),
    )
    await storeSamples(server.db, next)
    await settle()
    const runningMean = async () => {
      const rows = await sql<{ t: Date; mean: number }>`
        select t, round(means[9]::numeric, 3)::float8 as mean from mon_aqi
        where span = 'h' and place_kind = 's' and place_id = ${stationId} and t >= ${new Date(firstMs)} order by t
        limit 6`.execute(server.db)
      return rows.rows.map(({ mean }) => mean)
    }
    // Hours 10 to 12 of the day before weigh 3 of 24: 85.
    expect(await runningMean()).toEqual(Array.from({ length: 6 }, () => 85))
    const body = {
      channelNos: [device.channelNos[PM25]],
      from: WRONG.fromMs,
      to: WRONG.toMs,
      reason: 'interference',
      note: '采样口旁作业',
    }
    const made = await server.call('POST', '/mon/ts/invalidate', { token, body })
    await settle()
    expect(await runningMean()).toEqual(Array.from({ length: 6 }, () => 40))
    await server.call('POST', '/mon/ts/undoMark', { token, body: { batchId: made.body.result.batchId } })
    await drainMarks(server.db)
    // Both days are stale, and three processes run concurrently.
    await storeSamples(server.db, [{ ...(next[0] as (typeof next)[number]), ts: D1 + 30 * SECOND_MS }])
    await drainMarks(server.db)
    await Promise.all([1, 2, 3].map(() => runAqi(server.db, clockMs)))
    await runAqi(server.db, clockMs)
    expect(await runningMean()).toEqual(Array.from({ length: 6 }, () => 85))
    expect(await server.db.selectFrom('monAqiMark').selectAll().execute()).toEqual([])
  })
})
