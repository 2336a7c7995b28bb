import { satEndpoints } from '@natim/contract/mon/sat'
import { DAY_MS, formatGmt8 } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import { buildTask } from '../testing/build-task.ts'
import TaskListPage from './task-list-page.tsx'

const COUNTS = { open: 2, submitted: 1, running: 1, delivered: 3, over: 0, all: 6 }
let api: ReturnType<typeof stubApi>
let records: ReturnType<typeof buildTask>[]
beforeEach(() => {
  api = stubApi()
  records = [buildTask(), buildTask({ id: 't2', no: 'SAT-261121-05', state: 'delivered', nextPassMs: null })]
  api.on(satEndpoints.tasks, () => ({ records, total: records.length, counts: COUNTS }))
})
const lastQuery = () => api.callsOf(satEndpoints.tasks).at(-1)?.query

describe('the tasks', () => {
  it('are summarised in a sentence', async () => {
    renderPage(<TaskListPage />)
    expect(await screen.findByText(/^6 个任务，1 个待批准，/)).toBeTruthy()
    expect(screen.getByText(/1 个执行中，3 个已交付。/)).toBeTruthy()
  })

  it('are cards on a phone, without a scrolling table and without 新建任务', async () => {
    stubPhone()
    const { user } = renderPage(<TaskListPage />)
    const cards = await screen.findByRole('list', { name: '卫星任务' })
    const [first, second] = within(cards).getAllByRole('link')
    expect(first?.textContent).toContain('盘锦辽东湾溢油 SAR 成像待批准SAT-261121-04溢油 · SAR · 优先级 1')
    expect(first?.textContent).toContain('过境')
    expect(second?.textContent).not.toContain('过境')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button', { name: '新建任务' })).toBeNull()
    await user.click(first as HTMLElement)
    expect(window.location.pathname).toBe('/mon/sat/task/t1')
  })

  it.each(['phone', 'desk'])('say that none matches and what to do, at a %s', async (where) => {
    if (where === 'phone') stubPhone()
    records = []
    renderPage(<TaskListPage />)
    expect(await screen.findByText('没有符合条件的任务')).toBeTruthy()
  })

  it('are loaded only with permission', async () => {
    renderPage(<TaskListPage />, { rights: ['mon:sat:view'] })
    expect(await screen.findByText(/^6 个任务/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '新建任务' })).toBeNull()
  })

  it('are searched with debounce, starting at the first page', async () => {
    const { user } = renderPage(<TaskListPage />)
    await user.type(await screen.findByRole('textbox', { name: '按名称或编号查找任务' }), '盘锦')
    await waitFor(() => expect(lastQuery()).toMatchObject({ text: '盘锦', pageNo: 1 }))
    expect(api.callsOf(satEndpoints.tasks)).toHaveLength(2)
  })

  it('recover after a failure', async () => {
    let isDown = true
    api.on(satEndpoints.tasks, () => {
      if (isDown) throw new Refusal('网络超时')
      return { records, total: 2, counts: COUNTS }
    })
    const { user } = renderPage(<TaskListPage />)
    const retry = await screen.findByRole('button', { name: /重试/ })
    isDown = false
    await user.click(retry)
    expect(await screen.findByRole('link', { name: 'SAT-261121-04' })).toBeTruthy()
  })
})

describe('the timeline', () => {
  const nowMs = Date.now()
  const task = (given: object = {}) => ({
    ...buildTask({ state: 'planned', fromMs: nowMs - DAY_MS, toMs: nowMs + DAY_MS }),
    passes: [{ id: 'p1', satCode: 'SR-01', rank: 1, startMs: nowMs + 60_000, endMs: nowMs + 70_000 }],
    ...given,
  })
  const openAs = (view: string) =>
    renderPage(<TaskListPage />, { at: `/?~=${encodeURIComponent(JSON.stringify({ view }))}` })

  it('shows windows and lettered passes, and links to the task', async () => {
    api.on(satEndpoints.timeline, () => [task()])
    const { user } = openAs('gantt')
    const pass = await screen.findByRole('button', { name: /过境 .* 方案 A$/ })
    expect(screen.getByTitle(/^窗口 /)).toBeTruthy()
    await user.click(pass)
    expect(window.location.pathname).toBe('/mon/sat/task/t1')
  })

  it('says when there are more than it draws', async () => {
    api.on(satEndpoints.timeline, () => Array.from({ length: 200 }, (_, i) => task({ id: `t${i}`, no: `SAT-${i}` })))
    openAs('gantt')
    expect(await screen.findByText(/只画出 200 个；其余请在列表中查看/)).toBeTruthy()
  })

  it('goes a week on and back to today', async () => {
    api.on(satEndpoints.timeline, () => [])
    const { user } = openAs('gantt')
    expect(await screen.findByText('这段时间没有窗口与过境')).toBeTruthy()
    const from = () => api.callsOf(satEndpoints.timeline).at(-1)?.query.from ?? 0
    const first = from()
    await user.click(screen.getByRole('button', { name: '下一周' }))
    await waitFor(() => expect(from() - first).toBe(7 * DAY_MS))
    await user.click(screen.getByRole('button', { name: /今\s?天/ }))
    await waitFor(() => expect(from()).toBe(first))
  })

  it('has a calendar by days, with a number for the overflow', async () => {
    api.on(satEndpoints.timeline, () => ['1', '2', '3', '4', '5'].map((id) => task({ id, no: `SAT-${id}` })))
    openAs('calendar')
    const day = await screen.findByRole('region', { name: `${formatGmt8(nowMs + 60_000).slice(5, 10)}，5 次` })
    expect(within(day).getAllByRole('link')).toHaveLength(3)
    expect(within(day).getByText('另 2 次')).toBeTruthy()
  })

  it('says why loading failed', async () => {
    api.on(satEndpoints.timeline, () => {
      throw new Refusal('网络超时')
    })
    openAs('calendar')
    expect(await screen.findByRole('button', { name: /重试/ })).toBeTruthy()
  })
})
