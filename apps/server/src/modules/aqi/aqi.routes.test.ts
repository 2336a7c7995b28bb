import type { AqiCalendar, AqiRank, AqiReport, AqiRevision } from '@natim/contract/mon/aqi'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { loadAir } from './air.service.ts'
import { loadReport } from './aqi.service.ts'
import { loadTables } from './aqi-worker.ts'
import { writeRows } from './aqi-writer.ts'
import { cityRow, rowOf } from './compute.ts'
import { findPlaceNames } from './places.ts'

const SIX = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25'] as const
const at = (text: string) => parseGmt8(`${text} 00:00:00`) ?? 0
const DAY = '2026-03-10'

let server: TestApp
let duty: string
let north: string
let suzhou: { id: string; name: string }
let beijing: { id: string; name: string }

/** A day with this PM2.5 and low values otherwise; so2 null = 17 valid hours of sulphur dioxide. */
async function day(place: { readonly id: string }, city: string, date: string, pm25: number, so2: number | null = 10) {
  const tables = await loadTables(server.db)
  const figures = [so2, 40, 40, 0.5, 80, pm25, 100].map((value) => ({ value, n: value === null ? 17 : 24 }))
  const tMs = at(date) + DAY_MS
  const own = rowOf(tables, { span: 'd', placeKind: 's', placeId: place.id, tMs, stations: null }, figures)
  const ofCity = cityRow(tables, { span: 'd', placeId: city, tMs, stations: 1 }, [own])
  await server.db.transaction().execute((trx) => writeRows(trx, [own, ofCity], tMs + 30 * 60_000))
}

const ask = async <T>(path: string, query: Record<string, string> = {}, token = duty): Promise<T> =>
  (await server.call('GET', `/mon/aqi/${path}?${new URLSearchParams(query)}`, { token })).body.result
const names = ({ rows }: AqiReport | AqiRank) => rows.map(({ name }) => name)

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  duty = await server.signIn('duty')
  north = await server.signIn('north')
  suzhou = await buildStation(server.db, { name: '苏州站' })
  beijing = await buildStation(server.db, { name: '北京站', regionCode: '110101' })
  await buildDevice(server.db, { metrics: SIX, stationId: suzhou.id })
  await buildDevice(server.db, { metrics: SIX.slice(1), stationId: beijing.id, regionCode: '110101' })
  for (const [date, pm25] of [
    ['2025-03-09', 80],
    ['2025-03-10', 75],
    ['2026-02-28', 75],
    ['2026-03-01', 75],
    ['2026-03-09', 30],
    [DAY, 60],
  ] as const)
    await day(suzhou, '320500', date, pm25)
  await day(beijing, '110100', DAY, 61, null)
})
afterAll(() => server.close())

