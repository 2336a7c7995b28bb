import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useHoverOpen } from './use-hover-open.ts'

it('stays open for a pointer that is back in time, however late that is drawn', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useHoverOpen)
  act(() => result.current.show('pointer'))
  act(() => result.current.leave())
  // One turn of a busy page: the pointer comes back, and the time runs out before anything of it is drawn.
  act(() => {
    result.current.show('pointer')
    vi.advanceTimersByTime(200)
  })
  expect(result.current.open).toBe('pointer')
})

it('closes when the pointer is gone for longer, and at once when something was chosen', () => {
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
