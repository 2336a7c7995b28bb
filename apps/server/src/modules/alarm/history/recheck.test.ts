import type { RuleBranch } from '@natim/domain/alarm/rule'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../../ingest/testing/network.ts'
import type { AlarmEngine } from '../engine/engine.ts'
import { channelKey } from '../engine/target.ts'
import { buildEngine } from '../testing/engine.ts'
import { buildRule } from '../testing/rules.ts'
import { runRechecks } from './recheck-worker.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const clock = { ms: T0 }
let engineClock = createManualClock(T0)

let network: TestNetwork
let gateway: TestDevice
let child: TestDevice
let other: TestDevice
let client: MqttClient
let engine: AlarmEngine

const over: RuleBranch = { type: 'threshold', severity: 2, op: '>=', value: 50, avgS: 0, forS: 120, clearForS: 60 }

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      child = await addDevice(db, { metrics: ['pm25'], gatewayId: gateway.id, periodS: 60 })
      other = await addDevice(db, { metrics: ['pm25'], gatewayId: gateway.id, periodS: 60 })
    },
  })
})
afterAll(() => network.close())
beforeEach(async () => {
  clock.ms = T0
  await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
  await network.reset()
  await network.pool.query(`truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox, mon_alarm_rule,
    mon_alarm_cursor, mon_alarm_recheck, mon_alarm_recheck_limits restart identity cascade`)
  await network.pool.query(
    'update mon_alarm_recheck_cursor c set seq = s.seq from mon_stream_seq s where s.stream = c.stream',
  )
  client = await connect(network, gateway)
  engineClock = createManualClock(T0)
  engine = buildEngine(network, engineClock)
  return async () => {
    await client.endAsync()
    await engine.stop()
  }
})

async function inForce(branches: readonly RuleBranch[]): Promise<string> {
  const id = await buildRule(network.db, { branches })
  await network.db
    .updateTable('monAlarmRule')
    .set({ createTime: new Date(T0 - HOUR_MS) })
    .execute()
  return id
}
const topic = (device: TestDevice, kind: string) => `dt/${gateway.clientId}/sub/${device.clientId}/${kind}`
const say = (device: TestDevice, ts: number, value: number) =>
  publish(client, topic(device, 'tele'), { ts, d: { 1: value } })
/** Minute by minute from T0. */
const backfill = (device: TestDevice, values: readonly number[]) =>
  publish(client, topic(device, 'batch'), { c: ['1'], t0: T0, rows: values.map((value, i) => [i * MINUTE_MS, value]) })
const alarms = () => network.db.selectFrom('monAlarm').selectAll().orderBy('triggerTs').orderBy('deviceNo').execute()
const outbox = async () => network.db.selectFrom('monAlarmOutbox').select(['kind', 'severity']).execute()
/** Two runs: the first records what arrived, the second is after the settle time. */
async function look(): Promise<void> {
  await runRechecks(network.db, network.bus, clock.ms)
  await runRechecks(network.db, network.bus, clock.ms + 2 * MINUTE_MS)
}

/** Minutes from the first to before the second. */
const span = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const SIX_HOURS = Array.from({ length: 360 }, (_, i) => (i >= 100 && i < 110 ? 60 : 10))

