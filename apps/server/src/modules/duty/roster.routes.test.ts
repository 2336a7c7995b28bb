import { MINUTE_MS } from '@natim/domain/time'
import { afterAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/id.ts'
import { buildDuty } from '../../testing/build-duty.ts'

/** Saturday. The early shift has begun, and ends at 16:00. */
const NOW_MS = Date.parse('2026-11-21T15:40:00+08:00')
const TODAY = '2026-11-21'
const clock = createManualClock(NOW_MS)
const { addTeam, assign, assignmentId, assignments, call, clear, idOf, server, team } = await buildDuty(clock)
afterAll(() => server.close())

describe('the roster', () => {
  it('gives a shift to one of two concurrent planners, and tells the other who has it', async () => {
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

  it('refuses people who are busy or may not see the alarms, past shifts and other provinces', async () => {
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

  it('fills a week like the one before, without overwriting assignments', async () => {
    await clear()
    await assign(team.early, TODAY, 'zhou')
    await assign(team.late, TODAY, 'he')
    await assign(team.late, '2026-11-28', 'ma')
    const { result } = await call('zhou', 'POST', 'copyWeek', { week: '2026-11-25' })
    expect(result).toEqual({ copied: 1, skipped: 0 })
    const next = (await assignments()).filter(({ day }) => String(day) === '2026-11-28')
    expect(next.map(({ userId }) => userId)).toEqual([idOf('zhou'), idOf('ma')])
  })

  it('skips people who are busy or no longer eligible when copying a week', async () => {
    await clear()
    const second = await addTeam('江苏专员二', 'special')
    await assign(team.early, '2026-11-24', 'he')
    await assign(team.early, '2026-11-25', 'ma')
    await assign(team.early, '2026-11-26', 'zhou')
    await assign(second.early, '2026-12-01', 'he')
    await server.db.updateTable('sysUser').set({ status: 2 }).where('id', '=', idOf('ma')).execute()
    const { result, message } = await call('zhou', 'POST', 'copyWeek', { week: '2026-12-06' })
    await server.db.updateTable('sysUser').set({ status: 1 }).where('id', '=', idOf('ma')).execute()
    expect(result).toEqual({ copied: 1, skipped: 2 })
    expect(message).toBe('已复制 1 个班次，2 个班次因人员冲突未复制')
    expect((await call('shandong', 'POST', 'copyWeek', { week: '2026-12-06' })).result).toEqual({
      copied: 0,
      skipped: 0,
    })
  })

  it('can be changed until a shift has ended, and allows adjacent shifts of one person', async () => {
    await clear()
    clock.leap(20 * MINUTE_MS - 1)
    expect((await assign(team.early, TODAY, 'zhou')).success).toBe(true)
    clock.advance(1)
    const late = await assign(team.early, TODAY, null, { expected: idOf('zhou') })
    expect(late.message).toBe('该班次已结束，不能修改！')
    expect((await assign(team.late, TODAY, 'zhou')).success).toBe(true)
    expect((await assign(team.late, TODAY, null, { expected: idOf('zhou') })).success).toBe(true)
    expect((await assignments()).map(({ shiftId }) => shiftId)).toEqual([team.early])
    clock.advance(-20 * MINUTE_MS)
  })

  it('loses future shifts with a deleted team and keeps begun ones; timers follow their shifts', async () => {
    await clear()
    const gone = await addTeam('撤并组', 'special')
    await assign(gone.early, TODAY, 'zhou')
    await assign(gone.late, TODAY, 'he')
    const dues = async () =>
      (await server.db.selectFrom('monDutyTimer').select('dueAt').orderBy('dueAt').execute()).map(({ dueAt }) =>
        dueAt.toISOString(),
      )
    expect(await dues()).toEqual(['2026-11-21T08:10:00.000Z', '2026-11-21T16:10:00.000Z'])
    const { teams } = (await call('zhou', 'GET', 'board')).result
    const { onDuty: _now, ...form } = teams.find(({ id }: { id: string }) => id === gone.id)
    const shifts = form.shifts.map((shift: { id: string }) =>
      shift.id === gone.late ? { ...shift, lengthMin: 420 } : shift,
    )
    await call('zhou', 'POST', 'saveTeam', { ...form, shifts })
    expect(await dues()).toEqual(['2026-11-21T08:10:00.000Z', '2026-11-21T15:10:00.000Z'])
    await call('zhou', 'DELETE', `deleteTeam?id=${gone.id}`)
    expect((await assignments()).map(({ shiftId }) => shiftId)).toEqual([gone.early])
  })

  it('copies nothing into past hours', async () => {
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

  it('keeps team names unique, and rejects shifts of another team in a form', async () => {
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

  it("moves future shifts when the team's hours change", async () => {
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
  it('is approved by the other person and carried out once, with eight hours of rest on both sides', async () => {
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

  it('is not carried out once another person has one of the shifts', async () => {
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

  it('is refused for a begun shift, for invisible teams, and into a team the person may not serve in', async () => {
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

  it('is refused when a person would not get enough rest', async () => {
    await clear()
    await assign(team.late, '2026-11-23', 'zhou')
    await assign(team.night, '2026-11-25', 'he')
    await assign(team.early, '2026-11-23', 'he')
    const [giveId, takeId] = [await assignmentId(team.late, '2026-11-23'), await assignmentId(team.night, '2026-11-25')]
    const asked = await call('zhou', 'POST', 'askSwap', { giveId, takeId, reason: '换班' })
    expect(asked.message).toBe('换班后he（测试）两班间隔只有 0 小时，至少需要 8 小时！')
    expect(await server.db.selectFrom('monDutySwap').select('id').where('giveId', '=', giveId).execute()).toEqual([])
  })

  it('leaves at least eight hours of rest, and can be approved until the earlier shift begins', async () => {
    await clear()
    await assign(team.early, '2026-11-24', 'he')
    await assign(team.late, '2026-11-25', 'he')
    await assign(team.late, '2026-11-23', 'ma')
    // After the swap one shift ends at midnight and the next begins at eight.
    const takeId = await assignmentId(team.late, '2026-11-25')
    const giveId = await assignmentId(team.late, '2026-11-23')
    const asked = await call('ma', 'POST', 'askSwap', { giveId, takeId, reason: '换班' })
    expect(asked.message).toBe('已提交换班申请')
    const beginMs = Date.parse('2026-11-23T16:00:00+08:00')
    clock.leap(beginMs - NOW_MS)
    const { id } = asked.result
    expect((await call('he', 'POST', 'answerSwap', { id, answer: 'agree' })).message).toBe('该班次已开始，不能换班！')
    clock.advance(-1)
    expect((await call('he', 'POST', 'answerSwap', { id, answer: 'agree' })).success).toBe(true)
    clock.leap(NOW_MS - beginMs + 1)
  })

  it('ends when withdrawn by the requester or refused by the other person', async () => {
    await clear()
    await assign(team.night, '2026-11-23', 'zhou')
    await assign(team.late, '2026-11-24', 'he')
    await assign(team.early, '2026-11-26', 'ma')
    const [mine, his, third] = await Promise.all([
      assignmentId(team.night, '2026-11-23'),
      assignmentId(team.late, '2026-11-24'),
      assignmentId(team.early, '2026-11-26'),
    ])
    const ask = (by: string, giveId: string, takeId: string) =>
      call(by, 'POST', 'askSwap', { giveId, takeId, reason: '换班' })
    const answer = (by: string, id: string, given: string) => call(by, 'POST', 'answerSwap', { id, answer: given })
    const first = (await ask('zhou', mine, his)).result.id
    // A shift can be part of one open swap only, on either side.
    expect((await ask('ma', third, his)).success).toBe(false)
    expect((await ask('ma', third, mine)).success).toBe(false)
    const shown = async (by: string) =>
      (await call(by, 'GET', 'board')).result.swaps.map(({ state }: { state: string }) => state)
    expect([await shown('he'), await shown('shandong')]).toEqual([['asked'], []])
    expect((await answer('he', first, 'withdraw')).message).toBe('未找到对应数据')
    expect((await answer('zhou', first, 'agree')).message).toBe('未找到对应数据')
    expect((await answer('he', first, 'agree')).success).toBe(true)
    expect((await answer('he', first, 'agree')).message).toContain('对方已同意')
    expect((await answer('zhou', first, 'withdraw')).success).toBe(true)
    const over = await call('chief', 'POST', 'decideSwap', { id: first, approve: true })
    expect(over.message).toContain('已撤回')
    const second = (await ask('zhou', mine, his)).result.id
    expect((await answer('he', second, 'refuse')).success).toBe(true)
    expect((await answer('zhou', second, 'withdraw')).message).toContain('已被驳回')
    expect(await shown('he')).toEqual([])
    expect((await assignments()).map(({ userId }) => userId)).toEqual(['zhou', 'he', 'ma'].map(idOf))
  })
})