describe('the daily report', () => {
  it('lists cities by AQI with their leading pollutants, and mentions the older reference temperature of gases', async () => {
    const report = await ask<AqiReport>('day', { date: DAY })
    expect(report).toMatchObject({ date: DAY, standard: 2026, isTrial: false, isGasAt273K: false, due: null })
    expect(report.rows.map(({ name, aqi, leading, stations }) => [name, aqi, leading, stations])).toEqual([
      ['苏州', 100, ['pm25'], 1],
      ['北京', 101, ['pm25'], 1],
    ])
    expect(report.columns).toHaveLength(6)
    expect(await ask<AqiReport>('day', { date: '2018-08-31' })).toMatchObject({ isGasAt273K: true })
  })

  it('can be evaluated by another standard as a trial, without changing the stored row', async () => {
    const trial = await ask<AqiReport>('day', { date: DAY, standard: '2012' })
    expect(trial).toMatchObject({ standard: 2012, isTrial: true })
    expect(trial.columns).toHaveLength(7)
    expect(trial.rows.find(({ name }) => name === '苏州')).toMatchObject({ aqi: 82 })
    expect(await ask<AqiReport>('day', { date: '2026-02-28' })).toMatchObject({ standard: 2012, isTrial: false })
  })

  it('distinguishes missing from unmeasured items', async () => {
    const { rows } = await ask<AqiReport>('day', { date: DAY, place: 'station' })
    expect(rows.find(({ name }) => name === '北京站')?.figures[0]).toEqual({
      value: null,
      iaqi: null,
      isPlanned: true,
      n: 17,
    })
    const never = await ask<AqiReport>('day', { date: '2026-03-11', place: 'station' })
    expect(never.rows.find(({ name }) => name === '北京站')).toMatchObject({ aqi: null, rev: 0, computedMs: null })
    expect(never.rows.find(({ name }) => name === '北京站')?.figures[0]).toMatchObject({ isPlanned: false })
  })

  it('plans what instruments in service measure; a station keeps its reports when the last of them is retired', async () => {
    const closing = await buildStation(server.db, { name: '停运站', regionCode: '650100' })
    const { id } = await buildDevice(server.db, { metrics: ['so2'], stationId: closing.id, regionCode: '650100' })
    const planned = async () => {
      const { rows } = await ask<AqiReport>('day', { date: DAY, place: 'station', region: '65' })
      return rows.map(({ figures }) => figures[0]?.isPlanned)
    }
    expect(await planned()).toEqual([true])
    await server.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', id).execute()
    expect(await planned()).toEqual([false])
    await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', id).execute()
    expect(await planned()).toEqual([])
  })

  it('no longer lists or names a city whose last index channel was deleted', async () => {
    const station = await buildStation(server.db, { name: '林芝站', regionCode: '540400' })
    const moving = await buildStation(server.db, { name: '走航车', regionCode: '540200' })
    await server.db.updateTable('monStation').set({ stationType: 'mobile' }).where('id', '=', moving.id).execute()
    for (const { id } of [station, moving])
      await buildDevice(server.db, { metrics: ['pm25', 'rain'], stationId: id, regionCode: '540400' })
    const cities = async () => ({
      named: [...(await findPlaceNames(server.db, NATIONAL, 'city', '54'))],
      stations: [...(await findPlaceNames(server.db, NATIONAL, 'station', '54')).values()],
      listed: names(await ask<AqiReport>('day', { date: DAY, region: '54' })),
      missing: (await loadAir(server.db, NATIONAL, '54', at(DAY))).missing,
    })
    expect(await cities()).toEqual({ named: [['540400', '林芝']], stations: ['林芝站'], listed: ['林芝'], missing: 1 })
    await server.db
      .updateTable('monChannel')
      .set({ delFlag: 1 })
      .where('metricCode', '=', 'pm25')
      .where('deviceId', 'in', (eb) => eb.selectFrom('monDevice').select('id').where('stationId', '=', station.id))
      .execute()
    expect(await cities()).toEqual({ named: [], stations: [], listed: [], missing: 0 })
  })

  it.each([
    // Hours after the day began, and its finished hours; at noon of the next day it is published.
    [-1, 0],
    [5.9, 5],
    [24, 24],
    [35.9, 24],
    [36, null],
  ])('is pending %f h after the day began, with %s finished hours', async (after, hours) => {
    const query = { span: 'day', toMs: at(DAY) + DAY_MS, place: 'city', standard: 'auto' } as const
    const { due } = await loadReport(server.db, NATIONAL, query, at(DAY) + after * HOUR_MS)
    expect(due).toEqual(hours === null ? null : { atMs: at(DAY) + 36 * HOUR_MS, hours })
  })

  it('is due by noon of the next day', async () => {
    const { due } = await ask<AqiReport>('day', { date: '2999-01-01' })
    expect(due).toEqual({ atMs: at('2999-01-02') + 12 * HOUR_MS, hours: 0 })
  })
})

describe('visibility', () => {
  it('limits a province to its own cities and stations, in reports, ranking and export', async () => {
    for (const place of ['city', 'station'] as const) {
      expect(names(await ask<AqiReport>('day', { date: DAY, place }, north))).toEqual([
        place === 'city' ? '北京' : '北京站',
      ])
      expect(names(await ask<AqiRank>('rank', { date: DAY, place }, north))).toHaveLength(1)
    }
  })

  it('answers alike for missing places and those out of scope', async () => {
    const answers = []
    for (const [place, id] of [
      ['city', '320500'],
      ['station', suzhou.id],
      ['city', '999900'],
      ['station', 'nobody'],
    ] as const)
      for (const query of [
        `calendar?${new URLSearchParams({ place, id, date: DAY })}`,
        `revisions?${new URLSearchParams({ place, id, span: 'day', t: String(at(DAY) + DAY_MS) })}`,
      ])
        answers.push((await server.call('GET', `/mon/aqi/${query}`, { token: north })).body)
    expect(new Set(answers.map(({ success, code, message }) => `${success} ${code} ${message}`))).toEqual(
      new Set(['false 500 未找到对应数据']),
    )
  })

  it('filters by region', async () => {
    expect(names(await ask<AqiReport>('day', { date: DAY, region: '32' }))).toEqual(['苏州'])
  })
})

describe('the calendar', () => {
  it('counts days by the standard valid on each, and by the other one', async () => {
    const calendar = await ask<AqiCalendar>('calendar', { id: '320500', date: DAY })
    expect(calendar).toMatchObject({ name: '苏州', year: 2026, changes: ['2026-03-01'] })
    expect(calendar.days).toHaveLength(69)
    expect(calendar.days.filter(({ aqi }) => aqi !== null)).toEqual([
      { date: '2026-02-28', aqi: 100, leading: ['pm25'] },
      { date: '2026-03-01', aqi: 114, leading: ['pm25'] },
      { date: '2026-03-09', aqi: 50, leading: [] },
      { date: DAY, aqi: 100, leading: ['pm25'] },
    ])
    expect(calendar.attainment).toMatchObject({
      due: 69,
      valid: 4,
      attained: 3,
      grades: [1, 2, 1, 0, 0, 0],
      exceeded: [{ pollutant: 'pm25', days: 1 }],
      other: { standard: 2012, attained: 4 },
      isYearValid: false,
      shareBefore: 0.5,
    })
    expect(calendar.attainment.missing).toHaveLength(65)
  })

  it('starts with the first day of a new place', async () => {
    const { days, attainment } = await ask<AqiCalendar>('calendar', { id: '110100', date: '2026-03-12' })
    expect(days.map(({ date }) => date)).toEqual([DAY, '2026-03-11', '2026-03-12'])
    expect(attainment).toMatchObject({ due: 3, valid: 1, missing: ['2026-03-11', '2026-03-12'] })
  })

  it('is evaluated entirely by one standard on request', async () => {
    const { days, attainment, changes } = await ask<AqiCalendar>('calendar', {
      id: '320500',
      date: DAY,
      standard: '2012',
    })
    expect(days.find(({ date }) => date === '2026-03-01')?.aqi).toBe(100)
    expect([attainment.attained, attainment.other, changes]).toEqual([4, { standard: 2026, attained: 2 }, []])
  })
})

