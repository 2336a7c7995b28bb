import { describe, expect, it } from 'vitest'
import { AQI_POLLUTANTS, type AqiPollutant } from './aqi.ts'
import { compositeIndex, type DailyValue, periodFigure } from './aqi-period.ts'
import { daysInMonth } from './calendar.ts'

const month = (values: readonly number[], of = 3): DailyValue[] => values.map((value) => ({ month: of, value }))
const same = (value: number, days: number, of = 3) => month(Array<number>(days).fill(value), of)
/** Values 1, 2, 3 … for the given number of days. */
const ramp = (days: number) => month(Array.from({ length: days }, (_, i) => i + 1))
const year = (short: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: 12 }, (_, i) => same(20, short[i + 1] ?? daysInMonth(2026, i + 1), i + 1)).flat()

describe('the concentration of a month', () => {
  it.each<[string, AqiPollutant, readonly DailyValue[], number | null]>([
    ['is the mean of its days', 'pm25', [...same(20, 15), ...same(40, 15)], 30],
    ['is rounded half to even: 30.5', 'pm25', [...same(30, 15), ...same(31, 15)], 30],
    ['is rounded half to even: 31.5', 'no2', [...same(31, 15), ...same(32, 15)], 32],
    // k = 1 + 30 × 0.95 = 29.5: between the 29th and the 30th of 31 days.
    ['of CO is the 95th percentile, with one decimal', 'co', ramp(31), 29.5],
    // k = 1 + 30 × 0.9 = 28 exactly.
    ['of ozone is the 90th percentile of its greatest 8 h means', 'o3', ramp(31), 28],
    // k = 1 + 29 × 0.9 = 27.1.
    ['of ozone of 30 days lies between two of them: 27.1', 'o3', ramp(30), 27],
    ['needs 27 days', 'so2', same(10, 27), 10],
    ['is none of 26 days', 'so2', same(10, 26), null],
    ['of February needs 25', 'so2', same(10, 25, 2), 10],
    ['of February is none of 24', 'so2', same(10, 24, 2), null],
    ['is none without a day', 'pm10', [], null],
  ])('%s', (_, pollutant, days, value) => {
    expect(periodFigure(pollutant, days, { unit: 'month', isOver: true })).toEqual({ value, n: days.length })
  })

  it('that is not over yet is the value so far', () => {
    expect(periodFigure('pm25', same(41, 3), { unit: 'month', isOver: false })).toEqual({ value: 41, n: 3 })
    expect(periodFigure('pm25', [], { unit: 'month', isOver: false })).toEqual({ value: null, n: 0 })
  })
})

describe('the concentration of a year', () => {
  it.each<[string, readonly DailyValue[], number | null]>([
    ['is there of all its days', year(), 20],
    ['is there of 324 days, 27 of each month and 25 of February', year({ 1: 27, 2: 27, 3: 27, 4: 27, 5: 27, 6: 27, 7: 27, 8: 27, 9: 27, 10: 27, 11: 27, 12: 27 }), 20], // biome-ignore format: one case a line
    ['is none of 323', year({ 1: 27, 2: 26, 3: 27, 4: 27, 5: 27, 6: 27, 7: 27, 8: 27, 9: 27, 10: 27, 11: 27, 12: 27 }), null], // biome-ignore format: one case a line
    ['is none when one month has 26, whatever the others have', year({ 7: 26 }), null],
    ['does with 25 days of February', year({ 2: 25 }), 20],
    ['is none with 24 of February', year({ 2: 24 }), null],
  ])('%s', (_, days, value) => {
    expect(periodFigure('pm10', days, { unit: 'year', isOver: true })).toEqual({ value, n: days.length })
  })
})

describe('the composite index', () => {
  const values = { so2: 6, no2: 32, pm10: 45, co: 1, o3: 144, pm25: 27 }
  const limits = { so2: 60, no2: 40, pm10: 60, co: 4, o3: 160, pm25: 30 }

  it("adds up each pollutant's ratio to its limit", () => {
    // 0.1 + 0.8 + 0.75 + 0.25 + 0.9 + 0.9
    expect(compositeIndex(values, limits)).toBe(3.7)
  })

  it.each(AQI_POLLUTANTS)('is undefined without %s', (pollutant) => {
    expect(compositeIndex({ ...values, [pollutant]: null }, limits)).toBeNull()
    expect(compositeIndex(values, { ...limits, [pollutant]: undefined })).toBeNull()
  })
})
