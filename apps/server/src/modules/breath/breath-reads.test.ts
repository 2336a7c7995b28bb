import type { BreathStatus } from '@natim/domain/breath'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDevice } from '../../testing/build-network.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { buildSessionUser, JIANGSU, NATIONAL } from '../../testing/session-users.ts'
import { createBreathReader } from './breath.service.ts'
import { createBreathActions } from './breath-actions.ts'
import { readChromatogram } from './breath-view.ts'
import { buildBreathTest, buildSubject } from './testing/build-test.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:00+08:00')
const now = () => NOW_MS
const officer = buildSessionUser('officer', NATIONAL)
const actor = { user: officer }

let database: OpenDatabase
let reader: ReturnType<typeof createBreathReader>
let actions: ReturnType<typeof createBreathActions>
let device: { id: string }
beforeAll(async () => {
  database = await openTestDatabase()
  reader = createBreathReader({ db: database.db, now })
  actions = createBreathActions({ db: database.db, now })
  device = await buildDevice(database.db, { kind: 'breath', regionCode: '130100' })
})
afterAll(() => database.close())

type Given = Omit<Parameters<typeof buildBreathTest>[1], 'deviceId'>
const build = (given: Given = {}) => buildBreathTest(database.db, { deviceId: device.id, ...given })
const detail = (id: string, user = officer) => reader.get({ user }, id, true)

describe('a breath test', () => {
  it('has the next newer and next older test of the region, by hour and id', async () => {
    const at = (ms: number) => ({ sampleTs: new Date(Date.parse('2026-09-01T09:00:00+08:00') + ms) })
    const ids = { regionCode: '620100' }
    const oldest = await build({ ...ids, ...at(0) })
    const older = await build({ ...ids, ...at(HOUR_MS) })
    const here = await build({ ...ids, ...at(2 * HOUR_MS) })
    const newer = await build({ ...ids, ...at(3 * HOUR_MS) })
    await build({ ...ids, ...at(4 * HOUR_MS) })
    await build({ regionCode: '440100', ...at(2 * HOUR_MS + HOUR_MS / 2) })
    const local = buildSessionUser('local', { orgCode: 'A01', regionPrefixes: ['62'] })
    expect(await detail(here.id, local)).toMatchObject({ newerId: newer.id, olderId: older.id })
    expect(await detail(oldest.id, local)).toMatchObject({ newerId: expect.any(String), olderId: null })
    const unsampled = await build({ ...ids, status: 'created', sampleTs: null, verdict: null, score: null })
    expect(await detail(unsampled.id, local)).toMatchObject({ newerId: null, olderId: null })
  })

  it('lists the other tests of its person, those without a sample first', async () => {
    const { id: subjectId } = await buildSubject(database.db)
    const at = (day: number) => ({ subjectId, sampleTs: new Date(Date.UTC(2026, 9, day)) })
    const [first, second, here] = [await build(at(1)), await build(at(3)), await build(at(2))]
    const waiting = await build({ subjectId, status: 'created', sampleTs: null, verdict: null, score: null })
    await build(at(4)).then(({ id }) =>
      database.db.updateTable('monBreathTest').set({ regionCode: '440100' }).where('id', '=', id).execute(),
    )
    const { history } = await detail(here.id, buildSessionUser('hebei', { orgCode: 'A01', regionPrefixes: ['13'] }))
    expect(history.map(({ id }) => id)).toEqual([waiting.id, second.id, first.id])
  })

  it.each<[BreathStatus, boolean | null]>([
    ['created', null],
    ['analysing', null],
    ['cancelled', null],
    ['resulted', true],
  ])('%s: adequacy of its sample is %s', async (status, isAdequate) => {
    const none = status === 'resulted' ? {} : { verdict: null, score: null }
    expect((await detail((await build({ status, ...none })).id)).test.isAdequate).toBe(isAdequate)
  })
})

describe('refusals', () => {
  it('are announced to the user they apply to', async () => {
    const { id: subjectId } = await buildSubject(database.db)
    const mine = { subjectId, reviewedBy: officer.userId, reviewedName: 'x', reviewedAt: new Date(NOW_MS) }
    const reviewed = await build({ ...mine, status: 'reviewed' })
    expect((await detail(reviewed.id)).refusals).toEqual({ release: '须由另一人处理' })
    expect((await detail(reviewed.id, buildSessionUser('second', NATIONAL))).refusals).toEqual({})
    const sampled = await build({ subjectId, operatorBy: officer.userId })
    expect((await detail(sampled.id)).refusals).toEqual({ review: '须由另一人处理' })
  })
})

describe('a cancelled test', () => {
  it('names the cancelling side when no reason was given, may be retested, and frees its well', async () => {
    const well = { status: 'created' as const, verdict: null, score: null, sessionNo: 'S-cancel', platePos: 7 }
    const { id } = await build(well)
    const { wells } = await reader.plate(officer, 'S-cancel')
    expect(wells.map(({ place }) => place)).toEqual([7])
    await actions.step(actor, { id, version: 0 }, 'cancel', null)
    expect((await detail(id)).test).toMatchObject({ status: 'cancelled', exitReason: '人工取消' })
    expect((await reader.plate(officer, 'S-cancel')).wells).toEqual([])
    const tomorrow = createBreathActions({ db: database.db, now: () => NOW_MS + 14 * HOUR_MS })
    expect((await tomorrow.retest(actor, id)).no).toBe('BT20261122-0001')
    const other = await build({ ...well, platePos: 8 })
    await actions.step(actor, { id: other.id, version: 0 }, 'cancel', '受试者离开')
    expect((await detail(other.id)).test.exitReason).toBe('受试者离开')
  })

  it('is not written to the operation log, nor is a laboratory confirmation', async () => {
    const waiting = await build({ status: 'sampling', verdict: null, score: null })
    await actions.step(actor, { id: waiting.id, version: 0 }, 'cancel', null)
    const resulted = await build()
    await actions.confirm(actor, { id: resulted.id, version: 0 }, 'negative', '核酸')
    const lines = await database.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('objectId', 'in', [waiting.id, resulted.id])
      .execute()
    expect(lines).toEqual([])
    const { steps } = await detail(resulted.id)
    expect(steps.at(-1)).toMatchObject({ action: 'confirm', note: '确证阴性（核酸）', status: 'resulted' })
  })

  it('cannot be confirmed or released', async () => {
    const { id } = await build({ status: 'cancelled' })
    for (const act of [
      () => actions.confirm(actor, { id, version: 0 }, 'positive', '核酸'),
      () => actions.release(actor, { id, version: 0 }, null),
      () => actions.step(actor, { id, version: 0 }, 'sample', null),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'breath.step' })
  })
})

