import type { SatPass, SatTask } from '@natim/contract/mon/sat'
import type { SatelliteRow } from '@natim/contract/mon/satellite.resource'
import { tleChecksum, writeTle } from '@natim/domain/sat-tle'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { satForm } from './testing/sat-form.ts'

const NOW = Date.UTC(2026, 10, 21)
const ISS = [
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
] as const

let server: TestApp
let planner: string
let officer: string
const clock = createManualClock(NOW)

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('planner', { roles: ['sat_planner'] })
  await server.addUser('officer', { roles: ['nat_duty'] })
  planner = await server.signIn('planner')
  officer = await server.signIn('officer')
})
afterAll(() => server.close())

const form = (given: object = {}) => ({
  code: 'ISS',
  name: '国际空间站',
  sensorType: 'optical',
  swathKm: 60,
  resM: 5,
  offNadirMax: 40,
  tle1: ISS[0],
  tle2: ISS[1],
  ...given,
})
const add = async (given: object, token = planner) =>
  (await server.call('POST', '/mon/satellite/add', { token, body: form(given) })).body
const edit = async (body: object) => (await server.call('PUT', '/mon/satellite/edit', { token: planner, body })).body
const rows = async (): Promise<SatelliteRow[]> =>
  (await server.call('GET', '/mon/satellite/list?pageSize=100', { token: officer })).body.result.records
const find = async (code: string) => (await rows()).find((row) => row.code === code)
const usable = (code: string, given: object = {}, epochMs = NOW - HOUR_MS) => {
  const orbit = { noradId: 90_007, epochMs, inclinationDeg: 97.8, raanDeg: 40, anomalyDeg: 0 }
  const [tle1, tle2] = writeTle({ ...orbit, meanMotion: 14.7 })
  return form({ code, tle1, tle2, ...given })
}

describe('a satellite', () => {
  it('has number and epoch derived from the two lines', async () => {
    expect((await add({})).success).toBe(true)
    expect(await find('ISS')).toMatchObject({ noradId: 25_544, tleEpoch: '2008-09-20 20:25:40', status: 'on' })
  })

  it('gets new orbit data by an edit, which keeps number and epoch consistent', async () => {
    const { id } = (await find('ISS')) as SatelliteRow
    const [tle1, tle2] = writeTle({
      noradId: 25_544,
      epochMs: NOW,
      inclinationDeg: 51.6,
      raanDeg: 1,
      anomalyDeg: 2,
      meanMotion: 15.5,
    })
    expect((await edit({ id, tle1, tle2 })).success).toBe(true)
    expect(await find('ISS')).toMatchObject({ tleEpoch: '2026-11-21 08:00:00' })
    // A single line does not match the other one.
    const other = ISS[1].replace('25544', '25545').slice(0, 68)
    expect((await edit({ id, tle2: `${other}${tleChecksum(other)}` })).message).toBe('两行的卫星编号不一致')
    expect(await find('ISS')).toMatchObject({ tleEpoch: '2026-11-21 08:00:00', tle2 })
  })

  it.each([
    [{ tle1: ISS[0].replace('2182', '2183') }, '校验和不正确'],
    [{ tle2: ISS[1].slice(0, 50) }, '须为 69 个字符'],
    [{ tle1: ISS[1] }, '须以“1 ”开头'],
    [{ swathKm: 0 }, '须大于 0'],
    [{ offNadirMax: 61 }, '最大 60'],
    [{ sensorType: 'radar' }, '请选择传感器'],
    [{ code: '卫星' }, '只能包含字母'],
  ])('is rejected with %j', async (given, message) => {
    const answer = await add({ code: 'BAD', ...given })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
    expect(await find('BAD')).toBeUndefined()
  })

  it('has a unique code, which is free again after deletion', async () => {
    expect((await add({ code: 'TWO' })).success).toBe(true)
    expect((await add({ code: 'TWO' })).message).toBe('卫星代号已存在！')
    const { id } = (await find('TWO')) as SatelliteRow
    expect((await server.call('DELETE', `/mon/satellite/delete?id=${id}`, { token: planner })).body.success).toBe(true)
    expect((await add({ code: 'TWO' })).success).toBe(true)
  })

  it('is read-only with the view permission only', async () => {
    expect((await add({ code: 'NO' }, officer)).message).toContain('没有权限')
  })
})

describe('passes of satellites', () => {
  const window = { from: NOW, to: NOW + 2 * DAY_MS }
  const passes = async (given: object = {}) => {
    const { area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to } = satForm({ ...window, ...given })
    const body = { area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to }
    return (await server.call('POST', '/mon/sat/passes', { token: planner, body })).body
  }

  it('are limited to enabled satellites with the sensor, and to the given ones if any', async () => {
    await server.call('POST', '/mon/satellite/add', { token: planner, body: usable('SAR-ON', { sensorType: 'SAR' }) })
    await server.call('POST', '/mon/satellite/add', {
      token: planner,
      body: usable('SAR-OFF', { sensorType: 'SAR', status: 'off' }),
    })
    const { result } = await passes()
    expect(result.satellites).toBe(1)
    expect(new Set(result.passes.map(({ satCode }: SatPass) => satCode))).toEqual(new Set(['SAR-ON']))
    const off = await find('SAR-OFF')
    expect((await passes({ satelliteIds: [off?.id] })).message).toBe('没有可用的SAR卫星')
  })

  it('warn of orbit data older than two weeks', async () => {
    expect((await passes()).result.stale).toEqual([])
    const old = usable('SAR-OLD', { sensorType: 'SAR' }, NOW - 16 * DAY_MS)
    await server.call('POST', '/mon/satellite/add', { token: planner, body: old })
    expect((await passes()).result.stale).toEqual([{ satCode: 'SAR-OLD', days: 16 }])
    expect((await passes({ from: NOW - 2 * DAY_MS, to: NOW - DAY_MS })).message).toBe('窗口已经结束')
  })

  it('block deletion of a satellite chosen by a task in progress', async () => {
    const later = { from: clock.now(), to: clock.now() + 3 * DAY_MS }
    const free = ((await passes(later)).result.passes as SatPass[]).filter(
      ({ fault, startMs }) => fault === null && startMs > clock.now() + HOUR_MS,
    )
    const choices = free.slice(0, 1).map(({ satelliteId, peakMs }) => ({ satelliteId, peakMs }))
    const { body } = await server.call('POST', '/mon/sat/task/add', {
      token: planner,
      body: satForm({ ...later, choices }),
    })
    const task = body.result as SatTask
    // Without any station there is no region.
    expect(task.regionCode).toBe('000000')
    const id = choices[0]?.satelliteId
    const remove = async () => (await server.call('DELETE', `/mon/satellite/delete?id=${id}`, { token: planner })).body
    const order = { token: planner, body: { id: task.id, version: task.version } }
    await server.call('POST', '/mon/sat/task/submit', order)
    expect((await remove()).message).toBe('卫星正被未结束的任务使用，不能删除')
    await server.call('POST', '/mon/sat/task/withdraw', { token: planner, body: { id: task.id, version: 2 } })
    expect((await remove()).success).toBe(true)
  })
})
