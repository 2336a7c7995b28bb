import { describe, expect, it } from 'vitest'
import { HOUR_MS, parseGmt8 } from '../time.ts'
import { clockMeans } from './clock-means.ts'

const MIDNIGHT = parseGmt8('2026-11-21 00:00:00') ?? 0
/** Hours up to midnight, in ascending order. */
const hours = (values: readonly (number | null)[], isValid: (index: number) => boolean = () => true) =>
  values.map((mean, i) => ({ endMs: MIDNIGHT - (values.length - 1 - i) * HOUR_MS, mean, isValid: isValid(i) }))

describe('means of clock hours', () => {
  it("of one hour equal the hour's mean, and are null where it holds too little data", () => {
    const given = hours([4, 5], (i) => i === 1)
    expect(clockMeans(given, ['1h'], 'avg').map(({ mean }) => mean)).toEqual([null, 5])
  })

  it('of 8 h need 6 valid hours', () => {
    const eight = [1, 2, 3, 4, 5, 6, 7, 8]
    const last = (lost: number) =>
      clockMeans(
        hours(eight, (i) => i >= lost),
        ['day8h'],
        'avg',
      ).at(-1)?.mean
    expect(last(0)).toBe(4.5)
    expect(last(2)).toBe(5.5)
    expect(last(3)).toBeNull()
  })

  it('of a day are produced only at midnight and need 20 hours', () => {
    const day = Array.from({ length: 24 }, (_, i) => i + 1)
    expect(clockMeans(hours(day), ['day'], 'avg')).toEqual([{ avgPeriod: 'day', endMs: MIDNIGHT, mean: 12.5 }])
    expect(
      clockMeans(
        hours(day, (i) => i > 4),
        ['day'],
        'avg',
      )[0]?.mean,
    ).toBeNull()
    expect(
      clockMeans(
        hours(day, (i) => i > 3),
        ['day'],
        'avg',
      )[0]?.mean,
    ).toBe(14.5)
  })

  it('average levels by energy, and skip running periods', () => {
    expect(clockMeans(hours([60, 60, 60, 60, 60, 60, 60, 70]), ['day8h'], 'energy').at(-1)?.mean).toBeCloseTo(63.27, 2)
    expect(clockMeans(hours([1]), ['60min', 'instant'], 'avg')).toEqual([])
  })
})
