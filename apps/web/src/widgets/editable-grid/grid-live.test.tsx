import { RELOAD_EFFECT_MS } from '@natim/contract/constants'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gridSocket } from '@/lib/socket/grid.ts'
import { renderGrid } from './testing/render-grid.tsx'

const COLUMNS = [
  { key: 'name', title: '名称', type: 'input' },
  { key: 'size', title: '大小', type: 'inputNumber' },
] as const
const ROWS = ['1', '2'].map((id) => ({ id, name: `行${id}`, size: 1 }))

const spies = () => ({
  subscribe: vi.spyOn(gridSocket, 'subscribe').mockReturnValue(() => {}),
  sendRow: vi.spyOn(gridSocket, 'sendRow').mockReturnValue(),
})
let socket: ReturnType<typeof spies>
beforeEach(() => {
  socket = spies()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a live grid with its socket. */
function open(hasEffect = true) {
  const onResync = vi.fn()
  const page = renderGrid(COLUMNS, ROWS, { live: { socketKey: 'order', hasEffect, onResync } })
  const [key, caseId, listener] = socket.subscribe.mock.calls[0]!
  return { ...page, key, caseId, onResync, listener, hear: (row: object) => act(() => listener.onRow(row as never)) }
}

describe('a live grid', () => {
  it("shows another client's change in place, highlighted for 1400 ms, without undo", () => {
    vi.useFakeTimers()
    const { hear, cell, grid, element } = open()
    hear({ id: '2', name: '别人', size: 1 })
    expect(cell('name', '2').textContent).toBe('别人')
    const lit = (key: string) => cell(key, '2').className.includes('reloaded')
    expect([lit('name'), lit('size')]).toEqual([true, false])
    act(() => vi.advanceTimersByTime(RELOAD_EFFECT_MS - 1))
    expect(lit('name')).toBe(true)
    act(() => vi.advanceTimersByTime(1))
    expect(lit('name')).toBe(false)
    expect(element('[aria-label="撤销"]')).toHaveProperty('disabled', true)
    expect(grid().getRows()).toHaveLength(2)
    hear({ id: 'unknown', name: 'x' })
    expect(grid().getRows()).toHaveLength(2)
  })

  it("announces its own changes after typing pauses, never another client's, and reloads after a disconnect", async () => {
    const { hear, cell, user, caseId, listener, onResync } = open(false)
    await user.click(cell('name'))
    vi.useFakeTimers()
    const input = cell('name').querySelector('input')!
    for (const value of ['新', '新名']) fireEvent.change(input, { target: { value } })
    act(() => vi.advanceTimersByTime(299))
    expect(socket.sendRow).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(socket.sendRow).toHaveBeenCalledExactlyOnceWith('order', caseId, { id: '1', name: '新名', size: 1 })
    hear({ id: '2', name: '别人' })
    act(() => vi.advanceTimersByTime(300))
    expect(socket.sendRow).toHaveBeenCalledOnce()
    listener.onResync()
    expect(onResync).toHaveBeenCalledOnce()
  })

  it('shows whether it is connected', () => {
    const phase = vi.spyOn(gridSocket, 'phase').mockReturnValue('open')
    let tell = () => {}
    vi.spyOn(gridSocket, 'onPhaseChange').mockImplementation((listener) => {
      tell = listener
      return () => {}
    })
    open()
    expect(screen.getByRole('status').textContent).toContain('实时同步')
    phase.mockReturnValue('waiting')
    act(tell)
    expect(screen.getByRole('status').textContent).toContain('重连中')
  })

  it('announces the last change even when it is left at once', async () => {
    const { cell, user, unmount } = open()
    await user.click(cell('name'))
    await user.keyboard('x')
    unmount()
    expect(socket.sendRow).toHaveBeenCalledOnce()
  })
})
