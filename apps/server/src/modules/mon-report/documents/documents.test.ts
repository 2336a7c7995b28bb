import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataScope } from '../../../platform/scope.ts'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../../testing/build-network.ts'
import type { ReportParams } from '../run.repository.ts'
import { buildDocument, fingerprintOf, linesOf } from './build.ts'

const FROM = parseGmt8('2026-10-01') ?? 0
const TO = parseGmt8('2026-11-01') ?? 0
const NATION: DataScope = { orgCode: 'A01', regionPrefixes: ['*'] }

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const params = (given: Partial<ReportParams>): ReportParams => ({
  kind: 'device_month',
  fromMs: FROM,
  toMs: TO,
  place: 'city',
  region: '',
  stationId: null,
  scope: NATION,
  ...given,
})
const build = (given: Partial<ReportParams> = {}) => buildDocument(server.db, params(given))
/** Cells of a row by column title. */
function rowOf({ tables }: ReportDocument, name: string, index = 0): Record<string, unknown> {
  const table = tables[index]
  const row = table?.rows.find(([first]) => first === name) ?? []
  return Object.fromEntries((table?.columns ?? []).map(({ title }, i) => [title, row[i]]))
}

describe('the availability of devices', () => {
  it('is online time over service time without maintenance, worst first', async () => {
    const station = await buildStation(server.db, { name: '苏州站' })
    const good = await buildDevice(server.db, { name: '甲', stationId: station.id, status: 'online' })
    const bad = await buildDevice(server.db, { name: '乙', stationId: station.id, status: 'online' })
    await buildDevice(server.db, { name: '未用', status: 'inactive' })
    const deleted = await buildDevice(server.db, { name: '已删', status: 'online' })
    await server.db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', deleted.id).execute()
    const change = (ts: number, fromVal: string, toVal: string) => ({
      deviceId: bad.deviceNo,
      ts: new Date(ts),
      fromVal,
      toVal,
      reason: '',
    })
    await server.db
      .insertInto('monDeviceStatusLog')
      .values([
        change(FROM + DAY_MS, 'online', 'offline'),
        change(FROM + 3 * DAY_MS, 'offline', 'online'),
        change(FROM + 10 * DAY_MS, 'online', 'maintenance'),
        change(FROM + 11 * DAY_MS, 'maintenance', 'fault'),
        change(FROM + 11 * DAY_MS + 6 * HOUR_MS, 'fault', 'online'),
        // After the month: does not count.
        change(TO + HOUR_MS, 'online', 'offline'),
        change(TO + 2 * HOUR_MS, 'offline', 'online'),
      ])
      .execute()
    const document = await build()
    expect(document.tables[0]?.rows.map(([name]) => name)).toEqual(['乙', '甲'])
    expect(rowOf(document, '乙')).toMatchObject({
      站点: '苏州站',
      '在用 h': 744,
      '在线 h': 666,
      '离线 h': 48,
      '故障 h': 6,
      '维护 h': 24,
      '可用率 %': 92.5,
    })
    expect(rowOf(document, '甲')).toMatchObject({ '在线 h': 744, '可用率 %': 100 })
    expect(good.deviceNo).not.toBe(bad.deviceNo)
    expect(document).toMatchObject({ period: '2026-10', scope: '全国' })
    expect(document.conclusions[0]).toContain('共 2 台在用设备')
    expect(linesOf(document)).toBe(2)
  })

  it('is limited to the scope and region', async () => {
    expect((await build({ scope: { orgCode: 'A01', regionPrefixes: ['11'] } })).tables[0]?.rows).toEqual([])
    expect((await build({ region: '44' })).conclusions).toEqual(['该时段没有在用设备。'])
    expect((await build({ region: '3205' })).scope).toBe('江苏省苏州市')
    expect((await build({ scope: { orgCode: 'A09', regionPrefixes: [] } })).tables[0]?.rows).toEqual([])
  })
})

describe('a week of alarms', () => {
  const week = { kind: 'alarm_week', fromMs: parseGmt8('2026-10-05') ?? 0, toMs: parseGmt8('2026-10-12') ?? 0 } as const

  it('reports that there were none', async () => {
    const document = await build(week)
    expect(document.conclusions).toEqual(['该时段没有报警。'])
    expect(document.period).toBe('2026-10-05 – 10-11')
  })

  it('counts alarms triggered in (from, to], excluding drills', async () => {
    const raise = (ts: number, given: object = {}) =>
      buildAlarm(server.db, { triggerTs: new Date(ts), raisedTs: new Date(ts), ...given })
    await raise(week.fromMs)
    await raise(week.fromMs + 1)
    await raise(week.toMs, { severity: 1, severityMax: 1 })
    await raise(week.toMs + 1)
    await raise(week.fromMs + DAY_MS, { drill: true })
    const document = await build(week)
    expect(document.conclusions[0]).toMatch(/^共 2 个报警，比上周多 1 个/)
    expect(rowOf(document, '1 级 特别重大')).toMatchObject({ 报警: 1 })
    expect(rowOf(document, '2 级 重大')).toMatchObject({ 报警: 1 })
    const days = document.tables[1]?.rows ?? []
    expect(days.map(([date, alarms]) => [date, alarms])).toEqual([
      ['2026-10-05', 1],
      ['2026-10-06', 0],
      ['2026-10-07', 0],
      ['2026-10-08', 0],
      ['2026-10-09', 0],
      ['2026-10-10', 0],
      ['2026-10-11', 1],
    ])
  })

  it('compares with the previous week in words', async () => {
    const later = (weeks: number) => ({
      ...week,
      fromMs: week.fromMs + weeks * 7 * DAY_MS,
      toMs: week.toMs + weeks * 7 * DAY_MS,
    })
    const ts = new Date(later(2).fromMs + 1)
    await buildAlarm(server.db, { triggerTs: ts, raisedTs: ts })
    expect((await build(later(1))).conclusions[0]).toMatch(/^共 1 个报警，比上周少 1 个；/)
    expect((await build(later(2))).conclusions[0]).toMatch(/^共 1 个报警，比上周持平；/)
    expect((await build(later(3))).conclusions).toEqual(['该时段没有报警。'])
  })
})

describe('every kind', () => {
  it.each(['air_hour', 'air_day', 'station_month', 'alarm_week', 'device_month'] as const)(
    '%s has stable content without data',
    async (kind) => {
      const nowhere = { kind, scope: { orgCode: 'A77', regionPrefixes: ['*'] } }
      const [one, other] = [await build(nowhere), await build(nowhere)]
      expect(one.conclusions.join('')).toMatch(/没有/)
      expect(linesOf(one)).toBe(kind === 'alarm_week' ? 12 : 0)
      expect(fingerprintOf(one).equals(fingerprintOf(other))).toBe(true)
      expect(fingerprintOf({ ...one, title: '别的' }).equals(fingerprintOf(one))).toBe(false)
    },
  )
})
