import type { RuleBranch } from '@natim/domain/alarm/rule'
import { SECOND_MS } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildStation } from '../../../testing/build-network.ts'
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
const clock = { ms: T0 }
/** Kilometres east of the first station; the last one is in another town. */
const EAST_KM = [0, 2, 4, 6, 60]

let network: TestNetwork
let gateway: TestDevice
let devices: TestDevice[]
let client: MqttClient
let engineClock = createManualClock(T0)
const engines: AlarmEngine[] = []

beforeAll(async () => {
  network = await openNetwork({
    clock,
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      devices = []
      for (const [i, km] of EAST_KM.entries()) {
        const station = await buildStation(db, { name: `${i + 1}号站`, lng: 120 + km / 95, lat: 31.3 })
        devices.push(
          await addDevice(db, { metrics: ['pm25'], periodS: 10, stationId: station.id, gatewayId: gateway.id }),
        )
      }
    },
  })
})
afterAll(() => network.close())
beforeEach(async () => {
  clock.ms = T0
  engineClock = createManualClock(T0)
  await network.pool.query(`update mon_stream set owner = null, until = '1970-01-01Z'`)
  await network.reset()
  await network.pool.query(`truncate mon_alarm, mon_alarm_log, mon_alarm_timer, mon_alarm_outbox, mon_alarm_rule,
    mon_alarm_cursor, mon_suppression restart identity cascade`)
  client = await connect(network, gateway)
  return async () => {
    await client.endAsync()
    for (const engine of engines.splice(0)) await engine.stop()
  }
})

const BRANCHES: readonly RuleBranch[] = [
  { type: 'threshold', severity: 1, op: '>=', value: 200, avgS: 0, forS: 0, clearForS: 0 },
  { type: 'threshold', severity: 3, op: '>=', value: 50, avgS: 0, forS: 0, clearForS: 0 },
]
const cluster = (given: object = {}): RuleBranch => ({
  type: 'cluster',
  severity: 2,
  of: 'station',
  count: 3,
  radiusKm: 5,
  withinS: 300,
  forS: 0,
  clearForS: 60,
  ...given,
})

async function start(judges: (stream: number) => boolean = () => true): Promise<AlarmEngine> {
  const { judging } = network.ingest
  const engine = await startEngine(network, engineClock, {
    streams: { epochOf: (stream) => (judges(stream) ? judging.streams.epochOf(stream) : undefined) },
  })
  engines.push(engine)
  return engine
}

const tell = (no: number, value: number) =>
  publish(client, `dt/${gateway.clientId}/sub/${devices[no - 1]?.clientId ?? ''}/tele`, {
    ts: clock.ms,
    d: { 1: value },
  })

async function turn(bySeconds = 0): Promise<void> {
  clock.ms += bySeconds * SECOND_MS
  engineClock.advance(Math.max(0, clock.ms - engineClock.now()))
  for (const engine of engines) await engine.turn()
}
/** Readings ten seconds apart, each judged. */
async function say(...values: readonly (readonly [no: number, value: number])[]): Promise<void> {
  for (const [no, value] of values) {
    clock.ms += 10 * SECOND_MS
    await tell(no, value)
    await turn()
  }
}
const alarms = () => network.db.selectFrom('monAlarm').selectAll().orderBy('triggerTs').orderBy('isCluster').execute()
const parents = async () => (await alarms()).filter(({ isCluster }) => isCluster)
/** Numbers of the stations whose alarms are folded into it. */
const childrenOf = async (id: string | undefined) =>
  (await alarms())
    .filter(({ parentId }) => parentId === id)
    .map(({ deviceNo }) => 1 + devices.findIndex((one) => one.deviceNo === deviceNo))
const logOf = async (id: string) =>
  (
    await network.db
      .selectFrom('monAlarmLog')
      .select(['action', 'note'])
      .where('alarmId', '=', id)
      .orderBy('seq')
      .execute()
  ).map(({ action, note }) => `${action} ${note ?? ''}`.trim())

