import { type HomeEvent, type HomePass, LISTED_EVENTS } from '@natim/contract/mon/home-cards'
import type { SatState } from '@natim/domain/sat-task'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogAction } from '../../db/columns.ts'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { loadHappenings } from './happenings.ts'

const NOW = parseGmt8('2026-11-21 10:30:00') as number
const MIDNIGHT = parseGmt8('2026-11-21 00:00:00') as number

let server: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await server.addUser('nation', { roles: ['nat_admin'] })
  await server.addUser('south', { roles: ['nat_admin'], regionPrefixes: ['44'] })
  await server.addUser('ops', { roles: ['station_ops'] })
  for (const name of ['nation', 'south', 'ops']) tokens[name] = await server.signIn(name)
})
afterAll(() => server.close())

const ask = (path: string, who = 'nation') => server.call('GET', `/mon/home/${path}`, { token: tokens[who] ?? '' })
const events = async (path = 'events', who?: string): Promise<HomeEvent[]> => (await ask(path, who)).body.result
const passes = async (path = 'passes', who?: string): Promise<HomePass[]> => (await ask(path, who)).body.result

async function addStep(alarmId: string, action: LogAction, atMs: number, to?: string): Promise<void> {
  await server.db
    .insertInto('monAlarmLog')
    .values({
      alarmId,
      seq: sql<number>`(select max(seq) + 1 from mon_alarm_log where alarm_id = ${alarmId})`,
      ts: new Date(atMs),
      actor: 'system',
      actorName: '系统',
      action,
      toVal: to ?? null,
      hash: Buffer.from('x'),
    })
    .execute()
}

describe('the newest events', () => {
  let alarm: string
  beforeAll(async () => {
    const { id: stationId } = await buildStation(server.db, { name: '江北化工园区' })
    const device = await buildDevice(server.db, { kind: 'rad', stationId })
    alarm = await buildAlarm(server.db, { deviceId: device.id, stationId, severity: 3, title: '氯气超 AEGL-2' })
    await addStep(alarm, 'up', NOW - 20 * MINUTE_MS, '1')
    await addStep(alarm, 'ack', NOW - 15 * MINUTE_MS)
    await addStep(alarm, 'clear', NOW - 10 * MINUTE_MS)
    await addStep(alarm, 'escalate', NOW - DAY_MS, '2')
    await addStep(await buildAlarm(server.db, { drill: true }), 'clear', NOW - MINUTE_MS)
    const { id: deviceId, deviceNo } = device
    const event = { deviceId, deviceNo, regionCode: '320500', sysOrgCode: 'A01', day: '2026-11-21', level: 1 } as const
    const told = { ...event, type: 'rad', source: 'device', told: '{}' } as const
    await server.db
      .insertInto('monNbcEvent')
      .values([
        {
          ...told,
          id: 'rad-1',
          seq: 1,
          ts: new Date(NOW - 12 * MINUTE_MS),
          eventKey: Buffer.from('1'),
          agentName: 'Cs-137',
        },
        { ...told, id: 'rad-2', seq: 2, ts: new Date(NOW - DAY_MS), eventKey: Buffer.from('2') },
      ])
      .execute()
  })

  it("are the day's alarm steps and detections, newest first, without drills and notes", async () => {
    const [raised, ...earlier] = await events()
    expect(raised).toMatchObject({ kind: 'alarm', id: alarm, step: 'raise', severity: 3, place: '江北化工园区' })
    expect(earlier.map(({ kind, step, severity, atMs }) => [kind, step, severity, NOW - atMs])).toEqual([
      ['alarm', 'clear', 3, 10 * MINUTE_MS],
      // An unverified detector is rated no higher than 3.
      ['nbc', 'detect', 3, 12 * MINUTE_MS],
      ['alarm', 'up', 1, 20 * MINUTE_MS],
    ])
    expect(earlier[1]).toMatchObject({ id: 'rad-1', title: '核事件 Cs-137', place: '江北化工园区' })
  })

  it("are those of the requested region within the user's scope", async () => {
    expect(await events('events?region=3205')).toHaveLength(4)
    expect(await events('events?region=33')).toEqual([])
    expect(await events('events', 'south')).toEqual([])
  })

  it("are limited by kind to the user's permissions", async () => {
    const kinds = async (sees: { alarms: boolean; nbc: boolean }) =>
      new Set((await loadHappenings(server.db, NATIONAL, undefined, sees, NOW)).map(({ kind }) => kind))
    expect(await kinds({ alarms: true, nbc: false })).toEqual(new Set(['alarm']))
    expect(await kinds({ alarms: false, nbc: true })).toEqual(new Set(['nbc']))
    expect(await kinds({ alarms: false, nbc: false })).toEqual(new Set())
  })

  it('are at most twelve', async () => {
    for (let back = 1; back <= LISTED_EVENTS; back += 1) await addStep(alarm, 'clear', NOW - back * HOUR_MS)
    expect(await events()).toHaveLength(LISTED_EVENTS)
  })
})

