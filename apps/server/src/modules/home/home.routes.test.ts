import type { CallResult } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { homeEndpoints } from '@natim/contract/mon/home'
import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { type Bus, createLocalBus } from '../../platform/bus.ts'
import { createManualClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildBareApp } from '../../testing/build-bare-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup, buildSamples, buildStatusChange } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { type Network, startNetwork } from '../live/index.ts'
import { createHomeService, registerHomeRoutes } from './index.ts'

const NOW_MS = parseGmt8('2026-11-21 10:30:00') as number
/** End of the current clock hour. */
const HOUR_END_MS = NOW_MS + 30 * MINUTE_MS

const USERS: Readonly<Record<string, SessionUser>> = {
  national: buildSessionUser('national', NATIONAL),
  guangxi: buildSessionUser('guangxi', { orgCode: 'A01', regionPrefixes: ['45'] }),
  jiangsu: buildSessionUser('jiangsu', JIANGSU),
  powerless: buildSessionUser('powerless', NATIONAL, []),
  viewer: buildSessionUser('viewer', NATIONAL, ['mon:home:view']),
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db
let bus: Bus
let network: Network
let app: FastifyInstance
const clock = createManualClock(NOW_MS)

let suzhou: { id: string; name: string }
let monitor: BuiltDevice
let silent: BuiltDevice
let cantonese: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString)
  db = createDb(pool)
  bus = createLocalBus((error) => {
    throw error
  })
  await buildRegister()
  network = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
  app = buildBareApp(async (token) => USERS[token])
  registerHomeRoutes(app, db, createHomeService({ db, network, limits: shippedLimits, clock }))
})
afterAll(async () => {
  network.stop()
  await app.close()
  await db.destroy()
  await database.drop()
})

async function buildRegister(): Promise<void> {
  suzhou = await buildStation(db, { name: '苏州金鸡湖', lng: 120.7, lat: 31.3 })
  const shenzhen = await buildStation(db, { name: '深圳湾', regionCode: '440300', lng: 113.95, lat: 22.5 })
  monitor = await buildDevice(db, {
    name: '金鸡湖一号',
    stationId: suzhou.id,
    metrics: ['pm25', 'so2'],
    status: 'online',
  })
  silent = await buildDevice(db, { name: '金鸡湖二号', stationId: suzhou.id, metrics: ['pm25'], status: 'offline' })
  cantonese = await buildDevice(db, {
    name: '深圳湾一号',
    stationId: shenzhen.id,
    regionCode: '440300',
    kind: 'gas',
    metrics: ['cl2'],
    periodS: 5,
    status: 'online',
  })
  const pm25 = { deviceNo: monitor.deviceNo, channelNo: monitor.channelNos[0] as number }
  await buildSamples(db, pm25, [[NOW_MS - MINUTE_MS, 30]])
  await buildRollup(db, 'monR1h', pm25, { endMs: HOUR_END_MS - HOUR_MS, v: 30, n: 60, nValid: 45 })
  // Yesterday evening: within the 24 hours, but not in today's count.
  await buildRollup(db, 'monR1h', pm25, { endMs: parseGmt8('2026-11-20 23:00:00') as number, v: 30, n: 60 })
  const cl2 = { deviceNo: cantonese.deviceNo, channelNo: cantonese.channelNos[0] as number }
  for (let minute = 0; minute < 50; minute++)
    await buildRollup(db, 'monR1m', cl2, { endMs: NOW_MS - minute * MINUTE_MS, v: 3, n: 12 })
  const tsMs = HOUR_END_MS - 90 * MINUTE_MS
  await buildStatusChange(db, silent.deviceNo, { tsMs, from: 'online', to: 'offline', reason: '超时' })
}

/** Calls an endpoint; `suffix` follows its fixed path: an id or a query. */
async function get<K extends keyof typeof homeEndpoints>(
  name: K,
  suffix = '',
  token = 'national',
): Promise<{ status: number; result: CallResult<(typeof homeEndpoints)[K]>; message: string }> {
  const url = homeEndpoints[name].path.replace(':id', '') + suffix
  const answer = await app.inject({ url, headers: { 'x-access-token': token } })
  const body: Envelope<CallResult<(typeof homeEndpoints)[K]>> = answer.json()
  return { status: answer.statusCode, ...body }
}

