import type { RuleBranch } from '@natim/domain/alarm/rule'
import { SECOND_MS } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildStation } from '../../../testing/build-network.ts'
import { createMortalDb, type MortalDb } from '../../../testing/mortal-db.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from '../../ingest/testing/network.ts'
import { buildEngine } from '../testing/engine.ts'
import { buildRule } from '../testing/rules.ts'
import type { AlarmEngine } from './engine.ts'

const T0 = Date.UTC(2026, 10, 21, 2, 20)
const PERIOD_S = 4
const clock = { ms: T0 }
const plain = { forS: 0, clearForS: 0 }

/** Holds, steps, folding, means, composites: each keeps state in memory that a kill loses. */
const RULES: readonly (readonly RuleBranch[])[] = [
  [
    { type: 'threshold', severity: 1, op: '>=', value: 90, avgS: 0, ...plain },
    { type: 'threshold', severity: 3, op: '>=', value: 50, avgS: 0, forS: 8, clearForS: 8 },
    { type: 'cluster', severity: 2, of: 'station', count: 2, radiusKm: 5, withinS: 300, forS: 0, clearForS: 8 },
  ],
  [{ type: 'threshold', severity: 4, op: '>=', value: 40, avgS: 20, ...plain }],
  [
    {
      type: 'composite',
      severity: 2,
      forS: 4,
      clearForS: 0,
      conditions: [
        { type: 'threshold', op: '>=', value: 45, avgS: 0, ...plain },
        { type: 'threshold', op: '>=', value: 95, avgS: 0, ...plain, not: true },
      ],
    },
  ],
]
/** Readings of two stations, a period apart; quiet at first, like data re-read after a start. */
const READINGS: readonly (readonly [number, number])[] = [
  [10, 10],
  [10, 10],
  [10, 10],
  [60, 12],
  [62, 55],
  [64, 60],
  [92, 61],
  [97, 58],
  [60, 20],
  [20, 18],
  [18, 15],
  [12, 10],
  [70, 10],
  [75, 96],
  [15, 40],
  [10, 12],
]

const QUIET = 2
/** `npm run test:kill` tests every statement. */
const STRIDE = Number(process.env['KILL_ROUNDS'] ?? 1) > 1 ? 1 : 40

let network: TestNetwork
let gateway: TestDevice
let devices: TestDevice[]
let client: MqttClient
let engine: AlarmEngine
let victim: MortalDb
let engineClock = createManualClock(T0)
let kills = 0

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      devices = []
      for (const lng of [120, 120.02]) {
        const { id: stationId } = await buildStation(db, { lng, lat: 31.3 })
        devices.push(await addDevice(db, { metrics: ['pm25'], periodS: PERIOD_S, stationId, gatewayId: gateway.id }))
      }
    },
  })
  const deviceIds = devices.map(({ id }) => id)
  for (const branches of RULES) await buildRule(network.db, { branches, scope: { deviceIds } })
})
afterAll(() => network.close())
beforeEach(async () => {
  await engine?.stop()
})

/** Starts a process that dies after so many statements. */
function begin(statements = Number.POSITIVE_INFINITY): void {
  victim = createMortalDb(network.pool)
  victim.dieAfter(statements)
  engine = buildEngine(network, engineClock, { db: victim.db })
  engine.start()
}

/** @returns whether it survived one turn */
async function turn(): Promise<boolean> {
  await engine.turn().catch(() => undefined)
  return !victim.isDead()
}

async function report(values: readonly [number, number]): Promise<void> {
  clock.ms += PERIOD_S * SECOND_MS
  for (const [i, value] of values.entries())
    await publish(client, `dt/${gateway.clientId}/sub/${devices[i]?.clientId ?? ''}/tele`, {
      ts: clock.ms,
      d: { 1: value },
    })
}

/** Plays the whole scene; after each reading the process dies as planned, and the next one starts with empty memory. */
async function play(plan: (reading: number, deaths: number) => number): Promise<unknown> {
  clock.ms = T0
  engineClock = createManualClock(T0)
  kills = 0
  await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
  await network.reset()
  await network.pool.query(`truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox, mon_alarm_cursor,
    mon_alarm_number restart identity cascade`)
  client = await connect(network, gateway)
  begin()
  await turn()
  for (const [reading, values] of READINGS.entries()) {
    await report(values)
    if (reading >= QUIET) victim.dieAfter(plan(reading, 0))
    engineClock.advance(PERIOD_S * SECOND_MS)
    for (let deaths = 1; !(await turn()); deaths += 1) {
      kills += 1
      await engine.stop()
      begin(plan(reading, deaths))
    }
    victim.dieAfter(Number.POSITIVE_INFINITY)
  }
  await engine.stop()
  await client.endAsync()
  return told()
}

/** All durable state of alarms, without random values. */
async function told() {
  const { rows: alarms } = await network.pool.query(
    `select no, dedupe_key, trigger_ts, raised_ts, severity, severity_max, active, acked, value, limit_value, peak_value, cleared_ts,
       clear_reason, reopen_count, is_cluster, log_seq, (select key.dedupe_key from mon_alarm as key where key.id = alarm.parent_id) as parent
     from mon_alarm as alarm order by dedupe_key, trigger_ts`,
  )
  const { rows: log } = await network.pool.query(
    `select alarm.dedupe_key, log.seq, log.ts, log.action, log.from_val, log.to_val, log.note
     from mon_alarm_log as log join mon_alarm as alarm on alarm.id = log.alarm_id order by 1, 2, alarm.trigger_ts`,
  )
  const { rows: timers } = await network.pool.query(
    `select alarm.dedupe_key, timer.kind, timer.step, timer.due_at from mon_alarm_timer as timer
     join mon_alarm as alarm on alarm.id = timer.alarm_id order by 1, 2, 3`,
  )
  const { rows: outbox } = await network.pool.query(
    `select alarm.dedupe_key, outbox.kind, outbox.severity from mon_alarm_outbox as outbox
     join mon_alarm as alarm on alarm.id = outbox.alarm_id order by 1, 2, 3`,
  )
  return { alarms, log, timers, outbox }
}

it('[BZ-20] leaves the same alarms whichever statement a process is killed before', {
  timeout: 240_000,
}, async () => {
  const undisturbed = await play(() => Number.POSITIVE_INFINITY)
  expect(kills).toBe(0)
  // A scene in which nothing is raised, folded and ended would prove nothing.
  const { alarms, log, outbox } = undisturbed as Awaited<ReturnType<typeof told>>
  expect(alarms.some(({ is_cluster: isCluster }) => isCluster)).toBe(true)
  expect(new Set(log.map(({ action }) => action))).toEqual(new Set(['raise', 'up', 'down', 'clear', 'reopen', 'fold']))
  expect(outbox.length).toBeGreaterThan(3)
  // First the running process dies, at a different statement each time; then each of its successors, so many statements
  // later.
  const disturbed = await play((reading, deaths) =>
    deaths === 0 ? reading % 9 : (deaths - 1) * STRIDE + (reading % STRIDE),
  )
  expect(disturbed).toEqual(undisturbed)
  expect(kills).toBeGreaterThan(STRIDE === 1 ? 200 : 10)
})
