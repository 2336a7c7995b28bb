import { captureRates } from '@natim/domain/capture'
import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildStatusChange } from '../../testing/build-telemetry.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'

const NOW = parseGmt8('2026-11-25 10:00:00') ?? 0
const DAY = '2026-11-20'
const D0 = parseGmt8(`${DAY} 00:00:00`) ?? 0

let server: TestApp
let station: { id: string; name: string }
let foreign: { id: string; name: string }
let device: BuiltDevice
let wu: string
let zhou: string
let analyst: string
let provincial: string

const ask = async (path: string, token = wu) => (await server.call('GET', `/mon/review/${path}`, { token })).body
const seen = (day = DAY, version = 0, stationId = station.id) => ({ stationId, day, version })
const decide = async (call: string, token: string, days: object[] = [seen()], note?: string) =>
  (await server.call('POST', `/mon/review/${call}`, { token, body: { days, ...(note && { note }) } })).body
const mark = async (token: string, given: object = {}, call = 'invalidate') =>
  (
    await server.call('POST', `/mon/ts/${call}`, {
      token,
      body: {
        channelNos: [device.channelNos[0]],
        from: D0 + 13 * HOUR_MS,
        to: D0 + 14 * HOUR_MS,
        reason: 'interference',
        note: '路面切割作业',
        ...given,
      },
    })
  ).body
const cellOf = async (day = DAY) => {
  const { result } = await ask('month?month=2026-11')
  const row = result.stations.find((entry: { stationId: string }) => entry.stationId === station.id)
  return row.cells.find((cell: { day: string }) => cell.day === day)
}

/** One value per minute for a whole day; `at` overrides single minutes, null = no sample. */
const day = (on: BuiltDevice, at: (minute: number) => { v?: number; q?: number } | null = () => ({}), channel = 0) =>
  Array.from({ length: 1_440 }, (_, i) => ({ given: at(i), ts: D0 + (i + 1) * MINUTE_MS, v: 40 + (i % 5) })).flatMap(
    ({ given, ts, v }) =>
      given === null ? [] : [{ deviceNo: on.deviceNo, channelNo: on.channelNos[channel] ?? 0, ts, v, ...given }],
  )

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await openPartitions(server.db)
  station = await buildStation(server.db, { name: '江北园区' })
  foreign = await buildStation(server.db, { name: '北京站', regionCode: '110000' })
  device = await buildDevice(server.db, { metrics: ['pm25'], stationId: station.id, status: 'online' })
  await server.addUser('wu', { roles: ['nat_admin'] })
  await server.addUser('zhou', { roles: ['nat_admin'] })
  await server.addUser('analyst', { roles: ['analyst'] })
  await server.addUser('provincial', { roles: ['nat_admin'], regionPrefixes: ['32'] })
  ;[wu, zhou, analyst, provincial] = [
    await server.signIn('wu'),
    await server.signIn('zhou'),
    await server.signIn('analyst'),
    await server.signIn('provincial'),
  ]
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`truncate mon_sample, mon_sample_pack, mon_r1m, mon_r1h, mon_r1d, mon_dirty, mon_sample_mark, mon_review_day,
    mon_review_log, mon_device_status_log, mon_gap`.execute(server.db)
})
const store = async (...samples: Parameters<typeof storeSamples>[1][]) => {
  await storeSamples(server.db, samples.flat())
  await drainMarks(server.db)
}