describe('GET /mon/home/summary', () => {
  test('counts devices by status, samples by hour and today, and the shares of the day', async () => {
    const { result } = await get('summary')
    expect(result).toMatchObject({ stations: 2, devices: 3, samplesToday: 60, alarms: [0, 0, 0, 0, 0] })
    expect(result.byStatus).toMatchObject({ online: 2, offline: 1, fault: 0 })
    expect(result.samplesByHour[22]).toBe(60)
    expect(result.samplesByHour.reduce((sum, n) => sum + n, 0)).toBe(120)
    expect(result.validShare24h).toBeCloseTo(105 / 120)
    expect(result.recent).toMatchObject([{ deviceName: '金鸡湖二号', from: 'online', to: 'offline', reason: '超时' }])
  })

  test('[BZ-01] tells an empty scope from an empty network', async () => {
    expect((await get('summary', '', 'guangxi')).result).toMatchObject({ devices: 0, isNetworkEmpty: false })
  })

  test("counts unacknowledged alarms and the day's alarms by hour, for users with the permission", async () => {
    const alarm = (
      id: string,
      given: { readonly severity: number; readonly regionCode: string; readonly acked?: boolean },
    ) => {
      const triggerTs = new Date(NOW_MS - HOUR_MS)
      const times = { triggerTs, raisedTs: triggerTs, lastTs: triggerTs, judgedTs: triggerTs }
      return {
        id,
        no: id,
        ruleId: 'r',
        ruleVersion: 1,
        branch: 0,
        dedupeKey: id,
        title: '报警',
        severityMax: given.severity,
        sysOrgCode: 'A01',
        ...times,
        ...given,
      }
    }
    await db
      .insertInto('monAlarm')
      .values([
        alarm('a-1', { severity: 2, regionCode: '320500' }),
        alarm('a-2', { severity: 3, regionCode: '320500', acked: true }),
        alarm('a-3', { severity: 3, regionCode: '440100' }),
      ])
      .execute()
    // Answers of equal scope are briefly cached.
    clock.advance(3_000)
    expect((await get('summary')).result).toMatchObject({ alarms: [0, 1, 1, 0, 0] })
    const { alarms, alarmsByHour } = (await get('summary', '?region=32')).result
    expect([alarms, alarmsByHour?.[22]]).toEqual([
      [0, 1, 0, 0, 0],
      [0, 1, 1, 0, 0],
    ])
    expect((await get('summary', '', 'viewer')).result).toMatchObject({ alarms: null, alarmsByHour: null })
  })

  test('weights the online trend by time, and completeness as valid over due samples of the hour', async () => {
    const { result } = await get('summary', '?region=32')
    // The second of two devices went offline half way through the previous hour.
    expect(result.onlineTrend[21]).toBe(1)
    expect(result.onlineTrend[22]).toBeCloseTo(0.75)
    expect(result.onlineTrend[23]).toBeCloseTo(0.5)
    // Due: two channels of one device and one of the other, 60 an hour each.
    expect(result.completenessTrend[22]).toBeCloseTo(45 / 180)
    // The process has only just started listening.
    expect(result.completenessTrend[23]).toBeNull()
  })

  test('shows bus updates without a query: rate, newest value, status, samples of the current hour', async () => {
    const [channelNo] = cantonese.channelNos as [number]
    const points = Array.from({ length: 12 }, (_, index) => NOW_MS + index * 5_000)
    for (const tsMs of points) {
      clock.advance(5_000)
      bus.publish('points', {
        commits: [],
        deviceIds: [cantonese.deviceNo],
        channelNos: [channelNo],
        tsMs: [tsMs],
        values: [3],
        flags: [0],
      })
    }
    await db.updateTable('monDeviceState').set({ status: 'online' }).where('deviceId', '=', silent.deviceNo).execute()
    bus.publish('deviceStatus', [{ deviceNo: silent.deviceNo, status: 'online', lastSeenMs: clock.now() }])
    clock.advance(10_000)
    const { result } = await get('summary')
    expect(result.pointsPerSecond).toBeCloseTo(0.2)
    expect(result.samplesByHour[23]).toBe(12)
    expect(result.byStatus).toMatchObject({ online: 3, offline: 0 })
    expect(result.limitWatch[0]).toMatchObject({
      deviceName: '深圳湾一号',
      stationName: '深圳湾',
      channel: { metricCode: 'cl2', latest: { v: 3 }, means: { '60min': 3 } },
    })
  })

  test('lists provinces of the country, cities of a province', async () => {
    const national = await get('summary')
    expect(national.result.provinces).toMatchObject([
      { regionCode: '320000', name: '江苏', devices: 2, pm25Median: 30, doseMax: null },
      { regionCode: '440000', name: '广东', devices: 1, online: 1 },
    ])
    const province = await get('summary', '?region=44')
    expect(province.result.provinces).toMatchObject([{ regionCode: '440300', name: '深圳' }])
  })

  test('shows a provincial user their province whatever region is requested', async () => {
    const own = await get('summary', '', 'jiangsu')
    expect(own.result).toMatchObject({ stations: 1, devices: 2 })
    const foreign = await get('summary', '?region=44', 'jiangsu')
    expect(foreign.result).toMatchObject({ stations: 0, devices: 0, provinces: [], limitWatch: [], recent: [] })
  })

  test('requires the permission', async () => {
    expect((await get('summary', '', 'powerless')).status).toBe(403)
    expect((await get('summary', '', 'nobody')).status).toBe(401)
  })
})

