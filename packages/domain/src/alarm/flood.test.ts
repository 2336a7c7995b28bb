import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import { findFloods, floodCurve, windowCounts } from './flood.ts'

const T = Date.UTC(2026, 10, 21)
const every = (n: number, minutes: number, from = T) =>
  Array.from({ length: n }, (_, i) => from + i * minutes * MINUTE_MS)

describe('floods of alarms', () => {
  it('start with the tenth alarm within ten minutes; an alarm ten minutes old no longer counts', () => {
    expect(findFloods(every(9, 1))).toEqual([])
    expect(findFloods(every(10, 1))).toEqual([{ fromMs: T, toMs: T + 9 * MINUTE_MS, alarms: 10, peak: 10 }])
    expect(findFloods([...every(9, 1), T + 10 * MINUTE_MS])).toEqual([])
    expect(windowCounts([T, T, T + 10 * MINUTE_MS])).toEqual([1, 2, 1])
  })

  it('last until few alarms arrive: a lull with five alarms is part of a flood, one with four is not', () => {
    const start = every(10, 0)
    const slow = every(10, 2, T + 2 * MINUTE_MS)
    expect(findFloods([...start, ...slow])).toMatchObject([{ alarms: 20, peak: 14, toMs: T + 20 * MINUTE_MS }])
    expect(findFloods([...start, ...every(10, 3, T + 11 * MINUTE_MS)])).toMatchObject([{ alarms: 10 }])
    expect(findFloods([...start, ...every(12, 0, T + 60 * MINUTE_MS)])).toMatchObject([{ peak: 10 }, { peak: 12 }])
  })

  it('appear in the curve at their place; an instant on a border belongs to the part it ends', () => {
    const end = T + 60 * MINUTE_MS
    expect(floodCurve([T, ...every(3, 1, T + 10 * MINUTE_MS), end], T, end, 6)).toEqual([1, 3, 0, 0, 0, 1])
  })
})
