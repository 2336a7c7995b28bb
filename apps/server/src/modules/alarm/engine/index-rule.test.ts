import type { RuleBranch } from '@natim/domain/alarm/rule'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../../../platform/clock.ts'
import { buildStation } from '../../../testing/build-network.ts'
import { simulate } from '../../alarm-rule/index.ts'
import { buildAqi } from '../../aqi/testing/rows.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../../ingest/testing/network.ts'
import { runRechecks } from '../history/recheck-worker.ts'
import { startEngine } from '../testing/engine.ts'
import { buildRule } from '../testing/rules.ts'
import type { AlarmEngine } from './engine.ts'

/** 2026-11-21 00:00 GMT+8. */
const T0 = Date.UTC(2026, 10, 20, 16)
const clock = { ms: T0 }
const plain = { severity: 2, forS: 0, clearForS: 0 } as const
const ofStation: RuleBranch = { type: 'index', of: 'station', span: 'hour', value: 151, ...plain }
const ofCity: RuleBranch = { type: 'index', of: 'city', span: 'hour', value: 151, ...plain }
const ofDay: RuleBranch = { type: 'index', of: 'station', span: 'day', value: 151, ...plain }

let network: TestNetwork
let station: { id: string }
let other: { id: string }
let device: TestDevice
let engineClock: ManualClock
let engine: AlarmEngine | undefined

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      station = await buildStation(db, { name: '甲站' })
      other = await buildStation(db, { name: '乙站' })
      device = await addDevice(db, { metrics: ['air_temp', 'pm10', 'pm25'], stationId: station.id, periodS: 60 })
      await addDevice(db, { metrics: ['pm25'], stationId: other.id, periodS: 60 })
    },
  })
})
afterAll(() => network.close())
beforeEach(async () => {
  clock.ms = T0
  await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
  await network.reset()
  await network.pool.query(`truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox, mon_alarm_rule,
    mon_alarm_cursor, mon_alarm_recheck, mon_aqi restart identity cascade`)
  await network.pool.query(
    'update mon_alarm_recheck_cursor c set seq = s.seq from mon_stream_seq s where s.stream = c.stream',
  )
  engineClock = createManualClock(T0)
  return async () => {
    await engine?.stop()
    engine = undefined
  }
})

const alarms = () => network.db.selectFrom('monAlarm').selectAll().orderBy('triggerTs').orderBy('title').execute()
const hour = (n: number, aqi: number | null, id = station.id, of: 'station' | 'city' = 'station') =>
  buildAqi(network.db, { of, id, span: 'hour', endMs: T0 + n * HOUR_MS, aqi })
/** Runs the engine at this time after T0. */
async function at(hours: number, minutes: number): Promise<void> {
  clock.ms = T0 + hours * HOUR_MS + minutes * MINUTE_MS
  engineClock.advance(clock.ms - engineClock.now())
  await engine?.turn()
}

