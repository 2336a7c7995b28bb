import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import { type ChannelWindows, createWindows, DISORDER_MS, type WindowNeeds } from './window.ts'

const T0 = Date.UTC(2026, 10, 21, 2, 0, 0)
const NEEDS: WindowNeeds = { periodS: 10, agg: 'avg', avgS: [60, 600, 900, 3_600], overS: [120] }

interface Sample {
  readonly tsMs: number
  readonly value: number
}

const windowsOf = (samples: readonly Sample[], needs: WindowNeeds = NEEDS): ChannelWindows => {
  const windows = createWindows(needs)
  for (const { tsMs, value } of samples) windows.add(tsMs, value)
  return windows
}
/** Reads after each sample, as production does. */
function readAlways(samples: readonly Sample[]): ChannelWindows {
  const windows = createWindows(NEEDS)
  for (const { tsMs, value } of samples) {
    windows.add(tsMs, value)
    figuresOf(windows)
  }
  return windows
}
const every = (stepS: number, count: number, valueAt: (i: number) => number = () => 1): Sample[] =>
  Array.from({ length: count }, (_, i) => ({ tsMs: T0 + (i + 1) * stepS * 1_000, value: valueAt(i) }))

/** All figures, unrounded: equal windows are equal to the last bit. */
const figuresOf = (windows: ChannelWindows, { avgS, overS }: WindowNeeds = NEEDS) => ({
  watermarkMs: windows.watermarkMs(),
  means: avgS.map((seconds) => windows.mean(seconds)),
  counts: avgS.map((seconds) => windows.count(seconds)),
  rates: overS.map((seconds) => windows.rate(seconds)),
})

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })

describe('windows', () => {
  it('take the mean over (ts − avgS, ts], excluding the older end', () => {
    const windows = windowsOf(every(10, 7, (i) => (i === 0 ? 1_000 : i)))
    expect(windows.count(60)).toBe(6)
    expect(windows.mean(60)).toBe(3.5)
  })

  it('build longer means from whole minutes, including the current one', () => {
    // 15 buckets ending with the current one: minutes 2 to 16.
    const windows = windowsOf(every(10, 16 * 6 - 3, (i) => Math.floor(i / 6)))
    expect(windows.count(900)).toBe(14 * 6 + 3)
    const sum = Array.from({ length: 14 }, (_, i) => (i + 1) * 6).reduce((a, b) => a + b, 0) + 15 * 3
    expect(windows.mean(900)).toBe(sum / 87)
  })

  it('are not judged with less than 75 % of their samples', () => {
    expect(windowsOf(every(10, 44)).mean(600)).toBeUndefined()
    expect(windowsOf(every(10, 45)).mean(600)).toBe(1)
    expect(windowsOf(every(10, 269)).mean(3_600)).toBeUndefined()
    expect(windowsOf(every(10, 270)).mean(3_600)).toBe(1)
  })

  it('are not judged without a period, and need one sample where the period is longer than the window', () => {
    expect(windowsOf(every(10, 100), { ...NEEDS, periodS: 0 }).mean(60)).toBeUndefined()
    expect(windowsOf(every(300, 1), { ...NEEDS, periodS: 300 }).mean(60)).toBe(1)
  })

  it('drop expired samples after a silence', () => {
    const windows = windowsOf([...every(10, 100), { tsMs: T0 + 5 * 3_600_000, value: 7 }])
    expect(windows.count(600)).toBe(1)
    expect(windows.count(3_600)).toBe(1)
  })

  it.each([
    ['energy', [60, 70], 67.4036],
    ['sum', [60, 70], 130],
    ['max', [70, 60], 70],
    ['last', [70, 60], 60],
    ['circular', [70, 60], undefined],
  ] as const)('%s', (agg, values, expected) => {
    for (const avgS of [60, 1_200]) {
      const needs = { periodS: avgS / 2, agg, avgS: [avgS], overS: [] }
      const mean = windowsOf(
        values.map((v, i) => ({ tsMs: T0 + (i + 1) * 20_000, value: v })),
        needs,
      ).mean(avgS)
      if (expected === undefined) expect(mean).toBeUndefined()
      else expect(mean).toBeCloseTo(expected, 4)
    }
  })

  it('keep the first value of an instant', () => {
    const windows = windowsOf(every(10, 6))
    expect(windows.add(T0 + 60_000, 99)).toBe('ignored')
    expect(windows.add(T0 + 30_000, 99)).toBe('ignored')
    expect(windows.mean(60)).toBe(1)
  })

  it('insert samples at most 5 minutes late', () => {
    const windows = windowsOf([{ tsMs: T0 + DISORDER_MS, value: 1 }])
    expect(windows.add(T0 - 1, 1)).toBe('ignored')
    expect(windows.add(T0, 3)).toBe('disordered')
    expect(windows.count(600)).toBe(2)
    expect(windows.count(3_600)).toBe(2)
  })

  it('give a change per minute from the newest sample and the oldest within the span', () => {
    expect(windowsOf(every(10, 13, (i) => i)).rate(120)).toBeCloseTo(6, 10)
    expect(windowsOf(every(10, 9, (i) => i)).rate(120)).toBeUndefined()
    expect(windowsOf(every(10, 10, (i) => -i)).rate(120)).toBeCloseTo(-6, 10)
  })

  it('keep room for a device that reports more often than declared, up to a limit', () => {
    const windows = windowsOf(every(0.05, 40_000), { ...NEEDS, avgS: [60, 600], overS: [] })
    expect(windows.count(600)).toBeLessThanOrEqual(1_100)
    expect(windows.count(60)).toBeGreaterThan(500)
    expect(windows.mean(600)).toBe(1)
  })
})

