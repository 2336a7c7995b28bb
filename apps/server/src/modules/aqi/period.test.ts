import { read, utils } from '@e965/xlsx'
import type { AqiPeriodReport } from '@natim/contract/mon/aqi'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { loadTables } from './aqi-worker.ts'
import { writeRows } from './aqi-writer.ts'
import { cityRow, rowOf } from './compute.ts'
import { loadPeriod } from './period.service.ts'

const SIX = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
const at = (day: string) => parseGmt8(`${day} 00:00:00`) ?? 0

interface Place {
  readonly id: string
  readonly city: string
}
type DayOf = (date: string, index: number) => readonly (number | null | undefined)[]

let server: TestApp
let token: string
let suzhou: Place
let wuxi: Place
let beijing: Place

/** Daily rows of a station and of its city, which it alone represents; undefined = not measured. */
async function days({ id, city }: Place, first: string, count: number, of: DayOf): Promise<void> {
  const tables = await loadTables(server.db)
  const rows = Array.from({ length: count }, (_, i) => {
    const tMs = at(first) + (i + 1) * DAY_MS
    const values = of(first, i)
    const figures = [...values, 100].map((value) =>
      value === undefined ? undefined : { value, n: value === null ? 17 : 24 },
    )
    const own = rowOf(tables, { span: 'd', placeKind: 's', placeId: id, tMs, stations: null }, figures)
    return [own, cityRow(tables, { span: 'd', placeId: city, tMs, stations: 1 }, [own])]
  })
  await server.db.transaction().execute((trx) => writeRows(trx, rows.flat(), at(first) + count * DAY_MS))
}

const ask = async (query: Record<string, string>, as = token): Promise<AqiPeriodReport> =>
  (await server.call('GET', `/mon/aqi/period?${new URLSearchParams(query)}`, { token: as })).body.result
const rowNamed = (report: AqiPeriodReport, name: string) => report.rows.find((row) => row.name === name)
const values = (report: AqiPeriodReport, name: string) => rowNamed(report, name)?.figures.map(({ value }) => value)

async function place(name: string, city: string, metrics: readonly string[] = SIX): Promise<Place> {
  const { id } = await buildStation(server.db, { name, regionCode: city })
  await buildDevice(server.db, { metrics: [...metrics], stationId: id, regionCode: city })
  return { id, city }
}

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  token = await server.signIn('duty')
  suzhou = await place('苏州站', '320500')
  wuxi = await place('无锡站', '320200')
  beijing = await place('北京站', '110100', SIX.slice(1))
  // 31 days of October: CO 0.1 … 3.1, ozone 1 … 31, the last day above the daily limit.
  await days(suzhou, '2026-10-01', 31, (_, i) => [6, 32, 45, (i + 1) / 10, i + 1, i === 30 ? 61 : 27])
  await days(wuxi, '2026-10-01', 31, (_, i) => [6, 32, i < 26 ? 45 : null, 1, 80, 31])
  await days(beijing, '2026-10-01', 31, () => [undefined, 32, 45, 1, 80, 27])
  // Days on either side are ignored.
  for (const date of ['2026-09-30', '2026-11-01']) await days(suzhou, date, 1, () => [900, 900, 900, 90, 790, 900])
})
afterAll(() => server.close())

