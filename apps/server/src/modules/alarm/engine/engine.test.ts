import type { DeviceStatus } from '@natim/contract/dict'
import type { RuleBranch } from '@natim/domain/alarm/rule'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { eventually } from '../../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../../ingest/testing/network.ts'
import { startEngine } from '../testing/engine.ts'
import { buildRule } from '../testing/rules.ts'
import type { AlarmEngine } from './engine.ts'

const T0 = Date.UTC(2026, 10, 21, 2, 20)
const PERIOD_S = 10
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient
let engine: AlarmEngine
let engineClock = createManualClock(T0)
let isAlive = true
/** While set, bus messages to the engine are held back here. */
let inTransit: (() => void)[] | undefined

const threshold = (given: Partial<Extract<RuleBranch, { type: 'threshold' }>> = {}): RuleBranch => ({
  type: 'threshold',
  severity: 3,
  op: '>=',
  value: 50,
  avgS: 0,
  forS: 0,
  clearForS: 0,
  ...given,
})

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'], periodS: PERIOD_S })
    },
  })
})
afterAll(() => network.close())

beforeEach(async () => {
  inTransit = undefined
  clock.ms = T0
  await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
  await network.reset()
  await network.pool.query(`truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox, mon_alarm_rule,
    mon_alarm_cursor, mon_suppression restart identity cascade`)
  client = await connect(network, device)
})
afterEach(async () => {
  await client.endAsync()
  await engine?.stop()
})

/** An engine as after a process start, with empty memory. */
async function beginAnew(): Promise<void> {
  engineClock = createManualClock(clock.ms)
  isAlive = true
  const { ingest, bus } = network
  engine = await startEngine(network, engineClock, {
    bus: {
      ...bus,
      subscribe: (topic, handle) =>
        bus.subscribe(topic, (message) => {
          if (topic === 'points' && inTransit) inTransit.push(() => handle(message))
          else handle(message)
        }),
    },
    streams: { epochOf: (deviceNo) => (isAlive ? ingest.judging.streams.epochOf(deviceNo) : undefined) },
  })
}

/** Simulates `kill -9`: unwritten state is lost, and the engine judges nothing any more. */
async function killEngine(): Promise<void> {
  isAlive = false
  await engine.turn()
}

/** Sets the measuring range; restarts, since register changes are followed with a delay only. */
async function measure(rangeLo: number | null, rangeHi: number | null): Promise<void> {
  await network.db.updateTable('monChannel').set({ rangeLo, rangeHi }).where('deviceId', '=', device.id).execute()
  await client.endAsync()
  await network.restart()
  client = await connect(network, device)
}

async function tell(value: number, ts = clock.ms, extra: object = {}): Promise<void> {
  await publish(client, `dt/${device.clientId}/tele`, { ts, d: { 1: value }, ...extra })
}

/** Values one period apart, each judged. */
async function say(...values: number[]): Promise<void> {
  for (const value of values) {
    clock.ms += PERIOD_S * 1_000
    await tell(value)
    await turn()
  }
}

async function turn(byMs = 0): Promise<void> {
  clock.ms += byMs
  engineClock.advance(Math.max(0, clock.ms - engineClock.now()))
  await engine.turn()
}

const alarms = () => network.db.selectFrom('monAlarm').selectAll().orderBy('triggerTs').execute()
const actions = async () =>
  (await network.db.selectFrom('monAlarmLog').select('action').orderBy('eid').execute()).map(({ action }) => action)

