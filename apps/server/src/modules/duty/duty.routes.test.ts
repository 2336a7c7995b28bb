import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-app.ts'
import { runDutyTimers } from './duty-timers.ts'

/** Saturday. The early shift has begun, and ends at 16:00. */
const NOW_MS = Date.parse('2026-11-21T15:40:00+08:00')
const TODAY = '2026-11-21'
const clock = createManualClock(NOW_MS)
let server: TestApp
const people = new Map<string, string>()
let team: { id: string; early: string; late: string; night: string }

beforeAll(async () => {
  server = await buildTestApp({ clock })
  for (const name of ['zhou', 'he', 'ma', 'li'])
    people.set(name, await server.addUser(name, { roles: ['nat_duty'], regionPrefixes: ['32'] }))
  people.set('shandong', await server.addUser('shandong', { roles: ['nat_duty'], regionPrefixes: ['37'] }))
  people.set('chief', await server.addUser('chief', { roles: ['nat_duty'] }))
  people.set('boss', await server.addUser('boss', { roles: ['nat_admin'] }))
  team = await addTeam('江苏省值班', 'province')
})
afterAll(() => server.close())

const idOf = (name: string) => people.get(name) ?? ''
const call = async (by: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, `/mon/duty/${path}`, { token: await server.signIn(by), ...(body && { body }) })).body

async function addTeam(name: string, level: string, regionCode = '32', sysOrgCode = 'A01') {
  const shifts = [
    { name: '夜', startMin: 0, lengthMin: 480 },
    { name: '早', startMin: 480, lengthMin: 480 },
    { name: '中', startMin: 960, lengthMin: 480 },
  ]
  const by = regionCode === '' ? 'chief' : 'zhou'
  const { result, message } = await call(by, 'POST', 'saveTeam', { name, level, sysOrgCode, regionCode, shifts })
  if (!result) throw new Error(message)
  const board = await call(by, 'GET', 'board')
  const added = board.result.teams.find(({ id }: { id: string }) => id === result.id)
  const [night, early, late] = added.shifts.map(({ id }: { id: string }) => id)
  return { id: result.id as string, night, early, late }
}

interface Cell {
  readonly expected?: string | null
  readonly by?: string
}

const assign = (shiftId: string, day: string, name: string | null, { expected = null, by = 'zhou' }: Cell = {}) =>
  call(by, 'PUT', 'assign', { shiftId, day, userId: name === null ? null : idOf(name), expected })
const assignments = () => server.db.selectFrom('monDutyAssignment').selectAll().orderBy('fromTs').execute()
const clear = async () => {
  await server.db.deleteFrom('monDutyAssignment').execute()
}
const assignmentId = async (shiftId: string, day: string) =>
  (await assignments()).find((row) => row.shiftId === shiftId && String(row.day) === day)?.id ?? ''

