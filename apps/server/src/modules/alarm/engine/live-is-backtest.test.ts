import type { RuleBranch } from '@natim/domain/alarm/rule'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { simulate } from '../../alarm-rule/index.ts'
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

const T0 = Date.UTC(2026, 10, 20, 16)
const PERIOD_S = 120
const DAY_SAMPLES = 720
/** Judged in order of arrival, however many are queued. */
const MESSAGES_A_TURN = 20
const clock = { ms: T0 }

let network: TestNetwork
let device: TestDevice
let client: MqttClient
let engine: AlarmEngine
const engineClock = createManualClock(T0)

const plain = { forS: 0, clearForS: 0 }
const RULES: readonly (readonly RuleBranch[])[] = [
  [{ type: 'threshold', severity: 3, op: '>=', value: 50, avgS: 0, ...plain }],
  [
    { type: 'threshold', severity: 3, op: '>=', value: 50, avgS: 0, forS: 240, clearForS: 360 },
    { type: 'threshold', severity: 1, op: '>=', value: 90, avgS: 0, n: 2, m: 3, ...plain },
  ],
  [
    { type: 'threshold', severity: 4, op: '>', value: 40, avgS: 600, forS: 0, clearForS: 240 },
    { type: 'threshold', severity: 2, op: '>', value: 60, avgS: 1_800, ...plain },
  ],
  [{ type: 'rate', severity: 4, op: '>', perMin: 5, overS: 480, ...plain }],
  [
    {
      type: 'composite',
      severity: 2,
      forS: 0,
      clearForS: 240,
      conditions: [
        { type: 'threshold', op: '>=', value: 45, avgS: 0, ...plain },
        { type: 'threshold', op: '>', value: 30, avgS: 600, ...plain },
        { type: 'threshold', op: '>=', value: 95, avgS: 0, ...plain, not: true },
      ],
    },
  ],
]

beforeAll(async () => {
  network = await openNetwork({
    clock,
    options: { writer: { gatherPoints: 1, gatherMs: 1, maxGroupPoints: 1 } },
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'], periodS: PERIOD_S })
    },
  })
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await engine.stop()
  await network.close()
})

interface Message {
  readonly atMs: number
  readonly tsMs: number
  readonly value: number
}

/** Rises of every height, a gap, messages out of order within five minutes, some duplicated, some an hour late. */
function recordedDay(): Message[] {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const messages: Message[] = []
  for (let i = 0; i < DAY_SAMPLES; i += 1) {
    const tsMs = T0 + (i + 1) * PERIOD_S * SECOND_MS
    if (i >= 400 && i < 420) continue
    const height = 45 + 40 * Math.sin(i / 9) * Math.sin(i / 61)
    const value = Math.round(Math.max(0, height + 30 * (random() - 0.5) + (random() < 0.02 ? 60 : 0)))
    const roll = random()
    const delayMs = roll < 0.08 ? HOUR_MS : roll < 0.35 ? random() * 285 * SECOND_MS : 0
    messages.push({ atMs: tsMs + Math.round(delayMs), tsMs, value })
    if (random() < 0.1) messages.push({ atMs: tsMs + 3 * MINUTE_MS, tsMs, value })
  }
  return messages.toSorted((a, b) => a.atMs - b.atMs)
}

interface Episode {
  readonly triggerMs: number
  readonly endMs: number | null
  readonly severity: number
}

/** Raises and ends according to the log; a reopened alarm counts as two. */
async function raised(ruleId: string): Promise<Episode[]> {
  const rows = await network.db
    .selectFrom('monAlarmLog as log')
    .innerJoin('monAlarm as alarm', 'alarm.id', 'log.alarmId')
    .select(['log.action', 'log.ts', 'log.toVal'])
    .where('alarm.ruleId', '=', ruleId)
    .orderBy('log.eid')
    .execute()
  const episodes: Episode[] = []
  for (const { action, ts, toVal } of rows) {
    const last = episodes.at(-1)
    if (action === 'raise' || action === 'reopen')
      episodes.push({ triggerMs: ts.getTime(), endMs: null, severity: Number(toVal) })
    else if (last && action === 'clear') episodes[episodes.length - 1] = { ...last, endMs: ts.getTime() }
    else if (last && action === 'up') episodes[episodes.length - 1] = { ...last, severity: Number(toVal) }
  }
  return episodes
}

describe('a recorded day', () => {
  it('raises live what its backtest finds: the same alarms with the same times and severities', async () => {
    const ids: string[] = []
    for (const branches of RULES) ids.push(await buildRule(network.db, { branches }))
    engine = await startEngine(network, engineClock)
    for (const [index, { atMs, tsMs, value }] of recordedDay().entries()) {
      clock.ms = atMs
      await publish(client, `dt/${device.clientId}/tele`, { ts: tsMs, d: { 1: value } })
      if (index % MESSAGES_A_TURN > 0) continue
      engineClock.advance(Math.max(0, atMs - engineClock.now()))
      await engine.turn()
    }
    await engine.turn()
    const counts: number[] = []
    for (const [index, branches] of RULES.entries()) {
      const rule = { place: 'public', scope: {}, branches, autoClear: true, latch: true } as const
      const job = { body: { rule, compare: null }, fromMs: T0 - 1, toMs: clock.ms }
      const result = await simulate(network.db, job, { report: async () => true })
      const simulated = (result?.alarms ?? [])
        .filter(({ limitText }) => !limitText.endsWith('（事后）'))
        .map(({ triggerMs, endMs, severity }) => ({ triggerMs, endMs, severity }))
        .toReversed()
      expect(simulated, `rule ${index}`).toEqual(await raised(ids[index] ?? ''))
      counts.push(simulated.length)
    }
    // A day with few alarms would prove little.
    expect(Math.min(...counts)).toBeGreaterThan(3)
  })
})
