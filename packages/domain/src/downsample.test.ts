import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downsample, niceStepMs, type SeriesColumns, withBreaks } from './downsample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** Points `[time, avg]`; a null avg is a break. Band and bits are derived from the value. */
function series(points: readonly (readonly [number, number | null])[]): SeriesColumns {
  return {
    timesMs: points.map(([time]) => time),
    avg: points.map(([, avg]) => avg),
    min: points.map(([, avg]) => avg && avg - 1),
    max: points.map(([, avg]) => avg && avg + 1),
    q: points.map((_, i) => (i % 50 === 49 ? 4 : 0)),
  }
}

const ramp = (n: number, stepMs = MINUTE_MS) =>
  series(Array.from({ length: n }, (_, i) => [i * stepMs, i + 1] as const))
const defined = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

describe('niceStepMs', () => {
  it('returns widths that divide a day, or are whole days', () => {
    const steps: number[] = []
    for (let n = 0; n < 28; n += 1) steps.push(niceStepMs(SECOND_MS, 100, (steps.at(-1) ?? 0) + 1))
    expect(new Set(steps).size).toBe(28)
    expect(steps.filter((step) => DAY_MS % step !== 0 && step % DAY_MS !== 0)).toEqual([])
  })

  it.each([
    ['24 h in 1500 points', DAY_MS, 1500, 0, MINUTE_MS],
    ['24 h in 300 points', DAY_MS, 300, 0, 5 * MINUTE_MS],
    ['a range may touch one bucket more', HOUR_MS, 60, MINUTE_MS, 2 * MINUTE_MS],
    ['1 h in 1500 points', HOUR_MS, 1500, 0, 5 * SECOND_MS],
    ['never finer than the data', HOUR_MS, 1500, MINUTE_MS, MINUTE_MS],
    ['30 d in 1500 points', 30 * DAY_MS, 1500, HOUR_MS, HOUR_MS],
    ['5 y in 1500 points', 5 * 365 * DAY_MS, 1500, HOUR_MS, 2 * DAY_MS],
    ['5 y in 10 points', 5 * 365 * DAY_MS, 10, HOUR_MS, 365 * DAY_MS],
  ])('%s', (_, rangeMs, maxPoints, minStep, expected) => {
    expect(niceStepMs(rangeMs, maxPoints, minStep)).toBe(expected)
  })
})

describe('withBreaks', () => {
  it('breaks the line at a gap, not at a normal step', () => {
    const { timesMs, avg } = withBreaks(
      series([
        [0, 1],
        [60, 2],
        [210, 3],
        [600, 4],
      ]),
      150,
    )
    expect(timesMs).toEqual([0, 60, 210, 405, 600])
    expect(avg).toEqual([1, 2, 3, null, 4])
  })

  it('does not duplicate an existing break', () => {
    expect(
      withBreaks(
        series([
          [0, 1],
          [300, null],
          [600, 4],
        ]),
        150,
      ).avg,
    ).toEqual([1, null, 4])
  })
})

describe('downsample', () => {
  it('leaves a short series unchanged', () => {
    const input = ramp(10)
    expect(downsample(input, 10)).toBe(input)
  })

  it('keeps first, last, a lone spike in the line and the extremes in the band', () => {
    const input = ramp(10_000)
    input.avg[4_321] = 99_999
    input.max[4_321] = 100_000
    const output = downsample(input, 500)
    expect(output.avg).toContain(99_999)
    expect(Math.max(...defined(output.max))).toBe(100_000)
    expect([output.timesMs[0], output.timesMs.at(-1)]).toEqual([0, 9_999 * MINUTE_MS])
  })

  it('keeps breaks', () => {
    const input = series([
      ...Array.from({ length: 500 }, (_, i) => [i, i] as const),
      [5_000, null],
      ...Array.from({ length: 500 }, (_, i) => [10_000 + i, i] as const),
    ])
    const output = downsample(input, 100)
    const at = output.avg.indexOf(null)
    expect(output.avg.lastIndexOf(null)).toBe(at)
    expect(output.timesMs[at - 1]).toBe(499)
    expect(output.timesMs[at + 1]).toBe(10_000)
  })

  it('bridges the narrowest gaps when there are more gaps than points', () => {
    const input = series(
      Array.from({ length: 2_000 }, (_, i) => [i * 10 + (i > 1_000 ? 100_000 : 0), i % 2 ? null : i] as const),
    )
    const output = downsample(input, 40)
    expect(output.timesMs.length).toBeLessThanOrEqual(40)
    const wide = output.timesMs.findIndex((time) => time > 100_000)
    expect(output.avg.slice(wide - 2, wide + 1)).toContain(null)
  })

  const arbitrary = fc
    .array(
      fc.tuple(
        fc.integer({ min: 1, max: 1_000 }),
        fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { freq: 12 }),
      ),
      { minLength: 1, maxLength: 400 },
    )
    .map((steps) => {
      let time = 0
      return series(steps.map(([step, value]) => [(time += step), value] as const))
    })

  it('never exceeds the requested points, keeps order, extremes and bits, and invents no value', () => {
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 4, max: 120 }), (input, maxPoints) => {
        const output = downsample(input, maxPoints)
        expect(output.timesMs.length).toBeLessThanOrEqual(maxPoints)
        for (let i = 1; i < output.timesMs.length; i++)
          expect(output.timesMs[i]).toBeGreaterThan(output.timesMs[i - 1] as number)
        if (defined(input.avg).length === 0) return
        expect(Math.max(...defined(output.max))).toBe(Math.max(...defined(input.max)))
        expect(Math.min(...defined(output.min))).toBe(Math.min(...defined(input.min)))
        const bits = (s: SeriesColumns) => s.q.reduce((sum, q, i) => (s.avg[i] === null ? sum : sum | q), 0)
        expect(bits(output)).toBe(bits(input))
        output.avg.forEach((avg, i) => {
          if (avg !== null) expect(input.avg[input.timesMs.indexOf(output.timesMs[i] as number)]).toBe(avg)
        })
      }),
      { numRuns: 300 },
    )
  })
})
