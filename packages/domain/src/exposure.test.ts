import { describe, expect, it } from 'vitest'
import { exposureMeans } from './exposure.ts'
import { MINUTE_MS } from './time.ts'

const DAY_MIN = 24 * 60
const SPAN = { fromMs: 0, toMs: DAY_MIN * MINUTE_MS }
/** One value for the minutes (from, to]. */
const minutes = (from: number, to: number, v: number) =>
  Array.from({ length: to - from }, (_, index) => ({ tMs: (from + index + 1) * MINUTE_MS, v }))
const gap = (from: number, to: number) => ({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS })

describe('the mean of 8 hours', () => {
  it.each([
    ['is of the last 8 hours, begin excluded', [...minutes(0, 960, 50), ...minutes(960, 1_440, 2)], 2, 1],
    [
      'is of what was measured, never filled with zero',
      [...minutes(960, 1_200, 4), ...minutes(1_320, 1_440, 4)],
      4,
      0.75,
    ],
    ['is none of less than three quarters', minutes(1_081, 1_440, 4), null, 359 / 480],
    ['is none of nothing', [], null, 0],
  ])('%s', (_title, points, long, cover) => {
    const means = exposureMeans(points, SPAN)
    expect(means.long).toBe(long)
    expect(means.longCover).toBeCloseTo(cover, 10)
  })
})

describe('the highest mean of 15 minutes', () => {
  it('is returned with its end, wherever it lies in the span', () => {
    const points = [...minutes(0, 100, 0), ...minutes(100, 115, 6), ...minutes(115, 1_440, 0)]
    expect(exposureMeans(points, SPAN).short).toEqual({ v: 6, endMs: 115 * MINUTE_MS })
  })

  it('averages shorter peaks over the window', () => {
    const points = [...minutes(0, 100, 0), ...minutes(100, 103, 10), ...minutes(103, 200, 0)]
    expect(exposureMeans(points, SPAN).short).toEqual({ v: 2, endMs: 103 * MINUTE_MS })
  })

  it('needs twelve of its fifteen minutes', () => {
    expect(exposureMeans(minutes(100, 111, 9), SPAN).short).toBeNull()
    expect(exposureMeans(minutes(100, 112, 9), SPAN).short).toEqual({ v: 9, endMs: 112 * MINUTE_MS })
    // Eleven minutes before a gap and one after it are not enough.
    const torn = [...minutes(100, 111, 9), ...minutes(120, 121, 9)]
    expect(exposureMeans(torn, SPAN).short).toBeNull()
  })
})

describe('unmeasured time', () => {
  it.each([
    [
      'before, between and after',
      [...minutes(10, 20, 1), ...minutes(25, 30, 1)],
      [
        [0, 10],
        [20, 25],
        [30, 1_440],
      ],
    ],
    ['nothing', minutes(0, 1_440, 1), []],
    ['all of it', [], [[0, 1_440]]],
    ['outside of the span nothing counts', minutes(-5, 0, 1), [[0, 1_440]]],
  ])('is listed: %s', (_title, points, gaps) => {
    expect(exposureMeans(points, SPAN).gaps).toEqual(gaps.map(([from = 0, to = 0]) => gap(from, to)))
  })
})