describe('a rule on a channel', () => {
  it('[BZ-20] counts from the time its alarm is written, not from the start of a slow look', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(10)
    clock.ms += PERIOD_S * 1_000
    await tell(60)
    const [begunMs, writtenMs] = [clock.ms - 4_000, clock.ms + 1_000]
    vi.spyOn(engineClock, 'now').mockReturnValueOnce(begunMs).mockReturnValue(writtenMs)
    await engine.turn()
    expect(await alarms()).toMatchObject([{ triggerTs: new Date(clock.ms), raisedTs: new Date(writtenMs) }])
  })

  it('[BZ-20] raises once, at the third sample when three have to hold', async () => {
    await buildRule(network.db, { branches: [threshold({ forS: 20 })] }, { checklist: ['核对邻站'] })
    await beginAnew()
    await say(10, 60, 61, 62, 63)
    expect(await alarms()).toMatchObject([
      {
        severity: 3,
        triggerTs: new Date(T0 + 40_000),
        value: 62,
        limitValue: 50,
        peakValue: 63,
        active: true,
        acked: false,
        deviceId: device.id,
        regionCode: '320500',
        title: '细颗粒物 PM2.5 ≥ 50 µg/m³',
        checklist: [{ text: '核对邻站' }],
      },
    ])
    expect(await actions()).toEqual(['raise'])
    expect(await network.db.selectFrom('monAlarmOutbox').select(['kind', 'severity']).execute()).toEqual([
      { kind: 'raise', severity: 3 },
    ])
    expect(
      await network.db.selectFrom('monAlarmTimer').select(['kind', 'step', 'toRole']).orderBy('step').execute(),
    ).toEqual([
      { kind: 'escalate', step: 1, toRole: 'prov_duty' },
      { kind: 'escalate', step: 2, toRole: 'nat_duty' },
    ])
  })

  it('numbers alarms by the GMT+8 day of their sample', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(60, 10, 10)
    const [first] = await alarms()
    expect(first?.no).toMatch(/^A20261121-\d{6}$/)
  })

  it('steps up at once, down and clear after the clear time; silence ends nothing', async () => {
    await buildRule(network.db, {
      branches: [threshold({ severity: 2, value: 100, clearForS: 20 }), threshold({ clearForS: 20 })],
    })
    await beginAnew()
    await say(60, 120)
    expect(await alarms()).toMatchObject([{ severity: 2, severityMax: 2 }])
    await turn(600_000)
    expect(await alarms()).toMatchObject([{ active: true, silent: true }])
    await say(60, 60, 60, 60)
    expect(await alarms()).toMatchObject([{ severity: 3, severityMax: 2, active: true, silent: false }])
    await say(10, 10, 10, 10)
    expect(await alarms()).toMatchObject([{ active: false, acked: false, clearReason: 'value' }])
    expect(await actions()).toEqual(['raise', 'up', 'down', 'clear'])
  })

  it('reopens the same alarm within 30 minutes, and raises a new one later', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(60, 10, 60, 10)
    expect(await alarms()).toMatchObject([{ reopenCount: 1, active: false }])
    clock.ms += 31 * 60_000
    await say(60)
    expect(await alarms()).toHaveLength(2)
  })

  it('marks a sample out of range or a jump as doubtful, and raises all the same', async () => {
    await measure(0, 100)
    await buildRule(network.db, { branches: [threshold({ value: 80 })] })
    await beginAnew()
    await say(10, 150)
    expect(await alarms()).toMatchObject([{ value: 100, doubtful: true }])
    await measure(null, null)
  })

  it('raises nothing live from late data', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    clock.ms += 6 * 3_600_000
    const rows = Array.from({ length: 100 }, (_, i) => [i * 60_000, 200])
    await publish(client, `dt/${device.clientId}/batch`, { c: ['1'], t0: T0, rows })
    await turn()
    expect(await alarms()).toEqual([])
  })
})

describe('several rules on a channel', () => {
  const twice = () => threshold({ n: 2, m: 2 })
  const lines = async () =>
    (await alarms())
      .map(({ ruleId, value, active }) => ({ ruleId, value, active }))
      .toSorted((a, b) => a.ruleId.localeCompare(b.ruleId))

  it('judge each sample once, also when one of them was changed meanwhile', async () => {
    const rules = [await buildRule(network.db, { branches: [twice()] })]
    for (const avgS of [30, 40]) rules.push(await buildRule(network.db, { branches: [threshold({ avgS })] }))
    await beginAnew()
    await say(10, 10, 10)
    const branches = JSON.stringify([threshold({ avgS: 30, value: 55 })])
    await network.db
      .updateTable('monAlarmRule')
      .set({ branches, version: 2 })
      .where('id', '=', rules[1] ?? '')
      .execute()
    network.bus.publish('rules', {})
    await turn(6_000)
    await say(60, 60)
    expect(await lines()).toEqual([{ ruleId: rules[0], value: 60, active: true }])
    await say(90, 90)
    expect(await lines()).toEqual([
      { ruleId: rules[0], value: 60, active: true },
      { ruleId: rules[1], value: 70, active: true },
      { ruleId: rules[2], value: 55, active: true },
    ])
  })
})

