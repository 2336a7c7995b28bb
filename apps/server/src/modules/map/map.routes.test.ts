import type { CallResult } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { FRAME_STEP_MS, type MapLayer, type mapEndpoints, type ReplayTrack } from '@natim/contract/mon/map'
import { QUALITY } from '@natim/domain/quality'
import { MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedLimits } from '../../db/seeds/limits.ts'
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
import { createDrafts, createMapService, registerMapRoutes } from './index.ts'

const NOW_MS = parseGmt8('2026-11-21 10:30:00') as number
const HOUR_MS = 60 * MINUTE_MS
const CHINA = 'bbox=73,3,136,54&zoom=4'

const USERS: Readonly<Record<string, SessionUser>> = {
  national: buildSessionUser('national', NATIONAL),
  jiangsu: buildSessionUser('jiangsu', JIANGSU),
  viewer: buildSessionUser('viewer', NATIONAL, ['mon:home:view']),
  powerless: buildSessionUser('powerless', NATIONAL, []),
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db
let bus: Bus
let network: Network
let app: FastifyInstance
const clock = createManualClock(NOW_MS)
let suzhou: { id: string; name: string }
let canton: { id: string; name: string }
let gas: BuiltDevice
let dose: BuiltDevice
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
  const map = createMapService({ db, network, limits: shippedLimits, clock })
  registerMapRoutes(app, { map, drafts: createDrafts({ db, now: clock.now }) })
})
afterAll(async () => {
  network.stop()
  await bus.close()
  await app.close()
  await pool.end()
  await database.drop()
})

/** Chlorine 2.5 ppm for the last 3 hours, 0.1 ppm before: above the 60 min AEGL-2 of 2.0 ppm. */
async function buildRegister(): Promise<void> {
  suzhou = await buildStation(db, { name: '苏州化工园', lng: 120.62, lat: 31.32 })
  canton = await buildStation(db, { name: '广州大学城', lng: 113.4, lat: 23.05, regionCode: '440100' })
  await db.updateTable('monStation').set({ population5km: 86_400 }).where('id', '=', suzhou.id).execute()
  gas = await buildDevice(db, {
    name: '氯气 1#',
    kind: 'gas',
    stationId: suzhou.id,
    metrics: ['cl2'],
    status: 'online',
    periodS: 60,
  })
  dose = await buildDevice(db, {
    kind: 'rad',
    stationId: suzhou.id,
    metrics: ['dose_rate'],
    status: 'offline',
    periodS: 60,
  })
  cantonese = await buildDevice(db, {
    kind: 'met',
    stationId: canton.id,
    regionCode: '440100',
    metrics: ['wind_speed', 'wind_dir'],
    status: 'online',
    periodS: 60,
  })
  await db.transaction().execute(seedLimits)
  const cl2 = { deviceNo: gas.deviceNo, channelNo: gas.channelNos[0] as number }
  for (let back = 0; back < 540; back++) {
    await buildRollup(db, 'monR1m', cl2, { endMs: NOW_MS - back * MINUTE_MS, v: back < 180 ? 2.5 : 0.1, n: 1 })
  }
  const rate = { deviceNo: dose.deviceNo, channelNo: dose.channelNos[0] as number }
  await buildRollup(db, 'monR1m', rate, { endMs: NOW_MS, v: 1.2, n: 1 })
  await buildRollup(db, 'monR1m', rate, { endMs: NOW_MS - 2 * HOUR_MS, v: 0.11, n: 1 })
  await buildSamples(db, rate, [[NOW_MS, 1.2]])
  const [speed, from] = cantonese.channelNos as [number, number]
  await buildSamples(db, { deviceNo: cantonese.deviceNo, channelNo: speed }, [[NOW_MS - MINUTE_MS, 3.1]])
  await buildSamples(db, { deviceNo: cantonese.deviceNo, channelNo: from }, [[NOW_MS - MINUTE_MS, 315]])
  await buildStatusChange(db, dose.deviceNo, { tsMs: NOW_MS - 90 * MINUTE_MS, from: 'online', to: 'offline' })
  await insertIndex(suzhou.id, parseGmt8('2026-11-21 10:00:00') as number, 162)
  await insertIndex(suzhou.id, parseGmt8('2026-11-21 09:00:00') as number, 60)
}

