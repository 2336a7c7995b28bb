import { read, utils } from '@e965/xlsx'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { buildBreathTest, buildSubject } from '../breath/testing/build-test.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:30+08:00')
const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00+08:00')
const NORTH = '130100'
const SOUTH = '440100'
const EAST = '370100'

let server: TestApp
let officer: string
let duty: string
let southern: string

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW_MS) })
  await server.addUser('officer', { roles: ['health_officer'], regionPrefixes: ['*'] })
  await server.addUser('duty', { roles: ['nat_duty'], regionPrefixes: ['*'] })
  await server.addUser('southern', { roles: ['health_officer'], regionPrefixes: ['44'] })
  officer = await server.signIn('officer')
  duty = await server.signIn('duty')
  southern = await server.signIn('southern')
  for (let at = 0; at < 8; at += 1) await buildWearer(NORTH, at < 6)
  await buildWearer(SOUTH, false)
  await buildWearer(EAST, true)
  await buildWearer(EAST, false)
  await buildTests()
})
afterAll(() => server.close())

const get = (path: string, token = officer) => server.call('GET', path, { token })
const situation = async (query = '', token = officer) =>
  (await get(`/mon/infection/situation?days=14${query}`, token)).body.result

/** Hours of today with a pulse, two of them at 38 ℃ for a wearer with fever. */
async function buildWearer(regionCode: string, hasFever: boolean) {
  const { db } = server
  const device = await buildDevice(db, { kind: 'wearable', metrics: ['hr', 'temp_core'], regionCode, status: 'online' })
  const subject = await buildSubject(db, { regionCode })
  const place = { site: 'wrist', unit: '发热病区', regionCode, sysOrgCode: 'A01' }
  await db
    .insertInto('monWearableBinding')
    .values({
      id: newId(),
      deviceId: device.id,
      subjectId: subject.id,
      boundFrom: new Date(NOW_MS - 20 * DAY_MS),
      ...place,
    })
    .execute()
  const [hr = 0, temp = 0] = device.channelNos
  for (const hour of [3, 4, 5]) {
    const endMs = MIDNIGHT_MS + hour * HOUR_MS
    const at = (channelNo: number) => ({ deviceNo: device.deviceNo, channelNo })
    await buildRollup(db, 'monR1h', at(hr), { endMs, v: 70, n: 60 })
    await buildRollup(db, 'monR1h', at(temp), { endMs, v: hasFever && hour < 5 ? 38 : 36.8, n: 12 })
  }
}

/**
 * North: one presumptive test a day for ten days and eight today, three elsewhere; invalid, unfinished and later ones
 * do not count.
 */
async function buildTests() {
  const { db } = server
  const device = await buildDevice(db, { kind: 'breath', regionCode: '130102' })
  const build = async (given: object) =>
    buildBreathTest(db, {
      deviceId: device.id,
      regionCode: '130102',
      subjectId: (await buildSubject(db, { regionCode: NORTH })).id,
      ...given,
    })
  for (let back = 1; back <= 10; back += 1)
    await build({ sampleTs: new Date(MIDNIGHT_MS - back * DAY_MS + 9 * HOUR_MS) })
  for (let at = 0; at < 8; at += 1) await build({ sampleTs: new Date(MIDNIGHT_MS + at * HOUR_MS) })
  for (let at = 0; at < 12; at += 1)
    await build({ verdict: at < 2 ? 'indeterminate' : 'neg', sampleTs: new Date(MIDNIGHT_MS + 8 * HOUR_MS) })
  const other = { verdict: 'neg', sampleTs: new Date(MIDNIGHT_MS + 8 * HOUR_MS) }
  for (const given of [{ regionCode: SOUTH }, { regionCode: EAST }, { regionCode: EAST, verdict: 'presumptive' }])
    await build({ ...other, ...given })
  await build({ status: 'invalid', verdict: null, score: null, sampleTs: new Date(MIDNIGHT_MS) })
  await build({ status: 'analysing', verdict: null, score: null, sampleTs: new Date(MIDNIGHT_MS) })
  await build({ sampleTs: new Date(MIDNIGHT_MS - 1) })
  await build({ sampleTs: new Date(NOW_MS + 1_000) })
}

