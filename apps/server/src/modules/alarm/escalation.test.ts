import { shiftSpan } from '@natim/domain/duty'
import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAlarm, buildEscalation } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { expandOutbox } from '../notify/expand.ts'
import { runDueTimers } from './alarm-timers.ts'

/** Three minutes before the shift changes. */
const RAISED_MS = Date.parse('2026-11-21T15:57:00+08:00')
const TODAY = '2026-11-21'
const minutes = (count: number) => RAISED_MS + count * MINUTE_MS
let server: TestApp
const people = new Map<string, string>()

beforeAll(async () => {
  server = await buildTestApp()
  const users = {
    early: ['prov_duty', '32'],
    late: ['prov_duty', '32'],
    chief: ['nat_duty', '*'],
    next: ['nat_duty', '*'],
  } as const
  for (const [name, [role, prefix]] of Object.entries(users))
    people.set(name, await server.addUser(name, { roles: [role], regionPrefixes: [prefix] }))
  await server.db.updateTable('monNotifyPolicy').set({ status: 'off' }).execute()
  for (const [id, level, regionCode] of [
    ['js', 'province', '32'],
    ['sd', 'province', '37'],
    ['nation', 'national', ''],
  ] as const) {
    await server.db
      .insertInto('monDutyTeam')
      .values({ id, name: `${id}组`, level, sysOrgCode: 'A01', regionCode })
      .execute()
    for (const [name, startMin] of [
      ['early', 480],
      ['late', 960],
    ] as const)
      await server.db
        .insertInto('monDutyShift')
        .values({ id: `${id}-${name}`, teamId: id, name, startMin, lengthMin: 480 })
        .execute()
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['monNotifyDelivery', 'monAlarmOutbox', 'monAlarmTimer', 'monDutyAssignment'] as const)
    await server.db.deleteFrom(table).execute()
})

async function roster(teamId: string, shift: 'early' | 'late', name: string) {
  const { fromMs, toMs } = shiftSpan(TODAY, shift === 'early' ? 480 : 960, 480)
  const row = {
    id: `${teamId}-${shift}`,
    teamId,
    shiftId: `${teamId}-${shift}`,
    day: TODAY,
    userId: people.get(name) ?? '',
  }
  await server.db
    .insertInto('monDutyAssignment')
    .values({ ...row, fromTs: new Date(fromMs), toTs: new Date(toMs) })
    .execute()
}

/** An alarm with steps after 2 and after 5 minutes. */
async function raise(given: object = {}): Promise<string> {
  const id = await buildAlarm(server.db, given)
  await buildEscalation(server.db, id, minutes(2), 'prov_duty', 1, 'province')
  await buildEscalation(server.db, id, minutes(5), 'nat_duty', 2, 'national')
  return id
}

/** Names of the users notified since, and the log notes. */
async function outcome(alarmId: string, nowMs: number) {
  await Promise.all([1, 2].map(() => runDueTimers(server.db, server.bus, nowMs)))
  await expandOutbox({ db: server.db, maySee: async () => true }, nowMs)
  const rows = await server.db
    .selectFrom('monNotifyDelivery')
    .select('receiver')
    .where('alarmId', '=', alarmId)
    .orderBy('createTime')
    .orderBy('receiver')
    .execute()
  const log = await server.db
    .selectFrom('monAlarmLog')
    .select('note')
    .where('alarmId', '=', alarmId)
    .where('action', '=', 'escalate')
    .orderBy('seq')
    .execute()
  const nameOf = (receiver: string) => [...people].find(([, id]) => id === receiver)?.[0]
  return { told: rows.map(({ receiver }) => nameOf(receiver)), log: log.map(({ note }) => note) }
}

describe('escalation', () => {
  it('notifies the users on duty at that moment, after two and after five minutes', async () => {
    await roster('js', 'early', 'early')
    await roster('js', 'late', 'late')
    await roster('sd', 'early', 'next')
    await roster('nation', 'early', 'next')
    await roster('nation', 'late', 'chief')
    const id = await raise()
    expect((await outcome(id, minutes(2) - 1)).told).toEqual([])
    expect(await outcome(id, minutes(2))).toEqual({ told: ['early'], log: ['无人确认，升级至js组 early（测试）'] })
    const after = await outcome(id, minutes(5))
    expect(after.told).toEqual(['early', 'chief'])
    expect(after.log.at(-1)).toBe('无人确认，升级至nation组 chief（测试）')
  })

  it('continues at once when nobody is on duty, with a log entry; the last step notifies the whole role', async () => {
    await roster('nation', 'early', 'chief')
    const skipped = await raise()
    expect(await outcome(skipped, minutes(2))).toEqual({
      told: ['chief'],
      log: ['js组（省级值班）无人在班，立即进入下一步', '无人确认，升级至nation组 chief（测试）'],
    })
    await server.db.deleteFrom('monDutyAssignment').execute()
    const nobody = await raise()
    const { told, log } = await outcome(nobody, minutes(2))
    expect(told.toSorted()).toEqual(['chief', 'next'])
    expect(log).toEqual(['js组（省级值班）无人在班，立即进入下一步', 'nation组无人在班，通知全体国家值班员'])
  })

  it('skips to the later of two due steps after a long stop, and notifies nobody twice', async () => {
    await roster('nation', 'late', 'chief')
    const id = await raise()
    expect((await outcome(id, minutes(6))).told).toEqual(['chief'])
  })

  it('of an alarm raised in a mark window continues in the log without notifying anybody', async () => {
    await roster('js', 'early', 'early')
    expect(await outcome(await raise({ marked: true }), minutes(2))).toEqual({
      told: [],
      log: ['无人确认，升级至js组 early（测试）'],
    })
  })

  it('skips frozen users, and notifies the role in a province without a team', async () => {
    await roster('js', 'early', 'early')
    await server.db.updateTable('sysUser').set({ status: 2 }).where('username', '=', 'early').execute()
    await roster('nation', 'early', 'chief')
    expect((await outcome(await raise(), minutes(2))).told).toEqual(['chief'])
    await server.db.updateTable('sysUser').set({ status: 1 }).where('username', '=', 'early').execute()
    const { told, log } = await outcome(await raise({ regionCode: '440100' }), minutes(2))
    expect(told.toSorted()).toEqual(['early', 'late'])
    expect(log).toEqual(['无人确认，升级至省级值班员'])
  })
})
