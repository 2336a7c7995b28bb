import type { RuleBranch } from '@natim/domain/alarm/rule'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildRollup } from '../../../testing/build-telemetry.ts'
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

const T0 = Date.UTC(2026, 10, 21, 2)
const clock = { ms: T0 }
const engineClock = createManualClock(T0)
/** High for 20 s without exceeding the range: a saturated sensor is judged by another rule. */
const BRANCH: RuleBranch = {
  type: 'composite',
  severity: 3,
  forS: 20,
  clearForS: 0,
  conditions: [
    { type: 'threshold', op: '>=', value: 50, avgS: 0, forS: 0, clearForS: 0 },
    { type: 'threshold', op: '>=', value: 900, avgS: 0, forS: 0, clearForS: 0, not: true },
  ],
}

let network: TestNetwork
let device: TestDevice
let client: MqttClient
let engine: AlarmEngine

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm10'], periodS: 10 })
    },
  })
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await engine.stop()
  await network.close()
})

it('[BZ-20] a composite rule raises by its first figure, names each condition, and ends when one of them ends', async () => {
  await buildRule(network.db, { branches: [BRANCH] })
  engine = await startEngine(network, engineClock)
  const alarms = () => network.db.selectFrom('monAlarm').selectAll().orderBy('triggerTs').execute()
  const say = async (second: number, value: number) => {
    clock.ms = T0 + second * SECOND_MS
    engineClock.advance(clock.ms - engineClock.now())
    await publish(client, `dt/${device.clientId}/tele`, { ts: clock.ms, d: { 1: value } })
    await engine.turn()
  }
  for (const [second, value] of [
    [0, 80],
    [10, 950],
    [20, 80],
    [30, 80],
  ] as const)
    await say(second, value)
  // Exceeding both restarted the hold.
  expect(await alarms()).toEqual([])
  await say(40, 85)
  const [alarm] = await alarms()
  expect(alarm).toMatchObject({
    active: true,
    severity: 3,
    value: 85,
    limitValue: 50,
    triggerTs: new Date(T0 + 40_000),
  })
  expect(alarm?.title).toContain('（组合条件）')
  expect(JSON.stringify(alarm?.evidence)).toMatch(/不低于 50 µg\/m³.*且没有读数不低于 900 µg\/m³/)
  await say(50, 960)
  expect(await alarms()).toMatchObject([{ active: false, clearReason: 'value', clearedTs: new Date(T0 + 50_000) }])
})

it('[BZ-20] a composite rule with a long mean is judged from stored data right after a restart', async () => {
  await engine.stop()
  await network.pool.query('truncate mon_alarm, mon_alarm_rule, mon_alarm_cursor cascade')
  const T1 = T0 + HOUR_MS
  const say = async (ms: number, value: number) => {
    clock.ms = ms
    await publish(client, `dt/${device.clientId}/tele`, { ts: ms, d: { 1: value } })
  }
  await buildRule(network.db, {
    branches: [
      {
        type: 'composite',
        severity: 3,
        forS: 0,
        clearForS: 0,
        conditions: [
          { type: 'threshold', op: '>=', value: 50, avgS: 0, forS: 0, clearForS: 0 },
          { type: 'threshold', op: '>=', value: 30, avgS: 1_800, forS: 0, clearForS: 0 },
        ],
      },
    ],
  })
  // The first half hour is stored as minutes, the last twelve minutes as samples.
  const channel = { deviceNo: device.deviceNo, channelNo: device.channelNos[0] ?? 0 }
  for (let minute = -40; minute <= 0; minute += 1)
    await buildRollup(network.db, 'monR1m', channel, { endMs: T1 + minute * MINUTE_MS, v: 40, n: 6 })
  for (let second = -720; second <= 0; second += 10) await say(T1 + second * SECOND_MS, 40)
  engineClock.advance(T1 - engineClock.now())
  engine = await startEngine(network, engineClock)
  await say(T1 + 10 * SECOND_MS, 80)
  engineClock.advance(10 * SECOND_MS)
  await engine.turn()
  expect(await network.db.selectFrom('monAlarm').select('active').execute()).toEqual([{ active: true }])
})
