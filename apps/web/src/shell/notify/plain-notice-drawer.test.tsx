import { act, render, renderHook, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useNotify } from '../../lib/notify.ts'
import { PlainNoticeDrawer } from './plain-notice-drawer.tsx'

it('says without antd what antd would have said, and leads on', async () => {
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
