import { describe, expect, it, vi } from 'vitest'
import { createLiveValues } from './live-values.ts'

describe('live values', () => {
  it('keep the newest point, whatever the order of arrival', () => {
    const values = createLiveValues((work) => work())
    values.apply([[1, 200, 2, 0]])
    values.apply([[1, 100, 1, 0]])
    expect(values.get(1)).toEqual([1, 200, 2, 0])
  })

  it('notify a listener once per frame, and only for its channel', () => {
    const frames: (() => void)[] = []
    const values = createLiveValues((work) => frames.push(work))
    const own = vi.fn()
    const other = vi.fn()
    const any = vi.fn()
    values.subscribe(1, own)
    values.subscribe(2, other)
    values.subscribe(undefined, any)
    values.apply([[1, 1, 1, 0]])
    values.apply([[1, 2, 2, 0]])
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(own).toHaveBeenCalledOnce()
    expect(any).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  it('drop a listener that unsubscribed', () => {
    const values = createLiveValues((work) => work())
    const listener = vi.fn()
    values.subscribe(1, listener)()
    values.apply([[1, 1, 1, 0]])
    expect(listener).not.toHaveBeenCalled()
  })
})
