import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPace } from './pace.ts'

afterEach(() => vi.restoreAllMocks())

describe('the pace of a load', () => {
  it('yields after each slice of 8 ms, and not before', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const pace = createPace(undefined, () => undefined)
    let turns = 0
    const take = () => setImmediate(() => turns++)
    take()
    clock.mockReturnValue(1_007)
    await pace.breathe()
    expect(turns).toBe(0)
    clock.mockReturnValue(1_008)
    await pace.breathe()
    expect(turns).toBe(1)
    // A slice starts where the previous one ended.
    take()
    clock.mockReturnValue(1_015)
    await pace.breathe()
    expect(turns).toBe(1)
    clock.mockReturnValue(1_016)
    await pace.breathe()
    expect(turns).toBe(2)
  })

  it('rejects with the reason of its signal', async () => {
    const ending = new AbortController()
    const pace = createPace(ending.signal, () => undefined)
    await pace.breathe()
    ending.abort(new Error('told to stop'))
    await expect(pace.breathe()).rejects.toThrow('told to stop')
  })
})