describe('a month', () => {
  it('is the mean of its days, the 95th percentile for CO and the 90th for ozone, against the limits in force', async () => {
    const report = await ask({ date: '2026-10-31' })
    expect(report).toMatchObject({ fromMs: at('2026-10-01'), toMs: at('2026-11-01'), days: 31, isRunning: false })
    expect(report.columns.map(({ stat, limit }) => [stat, limit])).toEqual([
      ['mean', 60], ['mean', 40], ['mean', 60], ['p95', 4], ['p90', 160], ['mean', 30],
    ]) // biome-ignore format: in the order of the columns
    // (30 × 27 + 61) ÷ 31 = 28.1; CO between its 29th and 30th day, 2.95, rounded half to even.
    expect(values(report, '苏州')).toEqual([6, 32, 45, 3, 28, 28])
    // 0.1 + 0.8 + 0.75 + 0.75 + 0.175 + 0.9333
    expect(rowNamed(report, '苏州')).toMatchObject({ rank: 1, index: 3.51, valid: 31, attained: 30 })
  })

  it('distinguishes NA from /, with the number of days, and ranks neither', async () => {
    const report = await ask({ date: '2026-10-31' })
    expect(rowNamed(report, '无锡')).toMatchObject({ rank: null, index: null })
    expect(rowNamed(report, '无锡')?.figures[2]).toEqual({ value: null, isPlanned: true, n: 26, isAbove: false })
    expect(rowNamed(report, '无锡')?.figures[5]).toEqual({ value: 31, isPlanned: true, n: 31, isAbove: true })
    expect(rowNamed(report, '北京')?.figures[0]).toEqual({ value: null, isPlanned: false, n: 0, isAbove: false })
    expect(rowNamed(report, '北京')).toMatchObject({ rank: null, index: null })
  })

  it('reports the same for stations', async () => {
    const report = await ask({ date: '2026-10-31', place: 'station' })
    expect(values(report, '苏州站')).toEqual([6, 32, 45, 3, 28, 28])
  })

  it('still running is evaluated up to a day, without the minimum of a whole one', async () => {
    const query = { place: 'city', standard: 'auto', period: 'month', date: '2026-10-03' } as const
    const report = await loadPeriod(server.db, NATIONAL, query, at('2026-11-20'))
    expect(report).toMatchObject({ toMs: at('2026-10-04'), days: 3, isRunning: true })
    expect(rowNamed(report, '苏州')?.figures[3]).toMatchObject({ value: 0.3, n: 3 })
  })

  it('ends with the last finished day', async () => {
    const query = { place: 'city', standard: 'auto', period: 'month', date: '2026-10-31' } as const
    const noon = at('2026-10-03') + DAY_MS / 2
    expect(await loadPeriod(server.db, NATIONAL, query, noon)).toMatchObject({ toMs: at('2026-10-03'), days: 2 })
    const midnight = await loadPeriod(server.db, NATIONAL, query, at('2026-10-03'))
    expect(midnight).toMatchObject({ toMs: at('2026-10-03'), days: 2 })
  })

  it('is evaluated by a chosen standard and its limits as a trial', async () => {
    const report = await ask({ date: '2026-10-31', standard: '2012' })
    expect(report.standard).toBe(2012)
    expect(report.columns.map(({ limit }) => limit)).toEqual([60, 40, 70, 4, 160, 35])
    expect(rowNamed(report, '苏州')).toMatchObject({ attained: 31 })
    expect(rowNamed(report, '无锡')?.figures[5]?.isAbove).toBe(false)
  })
})

describe('a year', () => {
  it('requires 324 days and enough of each month, but not while it is running', async () => {
    const over = await ask({ period: 'year', date: '2025-12-31' })
    expect(over).toMatchObject({ fromMs: at('2025-01-01'), toMs: at('2026-01-01'), days: 365, isRunning: false })
    await days(suzhou, '2025-01-01', 365, () => [6, 32, 45, 1, 80, 27])
    await days(wuxi, '2025-01-01', 365, (_, i) => [6, 32, 45, 1, 80, i < 5 ? null : 27])
    const whole = await ask({ period: 'year', date: '2025-12-31' })
    expect(values(whole, '苏州')).toEqual([6, 32, 45, 1, 80, 27])
    // 360 days, 26 of them in January.
    expect(rowNamed(whole, '无锡')?.figures[5]).toMatchObject({ value: null, n: 360 })
    const running = await ask({ period: 'year', date: '2025-12-30' })
    expect(running).toMatchObject({ days: 364, isRunning: true })
    expect(rowNamed(running, '无锡')?.figures[5]).toMatchObject({ value: 27, n: 359 })
  })

  it('share a rank for equal indexes', async () => {
    await days(wuxi, '2025-01-01', 5, () => [6, 32, 45, 1, 80, 27])
    const { rows } = await ask({ period: 'year', date: '2025-12-31', region: '32' })
    // Under the limits of 2012: 0.1 + 0.8 + 45 ÷ 70 + 0.25 + 0.5 + 27 ÷ 35.
    expect(rows.map(({ rank, index }) => [rank, index])).toEqual([
      [1, 3.06],
      [1, 3.06],
    ])
  })
})

describe('visibility', () => {
  it('limits a province to its own places, in the response and in the file', async () => {
    const north = await server.signIn('north')
    expect((await ask({ date: '2026-10-31' }, north)).rows.map(({ name }) => name)).toEqual(['北京'])
  })

  it('exports what is shown, under its own name', async () => {
    const query = new URLSearchParams({ span: 'month', date: '2026-10-31' })
    const answer = await server.call('GET', `/mon/aqi/exportXls?${query}`, { token })
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('空气质量月报 2026-10'))
    const book = read(answer.raw)
    const [, , heads, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
      header: 1,
    })
    expect(heads?.slice(0, 7)).toEqual([
      '排名',
      '城市',
      '所属区域',
      '综合指数',
      'SO₂ 均值 µg/m³',
      'SO₂ 有效天数',
      'NO₂ 均值 µg/m³',
    ])
    expect(rows.map((row) => row.slice(0, 6).map(String))).toEqual([
      ['1', '苏州', '江苏', '3.51', '6', '31'],
      ['—', '北京', '北京', 'NA', '/', '0'],
      ['—', '无锡', '江苏', 'NA', '6', '31'],
    ])
  })
})
