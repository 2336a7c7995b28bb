import type { HomeAreas, HomeLayout } from '@natim/contract/mon/home-cards'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'

const NOW = parseGmt8('2026-11-21 10:30:00') as number
const MIDNIGHT = parseGmt8('2026-11-21 00:00:00') as number

const clock = createManualClock(NOW)
let server: TestApp
let nation: string
let jiangsu: string
let guest: string
let suzhou: BuiltDevice
let shenzhen: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp({ clock })
  const [park, bay] = [
    await buildStation(server.db, { name: '苏州金鸡湖' }),
    await buildStation(server.db, { name: '深圳湾', regionCode: '440300' }),
  ]
  suzhou = await buildDevice(server.db, { metrics: ['pm25', 'pm25'], stationId: park.id })
  shenzhen = await buildDevice(server.db, { metrics: ['pm25'], stationId: bay.id, regionCode: '440300' })
  server.bus.publish('registers', {})
  await server.addUser('nation', { roles: ['nat_admin'] })
  await server.addUser('jiangsu', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  await server.addUser('guest', { roles: ['guest'] })
  nation = await server.signIn('nation')
  jiangsu = await server.signIn('jiangsu')
  guest = await server.signIn('guest')
})
afterAll(() => server.close())

const ask = async (path: string, token = nation) => (await server.call('GET', `/mon/home/${path}`, { token })).body

const at = ({ deviceNo, channelNos }: BuiltDevice, index = 0) => ({ deviceNo, channelNo: channelNos[index] ?? 0 })

describe('a metric by area', () => {
  beforeAll(async () => {
    const hour = (device: BuiltDevice, index: number, endMs: number, v: number, nValid = 60) =>
      buildRollup(server.db, 'monR1h', at(device, index), { endMs, v, n: 60, nValid })
    await hour(suzhou, 0, MIDNIGHT, 500)
    await hour(suzhou, 0, MIDNIGHT + HOUR_MS, 10)
    await hour(suzhou, 1, MIDNIGHT + HOUR_MS, 30)
    await hour(suzhou, 0, MIDNIGHT + 2 * HOUR_MS, 20)
    await hour(shenzhen, 0, MIDNIGHT + HOUR_MS, 80)
    await hour(shenzhen, 0, MIDNIGHT + 11 * HOUR_MS, 60)
    await buildRollup(server.db, 'monR1d', at(suzhou), { endMs: MIDNIGHT - 20 * DAY_MS, v: 50, n: 1_440 })
  })

  it("[BZ-03] covers today's hours and ranks the provinces by the mean of their instruments", async () => {
    const { result }: { result: HomeAreas } = await ask('areas?metric=pm25&period=today')
    expect(result).toMatchObject({ unit: 'µg/m³', fromMs: MIDNIGHT, toMs: MIDNIGHT + 11 * HOUR_MS, stepMs: HOUR_MS })
    // The hour that ended at midnight belongs to yesterday; the current one counts.
    expect(result.points).toHaveLength(11)
    expect(result.points[0]).toEqual({ tMs: MIDNIGHT + HOUR_MS, value: 40, min: 10, max: 80 })
    expect(result.points[2]).toEqual({ tMs: MIDNIGHT + 3 * HOUR_MS, value: null, min: null, max: null })
    expect(result.points[10]?.value).toBe(60)
    expect(result.ranking).toEqual([
      { regionCode: '440000', name: '广东', value: 70, max: 80, instruments: 1 },
      { regionCode: '320000', name: '江苏', value: 20, max: 30, instruments: 2 },
    ])
  })

  it('[BZ-03] looks back a week by hours, a month and a year by days', async () => {
    const week: HomeAreas = (await ask('areas?metric=pm25&period=week')).result
    expect(week.points.find(({ tMs }) => tMs === MIDNIGHT)?.value).toBe(500)
    expect(week).toMatchObject({ fromMs: MIDNIGHT - 6 * DAY_MS, stepMs: HOUR_MS })
    const month: HomeAreas = (await ask('areas?metric=pm25&period=month')).result
    expect(month).toMatchObject({ fromMs: MIDNIGHT - 29 * DAY_MS, toMs: MIDNIGHT + DAY_MS, stepMs: DAY_MS })
    expect(month.points.filter(({ value }) => value !== null)).toHaveLength(1)
    expect(month.ranking).toMatchObject([{ name: '江苏', value: 50, instruments: 1 }])
    const year: HomeAreas = (await ask('areas?metric=pm25&period=year')).result
    expect(year.points).toHaveLength(365)
  })

  it("shows the cities of a province, and nothing outside the user's scope", async () => {
    const cities: HomeAreas = (await ask('areas?metric=pm25&period=today&region=32')).result
    expect(cities.ranking).toMatchObject([{ regionCode: '320500', name: '苏州', value: 20 }])
    const own: HomeAreas = (await ask('areas?metric=pm25&period=today', jiangsu)).result
    expect(own.ranking.map(({ name }) => name)).toEqual(['江苏'])
    const foreign: HomeAreas = (await ask('areas?metric=pm25&period=today&region=44', jiangsu)).result
    expect(foreign.ranking).toEqual([])
    expect(foreign.points.every(({ value }) => value === null)).toBe(true)
  })

  it.each(['wind_dir', 'rain', 'nonsense', "pm25' or '1'='1"])('refuses %s, which has no mean', async (metric) => {
    const { success, message } = await ask(`areas?metric=${encodeURIComponent(metric)}&period=today`)
    expect(success).toBe(false)
    expect(message).toContain('该因子没有均值')
  })
})