describe('a review day', () => {
  it('goes from automatic to reviewed to approved, and back with a reason, each step with its own permission', async () => {
    expect((await decide('review', analyst)).message).toBe('已审核 1 个站日')
    expect(await cellOf()).toMatchObject({ state: 'reviewed', version: 1 })
    expect((await decide('approve', analyst, [seen(DAY, 1)])).code).toBe(403)
    expect((await decide('approve', zhou, [seen(DAY, 1)])).success).toBe(true)
    expect(await cellOf()).toMatchObject({ state: 'approved', version: 2 })
    expect((await decide('reopen', analyst, [seen(DAY, 2)], '复核')).code).toBe(403)
    expect((await decide('reopen', zhou, [seen(DAY, 2)])).success).toBe(false)
    expect((await decide('reopen', zhou, [seen(DAY, 2)], '比对后发现漂移')).success).toBe(true)
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    expect(result).toMatchObject({ state: 'auto', reviewedBy: null, approvedBy: null })
    expect(result.lines.map(({ action, userName, note }: Record<string, string>) => [action, userName, note])).toEqual([
      ['reopen', 'zhou（测试）', '比对后发现漂移'],
      ['approve', 'zhou（测试）', ''],
      ['review', 'analyst（测试）', ''],
    ])
  })

  it('cannot be approved by the person who reviewed it or decided about its samples', async () => {
    await store(day(device))
    await decide('review', wu)
    expect((await decide('approve', wu, [seen(DAY, 1)])).message).toContain('编辑人与审核人不能为同一人')
    await decide('withdraw', wu, [seen(DAY, 1)])
    expect((await mark(zhou)).success).toBe(true)
    await decide('review', wu, [seen(DAY, 2)])
    expect((await decide('approve', zhou, [seen(DAY, 3)])).message).toContain('编辑人与审核人不能为同一人')
    expect((await decide('approve', provincial, [seen(DAY, 3)])).success).toBe(true)
  })

  it('is reviewed by one of two concurrent requests, and the other is told by whom', async () => {
    const answers = await Promise.all([decide('review', wu), decide('review', zhou), decide('review', analyst)])
    const won = answers.filter(({ success }) => success)
    expect(won).toHaveLength(1)
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    for (const { success, message } of answers)
      if (!success) expect(message).toBe(`江北园区 ${DAY} 已由${result.reviewedBy}审核，请刷新后重试！`)
  })

  it('is refused with all others of the call when any is outdated, still running, or of another region', async () => {
    await decide('review', wu, [seen('2026-11-19')])
    expect((await decide('review', zhou, [seen(), seen('2026-11-19')])).message).toContain(
      '2026-11-19 已由wu（测试）审核',
    )
    expect(await cellOf()).toMatchObject({ state: 'auto' })
    expect((await decide('review', wu, [seen('2026-11-25')])).message).toContain('尚未结束')
    expect((await decide('review', provincial, [seen(), seen(DAY, 0, foreign.id)])).message).toBe('未找到对应数据')
    expect((await ask(`day?stationId=${foreign.id}&day=${DAY}`, provincial)).message).toBe('未找到对应数据')
    expect((await ask(`capture?stationId=${foreign.id}&month=2026-11`, provincial)).message).toBe('未找到对应数据')
    const { result } = await ask('month?month=2026-11', provincial)
    expect(result.stations.map(({ stationId }: { stationId: string }) => stationId)).not.toContain(foreign.id)
  })

  it('is reset by a decision about samples when reviewed, and blocks it when approved', async () => {
    await store(day(device))
    await decide('review', wu)
    const made = await mark(wu)
    expect(await cellOf()).toMatchObject({ state: 'auto', version: 2 })
    await decide('review', wu, [seen(DAY, 2)])
    await decide('approve', zhou, [seen(DAY, 3)])
    const refused = `江北园区 ${DAY} 已由zhou（测试）批准，需先撤回批准！`
    expect((await mark(wu, { from: D0 + 15 * HOUR_MS, to: D0 + 16 * HOUR_MS })).message).toBe(refused)
    expect((await mark(wu, {}, 'validate')).message).toBe(refused)
    const undo = await server.call('POST', '/mon/ts/undoMark', { token: wu, body: { batchId: made.result.batchId } })
    expect(undo.body.message).toBe(refused)
    // The first instant after the day belongs to the next day.
    expect((await mark(wu, { from: D0 + DAY_MS, to: D0 + DAY_MS + HOUR_MS })).message).toContain('没有可改变')
    await decide('reopen', zhou, [seen(DAY, 4)], '复核')
    expect((await mark(wu, { from: D0 + 15 * HOUR_MS, to: D0 + 16 * HOUR_MS })).success).toBe(true)
  })
})

