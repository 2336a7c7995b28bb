import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDevice } from '../../testing/build-network.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { buildBreathTest, buildSubject } from '../breath/testing/build-test.ts'
import { findBreathDays } from './infection.repository.ts'

const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00+08:00')
const NOW_MS = MIDNIGHT_MS + 10 * HOUR_MS

let database: OpenDatabase
let deviceId: string
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ id: deviceId } = await buildDevice(database.db, { kind: 'breath', regionCode: '130100' }))
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('monBreathTest').execute())

type Given = Omit<Parameters<typeof buildBreathTest>[1], 'deviceId'>
const build = (given: Given = {}) =>
  buildBreathTest(database.db, { deviceId, sampleTs: new Date(MIDNIGHT_MS + HOUR_MS), ...given })
const find = (scope = NATIONAL, fromMs = MIDNIGHT_MS - DAY_MS, toMs = NOW_MS) =>
  findBreathDays(database.db, scope, fromMs, toMs)

describe('valid tests of a city on a day', () => {
  it.each<[string, Given, number]>([
    ['a result', {}, 1],
    ['one that was reviewed', { status: 'reviewed', reviewedBy: 'b' }, 1],
    ['one that was released', { status: 'released', reviewedBy: 'b', releasedBy: 'c' }, 1],
    ['one that says nothing sure', { verdict: 'indeterminate' }, 1],
    ['one that waits for its result', { status: 'analysing', verdict: null, score: null }, 0],
    ['one without a sample worth the name', { status: 'invalid', verdict: null, score: null }, 0],
    ['one that was called off', { status: 'cancelled' }, 0],
  ])('count %s', async (_name, given, count) => {
    await build(given)
    expect((await find()).reduce((sum, { tests }) => sum + tests, 0)).toBe(count)
  })

  it('count a person once regardless of the number of tests, and each anonymous test separately', async () => {
    const { id } = await buildSubject(database.db)
    await build({ subjectId: id })
    await build({ subjectId: id, verdict: 'neg' })
    await build({ subjectId: id })
    await build({ subjectId: null })
    await build({ subjectId: null, verdict: 'neg' })
    expect(await find()).toEqual([
      { regionCode: '130100', day: '2026-11-21', tests: 5, persons: 3, presumptive: 3, presumptivePersons: 2 },
    ])
  })

  it('aggregate the districts of a city, and separate cities and days', async () => {
    await build({ regionCode: '130102' })
    await build({ regionCode: '130185', verdict: 'neg' })
    await build({ regionCode: '130200' })
    await build({ regionCode: '130102', sampleTs: new Date(MIDNIGHT_MS - HOUR_MS) })
    const found = (await find()).map(({ regionCode, day, tests, presumptive }) => [regionCode, day, tests, presumptive])
    expect(found.toSorted()).toEqual([
      ['130100', '2026-11-20', 1, 1],
      ['130100', '2026-11-21', 2, 1],
      ['130200', '2026-11-21', 1, 1],
    ])
  })

  it('belong to the new day from midnight on, by the published hour', async () => {
    for (const ms of [-1, 0, 1, HOUR_MS - 1]) await build({ sampleTs: new Date(MIDNIGHT_MS + ms) })
    const byDay = new Map((await find()).map(({ day, tests }) => [day, tests]))
    expect([byDay.get('2026-11-20'), byDay.get('2026-11-21')]).toEqual([1, 3])
  })

  it('start with the first requested hour and end with the current time', async () => {
    const from = MIDNIGHT_MS
    for (const ms of [from - 1, from, NOW_MS, NOW_MS + 1]) await build({ sampleTs: new Date(ms) })
    expect((await find(NATIONAL, from)).map(({ tests }) => tests)).toEqual([2])
  })

  it('are limited to the scope, by region and department', async () => {
    await build({ regionCode: '130102' })
    await build({ regionCode: '320500' })
    await build({ regionCode: '320500', sysOrgCode: 'A02' })
    const codes = async (scope = NATIONAL) => (await find(scope)).map(({ regionCode, tests }) => [regionCode, tests])
    expect((await codes()).toSorted()).toEqual([
      ['130100', 1],
      ['320500', 1],
    ])
    expect(await codes(JIANGSU)).toEqual([['320500', 1]])
    expect(await codes({ orgCode: 'A02', regionPrefixes: ['*'] })).toEqual([['320500', 1]])
    expect(await codes({ orgCode: '', regionPrefixes: ['*'] })).toEqual([])
  })
})