describe('the air quality of cities', () => {
  it('counts and ranks like the report of the same hour', async () => {
    const { result: air } = await ask('air')
    const { body } = await server.call('GET', `/mon/aqi/hour?place=city&t=${air.toMs}`, { token: nation })
    const indexes: number[] = body.result.rows.flatMap(({ aqi }: { aqi: number | null }) => aqi ?? [])
    expect(air.toMs).toBe(NOW - 30 * MINUTE_MS)
    expect(air.grades.reduce((sum: number, n: number) => sum + n, 0)).toBe(indexes.length)
    expect(air.missing).toBe(body.result.rows.length - indexes.length)
  })

  it('requires the permission for the index', async () => {
    expect((await server.call('GET', '/mon/home/air', { token: guest })).status).toBe(403)
  })
})

describe('open alarms by area', () => {
  it('[BZ-01] are counted like the linked list: all, toxic and infectious ones', async () => {
    await buildAlarm(server.db, { metricCode: 'cl2', severity: 3 })
    await buildAlarm(server.db, { metricCode: 'h2s', severity: 1 })
    await buildAlarm(server.db, { metricCode: 'bio_ratio', severity: 4 })
    await buildAlarm(server.db, { metricCode: null, severity: 4 })
    await buildAlarm(server.db, { metricCode: 'cl2', drill: true })
    await buildAlarm(server.db, { metricCode: 'cl2', regionCode: '440300' })
    const { result } = await ask('summary')
    const found = result.provinces.find(({ name }: { name: string }) => name === '江苏').alarms
    expect(found).toEqual({ open: 4, worst: 1, toxicity: 2, infection: 1 })
    const listed = async (more: string) => {
      const { body } = await server.call('GET', `/mon/alarm/list?view=open&region=32${more}`, { token: nation })
      return body.result.records.filter(({ drill }: { drill: boolean }) => !drill).length
    }
    expect(await listed('')).toBe(found.open)
    expect(await listed('&concern=toxicity')).toBe(found.toxicity)
    expect(await listed('&concern=infection')).toBe(found.infection)
  })
})

describe('devices in alarm', () => {
  it('[BZ-01] are counted once each while any of their alarms is active or unacknowledged', async () => {
    const alarming = async (token = nation) => (await ask('summary?region=32', token)).result.alarming
    const before = await alarming()
    await buildAlarm(server.db, { deviceId: suzhou.id, metricCode: 'cl2' })
    await buildAlarm(server.db, { deviceId: suzhou.id, metricCode: 'h2s' })
    const { id: other } = await buildDevice(server.db, { metrics: ['pm25'] })
    await buildAlarm(server.db, {
      deviceId: other,
      active: false,
      acked: true,
      ackTs: new Date(),
      clearedTs: new Date(),
    })
    server.bus.publish('registers', {})
    clock.advance(MINUTE_MS)
    expect(await alarming()).toBe(before + 1)
    expect((await ask('summary', guest)).success).toBe(false)
  })
})

describe('the layout of the cards', () => {
  const layout: HomeLayout = { main: ['areas', 'watch'], side: ['air'], hidden: ['visits'] }
  const put = async (body: unknown, token = nation) =>
    (await server.call('PUT', '/mon/home/layout', { token, body })).body

  it('is stored per user until it is reset', async () => {
    expect((await ask('layout')).result).toBeNull()
    expect((await put(layout)).success).toBe(true)
    expect((await put({ ...layout, side: [] })).success).toBe(true)
    expect((await ask('layout')).result).toEqual({ ...layout, side: [] })
    expect((await ask('layout', jiangsu)).result).toBeNull()
    await server.call('DELETE', '/mon/home/layout', { token: nation })
    expect((await ask('layout')).result).toBeNull()
  })

  it.each([
    [{ ...layout, side: ['areas'] }, '同一张卡片不能出现两次'],
    [{ ...layout, side: ['unknown'] }, ''],
  ])('refuses %o', async (body, words) => {
    const answer = await put(body)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(words)
  })
})
