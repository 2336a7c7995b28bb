import type { SatTaskDetail } from '@natim/contract/mon/sat'
import { satEndpoints } from '@natim/contract/mon/sat'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { Acquisitions } from './detail/acquisitions.tsx'
import { Approval } from './detail/approval.tsx'
import { Stepper } from './detail/stepper.tsx'
import { TaskActions } from './detail/task-actions.tsx'
import TaskListPage from './list/task-list-page.tsx'
import { PassTable } from './pass-table.tsx'
import { Ranking } from './ranking.tsx'
import { buildDetail, buildPass, buildTask } from './testing/build-task.ts'
import { useSatOrders } from './use-sat.ts'

const COUNTS = { open: 1, submitted: 1, running: 0, delivered: 0, over: 0, all: 1 }
let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(satEndpoints.tasks, () => ({ records: [buildTask()], total: 1, counts: COUNTS }))
})

function Decision({ task }: { readonly task: SatTaskDetail }) {
  return <Approval task={task} orders={useSatOrders()} />
}
function Actions({ task }: { readonly task: SatTaskDetail }) {
  return <TaskActions task={task} orders={useSatOrders()} />
}

describe('the approval', () => {
  const future = { startMs: Date.now() + 9e6, peakMs: Date.now() + 9e6, endMs: Date.now() + 9e6 }
  const waiting = (given: Partial<SatTaskDetail> = {}) => buildDetail({ passes: [buildPass(future)], ...given })

  it('counts down to the first choice and is given by another person', async () => {
    api.on(satEndpoints.approve, () => buildTask({ state: 'approved' }))
    const { user } = renderPage(<Decision task={waiting()} />)
    expect(screen.getByText(/A 方案指令截止 \d\d:\d\d，剩 \d\d:/)).toBeTruthy()
    expect(screen.getByText(/卫星专员 于 .* 提交/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '批准方案 A' }))
    await waitFor(() => expect(api.callsOf(satEndpoints.approve)[0]?.body).toEqual({ id: 't1', version: 2, note: '' }))
  })

  it('is refused only with a reason', async () => {
    api.on(satEndpoints.reject, () => buildTask({ state: 'rejected' }))
    const { user } = renderPage(<Decision task={waiting()} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /驳\s?回/ }).disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: '审批意见' }), '区域过大')
    await user.click(screen.getByRole('button', { name: /驳\s?回/ }))
    await waitFor(() => expect(api.callsOf(satEndpoints.reject)[0]?.body).toMatchObject({ note: '区域过大' }))
  })

  it('is not offered to the applicant', () => {
    renderPage(<Decision task={waiting({ mayDecide: false })} />)
    expect(screen.getByText('须由另一人处理')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '批准方案 A' }).disabled).toBe(true)
  })

  it('moves to the next choice when the first is too late, and ends with the last', () => {
    const late = buildPass({ startMs: Date.now() - 1, rank: 1 })
    const next = buildPass({ ...future, id: 'p2', rank: 2 })
    const { unmount } = renderPage(<Decision task={waiting({ passes: [late, next] })} />)
    expect(screen.getByRole('button', { name: '批准方案 B' })).toBeTruthy()
    unmount()
    renderPage(<Decision task={waiting({ passes: [late] })} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^批准方案/ }).disabled).toBe(true)
  })
})

describe('the ranking', () => {
  it('is changed by Alt and arrow keys', () => {
    const onOrder = vi.fn()
    const choices = [
      { pass: buildPass(), rank: 1 },
      { pass: buildPass({ satCode: 'SR-02', satelliteId: 's2' }), rank: 2 },
    ]
    renderPage(<Ranking choices={choices} onOrder={onOrder} onActive={() => undefined} />)
    const first = screen.getByRole('button', { name: '方案 A SR-01' })
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(onOrder).not.toHaveBeenCalled()
    fireEvent.keyDown(first, { key: 'ArrowDown', altKey: true })
    expect(onOrder).toHaveBeenCalledWith([choices[1], choices[0]])
  })
})

