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

it('hears of the network that is back', () => {
  window.dispatchEvent(new Event('online'))
  expect(onBack).toHaveBeenCalledOnce()
})

it('notices that the machine slept, and takes slow timers of a hidden page for nothing of the kind', () => {
  vi.advanceTimersByTime(300_000)
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(10_000)
  expect(onBack).not.toHaveBeenCalled()
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(20_000)
  expect(onBack).toHaveBeenCalledOnce()
})

it('is quiet after its end', () => {
  stop()
  window.dispatchEvent(new Event('online'))
  vi.setSystemTime(Date.now() + 600_000)
  vi.advanceTimersByTime(20_000)
  expect(onBack).not.toHaveBeenCalled()
})