describe('the ranking', () => {
  it('covers a day, or the mean of the days of a month or year', async () => {
    expect(await ask<AqiRank>('rank', { date: DAY })).toMatchObject({
      rows: [
        { rank: 1, name: '苏州', aqi: 100, valid: 1, attained: 1 },
        { rank: 2, name: '北京', aqi: 101, valid: 1, attained: 0 },
      ],
    })
    const month = await ask<AqiRank>('rank', { date: DAY, period: 'month' })
    expect(month.rows[0]).toMatchObject({ name: '苏州', aqi: 88, valid: 3, attained: 2 })
    expect(month.fromMs).toBe(at('2026-03-01'))
    const trial = await ask<AqiRank>('rank', { date: DAY, period: 'year', standard: '2012' })
    expect(trial.rows.find(({ name }) => name === '苏州')).toMatchObject({ valid: 4, attained: 4 })
  })
})

describe('places with equal AQI', () => {
  it('share a rank, and the next one counts them all; days outside the span are ignored', async () => {
    const nantong = await buildStation(server.db, { name: '南通站', regionCode: '320600' })
    const wuxi = await buildStation(server.db, { name: '无锡站', regionCode: '320200' })
    for (const [station, city] of [
      [nantong, '320600'],
      [wuxi, '320200'],
    ] as const)
      await buildDevice(server.db, { metrics: SIX, stationId: station.id, regionCode: city })
    const date = '2026-04-01'
    await day(nantong, '320600', date, 60)
    await day(wuxi, '320200', date, 60)
    await day(suzhou, '320500', date, 61)
    // The day before the month, and the day after the requested one.
    await day(nantong, '320600', '2026-03-31', 200)
    await day(nantong, '320600', '2026-04-02', 200)
    for (const period of ['day', 'month'] as const)
      for (const standard of ['auto', '2026'] as const) {
        const { rows } = await ask<AqiRank>('rank', { date, period, standard })
        expect(rows.map(({ rank, name, valid }) => [rank, name, valid])).toEqual([
          [1, '无锡', 1],
          [1, '南通', 1],
          [3, '苏州', 1],
        ])
      }
    const year = await ask<AqiRank>('rank', { date: '2026-04-02', period: 'year' })
    expect(year.rows.find(({ name }) => name === '南通')).toMatchObject({ valid: 3, attained: 1 })
    await sql`delete from mon_aqi where t > ${new Date(at('2026-03-31'))}`.execute(server.db)
  })
})

describe('a leap day', () => {
  it('is compared with the previous year up to 28 February', async () => {
    await day(suzhou, '320500', '2027-02-28', 30)
    await day(suzhou, '320500', '2027-03-01', 200)
    await day(suzhou, '320500', '2028-02-29', 30)
    const { days, attainment } = await ask<AqiCalendar>('calendar', { id: '320500', date: '2028-02-29' })
    expect(days).toHaveLength(60)
    expect(days.at(-1)).toMatchObject({ date: '2028-02-29', aqi: 50 })
    expect(attainment).toMatchObject({ attained: 1, shareBefore: 1 })
    await sql`delete from mon_aqi where t > ${new Date(at('2027-01-01'))}`.execute(server.db)
  })
})

describe('revisions', () => {
  it('keep previous reports, newest first', async () => {
    await day(suzhou, '320500', '2026-03-05', 60)
    await day(suzhou, '320500', '2026-03-05', 61)
    const t = String(at('2026-03-05') + DAY_MS)
    const revisions = await ask<AqiRevision[]>('revisions', { id: '320500', span: 'day', t })
    expect(revisions.map(({ rev, aqi, replacedMs }) => [rev, aqi, replacedMs === null])).toEqual([
      [2, 101, true],
      [1, 100, false],
    ])
    await sql`delete from mon_aqi where t = ${new Date(Number(t))}`.execute(server.db)
  })
})

it('exports the report in the columns of the standard', async () => {
  const answer = await server.call('GET', `/mon/aqi/exportXls?${new URLSearchParams({ date: DAY })}`, { token: duty })
  expect(answer.headers['content-disposition']).toContain(
    encodeURIComponent('空气质量日报 2026-03-10 按 HJ 633-2026 评价'),
  )
})
