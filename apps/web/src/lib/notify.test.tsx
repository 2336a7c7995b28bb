import { act, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { NOTIFY_SECONDS, type Notify, useNotify } from './notify.ts'

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
/** A card or line made by hand: `message.success(…)`, `notification.open(…)`, whatever the hook calls them. */
const BY_HAND = /\b(?:message|notification)\w*\.(?:success|error|info|warning|open|loading)\(/
/** The parts of antd that make them, taken from the App context. */
const TAKEN = /\{[^}]*\b(?:message|notification)\b[^}]*\}\s*=\s*App\.useApp\(\)/

it('[ER-51] no file but notify.ts makes cards or lines', () => {
  const files = Object.entries(SOURCES).filter(([path]) => !/\.test\.tsx?$/.test(path) && path !== './notify.ts')
  expect(files.length).toBeGreaterThan(100)
  const offenders = files.filter(([, source]) => BY_HAND.test(source) || TAKEN.test(source)).map(([path]) => path)
  expect(offenders).toEqual([])
  expect(TAKEN.test(SOURCES['./notify.ts'] ?? '')).toBe(true)
})

let notify: Notify
function Probe() {
  const own = useNotify()
  useEffect(() => {
    notify = own
  }, [own])
  return null
}

const shown = (text: string) => screen.queryByText(text)?.closest('.ant-notification-notice, .ant-message-notice')

it('[CO-36] titles every card 系统提示 and takes cards and lines away after 4 s', async () => {
  expect(NOTIFY_SECONDS).toBe(4)
  vi.useFakeTimers()
  render(
    <App>
      <Probe />
    </App>,
  )
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
  render(
    <App>
      <Probe />
    </App>,
  )
  await act(async () => {
    notify.card('启动失败', 'error', { isPersistent: true })
    await vi.advanceTimersByTimeAsync(600_000)
  })
  expect(shown('启动失败')).toBeTruthy()
})
