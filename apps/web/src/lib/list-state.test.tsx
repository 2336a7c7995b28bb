import { act, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { tabPath, useListState } from './list-state.ts'

const DEFAULTS = { page: 1, keyword: '' }
const render = () => renderHook(() => useListState(DEFAULTS), { wrapper: BrowserRouter })

beforeEach(() => window.history.replaceState(null, '', '/list?id=7'))

describe('list state in the address', () => {
  it('is written without a new history entry and left out where it equals its default', () => {
    const before = window.history.length
    const { result } = render()
    act(() => result.current[1]({ page: 3, keyword: '南京' }))
    expect(result.current[0]).toEqual({ page: 3, keyword: '南京' })
    act(() => result.current[1]({ page: 1 }))
    expect(new URLSearchParams(window.location.search).get('~')).toBe('{"keyword":"南京"}')
    act(() => result.current[1]({ keyword: '' }))
    expect(window.location.search).toBe('?id=7')
    expect(window.history.length).toBe(before)
  })

  it('is read from a link', () => {
    window.history.replaceState(null, '', `/list?~=${encodeURIComponent('{"page":4}')}`)
    expect(render().result.current[0]).toEqual({ page: 4, keyword: '' })
  })

  it.each(['{"page":', 'null', '[1]', '"x"'])('falls back to the defaults for %s', (text) => {
    window.history.replaceState(null, '', `/list?~=${encodeURIComponent(text)}`)
    expect(render().result.current[0]).toEqual(DEFAULTS)
  })

  it('rejects values of another type from a link', () => {
    window.history.replaceState(null, '', `/list?~=${encodeURIComponent('{"page":"4","keyword":["a"],"other":1}')}`)
    expect(render().result.current[0]).toMatchObject(DEFAULTS)
  })

  it('can be a history step that Back undoes', async () => {
    const { result } = render()
    act(() => result.current[1]({ keyword: '南京' }, { isStep: true }))
    expect(result.current[0].keyword).toBe('南京')
    act(() => window.history.back())
    await eventually(() => expect(result.current[0].keyword).toBe(''))
  })

  it('does not identify a tab', () => {
    expect(tabPath('/list', '?id=7&~=%7B%22page%22%3A3%7D')).toBe('/list?id=7')
    expect(tabPath('/list', '?~=%7B%7D')).toBe('/list')
  })
})
