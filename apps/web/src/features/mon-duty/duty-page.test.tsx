import { type DutyBoard, type DutyHandover, dutyEndpoints } from '@natim/contract/mon/duty'
import type { PermissionCode } from '@natim/contract/permissions'
import { shiftSpan } from '@natim/domain/duty'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import DutyPage from './duty-page.tsx'

const NOW_MS = Date.parse('2026-11-21T15:52:00+08:00')
const TODAY = '2026-11-21'
const SHIFTS = [
  { id: 'early', name: '早', startMin: 480, lengthMin: 480 },
  { id: 'late', name: '中', startMin: 960, lengthMin: 480 },
]
const ME = 'me'
const held = (id: string, shiftId: 'early' | 'late', day: string, userId: string, name: string) => ({
  id,
  teamId: 'js',
  shiftId,
  day,
  userId,
  name,
  ...shiftSpan(day, shiftId === 'early' ? 480 : 960, 480),
})
const onDuty = {
  userId: ME,
  name: '周海宁',
  shiftName: '早',
  toMs: shiftSpan(TODAY, 480, 480).toMs,
  phone: '138****2761',
  load: 4,
  waitingSinceMs: NOW_MS - 724_000,
}
const BOARD: DutyBoard = {
  nowMs: NOW_MS,
  week: '2026-11-16',
  teams: [
    {
      id: 'js',
      name: '江苏省值班',
      level: 'province',
      sysOrgCode: 'A01',
      regionCode: '32',
      sortNo: 1,
      shifts: SHIFTS,
      onDuty,
    },
  ],
  assignments: [
    held('a1', 'early', TODAY, ME, '周海宁'),
    held('a2', 'late', TODAY, 'he', '何静'),
    held('a3', 'early', '2026-11-22', 'he', '何静'),
  ],
  swaps: [],
}
const HANDOVER: DutyHandover = {
  id: null,
  assignmentId: 'a1',
  teamId: 'js',
  teamName: '江苏省值班',
  shiftName: '早',
  ...shiftSpan(TODAY, 480, 480),
  fromUser: ME,
  fromName: '周海宁',
  toUser: 'he',
  toName: '何静',
  nextShiftName: '中',
  figures: { raised: 42, closed: 35, ackS: 192, escalated: 1, open: 2 },
  note: '',
  items: [
    {
      alarmId: '1',
      severity: 2,
      title: '氯气超 AEGL-2',
      site: '南京 江北新区 2#',
      state: 'acked',
      triggerMs: NOW_MS - 60_000,
      account: '',
    },
    {
      alarmId: '2',
      severity: 3,
      title: '苯超 PC-STEL',
      site: '茂名 石化园区 3#',
      state: 'unack',
      triggerMs: NOW_MS - 60_000,
      account: '',
    },
  ],
  givenMs: null,
  takenMs: null,
  takenHere: false,
  asOfMs: NOW_MS,
}

let api: ReturnType<typeof stubApi>
let board: DutyBoard
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW_MS)
  useSession.setState({ user: { id: ME } as never })
  api = stubApi()
  board = BOARD
  api.on(dutyEndpoints.board, () => board)
  api.on(dutyEndpoints.handover, () => HANDOVER)
  api.on(dutyEndpoints.candidates, () => [{ userId: 'he', name: '何静', username: 'hejing' }])
  for (const endpoint of [dutyEndpoints.assign, dutyEndpoints.give, dutyEndpoints.saveDraft])
    api.on(endpoint, () => null)
})
const open = (rights?: readonly PermissionCode[]) => renderPage(<DutyPage />, rights && { rights })
const cell = (name: RegExp) => screen.findByRole('button', { name })

