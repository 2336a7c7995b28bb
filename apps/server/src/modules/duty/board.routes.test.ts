import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm, buildOutbox } from '../../testing/build-alarm.ts'
import { buildDuty } from '../../testing/build-duty.ts'
import { runDutyTimers } from './duty-timers.ts'
import { findOnDutyIds } from './on-duty.repository.ts'

/** Saturday. The early shift ends at 16:00, when the late one begins. */
const NOW_MS = Date.parse('2026-11-21T15:40:00+08:00')
const END_MS = Date.parse('2026-11-21T16:00:00+08:00')
const TODAY = '2026-11-21'
const clock = createManualClock(NOW_MS)
const { addTeam, assign, call, clear, idOf, nameOf, server, team } = await buildDuty(clock)
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance(NOW_MS - clock.now())
  await clear()
  await server.db.deleteFrom('monAlarmOutbox').execute()
  await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
  await server.db.deleteFrom('sysAnnouncement').execute()
})

const board = async (query = '', by = 'zhou') => (await call(by, 'GET', `board${query}`)).result
const onDuty = async () => (await board()).teams.find(({ id }: { id: string }) => id === team.id).onDuty
const setPerson = (name: string, columns: { phone?: string | null; status?: number }) =>
  server.db.updateTable('sysUser').set(columns).where('id', '=', idOf(name)).execute()

describe('the board', () => {
  it('names who is on duty from the start of a shift up to, but not including, its end', async () => {
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    clock.advance(END_MS - 1 - clock.now())
    expect(await onDuty()).toMatchObject({ userId: idOf('zhou'), shiftName: '早', toMs: END_MS })
    clock.advance(1)
    expect(await onDuty()).toMatchObject({ userId: idOf('he'), shiftName: '中' })
    await setPerson('he', { status: 2 })
    expect(await onDuty()).toBeNull()
    await setPerson('he', { status: 1 })
  })

  it('masks phone numbers to a distinguishable part, and hides short ones', async () => {
    await assign(team.early, TODAY, 'zhou')
    for (const [phone, shown] of [
      ['13812345678', '138****5678'],
      ['12345678', '123****5678'],
      ['1234567', '****'],
      [null, null],
    ] as const) {
      await setPerson('zhou', { phone })
      expect((await onDuty()).phone).toBe(shown)
    }
  })

  it('counts open alarms assigned to the person, and shows how long an escalation of this shift has been waiting', async () => {
    await assign(team.early, TODAY, 'zhou')
    const mine = { assignee: 'zhou', severity: 3 }
    const alarmId = await buildAlarm(server.db, mine)
    await buildAlarm(server.db, { ...mine, drill: true })
    await buildAlarm(server.db, { ...mine, closedTs: new Date(), active: false })
    await buildAlarm(server.db, { assignee: 'he' })
    const escalate = async (id: string, atMs: number, to = 'zhou') => {
      const outboxId = await buildOutbox(server.db, id, { kind: 'escalate', toRole: 'prov_duty' })
      const columns = { createdAt: new Date(atMs), toUsers: JSON.stringify([idOf(to)]) }
      await server.db.updateTable('monAlarmOutbox').set(columns).where('id', '=', outboxId).execute()
    }
    await escalate(alarmId, NOW_MS - 9 * HOUR_MS)
    await escalate(alarmId, NOW_MS - 2 * MINUTE_MS, 'he')
    expect(await onDuty()).toMatchObject({ load: 1, waitingSinceMs: null })
    for (const minutes of [10, 30]) await escalate(alarmId, NOW_MS - minutes * MINUTE_MS)
    expect(await onDuty()).toMatchObject({ waitingSinceMs: NOW_MS - 30 * MINUTE_MS })
    await server.db.updateTable('monAlarm').set({ acked: true }).where('id', '=', alarmId).execute()
    expect(await onDuty()).toMatchObject({ load: 1, waitingSinceMs: null })
  })

  it('covers Monday to Sunday of the week of any requested day', async () => {
    await assign(team.late, '2026-11-22', 'he')
    await assign(team.early, '2026-11-23', 'ma')
    const days = async (week: string) => {
      const { week: monday, assignments } = await board(`?week=${week}`)
      return [monday, ...assignments.map(({ day }: { day: string }) => day)]
    }
    expect(await days('2026-11-18')).toEqual(['2026-11-16', '2026-11-22'])
    expect(await days('2026-11-22')).toEqual(['2026-11-16', '2026-11-22'])
    expect(await days('2026-11-23')).toEqual(['2026-11-23', '2026-11-23'])
    expect((await board()).week).toBe('2026-11-16')
  })

  it("offers users who hold the permission, can see the team's region and are not frozen", async () => {
    await server.addUser('viewer', { roles: ['auditor'], regionPrefixes: ['32'] })
    await server.addUser('below', { roles: ['nat_duty'], orgCode: 'A01A32', regionPrefixes: ['32'] })
    await setPerson('ma', { status: 2 })
    const { result } = await call('zhou', 'GET', `candidates?teamId=${team.id}`)
    const names = result.map(({ username }: { username: string }) => username)
    await setPerson('ma', { status: 1 })
    expect(names).toEqual(expect.arrayContaining(['zhou', 'he', 'chief']))
    for (const name of ['viewer', 'below', 'ma', 'shandong']) expect(names).not.toContain(name)
    expect((await call('shandong', 'GET', `candidates?teamId=${team.id}`)).message).toBe('未找到对应数据')
  })
})

