import type { AlarmBand, Exceedance } from '@natim/contract/mon/ts-marks'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { openPartitions } from '../../rollup/testing/samples.ts'

const at = (text: string) => parseGmt8(text) ?? 0
const FROM = at('2026-02-26 00:00:00')
const TO = at('2026-03-05 00:00:00')
const NOW = at('2026-03-04 12:00:00')

let server: TestApp
let token: string
let device: BuiltDevice
let foreign: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('analyst', { roles: ['analyst'], regionPrefixes: ['32'] })
  token = await server.signIn('analyst')
  await openPartitions(server.db)
  device = await buildDevice(server.db, { metrics: ['pm25', 'o3'] })
  foreign = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '330100' })
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['mon_alarm_log', 'mon_alarm', 'mon_r1d', 'mon_r1h'])
    await sql`delete from ${sql.table(table)}`.execute(server.db).catch(() => undefined)
})

const ask = async <T>(call: string, from = FROM, to = TO, channels: readonly number[] = device.channelNos) =>
  (await server.call('GET', `/mon/ts/${call}?channels=${channels.join(',')}&from=${from}&to=${to}`, { token }))
    .body as { result: T; message: string; success: boolean }

async function mean(table: 'mon_r1d' | 'mon_r1h', index: number, endMs: number, v: number, enough = true) {
  await sql`insert into ${sql.table(table)} (device_id, channel_no, t, n, n_valid, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, q_or, cover_s, valid_hours)
    values (${device.deviceNo}, ${device.channelNos[index]}, ${new Date(endMs)}, 60, 60, ${v}, ${v}, ${v}, ${v}, ${v}, ${v * 60}, 0, 0,
      ${enough ? 3_600 : 60}, ${table === 'mon_r1d' ? (enough ? 24 : 3) : null})`.execute(server.db)
}

describe('exceedances', () => {
  it('are counted on daily means, each by the limit in force on its day', async () => {
    // Limit 75 until 28 February, 60 since; 24:00 of the 28th is labelled 1 March 00:00.
    await mean('mon_r1d', 0, at('2026-02-28 00:00:00'), 74)
    await mean('mon_r1d', 0, at('2026-03-01 00:00:00'), 70)
    await mean('mon_r1d', 0, at('2026-03-02 00:00:00'), 60)
    await mean('mon_r1d', 0, at('2026-03-03 00:00:00'), 102)
    await mean('mon_r1d', 0, at('2026-03-04 00:00:00'), 66)
    await mean('mon_r1d', 0, at('2026-02-27 00:00:00'), 500, false)
    // Its day is still running.
    await mean('mon_r1d', 0, at('2026-03-05 00:00:00'), 300)
    const { result } = await ask<{ rows: Exceedance[] }>('exceedances')
    const pm25 = result.rows.filter(
      ({ channelNo, avgPeriod }) => channelNo === device.channelNos[0] && avgPeriod === 'day',
    )
    expect(pm25).toHaveLength(1)
    expect(pm25[0]).toMatchObject({ values: [75, 60], exceeded: 2, judged: 5 })
    expect(pm25[0]?.worst).toEqual([
      { tsMs: at('2026-03-03 00:00:00'), value: 102 },
      { tsMs: at('2026-03-04 00:00:00'), value: 66 },
    ])
  })

  it('of hourly limits are counted on valid hours in (from, to]', async () => {
    await mean('mon_r1h', 1, FROM, 900)
    await mean('mon_r1h', 1, FROM + HOUR_MS, 201)
    await mean('mon_r1h', 1, FROM + 2 * HOUR_MS, 900, false)
    await mean('mon_r1h', 1, FROM + 3 * HOUR_MS, 30)
    const { result } = await ask<{ rows: Exceedance[] }>('exceedances')
    const hours = result.rows.filter(({ avgPeriod }) => avgPeriod === '1h')
    expect(hours.map(({ channelNo }) => channelNo)).toEqual([device.channelNos[1]])
    expect(hours[0]).toMatchObject({ exceeded: 1, judged: 2 })
  })

  it('are not counted over too many hours', async () => {
    const many = await ask<{ uncounted: number[] }>('exceedances', NOW - 5 * 365 * DAY_MS, NOW)
    expect(many.result.uncounted).toEqual([])
    const more = await Promise.all(
      Array.from({ length: 3 }, () => buildDevice(server.db, { metrics: ['o3', 'no2', 'so2', 'co'] })),
    )
    const channels = more.flatMap(({ channelNos }) => channelNos)
    const counted = await ask<{ uncounted: number[] }>('exceedances', NOW - 5 * 365 * DAY_MS, NOW, channels)
    expect(counted.result.uncounted.length).toBeGreaterThan(0)
  })
})