describe("today's passes", () => {
  const addTask = async (id: string, given: { state?: SatState; choiceRank?: number; regionCode?: string } = {}) =>
    server.db
      .insertInto('monSatTask')
      .values({
        id,
        no: `SAT-${id}`,
        title: `任务 ${id}`,
        purpose: 'air',
        priority: 3,
        area: '{}',
        vertices: 4,
        areaKm2: 100,
        regionCode: '211100',
        sysOrgCode: 'A01',
        sensorType: 'SAR',
        offNadirMax: 30,
        windowFrom: new Date(NOW - DAY_MS),
        windowTo: new Date(NOW + DAY_MS),
        state: 'planned',
        ...given,
      })
      .execute()
  const addPass = (id: string, taskId: string, startMs: number, rank: number | null) =>
    server.db
      .insertInto('monSatPass')
      .values({
        id,
        taskId,
        satelliteId: 'sat-1',
        satCode: id,
        satName: '样星',
        swathKm: 100,
        tleEpoch: new Date(NOW),
        startAt: new Date(startMs),
        peakAt: new Date(startMs + MINUTE_MS),
        endAt: new Date(startMs + 2 * MINUTE_MS),
        maxElev: 60,
        offNadir: 10,
        coveragePct: 100,
        sunElev: 30,
        resM: 5,
        feasibility: 1,
        footprint: '[]',
        track: '[]',
        rank,
      })
      .execute()
  const codes = (found: readonly HomePass[]) => found.map(({ satCode }) => satCode)

  beforeAll(async () => {
    await server.db
      .insertInto('monSatellite')
      .values({
        id: 'sat-1',
        code: 'T-1',
        name: '样星',
        noradId: 90_001,
        tle1: '1',
        tle2: '2',
        tleEpoch: new Date(NOW),
        sensorType: 'SAR',
        swathKm: 100,
        resM: 5,
        offNadirMax: 30,
      })
      .execute()
    await addTask('one', { choiceRank: 2 })
    await addPass('first', 'one', NOW + HOUR_MS, 1)
    await addPass('second', 'one', NOW + 2 * HOUR_MS, 2)
    await addTask('two', { state: 'submitted' })
    await addPass('midnight', 'two', MIDNIGHT, 1)
    await addPass('dawn', 'two', MIDNIGHT + HOUR_MS, 2)
    await addPass('evening', 'two', MIDNIGHT + DAY_MS, 3)
    await addPass('tomorrow', 'two', MIDNIGHT + DAY_MS + 1, 4)
    await addPass('unchosen', 'two', NOW + HOUR_MS, null)
    await addTask('three', { state: 'cancelled' })
    await addPass('cancelled', 'three', NOW + HOUR_MS, 1)
    await addTask('four', { regionCode: '440300' })
    await addPass('south', 'four', NOW + 3 * HOUR_MS, 1)
  })

  it('are those chosen by valid tasks, in time order, of the day ending at midnight', async () => {
    expect(codes(await passes())).toEqual(['dawn', 'second', 'south', 'evening'])
    expect((await passes())[1]).toEqual({
      taskId: 'one',
      no: 'SAT-one',
      title: '任务 one',
      state: 'planned',
      sensor: 'SAR',
      satCode: 'second',
      startMs: NOW + 2 * HOUR_MS,
      endMs: NOW + 2 * HOUR_MS + 2 * MINUTE_MS,
    })
  })

  it('are limited to region and scope, and require the permission', async () => {
    expect(codes(await passes('passes?region=21'))).toEqual(['dawn', 'second', 'evening'])
    expect(codes(await passes('passes', 'south'))).toEqual(['south'])
    expect((await ask('passes', 'ops')).status).toBe(403)
  })

  it.each<[SatState, boolean]>([
    ['draft', false],
    ['rejected', false],
    ['cancelled', false],
    ['expired', false],
    ['submitted', true],
    ['approved', true],
    ['planned', true],
  ])('of a task that is %s are shown: %s', async (state, isTold) => {
    await server.db.updateTable('monSatTask').set({ state }).where('id', '=', 'four').execute()
    expect(codes(await passes('passes?region=44'))).toEqual(isTold ? ['south'] : [])
  })

  it('of a failed choice are replaced by those of the next one', async () => {
    const rank = (choiceRank: number) =>
      server.db.updateTable('monSatTask').set({ choiceRank }).where('id', '=', 'one').execute()
    const seen: string[] = []
    for (const choiceRank of [1, 2, 3]) {
      await rank(choiceRank)
      seen.push(codes(await passes('passes?region=21')).join())
    }
    expect(seen).toEqual(['dawn,first,evening', 'dawn,second,evening', 'dawn,evening'])
  })
})
