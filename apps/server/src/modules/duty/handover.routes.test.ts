import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { PASSWORD } from '../../testing/build-app.ts'
import { buildDuty } from '../../testing/build-duty.ts'
import { runDutyTimers } from './duty-timers.ts'

/** Saturday. The early shift has begun, and ends at 16:00. */
const NOW_MS = Date.parse('2026-11-21T15:40:00+08:00')
const TODAY = '2026-11-21'
const clock = createManualClock(NOW_MS)
const { addTeam, assign, assignmentId, call, clear, idOf, nameOf, server, team } = await buildDuty(clock)
afterAll(() => server.close())

describe('a handover', () => {
  const note = '南京氯气泄漏已转事件，省站复测后回电。'
  const account = '泄漏已堵，16:30 复测'

  it('is signed by two people once each, accounts for every alarm, and is immutable afterwards', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    const alarmId = await buildAlarm(server.db, {
      regionCode: '320100',
      triggerTs: new Date(NOW_MS - HOUR_MS),
      raisedTs: new Date(NOW_MS - HOUR_MS),
    })
    await buildAlarm(server.db, { regionCode: '370100' })
    const held = await assignmentId(team.early, TODAY)
    const current = async () => (await call('zhou', 'GET', `handover?teamId=${team.id}`)).result
    expect(await current()).toMatchObject({
      fromName: 'zhou（测试）',
      toName: 'he（测试）',
      figures: { raised: 1, open: 1 },
      items: [{ alarmId, account: '' }],
    })
    const items = [{ alarmId, account }]
    const form = { assignmentId: held, note, items, asOfMs: clock.now() }
    expect((await call('zhou', 'POST', 'saveDraft', { assignmentId: held, note: '草稿', items })).success).toBe(true)
    expect(await current()).toMatchObject({ note: '草稿', items: [{ account }], givenMs: null })
    expect((await call('zhou', 'POST', 'give', form)).message).toBe('交班前 15 分钟才能签字！')
    clock.advance(5 * MINUTE_MS)
    const refusals = [
      ['he', form, '本班由zhou（测试）值守，只能由本人交班！'],
      ['zhou', { ...form, items: [] }, '还有 1 条遗留报警未交代：氯气超 AEGL-2'],
      ['zhou', { ...form, note: '太短' }, '交班说明至少 10 个字'],
    ] as const
    for (const [by, body, text] of refusals) expect((await call(by, 'POST', 'give', body)).message).toContain(text)
    expect((await call('he', 'POST', 'take', { assignmentId: held })).message).toBe('交班人还没有签字！')
    for (const [verb, body] of [
      ['give', form],
      ['take', { assignmentId: held }],
    ] as const)
      expect((await call('shandong', 'POST', verb, body)).message).toBe('未找到对应数据')
    const given = await Promise.all([1, 2].map(() => call('zhou', 'POST', 'give', form)))
    expect(given.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(given.find(({ success }) => !success).message).toBe('zhou（测试）已于 11-21 15:45 签字，不能再修改！')
    expect((await call('zhou', 'POST', 'take', { assignmentId: held })).message).toBe('交班人和接班人不能是同一人！')
    expect((await call('ma', 'POST', 'take', { assignmentId: held })).message).toContain('接班人是he（测试）')
    const taken = await Promise.all([1, 2].map(() => call('he', 'POST', 'take', { assignmentId: held })))
    expect(taken.map(({ success }) => success).toSorted()).toEqual([false, true])
    const stored = await server.db.selectFrom('monDutyHandover').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      fromUser: idOf('zhou'),
      toUser: idOf('he'),
      note,
      givenAt: new Date(clock.now()),
      takenAt: new Date(clock.now()),
    })
    expect((await call('he', 'GET', `handovers?teamId=${team.id}`)).result).toMatchObject([
      { note, items: [{ alarmId, account }] },
    ])
    const edits = [
      () => server.db.updateTable('monDutyHandover').set({ note: '改' }).execute(),
      () => server.db.deleteFrom('monDutyHandover').execute(),
      () => server.db.updateTable('monDutyHandoverItem').set({ account: '改' }).execute(),
      () => server.db.deleteFrom('monDutyHandoverItem').execute(),
    ]
    await server.db.updateTable('monDutyHandover').set({ sysOrgCode: 'A01' }).execute()
    for (const edit of edits) await expect(edit()).rejects.toThrow('is signed')
    clock.advance(-5 * MINUTE_MS)
  })

  it('can be taken on the same screen with a password; wrong ones lock the account', async () => {
    await clear()
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    clock.advance(10 * MINUTE_MS)
    const held = await assignmentId(team.early, TODAY)
    expect(
      (await call('zhou', 'POST', 'give', { assignmentId: held, note, items: [], asOfMs: clock.now() })).success,
    ).toBe(true)
    const take = (username: string, password: string) =>
      call('zhou', 'POST', 'takeHere', { assignmentId: held, username, password })
    expect((await take('zhou', PASSWORD)).message).toBe('交班人和接班人不能是同一人！')
    await server.addUser('reader', { roles: ['auditor'], regionPrefixes: ['32'] })
    expect((await take('reader', PASSWORD)).message).toBe('reader（测试）没有交接班权限！')
    for (let tries = 0; tries < 5; tries++) expect((await take('ma', 'wrong')).success).toBe(false)
    expect((await take('ma', PASSWORD)).message).not.toContain('接班人')
    expect((await take('he', PASSWORD)).message).toBe('he（测试）已接班')
    const stored = await server.db
      .selectFrom('monDutyHandover')
      .selectAll()
      .where('assignmentId', '=', held)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ toUser: idOf('he'), takenHere: true })
    clock.advance(-10 * MINUTE_MS)
  })

  it('passes on alarms raised during writing without an account, but no older ones', async () => {
    await clear()
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
    await assign(team.early, TODAY, 'zhou')
    clock.advance(10 * MINUTE_MS)
    const assignmentOf = await assignmentId(team.early, TODAY)
    const raised = (agoMs: number) =>
      buildAlarm(server.db, { regionCode: '320100', raisedTs: new Date(clock.now() - agoMs) })
    const give = (agoMs: number) =>
      call('zhou', 'POST', 'give', { assignmentId: assignmentOf, note, items: [], asOfMs: clock.now() - agoMs })
    const older = await raised(30 * MINUTE_MS)
    expect((await give(HOUR_MS)).message).toContain('还有 1 条遗留报警未交代')
    await server.db
      .updateTable('monAlarm')
      .set({ closedTs: new Date(), active: false })
      .where('id', '=', older)
      .execute()
    const alarmId = await raised(MINUTE_MS)
    expect((await give(0)).message).toContain('还有 1 条遗留报警未交代')
    expect((await give(2 * MINUTE_MS)).success).toBe(true)
    expect((await call('zhou', 'GET', `handover?teamId=${team.id}`)).result.items).toMatchObject([
      { alarmId, account: '签字时新增，由接班人处理' },
    ])
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
    clock.advance(-10 * MINUTE_MS)
  })

  it('without a successor is taken by anyone eligible for the team, not by someone planned days later', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, '2026-11-24', 'ma')
    clock.advance(10 * MINUTE_MS)
    const held = await assignmentId(team.early, TODAY)
    const form = { assignmentId: held, note, items: [], asOfMs: clock.now() }
    expect((await call('zhou', 'POST', 'give', form)).success).toBe(true)
    expect((await call('zhou', 'GET', `handover?teamId=${team.id}`)).result).toMatchObject({ toUser: null })
    const stranger = { assignmentId: held, username: 'shandong', password: PASSWORD }
    expect((await call('zhou', 'POST', 'takeHere', stranger)).message).toContain('shandong（测试）不能在江苏省值班值班')
    expect((await call('he', 'POST', 'take', { assignmentId: held })).success).toBe(true)
    clock.advance(-10 * MINUTE_MS)
  })

  it('is given by the person on duty at signing, whoever began the draft', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    clock.advance(10 * MINUTE_MS)
    const held = await assignmentId(team.early, TODAY)
    await call('zhou', 'POST', 'saveDraft', { assignmentId: held, note: '草稿', items: [] })
    await assign(team.early, TODAY, 'ma', { expected: idOf('zhou') })
    const form = { assignmentId: held, note, items: [], asOfMs: clock.now() }
    expect((await call('zhou', 'POST', 'give', form)).message).toContain('只能由本人交班')
    expect((await call('ma', 'POST', 'give', form)).success).toBe(true)
    const { result } = await call('he', 'GET', `handover?teamId=${team.id}`)
    expect(result).toMatchObject({ fromUser: idOf('ma'), fromName: 'ma（测试）' })
    expect((await call('ma', 'POST', 'take', { assignmentId: held })).message).toBe('交班人和接班人不能是同一人！')
    expect((await call('zhou', 'POST', 'take', { assignmentId: held })).success).toBe(true)
    clock.advance(-10 * MINUTE_MS)
  })

  it('counts events from the start of the shift up to its end, excluding drills', async () => {
    await clear()
    await server.db
      .updateTable('monAlarm')
      .set({ closedTs: new Date(0), ackTs: null, raisedTs: new Date(0) })
      .execute()
    await assign(team.early, TODAY, 'zhou')
    const [fromMs, toMs] = [Date.parse(`${TODAY}T08:00:00+08:00`), Date.parse(`${TODAY}T16:00:00+08:00`)]
    const raised = (atMs: number, given: object = {}) =>
      buildAlarm(server.db, { regionCode: '320100', raisedTs: new Date(atMs), ...given })
    await raised(fromMs - 1, { closedTs: new Date(fromMs), active: false, escalateLevel: 1 })
    await raised(fromMs, { acked: true, ackTs: new Date(fromMs + 2 * MINUTE_MS), escalateLevel: 1 })
    await raised(toMs - 1, { acked: true, ackTs: new Date(toMs), closedTs: new Date(toMs), active: false })
    await raised(toMs)
    await raised(fromMs, { drill: true, escalateLevel: 1 })
    await raised(fromMs, { regionCode: '370100' })
    // Acknowledged after the end: counts for the next shift.
    clock.advance(HOUR_MS)
    const expected = { raised: 2, closed: 1, ackS: 120, escalated: 1, open: 2 }
    expect((await call('zhou', 'GET', `handover?teamId=${team.id}`)).result.figures).toMatchObject(expected)
    const { items } = (await call('zhou', 'GET', `handover?teamId=${team.id}`)).result
    const form = {
      assignmentId: await assignmentId(team.early, TODAY),
      note,
      items: items.map(({ alarmId }: { alarmId: string }) => ({ alarmId, account })),
      asOfMs: clock.now(),
    }
    expect((await call('zhou', 'POST', 'give', form)).success).toBe(true)
    expect((await call('zhou', 'GET', `handover?teamId=${team.id}`)).result.figures).toMatchObject(expected)
    clock.advance(-HOUR_MS)
  })

  it('lists active or unacknowledged alarms, the gravest and oldest first', async () => {
    await clear()
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
    await assign(team.early, TODAY, 'zhou')
    const at = (minutes: number) => new Date(NOW_MS + minutes * MINUTE_MS)
    const left = (title: string, given: object) =>
      buildAlarm(server.db, { regionCode: '320100', severity: 3, title, triggerTs: at(0), ...given })
    await left('仍未恢复', { acked: true, triggerTs: at(2) })
    await left('未确认', { active: false, triggerTs: at(1) })
    await left('最重', { severity: 1, triggerTs: at(3) })
    await left('已恢复并确认', { active: false, acked: true })
    await left('演练', { drill: true })
    await left('已关闭', { closedTs: at(0) })
    await left('外省', { regionCode: '370100' })
    await left('其他部门', { sysOrgCode: 'B01' })
    const { items } = (await call('zhou', 'GET', `handover?teamId=${team.id}`)).result
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['最重', '未确认', '仍未恢复'])
    await server.db.updateTable('monAlarm').set({ closedTs: new Date(), active: false }).execute()
  })

  it('shows the oldest one pending a signature, until two hours after its end', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    const fromName = async () => (await call('zhou', 'GET', `handover?teamId=${team.id}`)).result?.fromName
    const minutes = async (n: number) => {
      clock.advance(n * MINUTE_MS)
      return fromName()
    }
    expect(await minutes(20)).toBe('zhou（测试）')
    expect(await minutes(119)).toBe('zhou（测试）')
    expect(await minutes(1)).toBe('he（测试）')
    await server.db.deleteFrom('monDutyAssignment').where('userId', '=', idOf('he')).execute()
    expect(await fromName()).toBeUndefined()
    clock.advance(-140 * MINUTE_MS)
  })

  it('that is ten minutes late is reported once to those on duty above', async () => {
    await clear()
    const nation = await addTeam('国家值班一处', 'national', '')
    await assign(team.early, TODAY, 'zhou')
    await assign(nation.early, TODAY, 'chief', { by: 'chief' })
    await assign(nation.late, TODAY, 'chief', { by: 'chief' })
    const told = async () => {
      const rows = await server.db
        .selectFrom('sysAnnouncement as notice')
        .innerJoin('sysAnnouncementSend as sent', 'sent.announcementId', 'notice.id')
        .select(['notice.title', 'sent.userId'])
        .where('notice.busType', '=', 'duty')
        .orderBy('notice.title')
        .execute()
      return rows.map(({ title, userId }) => `${title} ${nameOf(userId)}`)
    }
    const endMs = Date.parse('2026-11-21T16:00:00+08:00')
    await runDutyTimers(server.db, server.bus, endMs + 10 * MINUTE_MS - 1)
    expect(await told()).toEqual([])
    await Promise.all([1, 2].map(() => runDutyTimers(server.db, server.bus, endMs + 10 * MINUTE_MS)))
    await runDutyTimers(server.db, server.bus, endMs + 11 * MINUTE_MS)
    expect(await told()).toEqual(['国家值班一处早班逾期未交接 boss', '江苏省值班早班逾期未交接 chief'])
    await assign(team.late, TODAY, 'zhou')
    await runDutyTimers(server.db, server.bus, endMs + 2 * DAY_MS)
    expect(await told()).toHaveLength(2)
  })
})