describe('a rule with a cluster', () => {
  it('[BZ-20] folds stations that alarm together into one alarm with one notification, which ends when too few are left', async () => {
    await buildRule(network.db, { branches: [...BRANCHES, cluster()] })
    await start()
    await say([1, 60], [2, 60], [5, 60])
    expect(await parents()).toEqual([])
    await say([3, 60])
    const [parent, none] = await parents()
    expect(none).toBeUndefined()
    expect(parent).toMatchObject({
      severity: 2,
      triggerTs: new Date(clock.ms),
      active: true,
      title: '细颗粒物 PM2.5 5 km 内 3 个站点先后报警',
      limitText: '5 km 内达到 3 个站点',
      metricCode: 'pm25',
      deviceNo: devices[0]?.deviceNo,
      regionCode: '320500',
      corroboration: 'plain',
    })
    expect(await childrenOf(parent?.id)).toEqual([1, 2, 3])
    const told = await network.db.selectFrom('monAlarmOutbox').select(['alarmId', 'kind', 'severity']).execute()
    expect(told.filter(({ alarmId }) => alarmId === parent?.id)).toEqual([
      { alarmId: parent?.id, kind: 'raise', severity: 2 },
    ])

    await say([4, 60])
    expect(await childrenOf(parent?.id)).toEqual([1, 2, 3, 4])
    const [first, second, third, fourth] = (await alarms()).filter(({ parentId }) => parentId !== null)
    expect(await logOf(first?.id ?? '')).toContain(`fold 并入 ${parent?.no}`)
    expect((await logOf(parent?.id ?? '')).slice(1)).toEqual([
      `fold ${[first, second, third].map((one) => one?.no).join('、')} 并入本报警`,
      `fold ${fourth?.no} 并入本报警`,
    ])

    await say([1, 10], [2, 10])
    const fewSinceMs = clock.ms
    await turn(55)
    expect(await parents()).toMatchObject([{ active: true }])
    await turn(10)
    expect(await parents()).toMatchObject([
      { active: false, clearReason: 'value', clearedTs: new Date(fewSinceMs + 60_000) },
    ])
    // A re-run does not reopen ended clusters; reaching the count again within 30 min continues the same alarm.
    await turn(10)
    await say([1, 60])
    expect(await parents()).toMatchObject([{ active: true, reopenCount: 1, id: parent?.id }])
    expect(await childrenOf(parent?.id)).toEqual([1, 2, 3, 4])
  })

  it('raises one cluster when two processes evaluate concurrently', async () => {
    const rule = await buildRule(network.db, { branches: [...BRANCHES, cluster({ count: 2 })] })
    const [one, two] = devices.map(({ deviceNo }) => deviceNo % 16)
    expect(one).not.toBe(two)
    const engine = await start((stream) => stream === one)
    const other = await start((stream) => stream !== one)
    const holder = await network.pool.connect()
    await holder.query(`select pg_advisory_lock(hashtext('mon_alarm_cluster'), hashtext($1))`, [rule])
    clock.ms += 10 * SECOND_MS
    await tell(1, 60)
    await tell(2, 60)
    const turns = Promise.all([engine.turn(), other.turn()])
    await eventually(async () => {
      const { rows } = await network.pool.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      expect(rows).toHaveLength(2)
    })
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await turns
    const found = await parents()
    expect(found).toHaveLength(1)
    expect(await childrenOf(found[0]?.id)).toEqual([1, 2])
  })

  it('raises none while its first member is in a hide window, nor after a user closed it; ends with its rule', async () => {
    const rule = await buildRule(network.db, { branches: [...BRANCHES, cluster()] })
    await start()
    await say([1, 60])
    const window = {
      id: 'w',
      name: '检修',
      kind: 'hide' as const,
      scope: JSON.stringify({ deviceIds: [devices[0]?.id] }),
      reason: '检修',
    }
    await network.db
      .insertInto('monSuppression')
      .values({ ...window, fromTs: new Date(clock.ms), toTs: new Date(clock.ms + 60_000) })
      .execute()
    await turn(6)
    await say([2, 60], [3, 60])
    expect(await parents()).toEqual([])
    expect((await alarms()).map(({ parentId }) => parentId)).toEqual([null, null, null])
    await turn(40)
    await turn(6)
    const [parent] = await parents()
    expect(parent).toMatchObject({ active: true, triggerTs: new Date(T0 + 36_000) })

    const closed = { active: false, closedTs: new Date(clock.ms), clearedTs: new Date(clock.ms), clearReason: 'closed' }
    await network.db
      .updateTable('monAlarm')
      .set(closed)
      .where('id', '=', parent?.id ?? '')
      .execute()
    await turn(10)
    // Without the first alarm, the others and the new one would reach three at another instant.
    await say([1, 0], [4, 60])
    expect(await parents()).toMatchObject([{ active: false }])
    expect(await childrenOf(parent?.id)).toEqual([1, 2, 3])
    await network.pool.query('update mon_alarm set active = true, closed_ts = null, cleared_ts = null where is_cluster')
    await network.db.updateTable('monAlarmRule').set({ enabled: false }).where('id', '=', rule).execute()
    network.bus.publish('rules', {})
    await turn(10)
    await turn(10)
    expect(await parents()).toMatchObject([{ active: false, clearReason: 'rule_disabled' }])
  })
})
