import { describe, expect, it } from 'vitest'
import type { BackfilledGap } from './gap.repository.ts'
import { isGap, remainingGaps } from './gap-rules.ts'

const PERIOD_MS = 10_000

it('treats a silence of more than two and a half periods as a gap', () => {
  expect(isGap(25_000, PERIOD_MS)).toBe(false)
  expect(isGap(25_001, PERIOD_MS)).toBe(true)
  expect(isGap(1e9, 0)).toBe(false)
})

describe('remainingGaps', () => {
  /** Samples at 0 and 100 s; the gap starts where the next one was due. */
  const gap = (...sampleMs: number[]): BackfilledGap => ({
    deviceNo: 1,
    channelNo: 2,
    fromMs: 10_000,
    toMs: 100_000,
    expected: 9,
    cause: 'offline',
    sampleMs,
  })
  const spans = (...sampleMs: number[]) =>
    remainingGaps(gap(...sampleMs), PERIOD_MS).map(({ fromMs, toMs, expected }) => [fromMs, toMs, expected])

  it('returns nothing when every period has its sample', () => {
    expect(spans(10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000)).toEqual([])
  })

  it('returns nothing when no hole is longer than two and a half periods', () => {
    expect(spans(20_000, 40_000, 60_000, 80_000)).toEqual([])
  })

  it('splits the gap around a sample in the middle', () => {
    expect(spans(50_000)).toEqual([
      [10_000, 50_000, 4],
      [60_000, 100_000, 4],
    ])
  })

  it('shrinks the gap from the front and from the back', () => {
    expect(spans(10_000, 20_000, 30_000)).toEqual([[40_000, 100_000, 6]])
    expect(spans(80_000, 90_000)).toEqual([[10_000, 80_000, 7]])
  })
})