describe('daily rates', () => {
  it('use the sampling period in force then, and give losses by cause', async () => {
    const calibrated = (i: number) => (i >= 1_260 && i < 1_284 ? { q: QUALITY.calibration } : {})
    const disowned = (i: number) => (i >= 300 && i < 304 ? { q: QUALITY.deviceInvalid } : {})
    await store(
      day(device, (i) =>
        i >= 1_020 && i < 1_056 ? null : { ...calibrated(i), ...disowned(i), ...(i < 18 && { q: QUALITY.late }) },
      ),
    )
    await server.db
      .insertInto('monGap')
      .values({
        deviceId: device.deviceNo,
        channelNo: device.channelNos[0] ?? 0,
        tFrom: new Date(D0 + 1_021 * MINUTE_MS),
        tTo: new Date(D0 + 1_057 * MINUTE_MS),
        cause: 'offline',
      })
      .execute()
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    expect(result.capture).toMatchObject({ expected: 1_440, received: 1_404, valid: 1_376, planned: 24 })
    expect(result.capture).toMatchObject({ missing: 36, manual: 0, calibration: 24, device: 4, check: 0, late: 18 })
    expect(result.gaps).toEqual([{ cause: 'offline', ms: 36 * MINUTE_MS }])
    const month = await ask(`capture?stationId=${station.id}&month=2026-11`)
    const row = month.result.rows.find((entry: { day: string }) => entry.day === DAY)
    expect(row.capture).toEqual(result.capture)
    expect(captureRates(row.capture).capture).toBeCloseTo(1_376 / 1_416)
  })

  it('exclude planned maintenance from the capture rate', async () => {
    await store(day(device, (i) => (i >= 600 && i < 720 ? null : {})))
    const change = { from: 'online', to: 'maintenance' } as const
    await buildStatusChange(server.db, device.deviceNo, { tsMs: D0 + 600 * MINUTE_MS, ...change })
    await buildStatusChange(server.db, device.deviceNo, {
      tsMs: D0 + 720 * MINUTE_MS,
      from: 'maintenance',
      to: 'online',
    })
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    expect(result.capture).toMatchObject({ expected: 1_440, received: 1_320, planned: 120, captured: 1_320 })
    expect(captureRates(result.capture)).toMatchObject({ capture: 1, transmission: 1_320 / 1_440 })
  })

  it('change with a decision and its undo', async () => {
    await store(day(device))
    const capture = async () => (await ask(`day?stationId=${station.id}&day=${DAY}`)).result
    const before = await capture()
    const made = await mark(wu)
    expect(await capture()).toMatchObject({ isPending: true, revisedMs: NOW })
    await drainMarks(server.db)
    const after = await capture()
    expect(after.capture).toMatchObject({ valid: 1_380, manual: 60 })
    expect(after).toMatchObject({ isPending: false, marks: [{ n: 60, isValid: false, madeBy: 'wu（测试）' }] })
    await server.call('POST', '/mon/ts/undoMark', { token: wu, body: { batchId: made.result.batchId } })
    await drainMarks(server.db)
    expect((await capture()).capture).toEqual(before.capture)
  })
})

describe('doubts', () => {
  const doubtsOf = async () => {
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    const list = result.channels.flatMap((channel: { doubts: object[] }) => channel.doubts)
    expect((await cellOf()).doubts).toBe(list.length)
    return list
  }
  const span = (kind: string, from: number, to: number) => ({
    kind,
    fromMs: D0 + from * HOUR_MS,
    toMs: D0 + to * HOUR_MS,
  })

  it('are the same for month and day, and disappear after a decision of either kind', async () => {
    await store(day(device, (i) => (i >= 800 && i < 806 ? { v: 160, q: QUALITY.jump } : i === 100 ? { v: 90 } : {})))
    expect(await doubtsOf()).toEqual([span('spike', 1, 2), span('jump', 13, 14)])
    await mark(wu, { reason: 'real' }, 'validate')
    await drainMarks(server.db)
    expect(await doubtsOf()).toEqual([span('spike', 1, 2)])
    const made = await mark(wu, { from: D0 + 100 * MINUTE_MS, to: D0 + 101 * MINUTE_MS })
    await drainMarks(server.db)
    expect(await doubtsOf()).toEqual([])
    await server.call('POST', '/mon/ts/undoMark', { token: wu, body: { batchId: made.result.batchId } })
    await drainMarks(server.db)
    expect(await doubtsOf()).toEqual([span('spike', 1, 2)])
  })

  it('compare a station with three others of its city, whoever the reader is', async () => {
    for (const name of ['甲', '乙', '丙']) {
      const other = await buildStation(server.db, { name, regionCode: '320501' })
      const built = await buildDevice(server.db, { metrics: ['pm25'], stationId: other.id, status: 'online' })
      await store(day(built, () => ({ v: 12 })))
    }
    await store(day(device))
    expect(await doubtsOf()).toEqual([span('neighbour', 0, 24)])
    const { result } = await ask(`day?stationId=${station.id}&day=${DAY}`)
    expect(result.channels[0].neighbours).toEqual(Array.from({ length: 24 }, () => 12))
  })
})
