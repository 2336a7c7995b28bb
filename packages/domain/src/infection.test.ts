import { describe, expect, it } from 'vitest'
import { citySignal, deviation, FEVER_MS, hasFever, ownBaseline, wilson } from './infection.ts'

describe('a share with its interval', () => {
  // Reference figures: Newcombe 1998, table I (score method without continuity correction).
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (n, of, low, high) => {
    const share = wilson(n, of)
    expect(share.low).toBeCloseTo(low, 4)
    expect(share.high).toBeCloseTo(high, 4)
  })

  it('is null without people; more cases than people throw', () => {
    expect(wilson(0, 0)).toEqual({ n: 0, of: 0, share: null, low: null, high: null })
    expect(wilson(5, 5)).toMatchObject({ share: 1, high: 1 })
    expect(() => wilson(6, 5)).toThrow(RangeError)
    expect(() => wilson(-1, 5)).toThrow(RangeError)
  })
})

describe('the signal of a city', () => {
  const BASE = [2, 3, 1, 2, 3, 1, 2]

  it('compares today with mean + 3 sd of the days t−9 … t−3', () => {
    const signal = citySignal([...BASE, 90, 90, 9])
    expect(signal).toMatchObject({ today: 9, mean: 2, isSignal: true })
    expect(signal?.sd).toBeCloseTo(Math.sqrt(4 / 6), 10)
    expect(signal?.threshold).toBeCloseTo(2 + 3 * Math.sqrt(4 / 6), 10)
  })

  it.each([
    [[...BASE, 0, 0, 4], 5],
    [[...BASE, 0, 0, 5], 5],
    [[7, 7, 7, 7, 7, 7, 7, 0, 0, 7], 8],
    [[6, 8, 6, 8, 6, 8, 7, 0, 0, 9], 11],
  ])('reports the count that would have been needed: %j', (counts, need) => {
    expect(citySignal(counts)?.need).toBe(need)
    expect(citySignal([...counts.slice(0, -1), need])?.isSignal).toBe(true)
    expect(citySignal([...counts.slice(0, -1), need - 1])?.isSignal).toBe(false)
  })

  it('ignores days before the base', () => {
    expect(citySignal([500, ...BASE, 0, 0, 9])).toEqual(citySignal([...BASE, 0, 0, 9]))
  })

  it('requires five cases, and more than the threshold', () => {
    expect(citySignal([0, 0, 0, 0, 0, 0, 0, 0, 0, 4])?.isSignal).toBe(false)
    expect(citySignal([0, 0, 0, 0, 0, 0, 0, 0, 0, 5])?.isSignal).toBe(true)
    expect(citySignal([7, 7, 7, 7, 7, 7, 7, 0, 0, 7])?.isSignal).toBe(false)
  })

  it('is null for fewer than ten days', () => {
    expect(citySignal([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeNull()
    expect(citySignal([])).toBeNull()
  })
})

describe('the personal baseline', () => {
  it("is the band P10–P90 of the person's values", () => {
    const values = Array.from({ length: 101 }, (_, i) => 100 - i)
    expect(ownBaseline(values)).toMatchObject({ n: 101, low: 10, high: 90, mean: 50 })
  })

  it('needs 48 values', () => {
    expect(ownBaseline(Array.from({ length: 47 }, () => 60))).toBeNull()
    expect(ownBaseline(Array.from({ length: 48 }, () => 60))).toMatchObject({ sd: 0 })
  })

  it('measures how far a value deviates from it', () => {
    expect(deviation(70, { mean: 60, sd: 4 })).toBe(2.5)
    expect(deviation(70, { mean: 60, sd: 0 })).toBeNull()
    expect(deviation(null, { mean: 60, sd: 4 })).toBeNull()
    expect(deviation(70, null)).toBeNull()
  })
})

describe('fever', () => {
  const at = (minutes: number, temp: number | null) => ({ endMs: minutes * 60_000, temp })
  const WIDTH_MS = 5 * 60_000

  it('requires two hours at 37.3 ℃ or above', () => {
    expect(hasFever([at(5, 37.3), at(60, 38), at(120, 37.3)], FEVER_MS, WIDTH_MS)).toBe(true)
    expect(hasFever([at(10, 37.3), at(60, 38), at(120, 38)], FEVER_MS, WIDTH_MS)).toBe(false)
    expect(hasFever([at(60, 37.3), at(120, 37.3)], FEVER_MS, 60 * 60_000)).toBe(true)
  })

  it('starts over after a window below', () => {
    expect(hasFever([at(0, 38), at(60, 37.2), at(120, 38)], FEVER_MS, WIDTH_MS)).toBe(false)
    expect(hasFever([at(0, 37), at(60, 38), at(180, 38)], 3 * 3_600_000, WIDTH_MS)).toBe(true)
  })

  it('ignores windows without a core temperature, and future ones', () => {
    expect(hasFever([at(0, null), at(120, null)], FEVER_MS, WIDTH_MS)).toBe(false)
    expect(hasFever([at(0, 38), at(60, null), at(120, 38)], FEVER_MS, WIDTH_MS)).toBe(true)
    expect(hasFever([at(0, 38), at(120, 38)], FEVER_MS - 1, WIDTH_MS)).toBe(false)
    expect(hasFever([], 0, WIDTH_MS)).toBe(false)
  })
})