describe('a gateway that delivers six hours at once', () => {
  it('[BZ-20] raises nothing live, each past alarm as already cleared, and notifies once', async () => {
    await inForce([over])
    engine.start()
    await engine.turn()
    clock.ms = T0 + 6 * HOUR_MS
    for (const device of [child, other]) await backfill(device, SIX_HOURS)
    await engine.turn()
    expect(await alarms()).toEqual([])
    await look()
    const raised = { historic: true, active: false, severity: 4, value: 60, clearReason: 'value', marked: false }
    const times = { triggerTs: new Date(T0 + 102 * MINUTE_MS), clearedTs: new Date(T0 + 111 * MINUTE_MS) }
    expect(await alarms()).toMatchObject([
      { ...raised, ...times, deviceId: child.id },
      { ...raised, ...times, deviceId: other.id },
    ])
    expect(await outbox()).toEqual([{ kind: 'historic', severity: 4 }])
    const [told] = await network.db.selectFrom('monAlarmOutbox').select('id').execute()
    expect((await alarms()).map(({ digestId }) => digestId)).toEqual([told?.id, told?.id])
    await backfill(child, SIX_HOURS)
    await look()
    expect(await alarms()).toHaveLength(2)
    expect(await outbox()).toHaveLength(1)
  })

  it.each([
    ['by the period of then', [60, 10], 1],
    // One sample of six is not a valid mean.
    ['by that of now where no other was noted', [], 0],
  ])('judges earlier samples with a longer period %s', async (_, periods, count) => {
    await inForce([{ type: 'threshold', severity: 2, op: '>=', value: 50, avgS: 600, forS: 0, clearForS: 0 }])
    const channelNo = child.channelNos[0] ?? 0
    const setPeriod = (periodS: number) =>
      network.db.updateTable('monChannel').set({ periodS }).where('channelNo', '=', channelNo).execute()
    clock.ms = T0 + 6 * HOUR_MS
    await backfill(child, SIX_HOURS)
    await setPeriod(10)
    for (const [i, periodS] of periods.entries())
      await network.db
        .insertInto('monChannelVersion')
        .values({ channelNo, fromTs: new Date(i * clock.ms), body: JSON.stringify({ periodS, enabled: true }) })
        .execute()
    await look()
    await setPeriod(60)
    await network.db.deleteFrom('monChannelVersion').execute()
    const raised = (await alarms()).map(({ triggerTs }) => triggerTs)
    expect(raised).toEqual(Array.from({ length: count }, () => new Date(T0 + 107 * MINUTE_MS)))
  })

  it('judges each sample by the limits and the range its channel had then', async () => {
    await inForce([{ type: 'limit', severity: 2, kind: 'OWN', level: '2', forS: 0, clearForS: 0, clearShare: 1 }])
    const channelNo = child.channelNos[0] ?? 0
    const settings = (value: number, rangeHi: number) => ({
      periodS: 60,
      enabled: true,
      rangeLo: 0,
      rangeHi,
      limitOverride: [{ level: 2, value }],
    })
    const versions = [
      [0, settings(50, 1_000)],
      [T0 + 200 * MINUTE_MS, settings(80, 1_000)],
      // Readings beyond the range count as its end, which is no longer reached by any limit.
      [T0 + 300 * MINUTE_MS, settings(80, 70)],
    ] as const
    await network.db
      .insertInto('monChannelVersion')
      .values(versions.map(([fromMs, body]) => ({ channelNo, fromTs: new Date(fromMs), body: JSON.stringify(body) })))
      .execute()
    const now = { limitOverride: JSON.stringify([{ level: 2, value: 80 }]), rangeHi: 70 }
    await network.db.updateTable('monChannel').set(now).where('channelNo', '=', channelNo).execute()
    clock.ms = T0 + 6 * HOUR_MS
    const high = [
      ...span(100, 104).map((i) => [i, 60] as const),
      ...span(220, 224).map((i) => [i, 60] as const),
      ...[...span(260, 264), ...span(320, 324)].map((i) => [i, 2_000] as const),
    ]
    const values = new Map(high)
    await backfill(
      child,
      SIX_HOURS.map((_, i) => values.get(i) ?? 10),
    )
    await sql`update mon_sample set q = q | 1 where v = 2000`.execute(network.db)
    await look()
    await network.db.updateTable('monChannel').set({ limitOverride: null, rangeHi: 1_000 }).execute()
    await network.db.deleteFrom('monChannelVersion').execute()
    expect(await alarms()).toMatchObject([
      { triggerTs: new Date(T0 + 101 * MINUTE_MS), limitValue: 50 },
      { triggerTs: new Date(T0 + 261 * MINUTE_MS), limitValue: 80 },
    ])
  })

  describe('when the limit of the channel changed within them', () => {
    const changeMs = T0 + 200 * MINUTE_MS
    const judged = async (limits: readonly [before: number, after: number], values: readonly number[]) => {
      await inForce([{ type: 'limit', severity: 2, kind: 'OWN', level: '2', forS: 0, clearForS: 0, clearShare: 1 }])
      const channelNo = child.channelNos[0] ?? 0
      const bodies = limits.map((value) => {
        const limitOverride = [{ level: 2, value }]
        return JSON.stringify({ periodS: 60, enabled: true, rangeLo: 0, rangeHi: 1_000, limitOverride })
      })
      await network.db
        .insertInto('monChannelVersion')
        .values(bodies.map((body, i) => ({ channelNo, fromTs: new Date(i * changeMs), body })))
        .execute()
      const limitOverride = JSON.stringify([{ level: 2, value: limits[1] }])
      await network.db.updateTable('monChannel').set({ limitOverride }).where('channelNo', '=', channelNo).execute()
      clock.ms = T0 + 6 * HOUR_MS
      await backfill(child, values)
      await look()
      await network.db.updateTable('monChannel').set({ limitOverride: null }).execute()
      await network.db.deleteFrom('monChannelVersion').execute()
      return (await alarms()).map(({ triggerTs, limitValue }) => [(triggerTs.getTime() - T0) / MINUTE_MS, limitValue])
    }
    const values = (from: number, to: number, high: number) =>
      span(0, 360).map((i) => (i >= from && i < to ? high : 10))

    it('raises an alarm for values that exceed only the new limit, although they began before', async () => {
      const [[minute = 0, limit] = []] = await judged([80, 50], values(150, 250, 60))
      expect(limit).toBe(50)
      expect([200, 201]).toContain(minute)
    })

    it('compares a sample at the instant of the change with the new limit', async () => {
      // One sample alone is no alarm.
      expect(await judged([50, 80], values(199, 201, 60))).toEqual([])
    })
  })

  it('has one alarm for its offline hours, and its children have none', async () => {
    await inForce([over])
    await inForce([{ type: 'status', severity: 5, statuses: ['offline'], forS: 600, clearForS: 0 }])
    engine.start()
    await engine.turn()
    const states = (status: 'online' | 'offline') =>
      network.db
        .updateTable('monDeviceState')
        .set({ status, statusSince: new Date(clock.ms) })
        .execute()
    for (const { deviceNo } of [gateway, child, other])
      await network.db
        .insertInto('monDeviceState')
        .values({ deviceId: deviceNo, status: 'online' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await states('offline')
    clock.ms = T0 + 6 * HOUR_MS
    engineClock.advance(6 * HOUR_MS)
    await engine.turn()
    expect(await alarms()).toMatchObject([{ deviceNo: gateway.deviceNo, title: '设备离线', active: true }])
    await states('online')
    for (const device of [child, other]) await backfill(device, SIX_HOURS)
    engineClock.advance(10_000)
    await engine.turn()
    await look()
    const found = (await alarms()).toSorted((a, b) => Number(a.historic) - Number(b.historic))
    expect(found.map(({ historic, active }) => [historic, active])).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ])
    expect(found[0]).toMatchObject({ deviceNo: gateway.deviceNo })
    expect((await outbox()).map(({ kind }) => kind).toSorted()).toEqual(['historic', 'raise'])
  })

  it('[BZ-20] has one alarm, reopened, where it was clear for less than half an hour', async () => {
    await inForce([over])
    clock.ms = T0 + 6 * HOUR_MS
    const high = [...span(100, 110), ...span(120, 130), ...span(200, 210)]
    await backfill(
      child,
      SIX_HOURS.map((_, i) => (high.includes(i) ? 60 + Number(i === 125) : 10)),
    )
    await look()
    const at = (minute: number) => new Date(T0 + minute * MINUTE_MS)
    expect(await alarms()).toMatchObject([
      { triggerTs: at(102), reopenCount: 1, reopenedTs: at(122), clearedTs: at(131), peakValue: 61 },
      { triggerTs: at(202), reopenCount: 0, reopenedTs: null, clearedTs: at(211), peakValue: 60 },
    ])
    const log = await network.db
      .selectFrom('monAlarmLog as log')
      .innerJoin('monAlarm as alarm', 'alarm.id', 'log.alarmId')
      .select(['log.action', 'log.ts'])
      .where('alarm.reopenCount', '=', 1)
      .orderBy('log.eid')
      .execute()
    expect(log.filter(({ action }) => action !== 'ack')).toEqual([
      { action: 'raise', ts: at(102) },
      { action: 'clear', ts: at(111) },
      { action: 'reopen', ts: at(122) },
      { action: 'clear', ts: at(131) },
    ])
  })

  it('raises nothing from before its rule came into force', async () => {
    await buildRule(network.db, { branches: [over] })
    clock.ms = T0 + 6 * HOUR_MS
    await backfill(child, SIX_HOURS)
    await look()
    expect(await alarms()).toEqual([])
  })

  it('is judged once by concurrent workers', async () => {
    await inForce([over])
    clock.ms = T0 + 6 * HOUR_MS
    for (const device of [child, other]) await backfill(device, SIX_HOURS)
    await runRechecks(network.db, network.bus, clock.ms)
    const later = clock.ms + 2 * MINUTE_MS
    await Promise.all(Array.from({ length: 3 }, () => runRechecks(network.db, network.bus, later)))
    expect(await alarms()).toHaveLength(2)
    expect(await outbox()).toHaveLength(1)
    expect(await network.db.selectFrom('monAlarmRecheck').selectAll().execute()).toEqual([])
  })
})

