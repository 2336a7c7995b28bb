import { type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { buildDetail, buildPass, buildTask } from '../testing/build-task.ts'
import { stubMap } from '../testing/stub-map.tsx'
import TaskDetailPage from './task-detail-page.tsx'

vi.mock('@/widgets/map/network-map.tsx', () => import('../testing/stub-map.tsx'))

const inHours = (hours: number) => Date.now() + hours * HOUR_MS
const pass = (rank: number | null, hours: number) =>
  buildPass({
    id: `p${hours}`,
    satelliteId: `${hours}`,
    satCode: `SR-0${hours}`,
    rank,
    startMs: inHours(hours),
    peakMs: inHours(hours),
    endMs: inHours(hours),
  })
let api: ReturnType<typeof stubApi>
let task: SatTaskDetail
beforeEach(() => {
  stubMap.reset()
  api = stubApi()
  task = buildDetail({ passes: [pass(2, 2), pass(null, 3), pass(1, 4)], tleEpochMs: Date.now() })
  api.on(satEndpoints.get, () => task)
})
const open = (rights?: Parameters<typeof renderPage>[1]) =>
  renderPage(<TaskDetailPage />, { path: '/mon/sat/task/:id', at: '/mon/sat/task/1', ...rights })

describe('a task', () => {
  it('draws its choices, lists them first in order, and highlights the current one', async () => {
    open()
    const table = await screen.findByRole('table', { name: '过境' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => /SR-0\d/.exec(row.textContent ?? '')?.[0])).toEqual(['SR-04', 'SR-02', 'SR-03'])
    expect(screen.getByText('窗口内 3 次 · 3 次满足约束')).toBeTruthy()
    await waitFor(() =>
      expect(stubMap.parts('swath').map(({ properties }) => properties?.['isActive'])).toEqual([true, false]),
    )
    expect(stubMap.layers()).toContain('sat-track')
  })

  it('shows a switch to the next choice, with the reason why the first failed', async () => {
    const one = { plannedMs: 1, actualMs: null, cloudPct: null, quality: null, satCode: 'SR-04' }
    task = {
      ...task,
      state: 'planned',
      choiceRank: 2,
      acquisitions: [
        { ...one, id: 'a', passId: 'p4', rank: 1, state: 'failed', failReason: '云量 80% 超过上限 30%' },
        { ...one, id: 'b', passId: 'p2', rank: 2, state: 'planned', failReason: null },
      ],
      log: [
        { id: '1', atMs: 1, action: '改用下一方案', from: 'failed', to: 'replanned', who: '系统', note: '方案 A → B' },
      ],
    }
    open()
    const [first, second] = within(await screen.findByRole('list', { name: '成像记录' })).getAllByRole('listitem')
    expect(first?.textContent).toContain('ASR-04失败')
    expect(first?.textContent).toContain('云量 80% 超过上限 30%')
    expect(second?.textContent).toContain('已计划')
    expect(within(screen.getByRole('list', { name: '任务记录' })).getByText('方案 A → B')).toBeTruthy()
    await waitFor(() =>
      expect(stubMap.parts('swath').map(({ properties }) => properties?.['isActive'])).toEqual([false, true]),
    )
  })

  it("keeps the reviewer's opinion after a refusal", async () => {
    api.on(satEndpoints.reject, () => {
      throw new Refusal('数据已被他人修改，请刷新后重试！')
    })
    const { user } = open()
    await user.type(await screen.findByRole('textbox', { name: '审批意见' }), '区域过大')
    await user.click(screen.getByRole('button', { name: /驳\s?回/ }))
    await waitFor(() => expect(api.callsOf(satEndpoints.get).length).toBeGreaterThan(1))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '审批意见' }).value).toBe('区域过大')
  })

  it('keeps the reason of a refused cancellation', async () => {
    task = { ...task, state: 'planned' }
    api.on(satEndpoints.cancel, () => {
      throw new Refusal('该状态下不能执行此操作！')
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '取消任务' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: '取消理由' }), '已处置')
    await user.click(within(dialog).getByRole('button', { name: '取消任务' }))
    await waitFor(() => expect(api.callsOf(satEndpoints.cancel)).toHaveLength(1))
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('已处置')
  })

  it('has no buttons for read-only users', async () => {
    open({ rights: ['mon:sat:view'] })
    expect(await screen.findByText('等待有批准权限的人员处理')).toBeTruthy()
    for (const name of ['复制', '撤回', '取消任务', '批准方案 A'])
      expect(screen.queryByRole('button', { name: new RegExp(name.split('').join(String.raw`\s?`)) })).toBeNull()
  })

  it('warns of outdated orbit data, and shows its passes on a timeline', async () => {
    task = { ...task, fromMs: inHours(0), toMs: inHours(10), tleEpochMs: Date.now() - 20 * DAY_MS }
    const { user } = open()
    expect((await screen.findByText(/轨道根数 20 天前，时间可能偏差/)).getAttribute('role')).toBe('status')
    await user.click(screen.getByRole('button', { name: '甘特' }))
    expect(await screen.findByRole('button', { name: /^SR-04 过境 .* 方案 A$/ })).toBeTruthy()
    expect(screen.queryByRole('table', { name: '过境' })).toBeNull()
  })

  it('that failed completely is replanned with passes that can still be ordered', async () => {
    task = { ...task, state: 'failed', choiceRank: 2, reason: '方案 B：星上存储异常' }
    const free = { ...pass(null, 5), satCode: 'SR-05' }
    const late = { ...pass(null, 0), satCode: 'SR-00' }
    api.on(satEndpoints.passes, () => ({
      passes: [late, free],
      satellites: 2,
      tookMs: 1,
      nearestMs: null,
      stale: [],
    }))
    api.on(satEndpoints.replan, () => buildTask({ state: 'replanned' }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '计算过境' }))
    expect(await screen.findByText('窗口内余 1 次')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /采\s?用/ }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /^选择 SR-05/ }))
    await user.click(screen.getByRole('button', { name: /采\s?用/ }))
    await waitFor(() =>
      expect(api.callsOf(satEndpoints.replan)[0]?.body).toMatchObject({ version: 2, choices: [{ satelliteId: '5' }] }),
    )
  })

  it('says why loading failed, and retries', async () => {
    let isDown = true
    api.on(satEndpoints.get, () => {
      if (isDown) throw new Refusal('未找到对应数据')
      return task
    })
    const { user } = open()
    const retry = await screen.findByRole('button', { name: /重试/ })
    isDown = false
    await user.click(retry)
    expect(await screen.findByText('SAT-261121-04')).toBeTruthy()
  })
})
