import { describe, expect, it, vi } from 'vitest'
import { createStreamBuffer } from './stream-buffer.ts'
import { streamFrame } from './stream-frame.ts'

const buffer = () => createStreamBuffer({ maxPoints: 4, maxAgeMs: 10_000 })

const META = { channelNo: 1, name: 'Cl₂', unit: 'ppm', precision: 2, periodS: 1 }

describe('createStreamBuffer', () => {
  it('is limited by count: the oldest point is dropped first', () => {
    const stream = buffer()
    for (let index = 0; index < 9; index += 1) stream.push([[1, index * 100, index, 0]])
    expect(stream.columns(1).values).toEqual([5, 6, 7, 8])
  })

  it('is limited by age relative to the newest point of any channel', () => {
    const stream = buffer()
    stream.push([[1, 0, 1, 0]])
    stream.push([[2, 20_000, 2, 0]])
    expect(stream.columns(1).timesMs).toEqual([])
    stream.push([[1, 5_000, 3, 0]])
    expect(stream.columns(1).timesMs).toEqual([])
  })

  it('inserts late points in order and lets the later of two at one instant win', () => {
    const stream = buffer()
    stream.push([
      [1, 3_000, 3, 0],
      [1, 1_000, 1, 64],
      [1, 2_000, 2, 0],
      [1, 3_000, 33, 0],
    ])
    expect(stream.columns(1)).toEqual({ timesMs: [1_000, 2_000, 3_000], values: [1, 2, 33], q: [64, 0, 0] })
  })

  it('inserts a late point into a full ring without losing a newer one', () => {
    const stream = buffer()
    for (const tsMs of [1_000, 2_000, 3_000, 5_000]) stream.push([[1, tsMs, tsMs, 0]])
    stream.push([[1, 4_000, 4_000, 0]])
    expect(stream.columns(1).timesMs).toEqual([2_000, 3_000, 4_000, 5_000])
    stream.push([[1, 500, 500, 0]])
    expect(stream.columns(1).timesMs).toEqual([2_000, 3_000, 4_000, 5_000])
  })

  it('notifies its listeners once per push, until they unsubscribe', () => {
    const stream = buffer()
    const listener = vi.fn()
    const leave = stream.subscribe(listener)
    stream.push([
      [1, 1, 1, 0],
      [1, 2, 2, 0],
    ])
    stream.push([])
    leave()
    stream.push([[1, 3, 3, 0]])
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('streamFrame', () => {
  it('breaks the line at a gap of more than 2.5 periods', () => {
    const stream = buffer()
    for (const tsMs of [0, 1_000, 5_000, 7_000]) stream.push([[1, tsMs, 1, 0]])
    const [series] = streamFrame(stream, [META]).series
    expect(series?.values).toEqual([1, 1, null, 1, 1])
    expect(series?.timesMs).toEqual([0, 1_000, 1_001, 5_000, 7_000])
  })

  it('is empty for a channel without points', () => {
    expect(streamFrame(buffer(), [META]).series[0]?.values).toEqual([])
  })
})
