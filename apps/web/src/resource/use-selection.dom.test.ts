import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useSelection } from './use-selection.ts'

const ROWS = ['1', '2', '3'].map((id) => ({ id }))
const [first, second] = ROWS as [{ id: string }, { id: string }]

describe('ticked rows', () => {
  it('toggles, sets and clears', () => {
    const { result } = renderHook(() => useSelection('all'))
    act(() => result.current.toggle(first))
    act(() => result.current.toggle(second))
    expect(result.current.ids).toEqual(['1', '2'])
    act(() => result.current.toggle(first))
    expect(result.current.ids).toEqual(['2'])
    act(() => result.current.set(ROWS))
    expect(result.current.ids).toHaveLength(3)
    act(() => result.current.clear())
    expect(result.current.ids).toEqual([])
  })

  it('forgets rows of other filters, so that nothing unseen is deleted', () => {
    const { result, rerender } = renderHook(({ scope }) => useSelection(scope), { initialProps: { scope: 'a' } })
    act(() => result.current.toggle(first))
    rerender({ scope: 'b' })
    expect(result.current.ids).toEqual([])
    act(() => result.current.toggle(second))
    expect(result.current.ids).toEqual(['2'])
  })
})