async function insertIndex(placeId: string, toMs: number, aqi: number): Promise<void> {
  await db
    .insertInto('monAqi')
    .values({
      t: new Date(toMs),
      computedAt: new Date(toMs),
      means: [],
      shown: [],
      placeId,
      counts: [],
      iaqi: [],
      leadingItems: [],
      standard: 2026,
      aqi,
      span: 'h',
      placeKind: 's',
    })
    .execute()
}

/** Alarms are never deleted; for the next test they ended long ago. */
const clearAlarms = () =>
  db
    .updateTable('monAlarm')
    .set({ closedTs: new Date(NOW_MS - 100 * HOUR_MS) })
    .execute()

async function ask<K extends keyof typeof mapEndpoints>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  token = 'national',
  payload?: object,
): Promise<Envelope<CallResult<(typeof mapEndpoints)[K]>>> {
  const response = await app.inject({ method, url, headers: { 'x-access-token': token }, ...(payload && { payload }) })
  return response.json()
}
const layer = async (name: string, token?: string) =>
  (await ask<'layer'>('GET', `/mon/map/layer?layer=${name}&${CHINA}`, token)).result
const replay = async (name: MapLayer, token?: string) =>
  (await ask<'replay'>('GET', `/mon/map/replay?layer=${name}&to=${NOW_MS}`, token)).result

/** Values of a track at a frame. */
function at(track: ReplayTrack | undefined, index: number) {
  const entry = track?.from.findLastIndex((from) => from <= index) ?? -1
  return { level: track?.level?.[entry], value: track?.value?.[entry], status: track?.status?.[entry] }
}

describe('layers', () => {
  test('the level of a station is that of its worst channel, with the substance', async () => {
    const { rows, byLevel, unknown } = await layer('atl')
    expect(rows).toMatchObject([{ id: suzhou.id, level: 3, value: 3, note: 'Cl₂ 2.50 ppm' }])
    expect(byLevel).toEqual([0, 0, 0, 1, 0, 0])
    expect(unknown).toBe(1)
  })

  test('the index is of the newest reported hour, the dose rate the newest reading', async () => {
    expect((await layer('aqi')).rows).toMatchObject([{ id: suzhou.id, level: 3, value: 162 }])
    expect((await layer('dose')).rows).toMatchObject([
      { id: suzhou.id, level: 2, value: 1.2, note: 'OIL3', unit: 'µSv/h' },
    ])
  })

  test('only matching stations in scope and in the box are shown', async () => {
    expect((await layer('atl', 'jiangsu')).rows).toHaveLength(1)
    const elsewhere = await ask<'layer'>('GET', '/mon/map/layer?layer=atl&bbox=80,30,90,40&zoom=5')
    expect(elsewhere.result).toMatchObject({ items: [], rows: [{ id: suzhou.id }] })
    const other = await ask<'layer'>('GET', `/mon/map/layer?layer=atl&${CHINA}&keyword=${encodeURIComponent('广州')}`)
    expect(other.result).toMatchObject({ rows: [], unknown: 1 })
    const people = await ask<'people'>('GET', '/mon/map/people', 'jiangsu')
    expect(people.result).toMatchObject([{ stationId: suzhou.id, people: 86_400 }])
  })

  test('wind is shown where it is measured, within the scope', async () => {
    expect((await ask<'wind'>('GET', '/mon/map/wind')).result).toMatchObject([
      { stationId: canton.id, speed: 3.1, fromDeg: 315 },
    ])
    expect((await ask<'wind'>('GET', '/mon/map/wind', 'jiangsu')).result).toEqual([])
  })

  test.each([
    ['invalid for statistics', { q: QUALITY.deviceInvalid }, 0],
    ['older than ten minutes', { ts: new Date(NOW_MS - 10 * MINUTE_MS - 1) }, 0],
    ['ten minutes old', { ts: new Date(NOW_MS - 10 * MINUTE_MS) }, 1],
    ['as before', { ts: new Date(NOW_MS - MINUTE_MS), q: 0 }, 1],
  ])(
    'no arrow is drawn from half a wind: a direction %s',
    async (_, latest: { readonly ts?: Date; readonly q?: number }, arrows) => {
      await db.updateTable('monLatest').set(latest).where('channelNo', '=', cantonese.channelNos[1]!).execute()
      const anew = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
      const own = createMapService({ db, network: anew, limits: shippedLimits, clock })
      const wind = await own.wind(NATIONAL)
      anew.stop()
      expect(wind).toHaveLength(arrows)
      // The arrow is as old as the older of the two values.
      if (wind[0]) expect(wind[0].atMs).toBe(Math.min(NOW_MS - MINUTE_MS, latest.ts?.getTime() ?? NOW_MS))
      await db.updateTable('monLatest').set({ q: 0 }).where('channelNo', '=', cantonese.channelNos[1]!).execute()
    },
  )

  test('the permission is required', async () => {
    expect(await ask<'layer'>('GET', `/mon/map/layer?layer=atl&${CHINA}`, 'powerless')).toMatchObject({ code: 403 })
    expect(await ask<'layer'>('GET', `/mon/map/layer?layer=atl&bbox=1,9,2,3&zoom=4`)).toMatchObject({ success: false })
  })
})

