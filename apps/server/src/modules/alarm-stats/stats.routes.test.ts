import type { AlarmStats } from '@natim/contract/mon/alarm-stats'
import type { CloseCode } from '@natim/domain/alarm/state'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MonAlarm } from '../../db/types.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { buildOutbox } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildRule } from '../alarm/testing/rules.ts'
import { loadAlarmStats } from './stats.service.ts'

let server: TestApp
let duty: string
let ruleId: string
/** A full hour some days ago, so that the hour does not change during the test. */
const T = Math.floor((Date.now() - 3 * DAY_MS) / HOUR_MS) * HOUR_MS

let count = 0
function alarm(atMs: number, given: Partial<Insertable<MonAlarm>> = {}): Insertable<MonAlarm> {
  count += 1
  const ts = new Date(atMs)
  return {
    id: `alarm-${count}`,
    no: `A-${count}`,
    ruleId,
    ruleVersion: 1,
    branch: 0,
    dedupeKey: `key-${count}`,
    deviceId: `device-${count % 9}`,
    regionCode: '320500',
    sysOrgCode: 'A01',
    severity: 3,
    severityMax: 3,
    title: '氯气超 AEGL-1',
    triggerTs: ts,
    raisedTs: ts,
    lastTs: ts,
    judgedTs: ts,
    ...given,
  }
}

const handled = (atMs: number, closeCode: CloseCode, lastedMs: number, given: Partial<Insertable<MonAlarm>> = {}) =>
  alarm(atMs, {
    active: false,
    acked: true,
    ackBy: 'duty',
    ackTs: new Date(atMs + 4 * MINUTE_MS),
    clearedTs: new Date(atMs + lastedMs),
    closedTs: new Date(atMs + HOUR_MS),
    closedBy: 'duty',
    closeCode,
    ...given,
  })

const ask = async (query: Record<string, string> = {}, token = duty): Promise<AlarmStats> =>
  (await server.call('GET', `/mon/alarm/stats?${new URLSearchParams({ days: '7', ...query })}`, { token })).body.result

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('north', { roles: ['prov_duty'], regionPrefixes: ['11'] })
  duty = await server.signIn('duty')
  ruleId = await buildRule(server.db, {
    branches: [{ type: 'threshold', severity: 3, op: '>=', value: 1, avgS: 0, forS: 30, clearForS: 60 }],
  })
  const rows = [
    // 12 false alarms of 80 s and 18 real ones of 30 min, an hour apart.
    ...Array.from({ length: 12 }, (_, i) => handled(T - i * HOUR_MS, 'false', 80_000)),
    ...Array.from({ length: 18 }, (_, i) => handled(T - 12 * HOUR_MS - i * HOUR_MS, 'real', 30 * MINUTE_MS)),
    // Closed automatically: no user has judged it.
    handled(T - 31 * HOUR_MS, 'other', MINUTE_MS, {
      ackBy: 'system',
      ackTs: new Date(T - 31 * HOUR_MS + DAY_MS),
      closedBy: 'system',
    }),
    // Judged by users, and yet not counted.
    ...Array.from({ length: 20 }, (_, i) => handled(T - i * HOUR_MS, 'real', MINUTE_MS, { drill: true })),
    ...Array.from({ length: 20 }, (_, i) => handled(T - i * HOUR_MS, 'real', MINUTE_MS, { historic: true })),
    // A flood of twelve within six minutes, half of them acknowledged late.
    ...Array.from({ length: 12 }, (_, i) =>
      alarm(T + DAY_MS + i * 30_000, { regionCode: '410100', escalateLevel: i % 2, severityMax: 2, severity: 2 }),
    ),
    // None of these is counted.
    alarm(T, { drill: true }),
    alarm(T, { historic: true, active: false }),
    alarm(T - 60 * DAY_MS, { active: false }),
  ]
  await server.db.insertInto('monAlarm').values(rows).execute()
})
afterAll(() => server.close())

