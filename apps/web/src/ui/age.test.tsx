import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Age, isStaleAt } from './age.tsx'
import { setTickerClock } from './ticker.ts'

const START = Date.UTC(2026, 10, 21, 2, 42, 18)

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('Age', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
    setTickerClock(Date.now)
  })
  afterEach(() => setTickerClock(Date.now))

  it('counts seconds, then minutes, with the exact GMT+8 time as tooltip', () => {
    render(<Age tsMs={START - 4_000} />)
    expect(screen.getByText('4 秒前').title).toBe('2026-11-21 10:42:14')
    pass(2_000)
    expect(screen.getByText('6 秒前')).toBeDefined()
    pass(60_000)
    expect(screen.getByText('1 分钟前')).toBeDefined()
  })

  it('shows the clock sign after two periods', () => {
    render(<Age tsMs={START} periodS={5} />)
    pass(10_000)
    expect(screen.queryByLabelText('陈旧')).toBeNull()
    pass(2_000)
    expect(screen.getByLabelText('陈旧')).toBeDefined()
  })

  it("uses the server's clock, not the local one", () => {
    setTickerClock(() => Date.now() + 300_000)
    render(<Age tsMs={START} />)
    expect(screen.getByText('5 分钟前')).toBeDefined()
  })

  it('runs one timer for all ages of a page, and none without them', () => {
    const { unmount } = render(
      <>
        <Age tsMs={START} />
        <Age tsMs={START} />
      </>,
    )
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('says when there never was a value', () => {
    render(<Age tsMs={null} />)
    expect(screen.getByText('从未上报')).toBeDefined()
  })
})

describe('isStaleAt', () => {
  it('never treats a channel without a period as stale', () => {
    expect(isStaleAt(0, null, START)).toBe(false)
    expect(isStaleAt(0, 0, START)).toBe(false)
    expect(isStaleAt(START - 120_001, 60, START)).toBe(true)
  })
})
