import { QUALITY } from '@natim/domain/quality'
import { quantile } from '@natim/domain/quantile'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { type BucketColumns, NO_BUCKETS } from './series.repository.ts'
import { bucketStats, drawBuckets, drawSamples, judgeMeans, type SeriesShape, sampleStats } from './series.ts'

const T0 = 1_795_234_800_000
const shape: SeriesShape = { agg: 'avg', precision: 1, periodMs: MINUTE_MS, maxPoints: 100 }

function samples(points: readonly (readonly [minute: number, v: number, q?: number])[]) {
  return {
    channelNo: 1,
    tsMs: points.map(([minute]) => T0 + minute * MINUTE_MS),
    v: points.map(([, v]) => v),
    q: points.map(([, , q]) => q ?? 0),
  }
}

/** One-minute buckets, all valid unless a field overrides it. */
function buckets(
  minutes: readonly number[],
  values: readonly number[],
  given: Partial<BucketColumns> = {},
): BucketColumns {
  const ones = minutes.map(() => 1)
  const zeros = minutes.map(() => 0)
  return {
    channelNo: 1,
    tMs: minutes.map((minute) => T0 + minute * MINUTE_MS),
    n: ones,
    drawn: ones,
    sum: [...values],
    min: [...values],
    max: [...values],
    last: [...values],
    sin: zeros,
    cos: zeros,
    q: zeros,
    valid: ones,
    statSum: [...values],
    statMin: [...values],
    statMax: [...values],
    statM2: zeros,
    coverS: minutes.map(() => null),
    validHours: minutes.map(() => null),
    ...given,
  }
}

describe('drawSamples', () => {
  it('draws values unchanged, including flagged ones, and breaks the line at gaps of more than 2.5 periods', () => {
    const drawn = drawSamples(
      samples([
        [0, 1],
        [1, 2, QUALITY.stuck],
        [3, 3],
        [6, 4],
      ]),
      shape,
    )
    expect(drawn.avg).toEqual([1, 2, 3, null, 4])
    expect(drawn.q).toEqual([0, QUALITY.stuck, 0, 0, 0])
    expect([drawn.min, drawn.max]).toEqual([drawn.avg, drawn.avg])
  })

  it('draws no breaks for a device that runs slower than registered', () => {
    const slow = samples(Array.from({ length: 50 }, (_, i) => [i * 10 + (i > 25 ? 600 : 0), i] as const))
    expect(drawSamples(slow, shape).avg.filter((value) => value === null)).toHaveLength(1)
  })

  it('draws no breaks for samples without a period', () => {
    expect(
      drawSamples(
        samples([
          [0, 1],
          [1000, 2],
        ]),
        { ...shape, periodMs: 0 },
      ).avg,
    ).toEqual([1, 2])
  })

  it('never returns more points than requested', () => {
    const many = samples(Array.from({ length: 350 }, (_, i) => [i, i === 123 ? 999 : 5] as const))
    const drawn = drawSamples(many, shape)
    expect(drawn.timesMs.length).toBeLessThanOrEqual(100)
    expect(Math.max(...drawn.max.map((value) => value ?? 0))).toBe(999)
  })
})

describe('drawBuckets', () => {
  it('breaks the line where a bucket is missing', () => {
    expect(drawBuckets(buckets([1, 2, 4], [1, 2, 3]), MINUTE_MS, { ...shape, periodMs: 5_000 }, T0 * 2).avg).toEqual([
      1,
      2,
      null,
      3,
    ])
  })

  it('draws no value for a bucket without valid samples, but keeps its bits', () => {
    const drawn = drawBuckets(
      buckets([1, 2], [1, 0], { drawn: [1, 0], q: [0, QUALITY.stuck] }),
      MINUTE_MS,
      shape,
      T0 * 2,
    )
    expect([drawn.avg, drawn.max, drawn.q]).toEqual([
      [1, null],
      [1, null],
      [0, QUALITY.stuck],
    ])
  })

  it('draws totals and directions without a band', () => {
    const rain = drawBuckets(
      buckets([1], [6], { drawn: [3], max: [4], min: [0] }),
      MINUTE_MS,
      { ...shape, agg: 'sum' },
      T0 * 2,
    )
    expect([rain.avg, rain.min, rain.max]).toEqual([[6], [6], [6]])
    const north = { sin: [Math.sin(0.1) + Math.sin(-0.1)], cos: [2 * Math.cos(0.1)], drawn: [2], min: [354], max: [6] }
    const wind = drawBuckets(buckets([1], [360], north), MINUTE_MS, { ...shape, agg: 'circular' }, T0 * 2)
    expect([wind.avg, wind.min, wind.max]).toEqual([[0], [0], [0]])
  })

  it('draws the running bucket at the present', () => {
    expect(drawBuckets(buckets([1, 2], [1, 2]), MINUTE_MS, shape, T0 + 80_000).timesMs).toEqual([
      T0 + MINUTE_MS,
      T0 + 80_000,
    ])
  })

  it("rounds means to three decimals more than the channel's precision", () => {
    expect(drawBuckets(buckets([1], [1], { drawn: [3] }), MINUTE_MS, shape, T0 * 2).avg).toEqual([0.3333])
  })
})