describe('alarm statistics', () => {
  it('count each alarm once in every figure, without drills and historic alarms', async () => {
    const stats = await ask()
    expect(stats.total).toMatchObject({ alarms: 43, judged: 30, falses: 12, falseShare: 0.4, escalated: 6 })
    const sum = (ns: readonly number[]) => ns.reduce((total, n) => total + n, 0)
    const listed = await server.call('GET', `/mon/alarm/list?view=all&fromMs=${stats.fromMs}&toMs=${stats.toMs}`, {
      token: duty,
    })
    expect(listed.body.result.total).toBe(43 + 42)
    for (const parts of [
      stats.trend.map((day) => day.alarms),
      stats.rules.map((rule) => rule.alarms),
      stats.endings.map((row) => row.n),
      stats.severities.map((row) => row.alarms),
      stats.heat.perHour.flat(),
    ])
      expect(sum(parts)).toBe(43)
  })

  it('report handling times, without automatic closes', async () => {
    const { total, before, severities } = await ask()
    expect(total.ackMs).toBe(4 * MINUTE_MS)
    expect(total.resolveMs).toBeCloseTo(((12 * 4 + 18 * 30) / 30) * MINUTE_MS)
    expect(severities[2]).toMatchObject({ alarms: 31, targetMs: 15 * MINUTE_MS })
    expect(before.alarms).toBe(0)
  })

  it('report the same share of false alarms as the desk', async () => {
    const { total } = await ask({ days: '30' })
    const { body } = await server.call('GET', '/mon/alarm/counts', { token: duty })
    expect([body.result.falseShare, total.falseShare]).toEqual([0.4, 0.4])
  })

  it('suggest a longer hold that would have avoided alarms, with its cost', async () => {
    const { rules } = await ask()
    expect(rules).toMatchObject([
      { ruleId, falseShare: 0.4, hint: { text: '持续 30 秒改为 2 分', fewer: 13, fewerReal: 0, forS: 120 } },
    ])
  })

  it('detect a flood, its composition and outcome', async () => {
    const { floods } = await ask()
    expect(floods.count).toBe(1)
    expect(floods.list).toMatchObject([
      { fromMs: T + DAY_MS, alarms: 12, peak: 12, ruleShare: 1, regions: ['河南省'], officers: 0, escalated: 6 },
    ])
    expect(Math.max(...floods.curve)).toBe(12)
  })

  it("are filtered by region and the caller's scope; invalid queries fall back to defaults", async () => {
    expect((await ask({ region: '41' })).total.alarms).toBe(12)
    expect((await ask({}, await server.signIn('north'))).total).toMatchObject({ alarms: 0, falseShare: null })
    expect((await ask({ days: 'x', region: "'" })).trend).toHaveLength(30)
  })

  it('are exported by panel', async () => {
    for (const panel of ['trend', 'rules', 'heat', 'floods', 'endings', 'severities']) {
      const { status } = await server.call('GET', `/mon/alarm/stats/exportXls?panel=${panel}`, { token: duty })
      expect([panel, status]).toEqual([panel, 200])
    }
  })
})

