import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNotify } from '../../lib/notify.ts'
import { PlainNoticeDrawer } from './plain-notice-drawer.tsx'

afterEach(() => vi.useRealTimers())

it('shows without antd what antd would have shown, with its action', async () => {
  vi.useFakeTimers()
  const notify = renderHook(useNotify).result.current
  render(<PlainNoticeDrawer />)
  const onOk = vi.fn(() => Promise.resolve())
  act(() => {
    notify.card('网络连接失败')
    notify.card('网络连接失败')
    notify.alert({ title: '登录已过期', text: '请重新登录', okText: '重新登录', onOk })
  })
  expect(screen.getAllByText('网络连接失败')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.queryByText('网络连接失败')).toBeNull()
  await act(async () => screen.getByRole('button', { name: '重新登录' }).click())
  expect(onOk).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('asks with a cancel option: 取消 does nothing, 确定 acts once', async () => {
  const notify = renderHook(useNotify).result.current
  render(<PlainNoticeDrawer />)
  const onOk = vi.fn()
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  act(() => notify.ask({ text: '是否退出登录?', onOk }))
  expect(screen.getByRole('alertdialog', { name: '提示' }).textContent).toBe('是否退出登录?确定取消')
  await press('取消')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onOk).not.toHaveBeenCalled()
  act(() => notify.ask({ text: '是否退出登录?', onOk }))
  await press('确定')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onOk).toHaveBeenCalledOnce()
})