describe('messages that arrive out of order', () => {
  const STEP_MS = 500
  beforeEach(async () => {
    await buildRule(network.db, { branches: [threshold({ forS: 1 })] })
    await beginAnew()
    await say(10)
    inTransit = []
  })
  /** A sample of three that meet the condition within a second, faster than the engine polls the database. */
  async function sayQuickly(value: number): Promise<void> {
    await turn(STEP_MS)
    await tell(value)
  }
  const raised = async () =>
    (await alarms()).map(({ triggerTs, value }) => [(triggerTs?.getTime() ?? 0) - T0 - PERIOD_S * 1_000, value])
  const expected = [[3 * STEP_MS, 62]]

  it('are judged in the order in which they were stored', async () => {
    for (const value of [60, 61, 62]) await sayQuickly(value)
    const [first, second, third] = inTransit ?? []
    third?.()
    second?.()
    await turn(100)
    expect(await raised()).toEqual([])
    first?.()
    await turn(100)
    expect(await raised()).toEqual(expected)
  })

  it('wait until a message lost by the bus is read from the database', async () => {
    await sayQuickly(60)
    inTransit = undefined
    for (const value of [61, 62]) await sayQuickly(value)
    await turn(100)
    expect(await raised()).toEqual([])
    for (let look = 0; look < 2; look += 1) await turn(2_000)
    expect(await raised()).toEqual(expected)
  })

  it('wait no longer than that', async () => {
    // Skips a sequence number: it cannot be read from the database either.
    await network.pool.query('update mon_stream_seq set seq = seq + 1')
    inTransit = undefined
    for (const value of [60, 61, 62]) await sayQuickly(value)
    await turn(100)
    expect(await raised()).toEqual([])
    for (let look = 0; look < 4; look += 1) await turn(2_000)
    expect(await raised()).toEqual(expected)
  })
})

describe('a device that sends out of order', () => {
  it('is judged by the time of its readings, with a note that one came late', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(10, 10, 10)
    await tell(60, clock.ms - 15_000)
    await turn()
    expect(await alarms()).toMatchObject([
      { triggerTs: new Date(clock.ms - 15_000), value: 60, active: false, clearedTs: new Date(clock.ms - 10_000) },
    ])
    const [alarm] = await alarms()
    expect(alarm?.evidence).toMatchObject({ text: expect.stringContaining('晚到的样本') })
  })

  it('is judged after a kill including what arrived behind its newest reading', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(10, 10, 10)
    await turn(5_000)
    await killEngine()
    await tell(60, clock.ms - 20_000)
    await beginAnew()
    await eventually(async () => {
      await turn()
      expect(await alarms()).toMatchObject([{ triggerTs: new Date(clock.ms - 20_000), value: 60 }])
    })
    await turn(5_000)
    await killEngine()
    await beginAnew()
    await say(10)
    expect(await actions()).toEqual(['raise', 'clear'])
  })
})