describe('the worst and the trend of a layer', () => {
  const worst = async (query: string, token?: string) =>
    (await ask<'worst'>('GET', `/mon/map/worst?${query}`, token)).result
  const trend = async (query: string, token?: string) =>
    (await ask<'trend'>('GET', `/mon/map/trend?to=${NOW_MS}&${query}`, token)).result

  test.each(['aqi', 'atl', 'dose'] as const)('of %s match the layer, by region, level and scope', async (name) => {
    const [shown] = (await layer(name)).rows
    const { rows, total } = await worst(`layer=${name}`)
    expect([total, rows.map(({ id, value }) => [id, value])]).toEqual([1, [[suzhou.id, shown?.value]]])
    const { points, toMs } = await trend(`layer=${name}`)
    expect([points.length, points.at(-1)]).toMatchObject([145, { tMs: toMs, value: shown?.value, grave: 1 }])
    expect((await worst(`layer=${name}&level=5`)).rows).toEqual([])
    expect((await worst(`layer=${name}&region=44`)).rows).toEqual([])
    expect((await trend(`layer=${name}&region=44`)).points.at(-1)).toMatchObject({ value: null, grave: 0 })
  })

  test.each([
    ['its level', 'level=3', 1],
    ['one below it', 'level=2', 1],
    ['one above it', 'level=4', 0],
    ['its province', 'region=32', 1],
    ['its city', 'region=3205', 1],
    ['digits from the middle of its code', 'region=05', 0],
    ['a city beside it', 'region=3206', 0],
  ])('of a station are found by %s', async (_name, query, count) => {
    const [shown] = (await layer('atl')).rows
    expect(shown).toMatchObject({ id: suzhou.id, level: 3 })
    const { rows, total } = await worst(`layer=atl&${query}`)
    expect([total, rows.length]).toEqual([count, count])
  })

  test('require the permission and a known layer', async () => {
    for (const path of ['worst', 'trend'] as const) {
      expect(await ask<'worst'>('GET', `/mon/map/${path}?layer=atl`, 'powerless')).toMatchObject({ code: 403 })
      expect(await ask<'worst'>('GET', `/mon/map/${path}?layer=pulse`)).toMatchObject({ success: false })
    }
    expect(await ask<'worst'>('GET', '/mon/map/worst?layer=atl&limit=0')).toMatchObject({ success: false })
  })

  test('are limited to the scope, whatever region is requested', async () => {
    const abroad = (await worst('layer=status&region=44', 'jiangsu')).rows
    expect(abroad).toEqual([])
    const { points } = await trend('layer=status&region=44', 'jiangsu')
    expect(points.every(({ value, grave }) => value === null && grave === 0)).toBe(true)
    const all = (await trend('layer=status&region=44')).points
    expect(all.at(-1)).toMatchObject({ value: 100, grave: 0 })
  })

  test('of the status are areas with offline or faulty devices, and the online share', async () => {
    expect(await worst('layer=status')).toMatchObject({ rows: [{ id: '320000', name: '江苏', value: 1 }] })
    expect((await worst('layer=status&region=32')).rows).toMatchObject([{ id: '320500', note: '应在线 2 台' }])
    const { points, unit } = await trend('layer=status')
    expect([unit, points.at(-1)?.value?.toFixed(1), points.at(-1)?.grave]).toEqual(['%', '66.7', 1])
    expect((await trend('layer=status', 'jiangsu')).points.at(-1)).toMatchObject({ value: 50 })
  })
})

