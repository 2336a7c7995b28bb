import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { AlarmStats } from '@natim/contract/mon/alarm-stats'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MonAlarm } from '../../db/types.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildRule } from '../alarm/testing/rules.ts'

let server: TestApp
let duty: string
let ruleId: string
/** A full hour some days ago, so that the hour does not turn while the test runs. */
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

const handled = (atMs: number, closeCode: string, lastedMs: number, given: Partial<Insertable<MonAlarm>> = {}) =>
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
    // 12 false ones of 80 s and 18 real ones of 30 min, an hour apart.
    ...Array.from({ length: 12 }, (_, i) => handled(T - i * HOUR_MS, 'false', 80_000)),
    ...Array.from({ length: 18 }, (_, i) => handled(T - 12 * HOUR_MS - i * HOUR_MS, 'real', 30 * MINUTE_MS)),
    // Closed by the clock: no person has judged it.
    handled(T - 31 * HOUR_MS, 'other', MINUTE_MS, {
      ackBy: 'system',
      ackTs: new Date(T - 31 * HOUR_MS + DAY_MS),
      closedBy: 'system',
    }),
    // Judged by people, and yet in no figure.
    ...Array.from({ length: 20 }, (_, i) => handled(T - i * HOUR_MS, 'real', MINUTE_MS, { drill: true })),
    ...Array.from({ length: 20 }, (_, i) => handled(T - i * HOUR_MS, 'real', MINUTE_MS, { historic: true })),
    // A flood of twelve within six minutes, half of them unanswered for long.
    ...Array.from({ length: 12 }, (_, i) =>
      alarm(T + DAY_MS + i * 30_000, { regionCode: '410100', escalateLevel: i % 2, severityMax: 2, severity: 2 }),
    ),
    // None of these counts.
    alarm(T, { drill: true }),
    alarm(T, { historic: true, active: false }),
    alarm(T - 60 * DAY_MS, { active: false }),
  ]
  await server.db.insertInto('monAlarm').values(rows).execute()
})
afterAll(() => server.close())

describe('alarm statistics', () => {
  it('count each alarm once in every figure; drills and what was found afterwards in none', async () => {
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

  it('tell how long people took, without what the clock has closed', async () => {
    const { total, before, severities } = await ask()
    expect(total.ackMs).toBe(4 * MINUTE_MS)
    expect(total.resolveMs).toBeCloseTo(((12 * 4 + 18 * 30) / 30) * MINUTE_MS)
    expect(severities[2]).toMatchObject({ alarms: 31, targetMs: 15 * MINUTE_MS })
    expect(before.alarms).toBe(0)
  })

  it('tell the share of false alarms that the desk tells', async () => {
    const { total } = await ask({ days: '30' })
    const { body } = await server.call('GET', '/mon/alarm/counts', { token: duty })
    expect([body.result.falseShare, total.falseShare]).toEqual([0.4, 0.4])
  })

  it('advise a longer hold where it would have spared alarms, and say what it would have cost', async () => {
    const { rules } = await ask()
    expect(rules).toMatchObject([
      { ruleId, falseShare: 0.4, hint: { text: '持续 30 秒改为 2 分', fewer: 13, fewerReal: 0, forS: 120 } },
    ])
  })

  it('find a flood, what it was made of and what came of it', async () => {
    const { floods } = await ask()
    expect(floods.count).toBe(1)
    expect(floods.list).toMatchObject([
      { fromMs: T + DAY_MS, alarms: 12, peak: 12, ruleShare: 1, regions: ['河南省'], officers: 0, escalated: 6 },
    ])
    expect(Math.max(...floods.curve)).toBe(12)
  })

  it('are cut by region and by what the caller may see; an odd question is the usual one', async () => {
    expect((await ask({ region: '41' })).total.alarms).toBe(12)
    expect((await ask({}, await server.signIn('north'))).total).toMatchObject({ alarms: 0, falseShare: null })
    expect((await ask({ days: 'x', region: "'" })).trend).toHaveLength(30)
  })

  it('are saved panel by panel', async () => {
    for (const panel of ['trend', 'rules', 'heat', 'floods', 'endings', 'severities']) {
      const { status } = await server.call('GET', `/mon/alarm/stats/exportXls?panel=${panel}`, { token: duty })
      expect([panel, status]).toEqual([panel, 200])
    }
  })
})