describe('an engine that was killed', () => {
  /**
   * Judges readings a minute apart with a kill after some of them; @returns when the alarm was raised and cleared, s.
   */
  async function course(branch: object, values: readonly number[], deathAt?: number) {
    await network.reset()
    await network.pool.query(
      'truncate mon_alarm, mon_alarm_log, mon_alarm_outbox, mon_alarm_rule, mon_alarm_cursor cascade',
    )
    await client.endAsync()
    client = await connect(network, device)
    clock.ms = T0
    await buildRule(network.db, { branches: [threshold(branch)] })
    await beginAnew()
    for (const [i, value] of values.entries()) {
      clock.ms += 60_000
      await tell(value)
      await turn()
      if (i + 1 !== deathAt) continue
      await killEngine()
      await beginAnew()
    }
    const [alarm] = await alarms()
    const secondsOf = (instant: Date | null | undefined) => instant && (instant.getTime() - T0) / 1_000
    return [secondsOf(alarm?.triggerTs), secondsOf(alarm?.clearedTs)]
  }
  const times = (count: number, value: number) => Array.from({ length: count }, () => value)

  it.each([
    ['a hold of a quarter of an hour', { forS: 900 }, [10, ...times(19, 60)], 14],
    ['the hold after which it is over', { clearForS: 900 }, [10, 60, ...times(18, 10)], 15],
  ])('[BZ-20] resumes %s after the restart', async (_what, branch, values, deathAt) => {
    const alive = await course(branch, values)
    expect(alive[0]).toBeTypeOf('number')
    expect(await course(branch, values, deathAt)).toEqual(alive)
  })

  it('neither loses nor duplicates an alarm: judged steps are recognised by their time', async () => {
    await buildRule(network.db, { branches: [threshold({ forS: 20 })] })
    await beginAnew()
    await say(10, 60, 61)
    await killEngine()
    clock.ms += PERIOD_S * 1_000
    await tell(62)
    await beginAnew()
    await eventually(async () => {
      await turn()
      expect(await alarms()).toMatchObject([{ triggerTs: new Date(T0 + 40_000), value: 62 }])
    })
    await killEngine()
    await beginAnew()
    await say(63, 64)
    expect(await alarms()).toHaveLength(1)
    expect(await actions()).toEqual(['raise'])
  })

  it('raises from the first sample a watched channel ever sent, when it was not judged before', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await killEngine()
    clock.ms += PERIOD_S * 1_000
    await tell(60)
    clock.ms += PERIOD_S * 1_000
    await beginAnew()
    await eventually(async () => {
      await turn()
      expect(await alarms()).toMatchObject([{ triggerTs: new Date(T0 + 10_000), value: 60 }])
    })
  })

  it('ignores the past of a channel that a rule newly covers', async () => {
    await beginAnew()
    await say(60, 10, 10)
    await buildRule(network.db, { branches: [threshold()] })
    network.bus.publish('rules', {})
    await turn(2_000)
    await say(10)
    expect(await alarms()).toEqual([])
  })

  it('ignores the past of such a channel after a crash, too', async () => {
    await beginAnew()
    await say(60)
    clock.ms += 20 * 60_000
    await buildRule(network.db, { branches: [threshold()] })
    network.bus.publish('rules', {})
    await turn(2_000)
    await turn(5_000)
    await killEngine()
    await beginAnew()
    await turn(5_000)
    expect(await alarms()).toEqual([])
  })

  it('replays steps that were written without their cursor, without effect', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(10)
    await turn(5_000)
    const cursors = await network.db.selectFrom('monAlarmCursor').selectAll().execute()
    await say(60, 10, 61)
    await killEngine()
    // As if the cursors had been written before the alarms.
    for (const { stream, ...cursor } of cursors)
      await network.db.updateTable('monAlarmCursor').set(cursor).where('stream', '=', stream).execute()
    const before = await actions()
    await beginAnew()
    await turn()
    expect(await actions()).toEqual(before)
  })

  it('writes nothing once another process has leased its devices', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await network.db.updateTable('monStream').set({ owner: 'somebody', epoch: 99 }).execute()
    await say(60)
    expect(await alarms()).toEqual([])
  })
})