describe('a rule about an index', () => {
  it('raises one alarm per place with the reported value, and ends it by the next report', async () => {
    await buildRule(network.db, { branches: [ofStation], scope: { regionPrefixes: ['3205'] } })
    engine = await startEngine(network, engineClock)
    await hour(1, 163)
    await hour(1, 90, other.id)
    await at(1, 6)
    expect(await alarms()).toMatchObject([
      {
        title: '甲站 AQI 小时值 ≥ 151',
        active: true,
        value: 163,
        limitValue: 151,
        triggerTs: new Date(T0 + HOUR_MS),
        deviceId: device.id,
        channelNo: null,
        unit: null,
      },
    ])
    await hour(2, null)
    await at(2, 6)
    expect(await alarms()).toMatchObject([{ active: true }])
    await hour(3, 150)
    await at(3, 6)
    expect(await alarms()).toMatchObject([{ active: false, clearedTs: new Date(T0 + 3 * HOUR_MS) }])
  })

  it('waits for a report after the fifth minute', async () => {
    await buildRule(network.db, { branches: [ofStation] })
    engine = await startEngine(network, engineClock)
    await at(1, 5)
    expect(await alarms()).toEqual([])
    await hour(1, 163)
    await at(1, 6)
    expect(await alarms()).toHaveLength(1)
  })

  it('raises one alarm per city, however many stations it has', async () => {
    await buildRule(network.db, { branches: [ofCity] })
    engine = await startEngine(network, engineClock)
    await hour(1, 200, station.id)
    await hour(1, 200, other.id)
    await hour(1, 180, '320500', 'city')
    await at(1, 6)
    expect((await alarms()).map(({ title, value }) => [title, value])).toEqual([['苏州 AQI 小时值 ≥ 151', 180]])
    const rule = { place: 'public', scope: {}, branches: [ofCity], autoClear: true, latch: true } as const
    const job = { body: { rule, compare: null }, fromMs: T0 - 1, toMs: clock.ms }
    expect((await simulate(network.db, job, { report: async () => true }))?.alarms).toHaveLength(1)
  })

  it('uses the daily report for the day', async () => {
    await buildRule(network.db, { branches: [ofDay] })
    engine = await startEngine(network, engineClock)
    await hour(24, 300)
    await buildAqi(network.db, { of: 'station', id: station.id, span: 'day', endMs: T0 + DAY_MS, aqi: 151 })
    await at(24, 6)
    expect((await alarms()).map(({ title, value }) => [title, value])).toEqual([['甲站 AQI 日值 ≥ 151', 151]])
  })

  it('raises live what its backtest finds', async () => {
    const reports = [90, 160, 170, 120, null, 152, 40] as const
    await buildRule(network.db, { branches: [ofStation] })
    engine = await startEngine(network, engineClock)
    for (const [i, aqi] of reports.entries()) {
      await hour(i + 1, aqi)
      await at(i + 1, 6)
    }
    const rule = { place: 'public', scope: {}, branches: [ofStation], autoClear: true, latch: true } as const
    const job = { body: { rule, compare: null }, fromMs: T0 - 1, toMs: clock.ms }
    const result = await simulate(network.db, job, { report: async () => true })
    const simulated = (result?.alarms ?? [])
      .map(({ triggerMs, endMs, value }) => [triggerMs, endMs, value])
      .toReversed()
    expect(simulated).toEqual([
      [T0 + 2 * HOUR_MS, T0 + 4 * HOUR_MS, 160],
      [T0 + 6 * HOUR_MS, T0 + 7 * HOUR_MS, 152],
    ])
    const log = await network.db.selectFrom('monAlarmLog').select(['action', 'ts']).orderBy('eid').execute()
    const told = log.filter(({ action }) => ['raise', 'clear', 'reopen'].includes(action))
    expect(told.map(({ ts }) => (ts.getTime() - T0) / HOUR_MS)).toEqual([2, 4, 6, 7])
  })
})

describe('late samples', () => {
  it('have the index of their station judged again once it is recomputed', async () => {
    await buildRule(network.db, { branches: [ofStation] })
    await network.db
      .updateTable('monAlarmRule')
      .set({ createTime: new Date(T0 - HOUR_MS) })
      .execute()
    await hour(1, 90)
    clock.ms = T0 + 6 * HOUR_MS
    const client = await connect(network, device)
    try {
      const rows = Array.from({ length: 60 }, (_, i) => [(i + 1) * MINUTE_MS, 300])
      await publish(client, `dt/${device.clientId}/batch`, { c: ['3'], t0: T0, rows })
    } finally {
      await client.endAsync()
    }
    await hour(1, 250)
    await hour(2, 60)
    await runRechecks(network.db, network.bus, clock.ms)
    await runRechecks(network.db, network.bus, clock.ms + MINUTE_MS)
    expect(await alarms()).toEqual([])
    await runRechecks(network.db, network.bus, clock.ms + 3 * MINUTE_MS)
    expect(await alarms()).toMatchObject([
      {
        historic: true,
        active: false,
        channelNo: null,
        title: '甲站 AQI 小时值 ≥ 151',
        value: 250,
        triggerTs: new Date(T0 + HOUR_MS),
      },
    ])
  })
})