describe('replay', () => {
  test.each(['aqi', 'atl', 'dose'] as const)('the last frame of %s matches the current layer', async (name) => {
    const [now, past] = [await layer(name), await replay(name)]
    expect(now.rows).toHaveLength(1)
    const last = (past.toMs - past.fromMs) / FRAME_STEP_MS
    expect(past.toMs).toBe(NOW_MS)
    expect(last).toBe(144)
    const { level, value } = at(
      past.tracks.find(({ id }) => id === suzhou.id),
      last,
    )
    expect({ level, value }).toEqual({ level: now.rows[0]?.level, value: now.rows[0]?.value })
  })

  test('earlier frames show the values of their time', async () => {
    const aqi = (await replay('aqi')).tracks[0]
    // The hour 09:00 was the newest until 10:00 was reported.
    expect(at(aqi, 144 - 6)).toMatchObject({ value: 60, level: 1 })
    const atl = (await replay('atl')).tracks[0]
    expect(at(atl, 144 - 20)).toMatchObject({ level: 0 })
    const rate = (await replay('dose')).tracks[0]
    expect(at(rate, 144 - 12)).toMatchObject({ value: 0.11, level: 0 })
    expect(at(rate, 144 - 3)).toMatchObject({ value: null, level: null })
    const status = (await replay('status')).tracks.find(({ id }) => id === dose.id)
    expect(at(status, 144).status).toBe('offline')
    expect(at(status, 144 - 9).status).toBe('offline')
    expect(at(status, 144 - 10).status).toBe('online')
  })

  test('alarms last from trigger until cleared and acknowledged, within the scope and only with permission', async () => {
    const trigger = new Date(NOW_MS - 5 * HOUR_MS)
    const seen = { ackTs: new Date(NOW_MS - 4 * HOUR_MS), acked: true }
    const over = { clearedTs: new Date(NOW_MS - 3 * HOUR_MS), active: false }
    const id = await buildAlarm(db, {
      deviceId: gas.id,
      stationId: suzhou.id,
      triggerTs: trigger,
      regionCode: '320500',
      sysOrgCode: 'A01',
      ...seen,
      ...over,
    })
    const long = {
      ackTs: new Date(NOW_MS - 30 * HOUR_MS),
      clearedTs: new Date(NOW_MS - 29 * HOUR_MS),
      acked: true,
      active: false,
    }
    await buildAlarm(db, {
      deviceId: gas.id,
      triggerTs: new Date(NOW_MS - 40 * HOUR_MS),
      regionCode: '320500',
      sysOrgCode: 'A01',
      ...long,
    })
    const { alarms } = await replay('status')
    expect(alarms).toMatchObject([{ id, deviceId: gas.id, fromMs: trigger.getTime(), toMs: over.clearedTs.getTime() }])
    expect((await replay('status', 'viewer')).alarms).toBeNull()
    await db.updateTable('monAlarm').set({ regionCode: '440100' }).where('id', '=', id).execute()
    expect((await replay('status', 'jiangsu')).alarms).toEqual([])
    await clearAlarms()
  })

  test('keeps to the scope, and never extends into the future', async () => {
    const { tracks } = await replay('status', 'jiangsu')
    expect(tracks.map(({ id }) => id).toSorted()).toEqual([gas.id, dose.id].toSorted())
    const ahead = await ask<'replay'>('GET', `/mon/map/replay?layer=status&to=${NOW_MS + 5 * HOUR_MS}`)
    expect(ahead.result.toMs).toBe(NOW_MS)
    expect((await ask<'replay'>('GET', '/mon/map/replay?layer=status')).result.toMs).toBe(NOW_MS)
    // Frames lie on full ten minutes, whatever instant is requested.
    const between = await ask<'replay'>('GET', `/mon/map/replay?layer=atl&to=${NOW_MS - 1}`)
    expect(between.result).toMatchObject({
      toMs: NOW_MS - FRAME_STEP_MS,
      fromMs: NOW_MS - FRAME_STEP_MS - 24 * HOUR_MS,
    })
    expect(at(between.result.tracks[0], 144)).toMatchObject({ level: 3 })
  })
})

