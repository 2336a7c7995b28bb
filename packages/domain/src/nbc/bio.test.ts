import { describe, expect, it } from 'vitest'
import { bioCrossings, bioRatios } from './bio.ts'

const MIN = 60_000
const DAY_MINUTES = 1_440
const minutes = (values: readonly (number | null)[], first = 1) =>
  values.map((value, i) => ({ tMs: (first + i) * MIN, value }))
const quiet = Array.from({ length: DAY_MINUTES }, () => 100)

describe('the ratio to the 24 h median', () => {
  it('compares a minute with the preceding day, excluding itself', () => {
    const last = bioRatios(minutes([...quiet, 350])).at(-1)
    expect(last).toEqual({ tMs: (DAY_MINUTES + 1) * MIN, median: 100, ratio: 3.5 })
  })

  it('is null for less than six hours of data, or for a missing minute', () => {
    expect(bioRatios(minutes(Array.from({ length: 360 }, () => 100))).at(-1)?.ratio).toBeNull()
    expect(bioRatios(minutes([...Array.from({ length: 360 }, () => 100), 100])).at(-1)?.ratio).toBe(1)
    expect(bioRatios(minutes([...quiet, null])).at(-1)).toMatchObject({ median: 100, ratio: null })
  })

  it('drops data older than 24 h', () => {
    const day = Array.from({ length: DAY_MINUTES }, () => 500)
    const ratios = bioRatios(minutes([...quiet, ...day, 500]))
    expect(ratios.at(-1)?.median).toBe(500)
    expect(ratios[DAY_MINUTES + 720]?.median).toBe(300)
  })

  it('uses the mean of the two middle values of an even count, and needs a median above zero', () => {
    const half = Array.from({ length: 720 }, () => 100)
    const other = Array.from({ length: 720 }, () => 200)
    expect(bioRatios(minutes([...half, ...other, 300])).at(-1)).toMatchObject({ median: 150, ratio: 2 })
    expect(bioRatios(minutes([...quiet.map(() => 0), 5])).at(-1)).toMatchObject({ median: 0, ratio: null })
  })
})

describe('a crossing', () => {
  const of = (ratios: readonly (number | null)[]) =>
    bioCrossings(ratios.map((ratio, i) => ({ tMs: (i + 1) * MIN, median: 100, ratio })))

  it('counts once it has held for three minutes, not before', () => {
    expect(of([1, 3, 3, 1])).toEqual([])
    expect(of([1, 3, 3.2, 3, 1])).toEqual([{ times: 3, sinceMs: MIN, heldMs: 4 * MIN, endMs: 4 * MIN }])
  })

  it('continues while it is reached, and has an entry for each step', () => {
    expect(of([6, 6, 6, 11, 11, 11])).toEqual([
      { times: 3, sinceMs: 0, heldMs: 3 * MIN, endMs: null },
      { times: 5, sinceMs: 0, heldMs: 3 * MIN, endMs: null },
      { times: 10, sinceMs: 3 * MIN, heldMs: 6 * MIN, endMs: null },
    ])
  })

  it('is interrupted by a missing minute', () => {
    expect(of([3, 3, null, 3, 3])).toEqual([])
    const hole = [1, 2, 8, 9].map((minute) => ({ tMs: minute * MIN, median: 1, ratio: 4 }))
    expect(bioCrossings(hole)).toEqual([])
  })
})
