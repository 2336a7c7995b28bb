import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, parseGmt8 } from '../time.ts'
import { boxOf, MAX_OUTLIERS } from './box.ts'
import { dayHours, hourIndexOf } from './day-hours.ts'
import { MIN_PAIRS, predictionAt, regression } from './regression.ts'
import { CALM_BELOW, classEdges, classOf, MIN_ROSE_HOURS, rose, SECTOR_NAMES, sectorOf } from './rose.ts'

const at = (text: string) => parseGmt8(text) ?? 0

describe('regression', () => {
  // Anscombe's first set: y = 3.00 + 0.500 x, r² 0.67.
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
  const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
  const pairs = x.map((value, i) => ({ x: value, y: y[i] ?? 0 }))

  it('finds the published line of a published data set, with the interval of its slope', () => {
    const line = regression(pairs)
    expect(line?.slope).toBeCloseTo(0.5001, 4)
    expect(line?.intercept).toBeCloseTo(3.0001, 4)
    expect(line?.r2).toBeCloseTo(0.6665, 4)
    expect(line?.residual).toBeCloseTo(1.2366, 4)
    expect(line?.slopeLow).toBeCloseTo(0.2333, 3)
    expect(line?.slopeHigh).toBeCloseTo(0.7669, 3)
  })

  it('widens the prediction away from the middle', () => {
    const line = regression(pairs)
    if (line === undefined) throw new Error('no line')
    const width = (value: number) => predictionAt(line, value).high - predictionAt(line, value).low
    expect(predictionAt(line, 9).low).toBeCloseTo(4.579, 2)
    expect(predictionAt(line, 9).high).toBeCloseTo(10.423, 2)
    expect(width(14)).toBeGreaterThan(width(9))
  })

  it('is undefined for too few pairs or a constant x', () => {
    expect(regression(pairs.slice(0, MIN_PAIRS - 1))).toBeUndefined()
    expect(regression([1, 2, 3].map((value) => ({ x: 5, y: value })))).toBeUndefined()
    expect(regression([1, 2, 3].map((value) => ({ x: value, y: 5 })))).toMatchObject({ slope: 0, r2: 0 })
  })
})

describe('a wind rose', () => {
  it('names sectors by their centre', () => {
    expect([0, 11.2, 11.25, 348.7, 348.75, 360, 720 + 90, -45].map((deg) => SECTOR_NAMES[sectorOf(deg)])).toEqual([
      '北',
      '北',
      '北东北',
      '北西北',
      '北',
      '北',
      '东',
      '西北',
    ])
  })

  it('counts shares of all hours, calm hours without a direction', () => {
    const hours = Array.from({ length: 40 }, (_, i) => ({
      directionDeg: i < 30 ? 90 : 270,
      speed: i < 10 ? CALM_BELOW - 0.01 : CALM_BELOW,
      value: i % 2 === 0 ? 10 : 60,
    }))
    const found = rose(hours, [35, 75])
    expect(found).toMatchObject({ n: 40, calm: 0.25 })
    expect(found?.sectors[4]).toEqual([0.25, 0.25, 0])
    expect(found?.sectors[12]).toEqual([0.125, 0.125, 0])
    expect(found?.classes).toEqual([0.375, 0.375, 0])
    const total = found?.sectors.flat().reduce((sum, share) => sum + share, found.calm)
    expect(total).toBeCloseTo(1, 12)
  })

  it('is undefined for fewer than thirty hours', () => {
    const hours = Array.from({ length: MIN_ROSE_HOURS }, () => ({ directionDeg: 0, speed: 1, value: 1 }))
    expect(rose(hours, [])).toBeDefined()
    expect(rose(hours.slice(1), [])).toBeUndefined()
  })

  it('divides by round bounds, which belong to the class above', () => {
    expect(classEdges(124)).toEqual([50, 100, 150])
    expect(classEdges(0.8)).toEqual([0.2, 0.4, 0.6])
    expect(classEdges(0)).toEqual([1, 2, 3])
    expect([34, 35, 74, 75].map((value) => classOf(value, [35, 75]))).toEqual([0, 1, 1, 2])
  })
})

describe('hours by day', () => {
  it('assigns 24:00 to the day that it ends', () => {
    expect(hourIndexOf(at('2026-03-02 00:00:00'))).toBe(23)
    expect(hourIndexOf(at('2026-03-02 01:00:00'))).toBe(0)
    const means = [
      { tsMs: at('2026-03-02 00:00:00'), value: 24 },
      { tsMs: at('2026-03-02 01:00:00'), value: 1 },
    ]
    const { days } = dayHours(means, at('2026-03-01 00:00:00'), at('2026-03-03 00:00:00'))
    expect(days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02'])
    expect(days[0]?.hours[23]).toBe(24)
    expect(days[1]?.hours[0]).toBe(1)
  })

  it('keeps days without data, and averages each hour of the day over the days that have it', () => {
    const from = at('2026-03-01 00:00:00')
    const means = [0, 2].map((day) => ({ tsMs: from + day * DAY_MS + 8 * HOUR_MS, value: 10 * (day + 1) }))
    const { days, byHour } = dayHours(means, from, from + 3 * DAY_MS)
    expect(days).toHaveLength(3)
    expect(days[1]?.hours.every((value) => value === null)).toBe(true)
    expect(byHour[7]).toBe(20)
    expect(byHour[8]).toBeNull()
  })

  it('ignores hours outside (from, to]', () => {
    const from = at('2026-03-01 00:00:00')
    const means = [from, from + DAY_MS + 1].map((tsMs) => ({ tsMs, value: 1 }))
    expect(dayHours(means, from, from + DAY_MS).byHour.every((value) => value === null)).toBe(true)
  })
})

describe('a box plot', () => {
  it('has whiskers at P5 and P95, and outliers beyond', () => {
    const values = Array.from({ length: 101 }, (_, i) => i)
    expect(boxOf(values)).toMatchObject({ n: 101, p5: 5, p25: 25, p50: 50, p75: 75, p95: 95, mean: 50 })
    expect(boxOf(values)?.outliers).toEqual([100, 99, 98, 97, 96, 0, 1, 2, 3, 4])
    expect(boxOf(Array.from({ length: 1_001 }, (_, i) => i))?.outliers).toHaveLength(2 * MAX_OUTLIERS)
    expect(boxOf([])).toBeUndefined()
  })
})
