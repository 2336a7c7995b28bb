import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricAgg } from './metrics.ts'
import { QUALITY } from './quality.ts'
import {
  circularMeanDeg,
  EMPTY_ROLLUP,
  energyMeanDb,
  mergeRollups,
  type Rollup,
  type RollupPoint,
  representative,
  rollupOf,
  standardDeviation,
} from './rollup.ts'

const good = (...values: number[]): RollupPoint[] => values.map((value) => ({ value, quality: 0 }))

describe('rollupOf', () => {
  it('gathers count, extremes, first, last, sum and spread', () => {
    expect(rollupOf(good(2, 4, 4, 4, 5, 5, 7, 9), 'avg')).toMatchObject({
      n: 8,
      nValid: 8,
      min: 2,
      max: 9,
      first: 2,
      last: 9,
      sum: 40,
    })
    expect(rollupOf(good(2, 4, 4, 4, 5, 5, 7, 9), 'avg').m2).toBeCloseTo(32, 12)
  })

  it('counts invalid samples and keeps their bits, but nothing else', () => {
    const points = [...good(1, 3), { value: 900, quality: QUALITY.stuck }, { value: 7, quality: QUALITY.late }]
    expect(rollupOf(points, 'avg')).toMatchObject({
      n: 4,
      nValid: 3,
      min: 1,
      max: 7,
      last: 7,
      qOr: QUALITY.stuck | QUALITY.late,
    })
  })

  it('includes a manually validated value', () => {
    expect(rollupOf([{ value: 5, quality: QUALITY.stuck | QUALITY.manuallyValid }], 'avg').nValid).toBe(1)
  })

  it('floors values below the detection limit at zero', () => {
    expect(rollupOf([{ value: -0.2, quality: QUALITY.belowLod }, ...good(0.4)], 'avg')).toMatchObject({
      min: 0,
      sum: 0.4,
    })
  })

  it('is null without valid samples', () => {
    const rollup = rollupOf([{ value: 1, quality: QUALITY.stuck }], 'avg')
    expect(rollup).toMatchObject({ n: 1, nValid: 0, min: null, max: null, first: null, last: null, sum: 0 })
    expect(representative(rollup, 'avg')).toBeNull()
  })
})

describe('representative', () => {
  it.each([
    ['avg', good(1, 2, 6), 3],
    ['sum', good(1, 2, 6), 9],
    ['max', good(1, 6, 2), 6],
    ['last', good(1, 6, 2), 2],
    ['circular', good(350, 10), 0],
    ['circular', good(80, 100), 90],
    ['energy', good(60, 60), 60],
    ['energy', good(90, 30), 10 * Math.log10((1e9 + 1e3) / 2)],
  ] as const)('%s of %j', (agg, points, expected) => {
    expect(representative(rollupOf(points, agg), agg)).toBeCloseTo(expected, 9)
  })

  it('has no direction when winds cancel out', () => {
    expect(representative(rollupOf(good(0, 180), 'circular'), 'circular')).toBeNull()
  })

  it('gives directions in [0, 360)', () => {
    expect(circularMeanDeg(-1, 0, 1)).toBe(270)
    expect(circularMeanDeg(0, 1, 1)).toBe(0)
    expect(circularMeanDeg(0, 0, 0)).toBeUndefined()
  })

  it('averages sound by energy, not by level', () => {
    expect(energyMeanDb(2e6, 2)).toBeCloseTo(60, 12)
  })
})

describe('standardDeviation', () => {
  it('is the sample deviation, and null below two values', () => {
    expect(standardDeviation(rollupOf(good(2, 4, 4, 4, 5, 5, 7, 9), 'avg'), 'avg')).toBeCloseTo(Math.sqrt(32 / 7), 12)
    expect(standardDeviation(rollupOf(good(2), 'avg'), 'avg')).toBeNull()
    expect(standardDeviation(EMPTY_ROLLUP, 'avg')).toBeNull()
  })
})

describe('spread of other kinds', () => {
  it('is circular for directions', () => {
    expect(standardDeviation(rollupOf(good(90, 90), 'circular'), 'circular')).toBeCloseTo(0, 6)
    // R of 350° and 10° is cos 10°.
    const expected = (Math.sqrt(-2 * Math.log(Math.cos(Math.PI / 18))) * 180) / Math.PI
    expect(standardDeviation(rollupOf(good(350, 10), 'circular'), 'circular')).toBeCloseTo(expected, 9)
  })

  it('is null for decibels', () => {
    expect(standardDeviation(rollupOf(good(60, 70), 'energy'), 'energy')).toBeNull()
  })
})

describe('mergeRollups', () => {
  const aggs = fc.constantFrom<MetricAgg>('avg', 'sum', 'max', 'last', 'circular', 'energy')
  const points = fc.array(
    fc.record({
      value: fc.double({ min: 0, max: 120, noNaN: true }),
      quality: fc.constantFrom(0, 0, 0, QUALITY.late, QUALITY.stuck),
    }),
    { maxLength: 30 },
  )

  function expectClose(a: Rollup, b: Rollup) {
    for (const key of Object.keys(a) as (keyof Rollup)[]) {
      const [x, y] = [a[key], b[key]]
      if (x === null || y === null) expect(x, key).toBe(y)
      else expect(Math.abs(x - y), key).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(x)))
    }
  }

  it('is associative, and equal to one pass over all samples', () => {
    fc.assert(
      fc.property(aggs, points, points, points, (agg, a, b, c) => {
        const [ra, rb, rc] = [rollupOf(a, agg), rollupOf(b, agg), rollupOf(c, agg)]
        const left = mergeRollups(mergeRollups(ra, rb, agg), rc, agg)
        expectClose(left, mergeRollups(ra, mergeRollups(rb, rc, agg), agg))
        expectClose(left, rollupOf([...a, ...b, ...c], agg))
      }),
    )
  })

  it('merging with an empty rollup changes nothing', () => {
    fc.assert(
      fc.property(aggs, points, (agg, a) => {
        const rollup = rollupOf(a, agg)
        expect(mergeRollups(rollup, EMPTY_ROLLUP, agg)).toEqual(rollup)
        expect(mergeRollups(EMPTY_ROLLUP, rollup, agg)).toEqual(rollup)
      }),
    )
  })

  it('keeps a small spread on a large mean', () => {
    const rollup = mergeRollups(rollupOf(good(1e9, 1e9 + 1), 'avg'), rollupOf(good(1e9 + 2), 'avg'), 'avg')
    expect(rollup.m2).toBeCloseTo(2, 6)
  })
})
