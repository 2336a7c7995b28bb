import { afterEach, describe, expect, it, vi } from 'vitest'
import { preloadWhenIdle } from './preload-when-idle.ts'

const settle = () => vi.advanceTimersByTimeAsync(5_000)

describe('preloading while idle', () => {
  afterEach(() => {
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'connection')
  })

  it('loads one by one, skipping entries without code and continuing after a failure', async () => {
    vi.useFakeTimers()
    const order: string[] = []
    const load = (name: string) => async () => {
      order.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      order.push(`${name} is there`)
    }
    void preloadWhenIdle([load('甲'), undefined, () => Promise.reject(new TypeError('offline')), load('乙')])
    expect(order).toEqual([])
    await settle()
    expect(order).toEqual(['甲 begins', '甲 is there', '乙 begins', '乙 is there'])
  })

  it('[ER-21] stops after failures in a row, so that an absent server is not asked for every part', async () => {
    vi.useFakeTimers()
    const fail = vi.fn(() => Promise.reject(new TypeError('offline')))
    void preloadWhenIdle(Array.from({ length: 50 }, () => fail))
    await settle()
    expect(fail).toHaveBeenCalledTimes(2)
  })

  it('[ER-21] stops as soon as the server is known to be away', async () => {
    vi.useFakeTimers()
    let isAway = false
    const load = vi.fn(() => {
      isAway = true
      return Promise.resolve()
    })
    void preloadWhenIdle([load, load, load], () => isAway)
    await settle()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('does not preload in data-saver mode', async () => {
    vi.useFakeTimers()
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    const load = vi.fn(() => Promise.resolve())
    void preloadWhenIdle([load])
    await settle()
    expect(load).not.toHaveBeenCalled()
  })
})