describe('the responsible team', () => {
  it('is the team of the level whose department and region match, or the named one', async () => {
    await assign(team.early, TODAY, 'zhou')
    const find = async (target: string, regionCode: string, atMs = NOW_MS) =>
      (await findOnDutyIds(server.db, [target], { sysOrgCode: 'A01A32', regionCode }, atMs)).map(nameOf)
    expect(await find('province', '320500')).toEqual(['zhou'])
    expect(await find('province', '370100')).toEqual([])
    expect(await find('national', '320500')).toEqual([])
    expect(await find(team.id, '370100')).toEqual(['zhou'])
    expect(await find(team.id, '320500', END_MS)).toEqual([])
    await setPerson('zhou', { status: 2 })
    expect(await find('province', '320500')).toEqual([])
    await setPerson('zhou', { status: 1 })
    const twice = await findOnDutyIds(server.db, ['province', team.id], { sysOrgCode: 'A01', regionCode: '32' }, NOW_MS)
    expect(twice).toEqual([idOf('zhou')])
    await server.db.updateTable('monDutyTeam').set({ delFlag: 1 }).where('id', '=', team.id).execute()
    expect([await find('province', '320500'), await find(team.id, '320500')]).toEqual([[], []])
    await server.db.updateTable('monDutyTeam').set({ delFlag: 0 }).where('id', '=', team.id).execute()
  })
})

describe('a late handover', () => {
  const LATE_MS = END_MS + 10 * MINUTE_MS
  const notices = async () => {
    const rows = await server.db
      .selectFrom('sysAnnouncement as notice')
      .innerJoin('sysAnnouncementSend as sent', 'sent.announcementId', 'notice.id')
      .select(['notice.title', 'notice.msgContent', 'sent.userId'])
      .where('notice.busType', '=', 'duty')
      .execute()
    return rows.map(({ title, msgContent, userId }) => ({ title, html: msgContent ?? '', to: nameOf(userId) }))
  }
  const sign = (columns: { givenAt: Date; takenAt?: Date; toUser?: string; toName?: string }) =>
    server.db.updateTable('monDutyHandover').set(columns).where('givenAt', 'is', null).execute()
  const draft = async () => {
    await assign(team.early, TODAY, 'zhou')
    const { assignmentId } = (await call('zhou', 'GET', `handover?teamId=${team.id}`)).result
    await call('zhou', 'POST', 'saveDraft', { assignmentId, note: '草稿', items: [] })
  }

  it('is reported to all national officers while none is on duty, with the missing signature', async () => {
    await draft()
    await setPerson('ma', { status: 2 })
    await runDutyTimers(server.db, server.bus, LATE_MS)
    await setPerson('ma', { status: 1 })
    const told = await notices()
    expect(told.map(({ to }) => to).toSorted()).toEqual(expect.arrayContaining(['chief', 'he', 'shandong', 'zhou']))
    expect(told.map(({ to }) => to)).not.toContain('ma')
    expect(told[0]?.html).toContain('应于 11-21 16:00 交班，交班人尚未签字')
  })

  it('waits for the second signature after the first; with both nobody is notified', async () => {
    await draft()
    await sign({ givenAt: new Date(NOW_MS) })
    await runDutyTimers(server.db, server.bus, LATE_MS)
    expect((await notices())[0]?.html).toContain('接班人尚未签字')
    await clear()
    await server.db.deleteFrom('sysAnnouncement').execute()
    await draft()
    await sign({ givenAt: new Date(NOW_MS), takenAt: new Date(NOW_MS), toUser: idOf('he'), toName: 'he' })
    await runDutyTimers(server.db, server.bus, LATE_MS)
    expect(await notices()).toEqual([])
  })

  it('is reported within eight hours of its end or not at all, and not for a deleted team', async () => {
    await assign(team.early, TODAY, 'zhou')
    await runDutyTimers(server.db, server.bus, END_MS + 8 * HOUR_MS + 1)
    expect(await notices()).toEqual([])
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await runDutyTimers(server.db, server.bus, END_MS + 8 * HOUR_MS)
    expect(await notices()).not.toEqual([])
    await server.db.deleteFrom('sysAnnouncement').execute()
    const gone = await addTeam('撤销组', 'special')
    await assign(gone.early, TODAY, 'he')
    expect((await call('shandong', 'DELETE', `deleteTeam?id=${gone.id}`)).success).toBe(false)
    expect((await call('zhou', 'DELETE', `deleteTeam?id=${gone.id}`)).success).toBe(true)
    await runDutyTimers(server.db, server.bus, LATE_MS)
    expect(await notices()).toEqual([])
  })

  it('escapes markup in the team name', async () => {
    const odd = await addTeam('<b>化工&园区</b>', 'special')
    await assign(odd.early, TODAY, 'zhou')
    await runDutyTimers(server.db, server.bus, LATE_MS)
    const [{ html } = { html: '' }] = await notices()
    expect(html).not.toContain('<b>')
    expect(html).toContain('&#60;b&#62;化工&#38;园区')
  })
})