it('leaves data that arrive during a look to the next one', async () => {
  await inForce([over])
  clock.ms = T0 + 6 * HOUR_MS
  await backfill(child, SIX_HOURS)
  await sql`create function mark_again() returns trigger language plpgsql as
    'begin update mon_late_mark set seq = seq + 1000; return null; end'`.execute(network.db)
  await sql`create trigger mark_again after update on mon_alarm_recheck_cursor execute function mark_again()`.execute(
    network.db,
  )
  await runRechecks(network.db, network.bus, clock.ms)
  await sql`drop function mark_again cascade`.execute(network.db)
  expect(await network.db.selectFrom('monAlarmRecheck').select('channelNo').execute()).toHaveLength(1)
})

describe('an alarm raised with incomplete data', () => {
  it('is kept, with a note in its log when it would not have fired', async () => {
    await inForce([over])
    engine.start()
    await engine.turn()
    for (const [minute, value] of [
      [0, 60],
      [2, 60],
    ] as const) {
      clock.ms = T0 + minute * MINUTE_MS
      await say(child, clock.ms, value)
      await engine.turn()
    }
    expect(await alarms()).toMatchObject([{ historic: false, active: true }])
    clock.ms = T0 + 20 * MINUTE_MS
    await backfill(child, [60, 10])
    await look()
    await backfill(child, [60, 10, 60, 10])
    await look()
    expect(await alarms()).toHaveLength(1)
    const log = await network.db.selectFrom('monAlarmLog').select(['action', 'note']).orderBy('eid').execute()
    expect(log.map(({ action }) => action)).toEqual(['raise', 'comment'])
    expect(log[1]?.note).toBe('按补齐或更正后的数据复核，本报警不会触发')
  })
})

