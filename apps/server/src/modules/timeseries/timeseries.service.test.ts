import type { TsSeries } from '@natim/contract/mon/timeseries'
import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildSamples, buildStatusChange } from '../../testing/build-telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'
import { latestSamples, querySeries } from './timeseries.service.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const HOLE = { fromMs: NOW - 5 * HOUR_MS, toMs: NOW - 4 * HOUR_MS }
const SPIKE_MS = NOW - 3 * HOUR_MS

let database: TestDatabase
let db: Db
/** pm25 and wind_dir every minute for two days, with one missing hour and one spike. */
let air: BuiltDevice
/** pm25 every 5 s for three hours. */
let fast: BuiltDevice
let foreign: BuiltDevice
let silent: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
  await openPartitions(db)
  air = await buildDevice(db, { metrics: ['pm25', 'wind_dir'], status: 'online' })
  fast = await buildDevice(db, { metrics: ['pm25'], periodS: 5 })
  foreign = await buildDevice(db, { metrics: ['pm25'], regionCode: '330100' })
  silent = await buildDevice(db, { metrics: ['pm25'] })
  const [pm25 = 0, wind = 0] = air.channelNos
  const minutes = Array.from({ length: 2 * 1440 }, (_, i) => NOW - 2 * DAY_MS + (i + 1) * MINUTE_MS).filter(
    (ts) => ts < HOLE.fromMs || ts >= HOLE.toMs,
  )
  await storeSamples(
    db,
    minutes.map((ts) => ({
      deviceNo: air.deviceNo,
      channelNo: pm25,
      ts,
      v: ts === SPIKE_MS ? 400 : 20 + (Math.floor(ts / MINUTE_MS) % 7),
    })),
  )
  await storeSamples(
    db,
    minutes.map((ts, i) => ({ deviceNo: air.deviceNo, channelNo: wind, ts, v: i % 2 ? 350 : 10 })),
  )
  const quick = Array.from({ length: 2160 }, (_, i) => NOW - i * 5_000)
  await storeSamples(
    db,
    quick.map((ts) => ({
      deviceNo: fast.deviceNo,
      channelNo: fast.channelNos[0] ?? 0,
      ts,
      v: ts === SPIKE_MS + 2 ? 1 : 5,
    })),
  )
  await drainMarks(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const now = () => NOW
const deps = () => ({
  db,
  now,
  limits: shippedLimits,
})
type Given = Partial<Parameters<typeof querySeries>[2]>
const ask = (given: Given) =>
  querySeries(deps(), NATIONAL, {
    channels: [air.channelNos[0] ?? 0],
    from: NOW - DAY_MS,
    to: NOW,
    maxPoints: 1_500,
    agg: 'auto',
    ...given,
  })
async function one(given: Given): Promise<TsSeries> {
  const { series } = await ask(given)
  expect(series).toHaveLength(1)
  return series[0] as TsSeries
}
const maxOf = (series: TsSeries) => Math.max(...series.max.map((value) => value ?? Number.NEGATIVE_INFINITY))

function expectDrawable(series: TsSeries, maxPoints: number) {
  const lengths = [series.timesMs, series.avg, series.min, series.max, series.q].map(({ length }) => length)
  expect(new Set(lengths).size).toBe(1)
  expect(series.timesMs.length).toBeLessThanOrEqual(maxPoints)
  for (let i = 1; i < series.timesMs.length; i++)
    expect(series.timesMs[i]).toBeGreaterThan(series.timesMs[i - 1] as number)
}

describe('querySeries', () => {
  it('returns a day of minute samples as stored, with the gap as a break', async () => {
    const series = await one({})
    expect(series).toMatchObject({ agg: 'raw', stepMs: 0, unit: 'µg/m³', name: '细颗粒物 PM2.5' })
    expect(series.timesMs).toHaveLength(1440 - 60 + 1)
    const at = series.avg.indexOf(null)
    expect([series.timesMs[at - 1], series.timesMs[at + 1]]).toEqual([HOLE.fromMs - MINUTE_MS, HOLE.toMs])
    expect(series.stats).toMatchObject({ n: 1380, valid: 1380, max: 400, min: 20 })
    expect(series.stats.completeness).toBeCloseTo(1380 / 1440, 3)
  })

  it('expects samples only for the time in service, as the device page does', async () => {
    const fresh = await buildDevice(db, { metrics: ['pm25'], status: 'online' })
    const [channelNo = 0] = fresh.channelNos
    await buildStatusChange(db, fresh.deviceNo, { tsMs: NOW - 10 * MINUTE_MS, from: 'inactive', to: 'online' })
    await buildStatusChange(db, fresh.deviceNo, { tsMs: NOW - 6 * MINUTE_MS, from: 'online', to: 'offline' })
    await buildStatusChange(db, fresh.deviceNo, { tsMs: NOW - 2 * MINUTE_MS, from: 'offline', to: 'online' })
    const minutes = [9, 8, 7, 1, 0.5].map((age) => [NOW - age * MINUTE_MS, 5] as const)
    await buildSamples(db, { deviceNo: fresh.deviceNo, channelNo }, minutes)
    const day = await one({ channels: [channelNo] })
    expect(day.stats).toMatchObject({ valid: 5 })
    expect(day.stats.completeness).toBeCloseTo(5 / 10)
    // Before service nothing was due, so there is no completeness.
    const before = await one({ channels: [channelNo], from: NOW - DAY_MS, to: NOW - HOUR_MS })
    expect(before.stats.completeness).toBeNull()
  })

  it('[BZ-07] expects no samples before the channel was added to its device, unless it has data of then', async () => {
    const device = await buildDevice(db, { metrics: ['pm25', 'pm10'], status: 'online' })
    const [added = 0, imported = 0] = device.channelNos
    const body = JSON.stringify({ periodS: 60, enabled: true, limitOverride: null })
    const fromTs = new Date(NOW - HOUR_MS)
    const versions = [added, imported].map((channelNo) => ({ channelNo, fromTs, body }))
    await db.insertInto('monChannelVersion').values(versions).execute()
    const hour = Array.from({ length: 30 }, (_, i) => [NOW - i * MINUTE_MS, 5] as const)
    for (const channelNo of [added, imported]) await buildSamples(db, { deviceNo: device.deviceNo, channelNo }, hour)
    const old = { deviceNo: device.deviceNo, channelNo: imported, ts: NOW - 3 * DAY_MS, v: 5 }
    await storeSamples(db, [old])
    await drainMarks(db)
    const share = async (channelNo: number, hours: number, until = NOW) =>
      (await one({ channels: [channelNo], from: NOW - hours * HOUR_MS, to: until })).stats.completeness
    expect(await share(added, 4)).toBeCloseTo(30 / 60)
    expect(await share(added, 4, NOW - 2 * HOUR_MS)).toBeNull()
    expect(await share(imported, 4)).toBeCloseTo(30 / 240)
    await db.deleteFrom('monChannelVersion').execute()
    // The same for one that was never changed: it was added a day after its device.
    await db
      .updateTable('monDevice')
      .set({ createTime: new Date(NOW - DAY_MS) })
      .where('id', '=', device.id)
      .execute()
    await db.updateTable('monChannel').set({ createTime: fromTs }).where('channelNo', '=', added).execute()
    expect(await share(added, 4)).toBeCloseTo(30 / 60)
  })

  it.each([
    [1_500, 'raw'],
    [300, '1m'],
    [24, '1h'],
  ] as const)('in %i points: uses level %s, keeps the spike and the gap', async (maxPoints, level) => {
    const series = await one({ maxPoints })
    expect(series.agg).toBe(level)
    expectDrawable(series, maxPoints)
    expect(maxOf(series)).toBe(400)
    if (maxPoints > 24) expect(series.avg).toContain(null)
    expect(series.stats).toMatchObject({ n: series.stats.valid, max: 400 })
  })

  it.each([
    ['raw', 400],
    ['raw', 1_500],
    ['1m', 1_500],
    ['1m', 50],
    ['1h', 1_500],
  ] as const)('gives the same 95th percentile at level %s with %i points', async (agg, maxPoints) => {
    const series = await one({ agg, maxPoints, from: NOW - 8 * HOUR_MS, to: NOW - 30 * MINUTE_MS })
    // Values cycle through 20 … 26 every minute, all equally often.
    expect(series.stats.p95).toBe(26)
  })

  it('gives no percentile when the samples behind the rollups are gone', async () => {
    const gone = await buildDevice(db, { metrics: ['pm25'] })
    const [channelNo = 0] = gone.channelNos
    const hours = [3, 2, 1].map((age) => ({ deviceNo: gone.deviceNo, channelNo, ts: NOW - age * HOUR_MS, v: age }))
    await storeSamples(db, hours)
    await drainMarks(db)
    const ofRange = async () => (await one({ channels: [channelNo], agg: '1h' })).stats.p95
    expect(await ofRange()).toBe(2.9)
    await sql`delete from mon_sample where channel_no = ${channelNo} and ts < ${new Date(NOW - 2.5 * HOUR_MS)}`.execute(
      db,
    )
    expect(await ofRange()).toBeNull()
  })

  it('lists the hours with too little coverage to be published', async () => {
    const series = await one({ agg: '1h' })
    // The one-hour gap spans two clock hours; the current hour is still running.
    expect(series.shortMeans).toEqual([
      { tsMs: parseGmt8('2026-11-21 06:00:00'), coverS: expect.any(Number), validHours: null },
      { tsMs: parseGmt8('2026-11-21 07:00:00'), coverS: expect.any(Number), validHours: null },
    ])
    expect(series.stats.means).toEqual({ valid: 22, short: 2, unknown: 0, due: 24 })
    expect((await one({ agg: '1m' })).stats.means).toBeNull()
  })

  it("expects every hour in service, whatever the channel's period was then", async () => {
    const channelNo = air.channelNos[0] ?? 0
    const version = (fromMs: number, periodS: number) =>
      db
        .insertInto('monChannelVersion')
        .values({ channelNo, fromTs: new Date(fromMs), body: JSON.stringify({ periodS, enabled: true }) })
        .execute()
    const means = async () => (await one({ agg: '1h' })).stats.means
    const before = await means()
    await version(0, 600)
    await version(NOW - 2 * HOUR_MS, 60)
    expect(await means()).toEqual(before)
    await db.deleteFrom('monChannelVersion').execute()
  })

  it.each(['raw', '1m', '1h', '1d'] as const)('uses level %s when requested, with the same totals', async (agg) => {
    const series = await one({
      agg,
      from: (parseGmt8('2026-11-20 00:00:00') ?? 0) + 1,
      to: (parseGmt8('2026-11-21 00:00:00') ?? 0) + 1,
    })
    expect(series.agg).toBe(agg)
    expect(series.stats).toMatchObject({ n: 1440, valid: 1440, max: 26 })
    expect(series.stats.avg).toBeCloseTo(23, 1)
    expect(series.stats.sd).toBeCloseTo(2, 1)
  })

  it('merges the spread of rows that share a bucket', async () => {
    const series = await one({ agg: '1m', from: NOW - 2 * DAY_MS, to: NOW - DAY_MS, maxPoints: 50 })
    expect(series.stepMs).toBe(30 * MINUTE_MS)
    expect(series.stats.sd).toBeCloseTo(2, 1)
  })

  it('buckets a device that is faster than its registered period', async () => {
    const {
      deviceNo,
      channelNos: [channelNo = 0],
    } = await buildDevice(db, { metrics: ['pm25'], periodS: 3_600 })
    const from = NOW - 2 * HOUR_MS
    const rows = Array.from({ length: 500 }, (_, i) => ({
      deviceNo,
      channelNo,
      ts: from + (i + 1) * 10_000,
      v: i === 7 ? 99 : 5,
    }))
    await storeSamples(db, rows)
    const series = await one({ channels: [channelNo], from, maxPoints: 100 })
    expect(series).toMatchObject({ agg: 'raw', stepMs: 2 * MINUTE_MS, stats: { n: 500 } })
    expect(maxOf(series)).toBe(99)
  })

  it('excludes the start of a range and includes its end: adjacent ranges share no sample', async () => {
    const timesOf = async (from: number, to: number) =>
      (await one({ from: NOW - from * MINUTE_MS, to: NOW - to * MINUTE_MS, agg: 'raw' })).timesMs
    expect(await timesOf(10, 5)).toEqual([9, 8, 7, 6, 5].map((minutes) => NOW - minutes * MINUTE_MS))
    expect([...(await timesOf(10, 5)), ...(await timesOf(5, 2))]).toEqual(await timesOf(10, 2))
  })

  it.each([
    ['1m', MINUTE_MS],
    ['1h', HOUR_MS],
  ] as const)('does the same at level %s: a bucket belongs to the range that contains its end', async (agg, stepMs) => {
    const end = parseGmt8('2026-11-21 10:00:00') ?? 0
    const labels = async (from: number, to: number) =>
      (await one({ from: end - from * stepMs, to: end - to * stepMs, agg })).timesMs.map((ms) => (end - ms) / stepMs)
    expect(await labels(3, 1)).toEqual([2, 1])
    expect(await labels(1, 0)).toEqual([0])
  })

  it.each(['raw', '1m'] as const)(
    'puts a value at the edge of a bucket into the one it ends, from level %s',
    async (agg) => {
      const dense = await buildDevice(db, { metrics: ['pm25'] })
      const [channelNo = 0] = dense.channelNos
      const end = parseGmt8('2026-11-21 10:00:00') ?? 0
      const ages = Array.from({ length: 120 }, (_, i) => i)
      // The last minute of each half hour stands out.
      const v = (age: number) => (age % 30 === 0 ? 31 : 1)
      await storeSamples(
        db,
        ages.map((age) => ({ deviceNo: dense.deviceNo, channelNo, ts: end - age * MINUTE_MS, v: v(age) + age / 30 })),
      )
      await drainMarks(db)
      const series = await one({ channels: [channelNo], from: end - 2 * HOUR_MS, to: end, agg, maxPoints: 5 })
      expect(series.stepMs).toBe(30 * MINUTE_MS)
      expect(series.timesMs).toEqual([90, 60, 30, 0].map((age) => end - age * MINUTE_MS))
      expect(series.max).toEqual([34, 33, 32, 31])
    },
  )

  it('buckets dense samples, and draws the running bucket at the present', async () => {
    const series = await one({ channels: [...fast.channelNos], from: NOW - 3 * HOUR_MS, agg: 'raw', maxPoints: 200 })
    expect(series.stepMs).toBe(MINUTE_MS)
    expectDrawable(series, 200)
    expect(series.timesMs.at(-1)).toBe(NOW)
    expect(series.stats).toMatchObject({ n: 2160, avg: 5 })
  })

  it('averages directions on the circle', async () => {
    const series = await one({ channels: air.channelNos.slice(1), maxPoints: 24 })
    const deviation = series.avg.map((deg) => (deg === null ? 0 : Math.min(deg, 360 - deg)))
    expect(Math.max(...deviation)).toBeLessThan(1)
    expect(series.stats.sd).toBeCloseTo(10, 0)
  })

  it('falls back to an existing level when the preferred one has no rows', async () => {
    const {
      deviceNo,
      channelNos: [channelNo = 0],
    } = await buildDevice(db, { metrics: ['pm25'] })
    const rows = Array.from({ length: 48 }, (_, i) => ({
      deviceId: deviceNo,
      channelNo,
      t: new Date(NOW - (NOW % HOUR_MS) - i * HOUR_MS),
      n: 60,
      nValid: 60,
      vAvg: 5,
      vMin: 1,
      vMax: 9,
      vSum: 300,
      vM2: 4,
      qOr: 0,
    }))
    await db.insertInto('monR1h').values(rows).execute()
    const series = await one({ channels: [channelNo] })
    expect(series).toMatchObject({ agg: '1h', stepMs: HOUR_MS })
    expect(series.stats).toMatchObject({ n: 24 * 60, avg: 5, min: 1, max: 9 })
  })

  it('keeps the requested order and returns empty series for silent channels', async () => {
    const wanted = [...silent.channelNos, ...fast.channelNos, ...air.channelNos]
    const { series } = await ask({ channels: wanted })
    expect(series.map(({ channelNo }) => channelNo)).toEqual(wanted)
    expect(series[0]).toMatchObject({ timesMs: [], stats: { n: 0, valid: 0, avg: null } })
  })

  it('draws samples that are valid for alarms only, but does not count them', async () => {
    const {
      deviceNo,
      channelNos: [channelNo = 0],
    } = await buildDevice(db, { metrics: ['cl2'], periodS: 5 })
    const from = NOW - HOUR_MS
    await storeSamples(
      db,
      Array.from({ length: 720 }, (_, i) => ({
        deviceNo,
        channelNo,
        ts: from + (i + 1) * 5_000,
        v: i === 100 ? 38 : 0.1,
        q: i === 100 ? QUALITY.outOfRange : 0,
      })),
    )
    const series = await one({ channels: [channelNo], from, agg: 'raw', maxPoints: 100 })
    expect(maxOf(series)).toBe(38)
    expect(series.stats).toMatchObject({ n: 720, valid: 719, max: 0.1 })
  })

  it('returns recorded gaps and the limits of the day', async () => {
    const [channelNo = 0] = air.channelNos
    const gap = {
      deviceId: air.deviceNo,
      channelNo,
      tFrom: new Date(HOLE.fromMs),
      tTo: new Date(HOLE.toMs),
      cause: 'network' as const,
    }
    await db
      .insertInto('monGap')
      .values([gap, { ...gap, tFrom: new Date(NOW - 3 * DAY_MS), tTo: new Date(NOW - 2 * DAY_MS) }])
      .execute()
    const series = await one({})
    expect(series.gaps).toEqual([{ ...HOLE, cause: 'network' }])
    // A range that starts at the sample which ended the gap misses nothing.
    expect((await one({ from: HOLE.toMs })).gaps).toEqual([])
    expect((await one({ from: HOLE.toMs - 1 })).gaps).toHaveLength(1)
    expect(series.limits.map(({ name, value }) => `${name} ${value}`)).toContain('二级日均 60')
    const before = await one({ from: parseGmt8('2026-01-01') ?? 0, to: parseGmt8('2026-02-01') ?? 0 })
    expect(before.limits.map(({ name, value }) => `${name} ${value}`)).toContain('二级日均 75')
    const across = await one({ from: parseGmt8('2026-02-27 00:00:00') ?? 0, to: NOW })
    expect(across.limits.filter(({ name }) => name === '二级日均').map(({ value }) => value)).toEqual([75, 60])
  })

  it("[BZ-07] returns the channel's own limits of the time, not those of today", async () => {
    const [channelNo = 0] = air.channelNos
    const changeMs = NOW - HOUR_MS
    const version = (fromMs: number, limitOverride: unknown) => ({
      channelNo,
      fromTs: new Date(fromMs),
      body: JSON.stringify({ periodS: 60, enabled: true, limitOverride }),
    })
    const former = version(0, [{ level: 2, value: 12 }])
    await db
      .insertInto('monChannelVersion')
      .values([former, version(changeMs, null)])
      .execute()
    const fromMs = NOW - 3 * HOUR_MS
    const { limits, limitChangesMs } = await one({ from: fromMs, to: NOW })
    await db.deleteFrom('monChannelVersion').execute()
    expect(limits.filter(({ name }) => name === '自定限值 2 级')).toMatchObject([
      { value: 12, fromMs, toMs: changeMs, isOwn: true },
    ])
    expect(limitChangesMs).toEqual([changeMs])
    expect(limits.find(({ name }) => name === '二级日均')).toMatchObject({ fromMs: changeMs, toMs: NOW })
  })

  it.each([
    ['too many channels', { channels: Array.from({ length: 21 }, (_, i) => i + 1) }, '最多同时查询20个通道！'],
    ['an inverted range', { from: NOW, to: NOW }, '结束时间必须晚于开始时间！'],
    ['more than five years', { from: NOW - 1_831 * DAY_MS }, '时间范围不能超过1830天，请缩小范围或使用聚合！'],
    ['an unknown channel', { channels: [999_999] }, '未找到对应数据'],
  ])('rejects %s', async (_, given, message) => {
    await expect(ask(given)).rejects.toThrow(message)
  })

  it('rejects years of samples at an explicit level and gives the days that are possible', async () => {
    const asked = ask({ channels: [...fast.channelNos], agg: 'raw', from: NOW - 1_000 * DAY_MS })
    await expect(asked).rejects.toThrow('时间范围不能超过28天，请缩小范围或使用聚合！')
  })

  it('answers for a channel outside the scope as for a missing one', async () => {
    const asked = {
      channels: [...air.channelNos, ...foreign.channelNos],
      from: NOW - DAY_MS,
      to: NOW,
      maxPoints: 100,
      agg: 'auto' as const,
    }
    await expect(querySeries(deps(), JIANGSU, asked)).rejects.toThrow('未找到对应数据')
    await expect(querySeries(deps(), NATIONAL, asked)).resolves.toBeDefined()
  })
})

describe('latestSamples', () => {
  it('returns the newest sample of channels in scope, without silent and foreign ones', async () => {
    const at = new Date(NOW - 4_000)
    await sql`insert into mon_latest (device_id, channel_no, ts, v, rx, q) values
      (${air.deviceNo}, ${air.channelNos[0]}, ${at}, 21.5, ${at}, 64), (${foreign.deviceNo}, ${foreign.channelNos[0]}, ${at}, 1, ${at}, 0)`.execute(
      db,
    )
    const asked = [...air.channelNos, ...foreign.channelNos, ...silent.channelNos]
    expect(await latestSamples(deps(), JIANGSU, asked)).toEqual([
      { channelNo: air.channelNos[0], ts: NOW - 4_000, v: 21.5, q: 64 },
    ])
    expect(await latestSamples(deps(), NATIONAL, asked)).toHaveLength(2)
  })
})
