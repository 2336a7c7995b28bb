import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { loadTimeline } from './task-detail.ts'

const FROM_MS = Date.parse('2026-11-21T00:00:00+08:00')
const TO_MS = FROM_MS + 7 * DAY_MS

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db
    .insertInto('monSatellite')
    .values({
      id: 'sat-1',
      code: 'T-1',
      name: '样星',
      noradId: 90_001,
      tle1: '1',
      tle2: '2',
      tleEpoch: new Date(FROM_MS),
      sensorType: 'SAR',
      swathKm: 100,
      resM: 5,
      offNadirMax: 30,
    })
    .execute()
  await addTask('ends-at-begin', FROM_MS - DAY_MS, FROM_MS)
  await addTask('ends-after-begin', FROM_MS - DAY_MS, FROM_MS + 1)
  await addTask('within', FROM_MS + DAY_MS, FROM_MS + 2 * DAY_MS)
  await addTask('around', FROM_MS - 2 * DAY_MS, TO_MS + DAY_MS)
  await addTask('begins-at-end', TO_MS, TO_MS + DAY_MS)
  await addTask('begins-after-end', TO_MS + 1, TO_MS + DAY_MS)
  await addTask('south', FROM_MS + 3 * DAY_MS, FROM_MS + 4 * DAY_MS, '440300')
  await addPass('late', 'within', FROM_MS + DAY_MS + 5 * HOUR_MS, 1)
  await addPass('early', 'within', FROM_MS + DAY_MS + HOUR_MS, 2)
  await addPass('offered', 'within', FROM_MS + DAY_MS + 2 * HOUR_MS, null)
  await addPass('of-south', 'south', FROM_MS + 3 * DAY_MS + HOUR_MS, 1)
})
afterAll(() => database.close())

const addTask = (id: string, fromMs: number, toMs: number, regionCode = '320500') =>
  database.db
    .insertInto('monSatTask')
    .values({
      id,
      no: `SAT-${id}`,
      title: id,
      purpose: 'air',
      priority: 3,
      area: '{}',
      vertices: 4,
      areaKm2: 100,
      regionCode,
      sysOrgCode: 'A01',
      sensorType: 'SAR',
      offNadirMax: 30,
      windowFrom: new Date(fromMs),
      windowTo: new Date(toMs),
      state: 'planned',
    })
    .execute()
const addPass = (id: string, taskId: string, startMs: number, rank: number | null) =>
  database.db
    .insertInto('monSatPass')
    .values({
      id,
      taskId,
      satelliteId: 'sat-1',
      satCode: id,
      satName: '样星',
      swathKm: 100,
      tleEpoch: new Date(FROM_MS),
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

const look = (scope = NATIONAL, fromMs = FROM_MS, toMs = TO_MS) =>
  loadTimeline(database.db, buildSessionUser('planner', scope), fromMs, toMs)
const ids = (tasks: Awaited<ReturnType<typeof look>>) => tasks.map(({ id }) => id)

describe('tasks on the timeline', () => {
  it('are those whose window overlaps (from, to], by beginning and then by id', async () => {
    expect(ids(await look())).toEqual(['around', 'ends-after-begin', 'within', 'south', 'begins-at-end'])
  })

  it('contain their own chosen passes in time order', async () => {
    const byId = new Map((await look()).map(({ id, passes }) => [id, passes]))
    expect(byId.get('within')?.map(({ satCode, rank, startMs, endMs }) => [satCode, rank, endMs - startMs])).toEqual([
      ['early', 2, 2 * MINUTE_MS],
      ['late', 1, 2 * MINUTE_MS],
    ])
    expect(byId.get('south')?.map(({ satCode }) => satCode)).toEqual(['of-south'])
    expect(byId.get('around')).toEqual([])
  })

  it('are limited to the scope, and none for an empty scope', async () => {
    expect(ids(await look(JIANGSU))).not.toContain('south')
    expect(ids(await look({ orgCode: 'A01', regionPrefixes: ['44'] }))).toEqual(['south'])
    expect(ids(await look({ orgCode: '', regionPrefixes: ['*'] }))).toEqual([])
    expect(ids(await look({ orgCode: 'A02', regionPrefixes: ['*'] }))).toEqual([])
  })

  it.each([
    ['no time at all', FROM_MS + DAY_MS + HOUR_MS, FROM_MS + DAY_MS + HOUR_MS],
    ['a time that ends before it begins', TO_MS, FROM_MS],
  ])('are none for %s, even with open windows', async (_name, fromMs, toMs) => {
    expect(await look(NATIONAL, fromMs, toMs)).toEqual([])
  })
})
