import { describe, expect, it } from 'vitest'
import {
  cityFigure,
  dayFigures,
  daysOfYearTo,
  hourFigures,
  isValidMonth,
  isValidYear,
  maxMean1h,
  maxMean8h,
  mean8h,
  mean24h,
} from './aqi-means.ts'

const hours = (count: number, value: number | null = 10): (number | null)[] => Array<number | null>(count).fill(value)
const LIMIT = 160

describe('a running mean', () => {
  it('of 24 h needs 20 valid hours, and is null below that', () => {
    expect(mean24h([...hours(4, null), ...hours(20)])).toEqual({ value: 10, n: 20 })
    expect(mean24h([...hours(5, null), ...hours(19)])).toEqual({ value: null, n: 19 })
    expect(mean24h([99, ...hours(24)])).toEqual({ value: 10, n: 24 })
  })

  it('of 8 h needs six valid hours', () => {
    expect(mean8h([99, ...hours(2, null), ...hours(6)])).toEqual({ value: 10, n: 6 })
    expect(mean8h([...hours(3, null), ...hours(5)])).toEqual({ value: null, n: 5 })
  })
})

describe('the daily maximum 8 h mean', () => {
  it('uses the 17 means that end at 08:00 to 24:00', () => {
    // The hours 01:00 to 07:00 have no mean of their own.
    expect(maxMean8h([...hours(7, 80), ...hours(17, 0)], LIMIT)).toEqual({ value: 70, n: 17 })
    expect(maxMean8h([...hours(16, 0), ...hours(8, 80)], LIMIT)).toEqual({ value: 80, n: 17 })
  })

  it('needs 14 of them, or a maximum above the limit', () => {
    // With six hours before 08:00 missing, the means of 08:00 to 11:00 hold fewer than six.
    const gap = (value: number) => [...hours(6, null), ...hours(18, value)]
    expect(maxMean8h(gap(10), LIMIT)).toEqual({ value: null, n: 13 })
    expect(maxMean8h(gap(160), LIMIT)).toEqual({ value: null, n: 13 })
    expect(maxMean8h(gap(161), LIMIT)).toEqual({ value: 161, n: 13 })
    expect(maxMean8h([...hours(5, null), ...hours(19)], LIMIT)).toEqual({ value: 10, n: 14 })
  })
})

it('gives no maximum hour for a day with fewer than 20 hours', () => {
  expect(maxMean1h([...hours(4, null), ...hours(19), 50])).toEqual({ value: 50, n: 20 })
  expect(maxMean1h([...hours(5, null), ...hours(18), 50])).toEqual({ value: null, n: 19 })
})

it('omits figures of pollutants the station does not measure', () => {
  const own = { pm25: hours(24), o3: hours(24) }
  expect(hourFigures(own).map((figure) => figure?.value)).toEqual([
    undefined, undefined, undefined, undefined, 10, 10, undefined, 10, 10,
  ]) // biome-ignore format: in the order of the items
  expect(dayFigures(own, LIMIT).map((figure) => figure?.value)).toEqual([
    undefined, undefined, undefined, undefined, 10, 10, 10,
  ]) // biome-ignore format: in the order of the items
})

it('does not round between stations and their city', () => {
  expect(cityFigure([60.4, 60.6, null])).toEqual({ value: 60.5, n: 2 })
  expect(cityFigure([null, null])).toEqual({ value: null, n: 0 })
})

it('publishes months of 27 days, February of 25, and years of 324 with every month valid', () => {
  expect([isValidMonth(1, 27), isValidMonth(1, 26), isValidMonth(2, 25), isValidMonth(2, 24)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  const year = [27, 25, 27, 27, 27, 27, 27, 27, 27, 27, 28, 28]
  expect(isValidYear(year)).toBe(true)
  expect(isValidYear([26, 25, 28, 27, 27, 27, 27, 27, 27, 27, 28, 28])).toBe(false)
  expect(isValidYear([27, 25, 27, 27, 27, 27, 27, 27, 27, 27, 27, 28])).toBe(false)
})

it('counts days of the year', () => {
  expect([daysOfYearTo(2026, 1, 1), daysOfYearTo(2026, 11, 20), daysOfYearTo(2024, 12, 31)]).toEqual([1, 324, 366])
})