describe('the passes', () => {
  it('keep those that violate a constraint, with the reason, but not selectable', async () => {
    const onChoose = vi.fn()
    const rows = [
      { pass: buildPass(), rank: 0 },
      { pass: buildPass({ satCode: 'SR-09', satelliteId: 's9', offNadir: 47.3, fault: 'off_nadir' }), rank: 0 },
    ]
    const { user } = renderPage(
      <PassTable passes={rows} offNadirMax={45} active={undefined} onActive={() => undefined} onChoose={onChoose} />,
    )
    expect(screen.getByText('侧摆超限')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /选择 SR-09/ }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: /选择 SR-01/ }))
    expect(onChoose).toHaveBeenCalledWith(rows[0])
  })

  it('allow three choices', () => {
    const rows = [1, 2, 3, 0].map((rank, i) => ({
      pass: buildPass({ satelliteId: `s${i}`, satCode: `SR-${i}` }),
      rank,
    }))
    renderPage(
      <PassTable
        passes={rows}
        offNadirMax={45}
        active={undefined}
        onActive={() => undefined}
        onChoose={() => undefined}
      />,
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /选择 SR-3/ }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /移出 SR-0/ }).disabled).toBe(false)
  })
})

describe('a task', () => {
  it('shows where it failed and why', () => {
    const log = [
      {
        id: '1',
        atMs: 1,
        action: '方案失败',
        from: 'acquiring' as const,
        to: 'failed' as const,
        who: '系统',
        note: '',
      },
    ]
    renderPage(<Stepper task={buildDetail({ state: 'failed', reason: '方案 A：云量 80%', log })} />)
    const current = screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')
    expect(current?.textContent).toContain('失败方案 A：云量 80%')
  })

  it('lists orders, with the reason of a failure and problems of the provider', () => {
    const one = {
      id: 'a',
      passId: 'p1',
      satCode: 'SR-01',
      rank: 1,
      plannedMs: 1,
      actualMs: null,
      cloudPct: 80,
      quality: null,
    }
    const acquisitions = [{ ...one, state: 'failed' as const, failReason: '云量 80% 超过上限 30%' }]
    renderPage(<Acquisitions task={buildDetail({ acquisitions, trouble: '演示服务商 暂时无法连接' })} />)
    expect(within(screen.getByRole('list', { name: '成像记录' })).getByText('云量 80% 超过上限 30%')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('暂时无法连接，正在重试')
  })

  it('is cancelled with a reason, until acquisition starts', async () => {
    api.on(satEndpoints.cancel, () => buildTask({ state: 'cancelled' }))
    const { user, unmount } = renderPage(<Actions task={buildDetail({ state: 'planned' })} />)
    await user.click(screen.getByRole('button', { name: '取消任务' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '取消任务' }).disabled).toBe(true)
    await user.type(within(dialog).getByRole('textbox', { name: '取消理由' }), '已处置')
    await user.click(within(dialog).getByRole('button', { name: '取消任务' }))
    await waitFor(() => expect(api.callsOf(satEndpoints.cancel)[0]?.body).toMatchObject({ note: '已处置', version: 2 }))
    unmount()
    renderPage(<Actions task={buildDetail({ state: 'acquiring' })} />)
    expect(screen.queryByRole('button', { name: '取消任务' })).toBeNull()
  })
})

describe('the list', () => {
  it('shows tasks by tab with their counts', async () => {
    const { user } = renderPage(<TaskListPage />)
    expect(await screen.findByRole('link', { name: 'SAT-261121-04' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /待批准/ }))
    await waitFor(() => expect(api.callsOf(satEndpoints.tasks).at(-1)?.query).toMatchObject({ tab: 'submitted' }))
  })

  it('says why loading failed', async () => {
    api.on(satEndpoints.tasks, () => {
      throw new Refusal('网络超时')
    })
    renderPage(<TaskListPage />)
    expect(await screen.findByRole('button', { name: /重试/ })).toBeTruthy()
  })
})