describe('alarm bands', () => {
  const alarm = (given: object) =>
    buildAlarm(server.db, { channelNo: device.channelNos[0] ?? 0, triggerTs: new Date(FROM + HOUR_MS), ...given })

  it('are the alarms active within the range, without drills', async () => {
    const open = await alarm({})
    const over = await alarm({ active: false, clearedTs: new Date(FROM + 2 * HOUR_MS), severityMax: 3 })
    await alarm({ triggerTs: new Date(FROM - DAY_MS), active: false, clearedTs: new Date(FROM) })
    const atEnd = await alarm({ triggerTs: new Date(TO) })
    await alarm({ triggerTs: new Date(TO + 1) })
    await alarm({ drill: true })
    await alarm({ regionCode: '330100' })
    const { result } = await ask<AlarmBand[]>('alarms')
    expect(new Set(result.map(({ id }) => id))).toEqual(new Set([open, over, atEnd]))
    expect(result.find(({ id }) => id === over)).toMatchObject({
      severity: 3,
      fromMs: FROM + HOUR_MS,
      toMs: FROM + 2 * HOUR_MS,
    })
    expect(result.find(({ id }) => id === open)?.toMs).toBeNull()
  })

  it('require the permission to see alarms', async () => {
    await server.addUser('nobody', { roles: ['test'] })
    const denied = await server.call('GET', `/mon/ts/alarms?channels=1&from=0&to=1`, {
      token: await server.signIn('nobody'),
    })
    expect(denied.status).toBe(403)
  })
})

describe('an empty range', () => {
  it('gives the nearest hours with data on both sides', async () => {
    expect((await ask('nearest')).result).toEqual({ beforeMs: null, afterMs: null })
    await mean('mon_r1h', 0, FROM - 5 * HOUR_MS, 1)
    await mean('mon_r1h', 1, FROM, 1)
    // The hour that ends with the range is part of it.
    await mean('mon_r1h', 0, TO, 1)
    await mean('mon_r1h', 0, TO + 2 * HOUR_MS, 1)
    await mean('mon_r1h', 1, TO + 3 * HOUR_MS, 1)
    expect((await ask('nearest')).result).toEqual({ beforeMs: FROM, afterMs: TO + 2 * HOUR_MS })
    expect((await ask('nearest', TO + 10 * MINUTE_MS, TO + 20 * MINUTE_MS)).result).toEqual({
      beforeMs: TO,
      afterMs: TO + 2 * HOUR_MS,
    })
  })
})

describe('chart overlays', () => {
  it.each(['alarms', 'exceedances', 'nearest'])(
    '%s: a channel of another region is treated as unknown',
    async (call) => {
      const hidden = await ask(call, FROM, TO, [device.channelNos[0] ?? 0, foreign.channelNos[0] ?? 0])
      expect(hidden.success).toBe(false)
      expect(hidden.message).toBe((await ask(call, FROM, TO, [2_000_000_000])).message)
      expect((await ask(call, TO, FROM)).message).toBe('结束时间必须晚于开始时间！')
    },
  )
})