describe('a week with known figures', () => {
  /** A Monday, and a full hour. */
  const END = Date.parse('2025-10-06T08:00:00+08:00')
  const BEGIN = END - 7 * DAY_MS
  const acked = (atMs: number, minutes: number, given: Partial<Insertable<MonAlarm>> = {}) =>
    alarm(atMs, {
      acked: true,
      ackBy: 'duty',
      ackTs: new Date(atMs + minutes * MINUTE_MS),
      regionCode: '540100',
      ...given,
    })
  const load = (region = '54', nowMs = END) => loadAlarmStats(server.db, EVERYTHING, { days: 7, region }, nowMs)

  it('includes alarms at its end and at the ends of days, and leaves its start to the previous week', async () => {
    await server.db
      .insertInto('monAlarm')
      .values([
        acked(BEGIN, 60),
        acked(BEGIN + 1, 4),
        acked(BEGIN + DAY_MS, 8, { clearedTs: new Date(BEGIN + DAY_MS + 5 * MINUTE_MS), escalateLevel: 1 }),
        acked(END, 3, {
          severityMax: 1,
          clearedTs: new Date(END + 20 * MINUTE_MS),
          closedBy: 'duty',
          closeCode: 'false',
        }),
        acked(END + 1, 60),
      ])
      .execute()
    const stats = await load()
    expect([stats.fromMs, stats.toMs]).toEqual([BEGIN, END])
    expect(stats.total).toMatchObject({ alarms: 3, escalated: 1, judged: 1, falses: 1 })
    expect(stats.trend.map(({ alarms }) => alarms)).toEqual([2, 0, 0, 0, 0, 0, 1])
    expect(stats.trend[0]).toMatchObject({ fromMs: BEGIN, ackMs: 6 * MINUTE_MS, falseShare: null, escalated: 1 })
    expect(stats.trend[6]).toMatchObject({ falseShare: 1 })
    expect(stats.before).toMatchObject({ alarms: 1, ackMs: HOUR_MS })
    // An hour includes its end: eight o'clock sharp is the last instant of the night.
    expect([stats.heat.nightShare, stats.heat.morningShare]).toEqual([2 / 3, 1 / 3])
    // By default the current hour is counted to its end.
    expect((await load('54', END - HOUR_MS + 1)).toMs).toBe(END)
  })

  it('separates the acknowledgement of grave alarms, and resolves an alarm cleared before it was seen at the acknowledgement', async () => {
    const { total, severities } = await load()
    expect([total.ackMs, total.graveAckMs]).toEqual([5 * MINUTE_MS, 3 * MINUTE_MS])
    expect(total.resolveMs).toBe(((8 + 20) / 2) * MINUTE_MS)
    expect(severities.map(({ alarms, ackMs }) => [alarms, ackMs])).toEqual([
      [1, 3 * MINUTE_MS],
      [0, null],
      [2, 6 * MINUTE_MS],
      [0, null],
      [0, null],
    ])
  })

  it('counts a digest once, and unsent messages not at all', async () => {
    const alarmId = `alarm-${count}`
    await server.db
      .updateTable('monAlarm')
      .set({ triggerTs: new Date(END) })
      .where('id', '=', alarmId)
      .execute()
    const outboxId = await buildOutbox(server.db, alarmId)
    const sent = {
      outboxId,
      alarmId,
      policyId: 'p',
      channel: 'sms' as const,
      severity: 3,
      nextAt: new Date(END),
      state: 'sent' as const,
      sentAt: new Date(END),
    }
    const digest = { ...sent, isDigest: true, receiver: 'a' }
    await server.db
      .insertInto('monNotifyDelivery')
      .values([
        { ...digest, id: 'd1', round: 0 },
        { ...digest, id: 'd2', round: 1 },
        { ...digest, id: 'd3', round: 2, sentAt: new Date(END + 1) },
        { ...sent, id: 'd4', receiver: 'b', round: 0 },
        { ...sent, id: 'd5', receiver: 'b', round: 1 },
        { ...sent, id: 'd6', receiver: 'c', state: 'failed', sentAt: null },
      ])
      .execute()
    expect((await load()).total.messages).toBe(4)
  })

  it('lists its last five floods, newest first, with three provinces and the responders', async () => {
    const floodAt = (day: number) => BEGIN + day * DAY_MS + HOUR_MS
    const regions = ['440100', '440100', '440100', '450100', '450100', '500100', '460100']
    const flood = (day: number) =>
      Array.from({ length: 14 }, (_, i) =>
        acked(floodAt(day) + i * 20_000, 2, {
          regionCode: regions[i % 7] ?? '',
          sysOrgCode: 'A99',
          ackBy: i === 0 ? 'system' : i % 2 === 0 ? 'zhou' : 'he',
          deviceId: `device-${i % 4}`,
        }),
      )
    await server.db.insertInto('monAlarm').values([0, 1, 2, 3, 4, 5].flatMap(flood)).execute()
    const scope = { orgCode: 'A99', regionPrefixes: ['*'] }
    const { floods } = await loadAlarmStats(server.db, scope, { days: 7, region: undefined }, END)
    expect(floods.count).toBe(6)
    expect(floods.list.map(({ fromMs }) => fromMs)).toEqual([5, 4, 3, 2, 1].map(floodAt))
    expect(floods.list[0]).toMatchObject({ alarms: 14, devices: 4, officers: 2, ackMs: 2 * MINUTE_MS, ruleShare: 1 })
    expect(floods.list[0]?.regions.slice(0, 2)).toEqual(['广东省', '广西壮族自治区'])
    expect(floods.list[0]?.regions).toHaveLength(3)
  })
})
