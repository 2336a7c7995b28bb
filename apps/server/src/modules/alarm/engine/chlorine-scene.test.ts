import { chlorineOverlay } from '@natim/demo/incident'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedLimits } from '../../../db/seeds/limits.ts'
import { createManualClock } from '../../../platform/clock.ts'
import { buildStation } from '../../../testing/build-network.ts'
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

const T0 = Date.UTC(2026, 10, 21, 2)
const RELEASE_MS = T0 + 15 * MINUTE_MS
const END_MS = RELEASE_MS + 120 * MINUTE_MS
const PERIOD_S = 60
/** Reading of the detectors without a release, ppm. */
const CLEAN_PPM = 0.02
const DETECTORS = [0, 1, 2, 3]
const clock = { ms: T0 }

let network: TestNetwork
let gateway: TestDevice
let devices: TestDevice[]
let client: MqttClient
let engine: AlarmEngine
const engineClock = createManualClock(T0)

beforeAll(async () => {
  network = await openNetwork({
    clock,
    options: { writer: { gatherPoints: 1, gatherMs: 1, maxGroupPoints: 4 } },
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      devices = []
      for (const rank of DETECTORS) {
        const station = await buildStation(db, { name: `园区 ${rank + 1}#`, lng: 118.8 + rank * 0.008, lat: 32.25 })
        const given = { kind: 'gas', metrics: ['cl2'], stationId: station.id, periodS: PERIOD_S } as const
        devices.push(await addDevice(db, { ...given, gatewayId: gateway.id }))
      }
      await db.transaction().execute(seedLimits)
    },
  })
  client = await connect(network, gateway)
})
afterAll(async () => {
  await client.endAsync()
  await engine.stop()
  await network.close()
})

/** The shipped rule without the hold of its lowest level. */
function toxicity(): RuleBody {
  const body = RULE_TEMPLATES.find(({ code }) => code === 'atl')?.body
  if (!body) throw new Error('no rule')
  return { ...body, branches: body.branches.map((branch) => ({ ...branch, forS: 0 })) }
}

async function play(): Promise<void> {
  const overlays = DETECTORS.map((rank) => chlorineOverlay(rank, RELEASE_MS))
  for (let ts = T0 + PERIOD_S * SECOND_MS; ts <= END_MS; ts += PERIOD_S * SECOND_MS) {
    clock.ms = ts
    await Promise.all(
      devices.map((device, rank) => {
        const value = CLEAN_PPM + (overlays[rank]?.(ts) ?? 0)
        const topic = `dt/${gateway.clientId}/sub/${device.clientId}/tele`
        return publish(client, topic, { ts, d: { 1: Number(value.toFixed(3)) } })
      }),
    )
    engineClock.advance(ts - engineClock.now())
    await engine.turn()
  }
}

const nameOf = ({ isCluster, deviceNo }: { readonly isCluster: boolean; readonly deviceNo: number | null }) =>
  isCluster ? 'the cluster' : `${devices.findIndex((device) => device.deviceNo === deviceNo) + 1}#`

/** Log entries until the cloud thins. */
async function told(): Promise<string[]> {
  const rows = await network.db
    .selectFrom('monAlarmLog as log')
    .innerJoin('monAlarm as alarm', 'alarm.id', 'log.alarmId')
    .select(['log.action', 'log.toVal', 'log.ts', 'alarm.isCluster', 'alarm.deviceNo'])
    .where('log.action', 'in', ['raise', 'up', 'fold'])
    .orderBy('log.eid')
    .execute()
  return rows.map((row) => {
    const minute = Math.floor((row.ts.getTime() - RELEASE_MS) / MINUTE_MS)
    return [minute, row.action, row.toVal, 'by', nameOf(row)].filter((part) => part !== null).join(' ')
  })
}

/** Stored alarms, in the form of a backtest. */
async function raised() {
  const rows = await network.db.selectFrom('monAlarm').selectAll().execute()
  return rows.map(({ id, deviceId, triggerTs, clearedTs, severityMax }) => ({
    deviceId,
    triggerMs: triggerTs.getTime(),
    endMs: clearedTs?.getTime() ?? null,
    severity: severityMax,
    childCount: rows.filter(({ parentId }) => parentId === id).length,
  }))
}
type Raised = Awaited<ReturnType<typeof raised>>[number]
const inOrder = (a: Raised, b: Raised) => a.triggerMs - b.triggerMs || a.childCount - b.childCount

it('[BZ-20] the chlorine release raises levels 1 to 4, folds the detectors into one alarm, and matches its backtest', async () => {
  const rule = toxicity()
  await buildRule(network.db, rule)
  engine = await startEngine(network, engineClock)
  await play()

  // Minutes after the release; severities 5, 3, 2 and 1 are the levels 1 to 4.
  expect(await told()).toEqual([
    '2 raise 3 by 2#',
    '3 up 1 by 2#',
    '4 raise 3 by 3#',
    '7 raise 5 by 1#',
    '7 raise 2 by the cluster',
    ...['the cluster', '2#', '3#', '1#'].map((who) => `7 fold by ${who}`),
    '8 up 3 by 1#',
    '8 up 2 by 3#',
    '9 up 1 by 3#',
    '14 raise 5 by 4#',
    '14 fold by the cluster',
    '14 fold by 4#',
    '20 up 3 by 4#',
  ])

  const job = { body: { rule, compare: null }, fromMs: T0, toMs: END_MS }
  const result = await simulate(network.db, job, { report: async () => true })
  expect(result?.fired).toBe(5)
  const simulated = (result?.alarms ?? []).map(({ deviceId, triggerMs, endMs, severity, childCount }) => ({
    deviceId,
    triggerMs,
    endMs,
    severity,
    childCount,
  }))
  expect(simulated.toSorted(inOrder)).toEqual((await raised()).toSorted(inOrder))
  // Two became graver than the cluster and are notified separately.
  expect(result?.alarms.filter(({ isFolded }) => isFolded).map(({ severity }) => severity)).toEqual([3, 3])
})