describe('stats', () => {
  it('counts all samples but computes figures from valid ones', () => {
    expect(
      sampleStats(
        samples([
          [0, 1],
          [1, 5],
          [2, 900, QUALITY.stuck],
        ]),
        shape,
        4,
      ),
    ).toEqual({
      n: 3,
      valid: 2,
      completeness: 0.5,
      avg: 3,
      min: 1,
      max: 5,
      p95: 4.8,
      sd: 2.8284,
    })
  })

  it('merges buckets to the same figures', () => {
    const parts = buckets([1, 2], [4, 4], {
      n: [2, 1],
      valid: [2, 1],
      statSum: [4, 4],
      statMin: [1, 4],
      statMax: [3, 4],
      statM2: [2, 0],
    })
    expect(bucketStats(parts, 3.5, shape, 3)).toMatchObject({
      n: 3,
      valid: 3,
      completeness: 1,
      avg: 2.6667,
      min: 1,
      max: 4,
      sd: 1.5275,
      p95: 3.5,
    })
  })

  it('gives no percentile for directions', () => {
    expect(bucketStats(buckets([1], [1]), 3.5, { ...shape, agg: 'circular' }, 1).p95).toBeNull()
  })

  it('floors values below the detection limit in the percentile, as in the mean', () => {
    expect(sampleStats(samples([[0, -2, QUALITY.belowLod]]), shape, 1)).toMatchObject({ avg: 0, p95: 0 })
  })

  it('are empty without samples', () => {
    const nothing = { n: 0, valid: 0, completeness: 0, avg: null, min: null, max: null, p95: null, sd: null }
    expect(sampleStats(samples([]), shape, 1)).toEqual(nothing)
    expect(bucketStats(NO_BUCKETS, null, shape, 1)).toEqual(nothing)
  })

  it('give no completeness when nothing was due', () => {
    expect(sampleStats(samples([[0, 1]]), shape, 0).completeness).toBeNull()
  })
})

describe('validity of hourly and daily means', () => {
  const hours = (coverS: (number | null)[]) =>
    ({ ...NO_BUCKETS, tMs: coverS.map((_, i) => T0 + i * HOUR_MS), coverS }) satisfies BucketColumns
  const LATER = T0 * 2

  it('takes 45 minutes for an hour; unknown coverage counts as unknown', () => {
    expect(judgeMeans(hours([3_600, 2_700, 2_699, null]), HOUR_MS, LATER, 6.9 * HOUR_MS)).toEqual({
      means: { valid: 2, short: 1, unknown: 1, due: 6 },
      shortMeans: [{ tsMs: T0 + 2 * HOUR_MS, coverS: 2_699, validHours: null }],
    })
  })

  it('takes 20 valid hours for a day', () => {
    const days = { ...NO_BUCKETS, tMs: [T0, T0 + DAY_MS], coverS: [80_000, 80_000], validHours: [20, 19] }
    expect(judgeMeans(days, DAY_MS, LATER, 2 * DAY_MS)).toEqual({
      means: { valid: 1, short: 1, unknown: 0, due: 2 },
      shortMeans: [{ tsMs: T0 + DAY_MS, coverS: 80_000, validHours: 19 }],
    })
  })

  it('is not judged for the running hour or other widths', () => {
    expect(judgeMeans(hours([100, 100]), HOUR_MS, T0, 0).means).toEqual({ valid: 0, short: 1, unknown: 0, due: 0 })
    expect(judgeMeans(hours([100]), 3 * HOUR_MS, LATER, 0)).toEqual({ means: null, shortMeans: [] })
    expect(judgeMeans(hours([10]), MINUTE_MS, LATER, 0).means).toBeNull()
  })
})

describe('quantile', () => {
  it.each([
    [[], 0.95, null],
    [[7], 0.95, 7],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[10, 2], 1, 10],
  ])('of %j at %d: %s', (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected)
  })
})