describe('the roster', () => {
  it('opens with unanswered duty calls and missing shifts; marks past, current and empty cells', async () => {
    open()
    expect(await screen.findByText('江苏省值班 周海宁')).toBeDefined()
    expect(screen.getByText(/12 分钟未应答/)).toBeDefined()
    expect((await cell(/11-21 早班 周海宁/)).dataset['time']).toBe('now')
    expect((await cell(/11-16 早班/)).dataset['missing']).toBeUndefined()
    expect((await cell(/11-22 中班 无人值班/)).dataset['missing']).toBe('true')
  })

  it('moves by arrow keys, opens with Enter, and keeps the choice after a refusal', async () => {
    const { user } = open()
    ;(await cell(/11-21 早班/)).focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(await cell(/11-22 中班/))
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: /编辑排班/ })
    await user.click(within(dialog).getByRole('combobox', { name: '值班人' }))
    await user.click(await screen.findByText('何静（hejing）'))
    api.on(dutyEndpoints.assign, () => {
      throw new Refusal('该班次已改为马骁，请刷新后重试')
    })
    await user.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
    expect(await within(dialog).findByText('该班次已改为马骁，请刷新后重试')).toBeDefined()
    expect(api.callsOf(dutyEndpoints.assign)[0]?.body).toEqual({
      shiftId: 'late',
      day: '2026-11-22',
      userId: 'he',
      expected: null,
    })
  })

  it('goes a week on with ], offers to copy an empty one, and keeps the old one below an error', async () => {
    const { user, queryClient } = open()
    await cell(/11-21 早班/)
    board = { ...BOARD, week: '2026-11-23', assignments: [] }
    await user.keyboard(']')
    await waitFor(() => expect(api.callsOf(dutyEndpoints.board).at(-1)?.query).toEqual({ week: '2026-11-23' }))
    expect(await screen.findByRole('button', { name: '复制上周' })).toBeDefined()
    api.on(dutyEndpoints.board, () => {
      throw new Refusal('网络超时')
    })
    await queryClient.invalidateQueries({ queryKey: [dutyEndpoints.board.path] })
    expect(await screen.findByText('排班加载失败：网络超时')).toBeDefined()
    expect(await cell(/11-23 早班/)).toBeDefined()
  })

  it('hides all change buttons from read-only users', async () => {
    const { user } = open(['mon:duty:view'])
    await user.click(await cell(/11-22 中班/))
    expect(screen.queryByRole('dialog')).toBeNull()
    for (const name of [/值班组$/, /申请换班/, /交班签字/, /存草稿/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('a handover', () => {
  it('can be signed only when each alarm has an account and the note is long enough, and keeps the input after a refusal', async () => {
    const { user } = open()
    const sign = await screen.findByRole<HTMLButtonElement>('button', { name: '交班签字' })
    expect(sign.disabled).toBe(true)
    expect(screen.getByText('2 条未交代：氯气超 AEGL-2')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: '交代 氯气超 AEGL-2' }), '泄漏已堵')
    await user.type(screen.getByRole('textbox', { name: '交代 苯超 PC-STEL' }), '复测中{Tab}')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '已交代 苯超 PC-STEL' }).checked).toBe(true)
    expect(screen.getByText('交班说明还差 10 个字')).toBeDefined()
    const note = '南京氯气泄漏已转事件，省站回电。'
    await user.type(screen.getByRole('textbox', { name: /交班说明/ }), note)
    api.on(dutyEndpoints.give, () => {
      throw new Refusal('网络超时')
    })
    await user.click(sign)
    expect(await screen.findByText('网络超时')).toBeDefined()
    expect(screen.getByDisplayValue(note)).toBeDefined()
    expect(api.callsOf(dutyEndpoints.give)[0]?.body).toEqual({
      assignmentId: 'a1',
      note,
      asOfMs: NOW_MS,
      items: [
        { alarmId: '1', account: '泄漏已堵' },
        { alarmId: '2', account: '复测中' },
      ],
    })
  })

  it('is read-only once both have signed', async () => {
    api.on(dutyEndpoints.handover, () => ({
      ...HANDOVER,
      id: 'h',
      note: '没有遗留问题，照常盯守。',
      givenMs: NOW_MS,
      takenMs: NOW_MS,
    }))
    open()
    expect(await screen.findByText('没有遗留问题，照常盯守。')).toBeDefined()
    expect(screen.getAllByText('11-21 15:52 已签')).toHaveLength(2)
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /签字/ })).toBeNull()
  })
})