describe('conditions without a figure', () => {
  it('raise for an offline device, timed from then, and end at its return', async () => {
    await buildRule(network.db, {
      branches: [{ type: 'status', severity: 4, statuses: ['offline'], forS: 60, clearForS: 0 }],
    })
    await beginAnew()
    const set = (status: DeviceStatus, ms: number) =>
      network.db
        .insertInto('monDeviceState')
        .values({ deviceId: device.deviceNo, status, statusSince: new Date(ms) })
        .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ status, statusSince: new Date(ms) }))
        .execute()
    await set('offline', clock.ms)
    await turn(30_000)
    expect(await alarms()).toEqual([])
    await turn(60_000)
    expect(await alarms()).toMatchObject([
      { title: '设备离线', triggerTs: new Date(T0 + 60_000), severity: 4, active: true },
    ])
    await set('online', clock.ms)
    await turn(10_000)
    expect(await alarms()).toMatchObject([{ active: false, clearReason: 'value' }])
  })

  it('raise for missing data only in time the device could be received', async () => {
    await buildRule(network.db, { branches: [{ type: 'nodata', severity: 4, forS: 300, clearForS: 0 }] })
    await beginAnew()
    await say(10)
    await turn(299_000)
    expect(await alarms()).toEqual([])
    await turn(5_000)
    expect(await alarms()).toMatchObject([{ title: '细颗粒物 PM2.5 无数据 5 min', triggerTs: new Date(T0 + 310_000) }])
    await say(10)
    await turn(6_000)
    expect(await alarms()).toMatchObject([{ active: false }])
  })

  it('[BZ-20] raise for a device event, in field terms, once for repeated events', async () => {
    await buildRule(network.db, { branches: [{ type: 'event', severity: 2, eventType: 'nbc', forS: 0, clearForS: 0 }] })
    await beginAnew()
    const event = { ts: clock.ms, type: 'nbc.chem', level: 2, data: { agent: 'H', bars: 3 } }
    for (let i = 0; i < 2; i++) await publish(client, `dt/${device.clientId}/event`, event)
    await turn(6_000)
    await turn(6_000)
    const raised = { title: '化学毒剂事件', severity: 2, triggerTs: new Date(T0), limitText: 'nbc.chem' }
    expect(await alarms()).toMatchObject([raised])
    const [{ evidence } = { evidence: {} }] = await alarms()
    expect(evidence).toMatchObject({
      text: expect.stringMatching(/^设备在 .+ 上报化学毒剂事件，设备级别 2（重大）：毒剂 H，格数 3。$/),
    })
    expect(await actions()).toEqual(['raise'])
  })

  it('raise for a risen score of a person, and for no other event of a person', async () => {
    const branch = { type: 'event', severity: 2, forS: 0, clearForS: 0 } as const
    await buildRule(network.db, { branches: [{ ...branch, eventType: 'vital' }] })
    await buildRule(network.db, { branches: [{ ...branch, eventType: 'breath' }] })
    await beginAnew()
    for (const [type, data] of [
      ['vital.hr', {}],
      ['breath.result', { verdict: 'presumptive' }],
      ['vital.news2', { score: 7, known: '4/7' }],
    ] as const)
      await publish(client, `dt/${device.clientId}/event`, { ts: clock.ms, type, level: 2, data })
    await turn(6_000)
    expect(await alarms()).toMatchObject([{ title: 'NEWS2 评分 7（已知 4/7 项）', severity: 2 }])
  })

  it('write all other steps when one cannot be written', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await buildRule(network.db, { branches: [threshold({ value: 55 })] }, { name: '坏规则' })
    await network.pool.query(`alter table mon_alarm add constraint no_55 check (limit_value <> 55)`)
    await beginAnew()
    await say(60)
    await network.pool.query('alter table mon_alarm drop constraint no_55')
    expect(await alarms()).toMatchObject([{ limitValue: 50 }])
    expect(engine.state.pending).toEqual([])
  })

  it('end alarms of a disabled rule', async () => {
    const id = await buildRule(network.db, { branches: [threshold()] })
    await beginAnew()
    await say(60)
    await network.db.updateTable('monAlarmRule').set({ enabled: false }).where('id', '=', id).execute()
    network.bus.publish('rules', {})
    await turn(6_000)
    expect(await alarms()).toMatchObject([{ active: false, clearReason: 'rule_disabled' }])
  })

  it('raise nothing in a hide window, and what still holds when it ends', async () => {
    await buildRule(network.db, { branches: [threshold()] })
    await network.db
      .insertInto('monSuppression')
      .values({
        id: 's1',
        name: '检修',
        kind: 'hide',
        reason: '检修',
        fromTs: new Date(T0 - 1_000),
        toTs: new Date(T0 + 60_000),
      })
      .execute()
    await beginAnew()
    await turn(5_000)
    await say(60, 61)
    expect(await alarms()).toEqual([])
    await turn(60_000)
    await say(62)
    expect(await alarms()).toMatchObject([{ value: 62 }])
  })
})

describe('corroboration', () => {
  it('caps an alarm of a single device, and lifts it when a neighbour agrees', async () => {
    const other = await addDevice(network.db, { metrics: ['pm25'], periodS: PERIOD_S })
    await network.db
      .updateTable('monDevice')
      .set({ lng: 120.6, lat: 31.3 })
      .where('id', 'in', [device.id, other.id])
      .execute()
    network.bus.publish('registers', {})
    const neighbour = await connect(network, other)
    await buildRule(network.db, {
      branches: [threshold({ severity: 2 })],
      corroborate: { neighbours: 1, radiusKm: 5, capSeverity: 4, verifyS: 600 },
    })
    await beginAnew()
    await say(60)
    expect(await alarms()).toMatchObject([{ severity: 4, corroboration: 'pending' }])
    clock.ms += 1_000
    await publish(neighbour, `dt/${other.clientId}/tele`, { ts: clock.ms, d: { 1: 70 } })
    await turn()
    expect(await alarms()).toMatchObject([
      { severity: 2, corroboration: 'confirmed' },
      { severity: 2, corroboration: 'confirmed' },
    ])
    await neighbour.endAsync()
  })
})