describe('persons counted in a period', () => {
  it('are those with a valid verdict in (from, to]', async () => {
    const dayMs = 24 * HOUR_MS
    const place = { regionCode: '650100' }
    const count = async () => {
      const local = buildSessionUser('west', { orgCode: 'A01', regionPrefixes: ['65'] })
      return (await reader.summary(local, 1)).valid
    }
    const add = async (given: Given) => {
      const { id: subjectId } = await buildSubject(database.db, place)
      await build({ ...place, subjectId, sampleTs: new Date(NOW_MS), ...given })
    }
    for (let at = 0; at < 4; at += 1) await add({})
    await add({ sampleTs: new Date(NOW_MS - dayMs) })
    await add({ sampleTs: new Date(NOW_MS + 1) })
    await add({ status: 'cancelled' })
    await add({ status: 'invalid', verdict: null, score: null })
    expect(await count()).toBe('<5')
    await add({ sampleTs: new Date(NOW_MS - dayMs + 1), status: 'released', reviewedBy: 'a', releasedBy: 'b' })
    expect(await count()).toBe('5')
    expect((await reader.summary(buildSessionUser('east', JIANGSU), 1)).cities).toEqual([])
  })

  it('print no total that reveals what the other table hides', async () => {
    const place = { regionCode: '540100' }
    for (let at = 0; at < 6; at += 1) {
      const ageBand = at < 5 ? '18-39' : '75+'
      const { id: subjectId } = await buildSubject(database.db, { ...place, ageBand })
      await build({ ...place, subjectId, verdict: 'neg', sampleTs: new Date(NOW_MS - MINUTE_MS) })
    }
    const result = await reader.summary(buildSessionUser('tibet', { orgCode: 'A01', regionPrefixes: ['54'] }), 1)
    const told = result.bands.map(({ valid }) => valid)
    expect(told.filter((text) => /^\d/.test(text))).toEqual([])
    expect(result.cities).toMatchObject([{ valid: '6' }])
  })
})

describe('a chromatogram from a device', () => {
  const curve = (points: number) => {
    const line = Array.from({ length: points }, (_, at) => at)
    return Buffer.from(JSON.stringify({ timesS: line, sample: line, ambient: line, peaks: [] }))
  }
  it('is drawn with at most five thousand points', () => {
    expect(readChromatogram(curve(5_000))?.timesS).toHaveLength(5_000)
    expect(readChromatogram(curve(5_001))).toBeNull()
    expect(readChromatogram(undefined)).toBeNull()
  })
})

describe('a plate', () => {
  const well = (sessionNo: string, platePos: number | null, given: Given = {}) =>
    build({ sessionNo, platePos, ...given })
  const placesOf = async (sessionNo: string, user = officer) =>
    (await reader.plate(user, sessionNo)).wells.map(({ place }) => place)

  it('lists its wells by position, each with its test and outcome', async () => {
    const last = await well('P-1', 9, { status: 'analysing', verdict: null, score: null })
    const first = await well('P-1', 2)
    expect(await reader.plate(officer, 'P-1')).toEqual({
      sessionNo: 'P-1',
      wells: [
        { place: 2, id: first.id, no: first.no, status: 'resulted', verdict: 'presumptive' },
        { place: 9, id: last.id, no: last.no, status: 'analysing', verdict: null },
      ],
    })
  })

  it.each<[string, Given, readonly number[]]>([
    ['of a test that was called off is free', { status: 'cancelled' }, []],
    ['of a sample that was none is taken', { status: 'invalid', verdict: null, score: null }, [5]],
    ['of another region is nothing to see', { regionCode: '440100' }, []],
  ])('a well %s', async (name, given, places) => {
    await well(name, 5, given)
    const north = buildSessionUser('north', { orgCode: 'A01', regionPrefixes: ['13'] })
    expect(await placesOf(name, north)).toEqual(places)
  })

  it('excludes tests without a position and those of other sessions', async () => {
    await well('P-2', null)
    await well('P-20', 1)
    expect(await placesOf('P-2')).toEqual([])
    expect(await placesOf('p-20')).toEqual([])
    expect(await placesOf('P-20')).toEqual([1])
  })

  it('holds at most one test per well, and frees the well when the test is cancelled', async () => {
    const held = await well('P-3', 1)
    await expect(well('P-3', 1)).rejects.toThrow()
    await database.db.updateTable('monBreathTest').set({ status: 'cancelled' }).where('id', '=', held.id).execute()
    const next = await well('P-3', 1)
    expect((await reader.plate(officer, 'P-3')).wells.map(({ id }) => id)).toEqual([next.id])
  })
})