const CIRCLE = { kind: 'circle', center: { lng: 120.62, lat: 31.32 }, radiusKm: 50 }
const corners = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([lng, lat]) => ({ lng, lat }))

describe('drawn areas', () => {
  test('count what lies in them: stations, devices, people, alarms and the maximum values', async () => {
    await buildAlarm(db, {
      deviceId: gas.id,
      stationId: suzhou.id,
      severity: 2,
      regionCode: '320500',
      sysOrgCode: 'A01',
    })
    const { result } = await ask<'area'>('POST', '/mon/map/area', 'national', { area: CIRCLE })
    expect(result).toMatchObject({
      stations: 1,
      devices: 2,
      byStatus: { online: 1, offline: 1 },
      people: 86_400,
      alarms: [0, 1, 0, 0, 0],
      maxima: { atl: { id: suzhou.id, level: 3 }, aqi: { value: 162 }, dose: { value: 1.2 } },
    })
    const blind = await ask<'area'>('POST', '/mon/map/area', 'viewer', { area: CIRCLE })
    expect(blind.result.alarms).toBeNull()
    await clearAlarms()
  })

  test('count only what the user may see', async () => {
    const area = { kind: 'polygon', corners: corners([112, 22], [115, 22], [115, 24], [112, 24]) }
    const own = await ask<'area'>('POST', '/mon/map/area', 'national', { area })
    expect(own.result).toMatchObject({ stations: 1, devices: 1, people: null })
    const foreign = await ask<'area'>('POST', '/mon/map/area', 'jiangsu', { area })
    expect(foreign.result).toMatchObject({ stations: 0, devices: 0, maxima: { atl: null, aqi: null, dose: null } })
  })

  test('refuse a self-intersecting polygon, for figures and for drafts', async () => {
    const area = { kind: 'polygon', corners: corners([112, 22], [115, 24], [115, 22], [112, 24]) }
    const message = '区域多边形自相交，请重新绘制！'
    expect(await ask('POST', '/mon/map/area', 'national', { area })).toMatchObject({ success: false, message })
    expect(await ask('POST', '/mon/map/draft/add', 'national', { name: '甲', area })).toMatchObject({ message })
    expect((await ask<'drafts'>('GET', '/mon/map/drafts')).result).toEqual([])
  })
})

describe('incident drafts', () => {
  test('keep the figures computed by the server, and can be deleted by their author', async () => {
    const made = await ask<'addDraft'>('POST', '/mon/map/draft/add', 'jiangsu', { name: '氯气泄漏', area: CIRCLE })
    expect(made).toMatchObject({ success: true, message: '事件草稿已保存' })
    const { id } = made.result
    const own = (await ask<'drafts'>('GET', '/mon/map/drafts', 'jiangsu')).result
    expect(own).toMatchObject([
      { id, name: '氯气泄漏', isOwn: true, area: CIRCLE, figures: { stations: 1, people: 86_400 } },
    ])

    // Users who see the whole network see it too, but cannot delete it.
    expect((await ask<'drafts'>('GET', '/mon/map/drafts', 'national')).result).toMatchObject([{ id, isOwn: false }])
    const foreign = await ask('DELETE', `/mon/map/draft/delete?id=${id}`, 'national')
    expect(foreign).toMatchObject({ success: false })
    expect((await ask<'drafts'>('GET', '/mon/map/drafts', 'jiangsu')).result).toHaveLength(1)

    const twice = await Promise.all([1, 2].map(() => ask('DELETE', `/mon/map/draft/delete?id=${id}`, 'jiangsu')))
    expect(twice.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect((await ask<'drafts'>('GET', '/mon/map/drafts', 'jiangsu')).result).toEqual([])
  })

  test('are hidden from other users below the whole network', async () => {
    const { result } = await ask<'addDraft'>('POST', '/mon/map/draft/add', 'national', { name: '甲', area: CIRCLE })
    expect((await ask<'drafts'>('GET', '/mon/map/drafts', 'jiangsu')).result).toEqual([])
    expect(await ask('POST', '/mon/map/draft/add', 'viewer', { name: '乙', area: CIRCLE })).toMatchObject({ code: 403 })
    await ask('DELETE', `/mon/map/draft/delete?id=${result.id}`, 'national')
  })
})
