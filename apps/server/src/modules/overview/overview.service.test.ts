import type { DeviceStatus } from '@natim/contract/dict'
import { deviceOverview } from '@natim/contract/mon/device'
import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup, buildSamples, buildStatusChange } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { buildSessionUser } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { createDevices } from '../device/index.ts'
import { loadChannelViews } from './channel-view.service.ts'
import { loadOverview } from './overview.service.ts'
import { SPARK_BUCKETS, SPARK_STEP_MS } from './spark.ts'

const NOW_MS = parseGmt8('2026-11-21 10:07:00') as number
const WINDOW_END_MS = parseGmt8('2026-11-21 10:15:00') as number
const NATIONAL = { orgCode: 'A01', regionPrefixes: ['*'] }
const JIANGSU = { orgCode: 'A01', regionPrefixes: ['32'] }

/** Index of the bucket that contains an instant. */
const bucketOf = (tsMs: number) => Math.ceil((tsMs - (WINDOW_END_MS - DAY_MS)) / SPARK_STEP_MS) - 1

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString)
  db = createDb(pool)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const bus = createLocalBus((error) => expect.unreachable(String(error)))
const now = () => NOW_MS
const deps = () => ({ db, now, limits: shippedLimits })

function overviewOf(device: BuiltDevice, scope: DataScope = NATIONAL) {
  const user = buildSessionUser('viewer', scope)
  return loadOverview({ ...deps(), deviceOf: createDevices(db, bus).get }, user, device.id)
}

const valuesOf = async (device: BuiltDevice, channel = 0) => {
  const overview = await overviewOf(device)
  return overview.channels[channel]?.spark.values ?? []
}

describe('sparklines of the device overview', () => {
  test('minutes come from r1m, the tail not yet rolled up from samples, older hours from r1h', async () => {
    const device = await buildDevice(db, { status: 'online' })
    const at = { deviceNo: device.deviceNo, channelNo: device.channelNos[0] as number }
    const hourEndMs = parseGmt8('2026-11-20 12:00:00') as number
    const minuteMs = parseGmt8('2026-11-21 09:50:00') as number
    await buildRollup(db, 'monR1h', at, { endMs: hourEndMs, v: 7, n: 60 })
    await buildRollup(db, 'monR1m', at, { endMs: minuteMs - MINUTE_MS, v: 20, n: 1 })
    await buildRollup(db, 'monR1m', at, { endMs: minuteMs, v: 30, n: 3 })
    // Already included in the last rollup: must not count twice.
    await buildSamples(db, at, [
      [minuteMs, 1_000],
      [minuteMs + 1, 30],
      [NOW_MS - 1_000, 50],
    ])

    const values = await valuesOf(device)
    expect(values).toHaveLength(SPARK_BUCKETS)
    const expected = new Map<number, number>([
      ...[0, 1, 2, 3].map((quarter) => [bucketOf(hourEndMs - HOUR_MS + 1) + quarter, 7] as const),
      [bucketOf(minuteMs), (20 + 3 * 30 + 30) / 5],
      [bucketOf(NOW_MS), 50],
    ])
    expect(values).toEqual(Array.from({ length: SPARK_BUCKETS }, (_, index) => expected.get(index) ?? null))
  })

  test('without rollups the samples draw the line; invalid ones leave their bucket empty', async () => {
    const device = await buildDevice(db, { status: 'online' })
    const at = { deviceNo: device.deviceNo, channelNo: device.channelNos[0] as number }
    const quarterMs = parseGmt8('2026-11-21 08:00:00') as number
    await buildSamples(db, at, [
      [quarterMs, 10],
      [quarterMs + 1, 99, QUALITY.stuck],
      [quarterMs + SPARK_STEP_MS + 1, 40],
      [quarterMs + 2 * SPARK_STEP_MS, 60, QUALITY.late],
    ])
    const values = await valuesOf(device)
    // The sample at exactly 08:00 belongs to the quarter that ends there.
    expect(values[bucketOf(quarterMs)]).toBe(10)
    expect(values[bucketOf(quarterMs + 1)]).toBeNull()
    expect(values[bucketOf(quarterMs + 2 * SPARK_STEP_MS)]).toBe(50)
    expect(values.filter((value) => value !== null)).toHaveLength(2)
  })

  test('wind directions are averaged on the circle, sound levels by energy, rain is summed', async () => {
    const device = await buildDevice(db, { kind: 'met', metrics: ['wind_dir', 'noise_leq', 'rain'], status: 'online' })
    const [wind, noise, rain] = device.channelNos.map((channelNo) => ({ deviceNo: device.deviceNo, channelNo }))
    const samples = (a: number, b: number) =>
      [
        [NOW_MS - 2_000, a],
        [NOW_MS - 1_000, b],
      ] as const
    await buildSamples(db, wind as NonNullable<typeof wind>, samples(350, 20))
    await buildSamples(db, noise as NonNullable<typeof noise>, samples(50, 60))
    await buildSamples(db, rain as NonNullable<typeof rain>, samples(0.5, 1.5))
    const last = bucketOf(NOW_MS)
    expect((await valuesOf(device, 0))[last]).toBeCloseTo(5)
    expect((await valuesOf(device, 1))[last]).toBeCloseTo(10 * Math.log10((10 ** 5 + 10 ** 6) / 2))
    expect((await valuesOf(device, 2))[last]).toBeCloseTo(2)
  })
})

