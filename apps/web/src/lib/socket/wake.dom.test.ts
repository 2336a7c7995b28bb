import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onWake } from './wake.ts'

const onBack = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  onBack.mockReset()
  stop = onWake(onBack)
})
afterEach(() => stop())

it('fires when the network is back', () => {
  window.dispatchEvent(new Event('online'))
  expect(onBack).toHaveBeenCalledOnce()
})

it('detects that the machine slept, and does not mistake throttled timers of a hidden page for it', () => {
  vi.advanceTimersByTime(300_000)
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(10_000)
  expect(onBack).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(20_000)
  expect(onBack).toHaveBeenCalledOnce()
})

it('does not fire after it was stopped', () => {
  stop()
  window.dispatchEvent(new Event('online'))
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(20_000)
  expect(onBack).not.toHaveBeenCalled()
})