describe('an alarm of an older version of its rule', () => {
  it('raises no doubt for a version no longer in force', async () => {
    const ruleId = await inForce([over])
    const channelNo = child.channelNos[0] ?? 0
    const times = { triggerTs: new Date(T0 + 2 * MINUTE_MS), clearedTs: new Date(T0 + 4 * MINUTE_MS), active: false }
    const dedupeKey = channelKey(ruleId, channelNo)
    const own = { ruleId, dedupeKey, deviceId: child.id, channelNo }
    await buildAlarm(network.db, { ...own, ...times, ruleVersion: 0 })
    clock.ms = T0 + 20 * MINUTE_MS
    await backfill(child, [10, 10, 10, 10, 10])
    await look()
    const log = await network.db.selectFrom('monAlarmLog').select('action').execute()
    expect(log.map(({ action }) => action)).toEqual(['raise'])
  })
})

describe('a device whose clock is wrong', () => {
  it('is judged live, and raises one alarm for the clock', async () => {
    await inForce([{ ...over, forS: 0 }])
    await inForce([{ type: 'status', severity: 5, statuses: ['clock'], forS: 0, clearForS: 0 }])
    engine.start()
    await engine.turn()
    await say(child, clock.ms - 8 * MINUTE_MS, 10)
    // From now on the device is known to be eight minutes slow.
    await eventually(async () => {
      const state = network.db.selectFrom('monDeviceState').select('skewMs').where('deviceId', '=', child.deviceNo)
      expect(await state.executeTakeFirst()).toEqual({ skewMs: 8 * MINUTE_MS })
    })
    clock.ms += 1_000
    await say(child, clock.ms - 8 * MINUTE_MS, 60)
    await eventually(async () => {
      engineClock.advance(6_000)
      await engine.turn()
      expect((await alarms()).map(({ title }) => title)).toEqual(['细颗粒物 PM2.5 ≥ 50 µg/m³', '设备时钟异常'])
    })
  })
})
