import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useHoverOpen } from './use-hover-open.ts'

it('stays open for a pointer that returns in time, even when rendering lags behind', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useHoverOpen)
  act(() => result.current.show('pointer'))
  act(() => result.current.leave())
  // A busy page: the pointer returns and the timer expires before the next render.
  act(() => {
    result.current.show('pointer')
    vi.advanceTimersByTime(200)
  })
  expect(result.current.open).toBe('pointer')
})

it('closes when the pointer stays away longer, and at once when an entry was chosen', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useHoverOpen)
  act(() => result.current.show('pointer'))
  act(() => result.current.leave())
  act(() => void vi.advanceTimersByTime(100))
  expect(result.current.open).toBe('pointer')
  act(() => void vi.advanceTimersByTime(60))
  expect(result.current.open).toBeUndefined()
  act(() => result.current.show('key'))
  act(() => result.current.close())
  expect(result.current.open).toBeUndefined()
})
