import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderGrid } from './testing/render-grid.tsx'

const COLUMNS = [
  { key: 'name', title: '名称', type: 'input' },
  { key: 'size', title: '大小', type: 'inputNumber' },
] as const
const ROWS = ['1', '2', '3'].map((id, n) => ({ id, name: `行${id}`, size: n, orderNum: n + 1 }))

const open = (props: Parameters<typeof renderGrid>[2] = {}) => renderGrid(COLUMNS, ROWS, props)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const tick = (id: string) => screen.getByRole('checkbox', { name: `选择第 ${id} 行` })

describe('deletion', () => {
  const ask = async (user: ReturnType<typeof open>['user'], count: number) => {
    await user.click(button(/删除$/))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(`确定要删除这 ${count} 项吗?`)
    await user.click(within(dialog).getByRole('button', { name: /删\s*除/ }))
  }

  it('[WG-178] asks, and keeps the ids of stored rows, not those of new ones', async () => {
    const onDeleted = vi.fn()
    const { user, grid, ids } = open({ onDeleted })
    await user.click(button(/新增$/))
    await user.click(tick('2'))
    await user.click(tick('4'))
    await ask(user, 2)
    await waitFor(() => expect(ids()).toEqual(['1', '3']))
    expect(grid().getDeletedIds()).toEqual(['2'])
    expect(onDeleted.mock.calls[0]?.[0]).toContain('2')
  })

  it('[WG-178] [ER-30] is vetoed by a rejection of beforeDelete, whose message is shown', async () => {
    const { user, ids } = open({ beforeDelete: () => Promise.reject(new Error('有下级，不能删')) })
    await user.click(tick('1'))
    await ask(user, 1)
    const line = await screen.findByText('有下级，不能删')
    expect(line.closest('.ant-message')?.querySelector('.ant-message-error')).toBeTruthy()
    expect(document.querySelector('.ant-message-success')).toBeNull()
    expect(ids()).toEqual(['1', '2', '3'])
  })

  it('[WG-178] passes the rows to beforeDelete and removes them when it agrees', async () => {
    const beforeDelete = vi.fn(async () => undefined)
    const { user, ids } = open({ beforeDelete })
    await user.click(tick('1'))
    await user.click(tick('3'))
    await ask(user, 2)
    await waitFor(() => expect(ids()).toEqual(['2']))
    expect(beforeDelete).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ name: '行1' }),
      expect.objectContaining({ name: '行3' }),
    ])
  })

  it('[WG-178] shows a server refusal as an error and keeps the rows', async () => {
    const { user, ids } = open({ onDelete: () => Promise.reject(new Error('已被引用')) })
    await user.click(tick('1'))
    await ask(user, 1)
    const line = await screen.findByText('已被引用')
    expect(line.closest('.ant-message')?.querySelector('.ant-message-error')).toBeTruthy()
    expect(ids()).toEqual(['1', '2', '3'])
  })

  it('[WG-178] waits for the caller where the server deletes', async () => {
    let confirm = () => {}
    const onDelete = vi.fn(() => new Promise<void>((resolve) => (confirm = resolve)))
    const { user, ids } = open({ onDelete })
    await user.click(button(/新增$/))
    await user.click(tick('1'))
    await user.click(tick('4'))
    await ask(user, 2)
    expect(onDelete).toHaveBeenCalledExactlyOnceWith(['1'])
    expect(ids().length).toBe(4)
    confirm()
    await waitFor(() => expect(ids()).toEqual(['2', '3']))
    expect(button('撤销')).toHaveProperty('disabled', true)
  })
})