describe('GET /mon/home/map', () => {
  test("returns devices in the box and in scope, at their station's location", async () => {
    const box = 'bbox=73,18,135,54&zoom=4'
    const { result } = await get('map', `?${box}`, 'jiangsu')
    expect(result.total).toBe(2)
    expect(result.items[0]).toMatchObject({ type: 'device', name: '金鸡湖一号', lng: 120.7, lat: 31.3 })
    const south = await get('map', '?bbox=110,20,115,24&zoom=8')
    expect(south.result.items).toMatchObject([{ name: '深圳湾一号', stationId: expect.any(String) }])
  })

  test('filters by kind, status and keyword; the legend keeps the counts of all statuses', async () => {
    const box = 'bbox=73,18,135,54&zoom=4'
    expect((await get('map', `?${box}&kind=gas`)).result.total).toBe(1)
    expect((await get('map', `?${box}&keyword=${encodeURIComponent('二号')}`)).result.total).toBe(1)
    const fault = await get('map', `?${box}&status=fault`)
    expect(fault.result).toMatchObject({ total: 0, items: [] })
    expect(fault.result.byStatus.online).toBe(3)
  })

  test.each(['bbox=a,b,c,d', 'bbox=1,2,3', 'bbox=100,40,120,20', 'bbox=1,2,3,Infinity', ''])(
    'refuses the invalid box %s',
    async (query) => {
      const { status, message } = await get('map', `?zoom=4&${query}`)
      expect(status).toBe(200)
      expect(message).toContain('bbox')
    },
  )
})

describe('GET /mon/home/station/:id', () => {
  test('shows devices with live values and sparklines', async () => {
    const { result } = await get('station', suzhou.id)
    expect(result).toMatchObject({ name: '苏州金鸡湖', stationType_dictText: '国控', regionText: '江苏省苏州市' })
    expect(result.devices.map((device) => device.name)).toEqual(['金鸡湖一号', '金鸡湖二号'])
    const [pm25, so2] = result.devices[0]?.channels ?? []
    expect(pm25?.latest?.v).toBe(30)
    expect(pm25?.spark.values.filter((value) => value !== null).length).toBeGreaterThan(0)
    expect(so2?.latest).toBeNull()
  })

  test('answers the same for a station outside the scope and a missing one', async () => {
    const { stations } = await network.fresh()
    const foreign = stations.find((station) => station.name === '深圳湾')
    const hidden = await get('station', `${foreign?.id}`, 'jiangsu')
    const missing = await get('station', 'no-such-station', 'jiangsu')
    expect(hidden).toMatchObject({ status: 200, result: null, message: missing.message })
  })
})