describe('the roster', () => {
  it('gives a shift to one of two who plan it at once; the other reads whose it is', async () => {
    await clear()
    const both = await Promise.all([assign(team.late, TODAY, 'he'), assign(team.late, TODAY, 'ma', { by: 'chief' })])
    expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
    const [row, ...rest] = await assignments()
    expect(rest).toEqual([])
    const winner = row?.userId === idOf('he') ? 'he' : 'ma'
    expect(both.find(({ success }) => !success).message).toBe(`该班次已改为${winner}（测试），请刷新后重试`)
    expect(row).toMatchObject({
      fromTs: new Date('2026-11-21T16:00:00+08:00'),
      toTs: new Date('2026-11-22T00:00:00+08:00'),
    })
  })

  it('refuses who is elsewhere then, may not see the alarms, what is over, and other provinces', async () => {
    await clear()
    await assign(team.late, TODAY, 'he')
    const second = await addTeam('江苏专员', 'special')
    expect((await assign(second.late, TODAY, 'he')).message).toBe(`he（测试）同一时间已在江苏省值班值${TODAY} 中班！`)
    expect((await assign(team.late, '2026-11-22', 'shandong')).message).toContain('不能在江苏省值班值班')
    expect((await assign(team.night, TODAY, 'ma')).message).toBe('该班次已结束，不能修改！')
    expect((await assign(team.late, '2026-11-22', 'shandong', { by: 'shandong' })).message).toBe('未找到对应数据')
    expect((await call('shandong', 'GET', 'board')).result.teams).toEqual([])
    expect(await assignments()).toHaveLength(1)
    const overlapping = { name: '重叠组', level: 'province', sysOrgCode: 'A01', regionCode: '32' }
    const shifts = [
      { name: '早', startMin: 480, lengthMin: 480 },
      { name: '夜', startMin: 1_200, lengthMin: 721 },
    ]
    expect((await call('zhou', 'POST', 'saveTeam', { ...overlapping, shifts })).message).toContain('班次时间重叠')
    const foreign = { ...overlapping, name: '外省', regionCode: '37', shifts: shifts.slice(0, 1) }
    expect((await call('zhou', 'POST', 'saveTeam', foreign)).success).toBe(false)
  })

  it('fills a week as the week before was, and nothing that is there already', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    await assign(team.late, '2026-11-28', 'ma')
    const { result } = await call('zhou', 'POST', 'copyWeek', { week: '2026-11-25' })
    expect(result).toEqual({ copied: 1, skipped: 0 })
    const next = (await assignments()).filter(({ day }) => String(day) === '2026-11-28')
    expect(next.map(({ userId }) => userId)).toEqual([idOf('zhou'), idOf('ma')])
  })

  it('copies nothing into hours that are over', async () => {
    await clear()
    await server.db
      .insertInto('monDutyAssignment')
      .values({
        id: newId(),
        teamId: team.id,
        shiftId: team.early,
        day: '2026-11-11',
        userId: idOf('zhou'),
        fromTs: new Date('2026-11-11T08:00:00+08:00'),
        toTs: new Date('2026-11-11T16:00:00+08:00'),
      })
      .execute()
    const { result } = await call('zhou', 'POST', 'copyWeek', { week: TODAY })
    expect(result).toEqual({ copied: 0, skipped: 0 })
    expect(await assignments()).toHaveLength(1)
  })

  it('keeps names of teams apart, and the shifts of one out of the form of another', async () => {
    const other = await addTeam('江苏省二组', 'province')
    const { teams } = (await call('zhou', 'GET', 'board')).result
    const formOf = (id: string) => {
      const { onDuty: _now, ...form } = teams.find((one: { id: string }) => one.id === id)
      return form
    }
    const [mine, theirs] = [formOf(team.id), formOf(other.id)]
    const renamed = { ...theirs, name: mine.name }
    expect((await call('zhou', 'POST', 'saveTeam', renamed)).message).toBe('值班组名称已存在！')
    const stolen = { ...mine, shifts: theirs.shifts.map((shift: object) => ({ ...shift, name: '抢' })) }
    expect((await call('zhou', 'POST', 'saveTeam', stolen)).message).toBe('未找到对应数据')
    expect((await call('zhou', 'GET', 'board')).result.teams).toEqual(teams)
  })

  it('moves shifts that have not begun when the hours of a team change', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    const { teams } = (await call('zhou', 'GET', 'board')).result
    const { onDuty: _now, ...form } = teams.find(({ id }: { id: string }) => id === team.id)
    const later = {
      ...form,
      shifts: form.shifts.map((shift: { id: string }) =>
        shift.id === team.late ? { ...shift, startMin: 990, lengthMin: 450 } : shift,
      ),
    }
    expect((await call('zhou', 'POST', 'saveTeam', later)).success).toBe(true)
    expect((await assignments()).map(({ fromTs }) => fromTs.toISOString())).toEqual([
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T08:30:00.000Z',
    ])
    await call('zhou', 'POST', 'saveTeam', form)
  })
})