describe('device overview', () => {
  test('contains station, owner, limits of the day and zone, newest value and a gapless status history', async () => {
    await db.insertInto('sysDepart').values({ id: 'd-1', departName: '江苏站', orgCode: 'A01A02' }).execute()
    const station = await buildStation(db, { name: '苏州站', funcZone: 1, sysOrgCode: 'A01A02' })
    const device = await buildDevice(db, { stationId: station.id, sysOrgCode: 'A01A02', status: 'online' })
    await buildSamples(db, { deviceNo: device.deviceNo, channelNo: device.channelNos[0] as number }, [[NOW_MS, 42.5]])
    const changes: [number, DeviceStatus, DeviceStatus][] = [
      [NOW_MS - 5 * HOUR_MS, 'online', 'offline'],
      [NOW_MS - 3 * HOUR_MS, 'offline', 'online'],
    ]
    for (const [tsMs, from, to] of changes) await buildStatusChange(db, device.deviceNo, { tsMs, from, to })

    const overview = await overviewOf(device)
    expect(() => deviceOverview.parse(overview)).not.toThrow()
    expect(overview).toMatchObject({ stationName: '苏州站', departName: '江苏站' })
    expect(overview.channels[0]).toMatchObject({ unit: 'µg/m³', latest: { ts: NOW_MS, v: 42.5, q: 0 } })
    expect(overview.channels[0]?.limits.map((limit) => limit.name)).toContain('一级日均')
    expect(overview.statusSpans.map(({ fromMs, toMs, status }) => [fromMs, toMs, status])).toEqual([
      [NOW_MS - DAY_MS, NOW_MS - 5 * HOUR_MS, 'online'],
      [NOW_MS - 5 * HOUR_MS, NOW_MS - 3 * HOUR_MS, 'offline'],
      [NOW_MS - 3 * HOUR_MS, NOW_MS, 'online'],
    ])
  })

  test('completeness counts samples due in service, and is unknown before the first sample', async () => {
    const device = await buildDevice(db, { status: 'online', periodS: 3_600 })
    const at = { deviceNo: device.deviceNo, channelNo: device.channelNos[0] as number }
    expect((await overviewOf(device)).completeness24h).toBeNull()
    await buildStatusChange(db, device.deviceNo, { tsMs: NOW_MS - 4 * HOUR_MS, from: 'inactive', to: 'online' })
    await buildSamples(db, at, [
      [NOW_MS - 3 * HOUR_MS, 1],
      [NOW_MS - 2 * HOUR_MS, 1],
      [NOW_MS - HOUR_MS, 1, QUALITY.deviceInvalid],
    ])
    expect((await overviewOf(device)).completeness24h).toBeCloseTo(2 / 4)
  })

  test('a device that sent every sample is complete at any minute of the hour', async () => {
    const device = await buildDevice(db, { status: 'online' })
    const at = { deviceNo: device.deviceNo, channelNo: device.channelNos[0] as number }
    const minutes = Array.from({ length: DAY_MS / MINUTE_MS }, (_, i) => [NOW_MS - i * MINUTE_MS, 1] as const)
    await buildSamples(db, at, minutes)
    expect((await overviewOf(device)).completeness24h).toBeCloseTo(1, 3)
  })

  test('the status history begins when the device was created', async () => {
    const device = await buildDevice(db)
    const createdMs = NOW_MS - 30_000
    await db
      .updateTable('monDevice')
      .set({ createTime: new Date(createdMs) })
      .where('id', '=', device.id)
      .execute()
    expect((await overviewOf(device)).statusSpans).toEqual([
      { fromMs: createdMs, toMs: NOW_MS, status: 'inactive', reason: '' },
    ])
  })

  test('a device outside the scope is answered like a missing one', async () => {
    const device = await buildDevice(db, { regionCode: '440300' })
    await expect(overviewOf(device, JIANGSU)).rejects.toEqual(new AppError('row.not_found'))
    await expect(overviewOf({ ...device, id: 'no-such-device' })).rejects.toEqual(new AppError('row.not_found'))
  })
})

test('loadChannelViews returns the first channels of each device by number', async () => {
  const device = await buildDevice(db, { metrics: ['pm25', 'pm10', 'o3'] })
  const other = await buildDevice(db, { metrics: ['so2'] })
  const views = await loadChannelViews(deps(), [device.deviceNo, other.deviceNo], 2)
  expect(views.get(device.deviceNo)?.map((view) => view.metricCode)).toEqual(['pm25', 'pm10'])
  expect(views.get(other.deviceNo)?.map((view) => view.metricCode)).toEqual(['so2'])
})
