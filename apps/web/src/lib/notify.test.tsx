import { act, render, renderHook, screen } from '@testing-library/react'
import { App } from 'antd'
import { expect, it, vi } from 'vitest'
import { NoticeDrawer } from '../shell/notify/notice-drawer.tsx'
import { NOTIFY_SECONDS, useNotify } from './notify.ts'

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
/** A card or line created directly: `message.success(…)`, `notification.open(…)`, whatever the hook names them. */
const BY_HAND = /\b(?:message|notification)\w*\.(?:success|error|info|warning|open|loading)\(/
/** The antd functions that create them, taken from the App context. */
const TAKEN = /\{[^}]*\b(?:message|notification)\b[^}]*\}\s*=\s*App\.useApp\(\)/

const DRAWER = '../shell/notify/notice-drawer.tsx'

it('[ER-51] only the drawer of notify.ts creates cards or lines', () => {
  const files = Object.entries(SOURCES).filter(([path]) => !/\.test\.tsx?$/.test(path) && path !== DRAWER)
  expect(files.length).toBeGreaterThan(100)
  const offenders = files.filter(([, source]) => BY_HAND.test(source) || TAKEN.test(source)).map(([path]) => path)
  expect(offenders).toEqual([])
  expect(TAKEN.test(SOURCES[DRAWER] ?? '')).toBe(true)
})

const notify = renderHook(useNotify).result.current

const open = () =>
  render(
    <App>
      <NoticeDrawer />
    </App>,
  )

const shown = (text: string) => screen.queryByText(text)?.closest('.ant-notification-notice, .ant-message-notice')

it('[CO-36] titles every card 系统提示 and removes cards and lines after 4 s', async () => {
  expect(NOTIFY_SECONDS).toBe(4)
  vi.useFakeTimers()
  open()
  await act(async () => {
    notify.card('拒绝访问')
    notify.line('首页不能关闭!')
    notify.card('拒绝访问')
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(shown('拒绝访问')?.textContent).toContain('系统提示')
  expect(shown('首页不能关闭!')?.textContent).not.toContain('系统提示')
  await act(() => vi.advanceTimersByTimeAsync(3_900))
  expect(shown('拒绝访问')).toBeTruthy()
  expect(shown('首页不能关闭!')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(shown('拒绝访问')).toBeFalsy()
  expect(shown('首页不能关闭!')).toBeFalsy()
})

it('leaves a persistent card until it is closed', async () => {
  vi.useFakeTimers()
  open()
  await act(async () => {
    notify.card('启动失败', 'error', { isPersistent: true })
    await vi.advanceTimersByTimeAsync(600_000)
  })
  expect(shown('启动失败')).toBeTruthy()
})

it('queues notices until there is a drawer, and shows each once', async () => {
  notify.card('启动时出错')
  const { unmount } = open()
  expect(await screen.findByText('启动时出错')).toBeTruthy()
  unmount()
  open()
  expect(shown('启动时出错')).toBeFalsy()
})
