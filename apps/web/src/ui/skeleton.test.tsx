import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockSkeleton, CardSkeleton } from './skeleton.tsx'

const outlines = () => [...document.querySelectorAll<HTMLElement>('[data-outline]')]
const areShown = () => outlines().map(({ style }) => style.visibility === '')
const wait = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const spoken = () => screen.queryAllByRole('status', { name: '加载中' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a skeleton', () => {
  it('stays invisible for 120 ms, so that quick answers do not flicker', () => {
    render(<CardSkeleton />)
    wait(119)
    expect(areShown()).toEqual([false])
    wait(1)
    expect(areShown()).toEqual([true])
  })

  it('is visible at once when it replaces a visible one', () => {
    const { rerender } = render(<CardSkeleton key="code" />)
    wait(120)
    rerender(<BlockSkeleton key="data" height={40} />)
    expect(areShown()).toEqual([true])
    rerender(<p>数据</p>)
    rerender(<CardSkeleton />)
    expect(areShown()).toEqual([false])
  })
})

describe('screen readers', () => {
  const three = (mode: 'visible' | 'hidden') => (
    <>
      <Activity mode={mode}>
        <BlockSkeleton height={10} />
      </Activity>
      <CardSkeleton />
      <CardSkeleton />
    </>
  )

  it('are told once about loading, until the last of several parts is loaded', () => {
    const { rerender } = render(three('visible'))
    expect(outlines()).toHaveLength(3)
    expect(spoken()).toHaveLength(1)
    for (const outline of outlines()) expect(outline.getAttribute('aria-hidden')).toBe('true')
    rerender(<CardSkeleton />)
    expect(spoken()).toHaveLength(1)
    rerender(<p>数据</p>)
    expect(spoken()).toHaveLength(0)
  })

  it('are not told about hidden pages', () => {
    render(three('hidden'))
    expect(spoken()).toHaveLength(1)
    expect(spoken()[0]?.closest('[style*="display: none"]')).toBeNull()
  })
})