describe('GET /mon/home/matrix', () => {
  test('has a row per device of the kind and a column per measured metric', async () => {
    const { result } = await get('matrix', '?kind=air')
    expect(result.columns.map(({ metricCode, unit }) => [metricCode, unit])).toEqual([
      ['pm25', 'µg/m³'],
      ['so2', 'µg/m³'],
    ])
    expect(result.rows.map((row) => row.name)).toEqual(['金鸡湖一号', '金鸡湖二号'])
    expect(result.rows[0]?.cells[0]).toMatchObject({ metricCode: 'pm25', periodS: 60, latest: { v: 30 } })
    expect((await get('matrix', '?kind=gas', 'jiangsu')).result.rows).toEqual([])
  })

  test('includes a device added a moment ago', async () => {
    const added = await buildDevice(db, { kind: 'rad', metrics: ['dose_rate'] })
    bus.publish('registers', { deviceIds: [added.id] })
    const { result } = await get('matrix', '?kind=rad')
    expect(result.rows).toMatchObject([{ id: added.id, status: 'inactive' }])
  })

  test("cells have their means, and their limits where they differ from the column's", async () => {
    const pristine = await buildStation(db, { name: '一类区', funcZone: 1 })
    const added = await buildDevice(db, { kind: 'bio', stationId: pristine.id, metrics: ['pm25'] })
    const usual = await buildDevice(db, { kind: 'bio', metrics: ['pm25'] })
    const own = await buildDevice(db, { kind: 'bio', metrics: ['pm25'] })
    await db
      .updateTable('monChannel')
      .set({ limitOverride: JSON.stringify([{ level: 2, value: 9 }]) })
      .where('deviceId', '=', own.id)
      .execute()
    bus.publish('registers', { deviceIds: [added.id, usual.id, own.id] })
    const { columns, rows } = (await get('matrix', '?kind=bio')).result
    const dayOf = (limits: (typeof columns)[number]['limits'] | undefined) =>
      limits?.find(({ avgPeriod }) => avgPeriod === 'day')?.value
    expect(columns.map(({ limits }) => dayOf(limits))).toEqual([60])
    const cellOf = ({ id }: BuiltDevice) => rows.find((row) => row.id === id)?.cells[0]
    expect(dayOf(cellOf(added)?.limits)).toBe(35)
    expect(cellOf(usual)?.limits).toBeUndefined()
    expect(cellOf(own)?.limits).toMatchObject([{ value: 9, op: '>=', avgPeriod: 'instant' }])
    expect((await get('matrix', '?kind=gas')).result.rows[0]?.cells[0]?.means).toEqual({ '60min': 3 })
  })

  test('cells and devices show the severity of their open alarms, for users with the permission', async () => {
    const [pm25 = 0, so2 = 0] = monitor.channelNos
    const ofMonitor = { deviceId: monitor.id, deviceNo: monitor.deviceNo }
    await buildAlarm(db, { ...ofMonitor, channelNo: pm25, severity: 3 })
    await buildAlarm(db, { ...ofMonitor, channelNo: pm25, severity: 4 })
    // Cleared but unacknowledged: counts for the device, but no longer for the value.
    await buildAlarm(db, { ...ofMonitor, channelNo: so2, severity: 2, active: false })
    // Cleared and acknowledged: only waits to be closed.
    await buildAlarm(db, { ...ofMonitor, channelNo: so2, severity: 1, active: false, acked: true })
    await buildAlarm(db, { ...ofMonitor, channelNo: so2, severity: 1, closedTs: new Date() })
    // Raised outside 江苏, though the device is there now.
    const hidden = { deviceId: silent.id, deviceNo: silent.deviceNo, regionCode: '440300' }
    await buildAlarm(db, { ...hidden, channelNo: silent.channelNos[0] as number, severity: 1 })
    const levels = async (token: string) => {
      const { rows } = (await get('matrix', '?kind=air', token)).result
      return rows.map(({ severity, cells }) => [severity, ...cells.map((cell) => cell.severity)])
    }
    expect(await levels('national')).toEqual([
      [2, 3, undefined],
      [1, 1],
    ])
    expect(await levels('jiangsu')).toEqual([
      [2, 3, undefined],
      [undefined, undefined],
    ])
    const box = `?bbox=120,31,121,32&zoom=8&keyword=${encodeURIComponent('金鸡湖')}`
    const onMap = async (token: string) => (await get('map', box, token)).result.items.map(({ severity }) => severity)
    expect(await onMap('national')).toEqual([2, 1])
    expect(await onMap('viewer')).toEqual([undefined, undefined])
  })

  test('columns follow the catalogue, device health last', async () => {
    const added = await buildDevice(db, { kind: 'met', metrics: ['cab_temp', 'wind_speed', 'air_temp'] })
    bus.publish('registers', { deviceIds: [added.id] })
    const { result } = await get('matrix', '?kind=met')
    expect(result.columns.map(({ metricCode }) => metricCode)).toEqual(['air_temp', 'wind_speed', 'cab_temp'])
  })
})