describe('the same samples give the same windows', () => {
  const burst = fc.array(fc.tuple(fc.integer({ min: DISORDER_MS - 60_000, max: DISORDER_MS }), value), {
    minLength: 20,
    maxLength: 60,
  })

  it('in any order within 5 minutes, with any number of repeats', () => {
    fc.assert(
      fc.property(
        burst.chain((samples) => {
          const once = [...new Map(samples.map(([at, v]) => [at, { tsMs: T0 + 1_800_000 + at, value: v }])).values()]
          return fc.tuple(
            fc.constant(once),
            fc.shuffledSubarray(once, { minLength: once.length }),
            fc.array(fc.constantFrom(...once), { maxLength: 20 }),
          )
        }),
        ([once, shuffled, repeated]) => {
          const before = every(6, 300, (i) => i / 7)
          const ordered = once.toSorted((a, b) => a.tsMs - b.tsMs)
          const expected = figuresOf(windowsOf([...before, ...ordered]))
          expect(expected.means).not.toContain(undefined)
          expect(figuresOf(readAlways([...before, ...shuffled, ...repeated]))).toEqual(expected)
          expect(figuresOf(windowsOf([...before, ...shuffled.flatMap((one) => [one, one])]))).toEqual(expected)
        },
      ),
    )
  })

  it('in any order of samples a few minutes apart, over hours', () => {
    const jittered = fc.array(fc.tuple(value, fc.integer({ min: 0, max: DISORDER_MS })), {
      minLength: 100,
      maxLength: 400,
    })
    fc.assert(
      fc.property(jittered, (rows) => {
        const samples = rows.map(([v, delay], i) => ({
          tsMs: T0 + i * 17_000,
          value: v,
          rxMs: T0 + i * 17_000 + delay,
        }))
        const byArrival = samples.toSorted((a, b) => a.rxMs - b.rxMs)
        expect(figuresOf(readAlways(byArrival))).toEqual(figuresOf(windowsOf(samples)))
      }),
      { numRuns: 50 },
    )
  })

  it('rebuilt from minute rollups and the last 10 minutes of samples', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 200, maxLength: 600 }), (values) => {
        const samples = every(10, values.length, (i) => values[i] ?? 0)
        const rebuilt = createWindows(NEEDS)
        const lastMs = samples.at(-1)?.tsMs ?? 0
        const rawFromMs = lastMs - 10 * MINUTE_MS
        for (const [endMs, { total, n }] of minutesOf(samples, rawFromMs)) rebuilt.seedMinute(endMs, total, n)
        for (const sample of samples) if (sample.tsMs > rawFromMs) rebuilt.add(sample.tsMs, sample.value)
        expect(figuresOf(rebuilt)).toEqual(figuresOf(windowsOf(samples)))
      }),
      { numRuns: 50 },
    )
  })

  it('weights a minute sampled more rarely by the time it covers, not by its one sample', () => {
    const rebuilt = createWindows({ ...NEEDS, periodS: 10 })
    for (let minute = 1; minute <= 60; minute += 1) rebuilt.seedMinute(minute * MINUTE_MS, minute <= 50 ? 1 : 7, 1, 60)
    rebuilt.add(61 * MINUTE_MS, 7)
    expect(rebuilt.mean(3_600)).toBeCloseTo((49 * 6 + 10 * 6 * 7 + 7) / (59 * 6 + 1))
    const bare = createWindows({ ...NEEDS, periodS: 10 })
    for (let minute = 1; minute <= 60; minute += 1) bare.seedMinute(minute * MINUTE_MS, 1, 1)
    bare.add(61 * MINUTE_MS, 7)
    expect(bare.mean(3_600)).toBeUndefined()
  })

  describe('with a past that was sampled more rarely', () => {
    const MINUTES = 60
    /** One sample per minute for an hour, then one every 10 s for the given minutes. */
    function filled(fastMinutes: number, needs: object) {
      const windows = createWindows({ ...NEEDS, periodS: 10, ...needs })
      for (let minute = 1; minute <= MINUTES; minute += 1) windows.add(minute * MINUTE_MS, 1)
      for (let i = 1; i <= fastMinutes * 6; i += 1) windows.add(MINUTES * MINUTE_MS + i * 10_000, 1)
      return windows
    }
    const before = [{ untilMs: MINUTES * MINUTE_MS, periodS: 60 }]

    it.each([0, 1, 5, 30])('count each sample by the period of its time, %i min after a change', (fastMinutes) => {
      expect(filled(fastMinutes, { before }).mean(3_600)).toBe(1)
      expect(filled(fastMinutes, { before }).mean(600)).toBe(1)
    })

    it('are not judged when measured by the current period alone', () => {
      expect(filled(1, {}).mean(3_600)).toBeUndefined()
      expect(filled(1, {}).mean(600)).toBeUndefined()
    })

    it('still need three quarters of each window', () => {
      const windows = createWindows({ ...NEEDS, periodS: 10, before })
      for (let minute = 25; minute <= MINUTES; minute += 1) windows.add(minute * MINUTE_MS, 1)
      // 36 of 60 minutes, then 8 more: three quarters are 45.
      for (let i = 1; i <= 8 * 6; i += 1) windows.add(MINUTES * MINUTE_MS + i * 10_000, 1)
      expect(windows.mean(3_600)).toBeUndefined()
      for (let i = 1; i <= 2 * 6; i += 1) windows.add((MINUTES + 8) * MINUTE_MS + i * 10_000, 1)
      expect(windows.mean(3_600)).toBe(1)
    })
  })

  it('count no sample twice whose minute came from a rollup', () => {
    const samples = every(10, 120)
    const rebuilt = createWindows(NEEDS)
    for (const [endMs, { total, n }] of minutesOf(samples, Number.POSITIVE_INFINITY))
      rebuilt.seedMinute(endMs, total, n)
    for (const { tsMs } of samples.slice(-60)) rebuilt.add(tsMs, 1)
    expect(rebuilt.count(3_600)).toBe(120)
    expect(rebuilt.count(600)).toBe(60)
  })
})

/** Rollups of the minutes that begin before an instant, summed as rollups are. */
function minutesOf(samples: readonly Sample[], beforeMs: number): Map<number, { total: number; n: number }> {
  const minutes = new Map<number, { total: number; n: number }>()
  for (const sample of samples) {
    const endMs = Math.ceil(sample.tsMs / MINUTE_MS) * MINUTE_MS
    if (endMs - MINUTE_MS >= beforeMs) continue
    const { total, n } = minutes.get(endMs) ?? { total: 0, n: 0 }
    minutes.set(endMs, { total: total + sample.value, n: n + 1 })
  }
  return minutes
}