describe('a swap', () => {
  it('is agreed to by the other and carried out once, with eight hours of rest on both sides', async () => {
    await clear()
    await assign(team.night, '2026-11-23', 'zhou')
    await assign(team.late, '2026-11-24', 'he')
    await assign(team.early, '2026-11-24', 'ma')
    const [give, take] = [await assignmentId(team.night, '2026-11-23'), await assignmentId(team.late, '2026-11-24')]
    const reason = '家人就医'
    const asked = await Promise.all(
      [1, 2].map(() => call('zhou', 'POST', 'askSwap', { giveId: give, takeId: take, reason })),
    )
    expect(asked.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect((await call('ma', 'POST', 'askSwap', { giveId: take, takeId: give, reason })).message).toBe(
      '只能用自己的班次换他人的班次！',
    )
    const { id } = asked.find(({ success }) => success).result
    expect((await call('chief', 'POST', 'decideSwap', { id, approve: true })).message).toContain('还没有得到对方同意')
    expect((await call('ma', 'POST', 'answerSwap', { id, answer: 'agree' })).success).toBe(false)
    expect((await call('he', 'POST', 'answerSwap', { id, answer: 'agree' })).success).toBe(true)
    const decided = await Promise.all([
      call('chief', 'POST', 'decideSwap', { id, approve: true }),
      call('zhou', 'POST', 'decideSwap', { id, approve: false }),
    ])
    expect(decided.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(decided.find(({ success }) => !success).message).toMatch(/已完成|已被驳回/)
    const wasDone = decided[0].success
    const rows = await assignments()
    expect(rows.find((row) => row.id === give)?.userId).toBe(idOf(wasDone ? 'he' : 'zhou'))
    expect(rows.find((row) => row.id === take)?.userId).toBe(idOf(wasDone ? 'zhou' : 'he'))
  })

  it('is not carried out once somebody else stands in one of the shifts', async () => {
    await clear()
    await assign(team.night, '2026-11-23', 'zhou')
    await assign(team.late, '2026-11-24', 'he')
    const [giveId, takeId] = [await assignmentId(team.night, '2026-11-23'), await assignmentId(team.late, '2026-11-24')]
    const { id } = (await call('zhou', 'POST', 'askSwap', { giveId, takeId, reason: '家人就医' })).result
    await call('he', 'POST', 'answerSwap', { id, answer: 'agree' })
    await assign(team.night, '2026-11-23', 'ma', { expected: idOf('zhou') })
    expect((await call('chief', 'POST', 'decideSwap', { id, approve: true })).message).toContain('该班次已改为ma')
    expect((await assignments()).map(({ userId }) => userId)).toEqual([idOf('ma'), idOf('he')])
  })

  it('is refused of a shift that has begun, of teams one does not see, and into a team one may not serve', async () => {
    await clear()
    const nation = await addTeam('国家值班二处', 'national', '')
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, '2026-11-25', 'zhou')
    await assign(team.night, '2026-11-24', 'he')
    await assign(nation.late, '2026-11-23', 'chief', { by: 'chief' })
    const [begun, own, hes, national] = await Promise.all([
      assignmentId(team.early, TODAY),
      assignmentId(team.late, '2026-11-25'),
      assignmentId(team.night, '2026-11-24'),
      assignmentId(nation.late, '2026-11-23'),
    ])
    const ask = async (by: string, giveId: string, takeId: string) =>
      (await call(by, 'POST', 'askSwap', { giveId, takeId, reason: '换班' })).message
    expect(await ask('zhou', begun, hes)).toBe('该班次已开始，不能换班！')
    expect(await ask('zhou', own, national)).toBe('未找到对应数据')
    expect(await ask('chief', national, own)).toContain('zhou（测试）不能在国家值班二处值班')
  })

  it('is refused when somebody would not rest', async () => {
    await clear()
    await assign(team.late, '2026-11-23', 'zhou')
    await assign(team.night, '2026-11-25', 'he')
    await assign(team.early, '2026-11-23', 'he')
    const [giveId, takeId] = [await assignmentId(team.late, '2026-11-23'), await assignmentId(team.night, '2026-11-25')]
    const asked = await call('zhou', 'POST', 'askSwap', { giveId, takeId, reason: '换班' })
    expect(asked.message).toBe('换班后he（测试）两班间隔只有 0 小时，至少需要 8 小时！')
    expect(await server.db.selectFrom('monDutySwap').select('id').where('giveId', '=', giveId).execute()).toEqual([])
  })
})

describe('a handover', () => {
  const note = '南京氯气泄漏已转事件，省站复测后回电。'
  const account = '泄漏已堵，16:30 复测'

  it('is signed by two people, each once, with an account of every alarm, and stays as it was', async () => {
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

  it('can be taken with a password on the same screen, and by the wrong one not; wrong ones lock the name', async () => {
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

  it('hands over what was raised while it was written without an account, and nothing older', async () => {
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

  it('without a successor is taken by whoever may be on duty of the team, not by whoever is planned days later', async () => {
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

  it('that is ten minutes late is told to whoever is on duty above, once', async () => {
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
      return rows.map(({ title, userId }) => `${title} ${[...people].find(([, id]) => id === userId)?.[0]}`)
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