describe('the situation', () => {
  it("has cities by day, with signals from the day's tests", async () => {
    const { cities, city, total, days, date, sentence } = await situation()
    expect([days.length, days.at(-1), date]).toEqual([14, '2026-11-21', '2026-11-21'])
    expect(cities.map((row: { regionCode: string }) => row.regionCode)).toEqual([NORTH, EAST, SOUTH])
    expect(cities[0]).toMatchObject({
      breath: { n: 8, of: 20, share: 0.4 },
      breathSignal: { need: 5, isSignal: true },
      firstSignal: '2026-11-21',
      fever: { n: 6, of: 8, share: 0.75 },
    })
    expect(total).toMatchObject({ breath: { n: 9, of: 23 }, fever: { n: 7, of: 11 } })
    expect(city.days).toHaveLength(14)
    expect(sentence).toMatch(/^1 个城市出现信号：河北 石家庄（呼气疑似阳性 8 例，阈值 5）/)
  })

  it('agrees with the cohort page for the same day', async () => {
    const { total, days } = await situation()
    const cohort = (await get('/mon/wearable/cohort?days=14')).body.result
    expect(cohort.days).toEqual(days)
    const { wearers, fever, ...share } = cohort.total.at(-1)
    expect(total.fever).toEqual({ n: fever, of: wearers, ...share })
    expect(total.fever.share).toBeCloseTo(7 / 11, 10)
  })

  it('agrees with the breath list for the same day', async () => {
    const { total } = await situation()
    const listed = async (filters: string) => {
      const span = 'sampleMs_begin=2026-11-21%2000:00:00&sampleMs_end=2026-11-21%2010:00:30'
      const { body } = await get(`/mon/breath/test/list?pageSize=100&${span}&${filters}`)
      return body.result.records.filter(
        ({ verdict, sampleMs }: { verdict: string | null; sampleMs: number }) => verdict !== null && sampleMs <= NOW_MS,
      ).length
    }
    // The list goes by hours: a test one second in the future is in the current hour.
    expect(total.breath.of).toBe((await listed('status=resulted')) - 1)
    expect(total.breath.n).toBe((await listed('verdict=presumptive')) - 1)
  })

  it("is counted within the user's scope", async () => {
    const { cities, total } = await situation('', southern)
    expect(cities).toHaveLength(1)
    expect(total).toMatchObject({ fever: { of: 'small' }, breath: { of: 'small' } })
    expect(await situation('', southern)).not.toMatchObject({ sentence: expect.stringContaining('河北') })
  })

  it('falls back to an existing span, day and city', async () => {
    const odd = (await get(`/mon/infection/situation?days=500&date=2020-01-01&regionCode=${SOUTH}`)).body.result
    expect([odd.days.length, odd.date, odd.city.regionCode]).toEqual([14, '2026-11-21', SOUTH])
    expect((await get('/mon/infection/situation?days=30')).body.result.days).toHaveLength(30)
  })
})

describe('the export', () => {
  it('has the cities of the day and the days of the chosen city, below the rules', async () => {
    const { raw, headers } = await get('/mon/infection/export?days=14&format=csv')
    expect(headers['content-type']).toContain('text/csv')
    const lines = raw.toString('utf8').trim().split('\r\n')
    expect(lines.slice(0, 3).join('')).toMatch(/感染态势 2026-11-21.*1 个城市出现信号.*信号：当日 ≥ 5 例/s)
    expect(lines).toHaveLength(4 + 3 + 14)
    expect(lines[4]).toMatch(/^河北 石家庄,2026-11-21,8,20,40,21\.\d,61\.\d,5,是,6,8,75,40\.\d,92\.\d,5,是,/)
    expect(lines[6]).toMatch(/^广东 广州,2026-11-21,<5,<5,,,,5,否/)
  })

  it('is available as a workbook, and is logged', async () => {
    const { raw } = await get('/mon/infection/export?days=14&format=xlsx')
    const book = read(raw)
    const text = utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
    expect(text).toContain('河北 石家庄,2026-11-21,8,20,40')
    const lines = await server.db
      .selectFrom('sysLog')
      .select('logContent')
      .where('logContent', 'like', '导出感染态势%')
      .execute()
    expect(lines.map(({ logContent }) => logContent)).toContain('导出感染态势 17 行')
  })

  it('requires the export permission', async () => {
    expect((await get('/mon/infection/export?days=14&format=csv', duty)).status).toBe(403)
    expect((await get('/mon/infection/situation', duty)).status).toBe(200)
  })
})
