import { describe, expect, it } from 'vitest'
import {
  type AqiFigure,
  type AqiPollutant,
  type AqiStandard,
  aqiGrade,
  aqiReport,
  aqiStandardOn,
  aqiTable,
  DAY_ITEMS,
  HOUR_ITEMS,
  iaqi,
  isGasAt273K,
  publishedConcentration,
  reportColumns,
  roundHalfEven,
} from './aqi.ts'
import { LIMITS } from './limits.ts'

const TABLES = { 2012: aqiTable(LIMITS, 2012), 2026: aqiTable(LIMITS, 2026) } as const

const indexOf = (standard: AqiStandard, pollutant: AqiPollutant, period: string, value: number) =>
  iaqi(TABLES[standard], { pollutant, period, standard }, publishedConcentration(pollutant, value))

describe('individual index', () => {
  it.each([
    [2026, 'pm25', 'day', 60, 100],
    [2026, 'pm25', 'day', 60.5, 100],
    [2026, 'pm25', 'day', 61, 101],
    [2026, 'pm25', 'day', 61.5, 102],
    [2012, 'pm25', 'day', 75, 100],
    [2026, 'pm10', 'day', 120, 100],
    [2012, 'pm10', 'day', 150, 100],
    [2026, 'co', 'day', 2.2, 55],
    [2026, 'co', '1h', 65.4, 218],
    [2026, 'so2', '1h', 900, 200],
    [2012, 'so2', '1h', 900, undefined],
    [2012, 'so2', '1h', 800, 200],
    [2026, 'o3', 'day8h', 900, 300],
    [2012, 'o3', 'day8h', 900, undefined],
    [2026, 'so2', 'day', 150, 100],
    [2026, 'so2', 'day', 475, 150],
    [2026, 'o3', '1h', 1201, 500],
    [2026, 'pm25', 'day', 35, 50],
    [2026, 'pm25', 'day', 36, 52],
    [2026, 'pm25', 'day', 0, 0],
    [2026, 'pm25', 'day', 501, 500],
    [2026, 'pm25', 'day', -3, 0],
  ] as const)('%i %s %s of %d is %s', (standard, pollutant, period, value, expected) => {
    expect(indexOf(standard, pollutant, period, value)).toBe(expected)
  })

  it('equals each breakpoint of the table at its concentration', () => {
    for (const standard of [2012, 2026] as const)
      for (const [key, points] of TABLES[standard]) {
        const [pollutant, period] = key.split('|') as [AqiPollutant, string]
        for (const point of points)
          expect(iaqi(TABLES[standard], { pollutant, period, standard }, point.milli / 1000)).toBe(point.iaqi)
      }
  })

  it('is the exact quotient rounded up, for every tenth of CO and every integer of the others', () => {
    for (const [key, points] of TABLES[2026]) {
      const [pollutant, period] = key.split('|') as [AqiPollutant, string]
      const step = pollutant === 'co' ? 100n : 1000n
      const top = BigInt(points.at(-1)?.milli ?? 0)
      for (let milli = step; milli <= top; milli += step) {
        const hi = points.findIndex((point) => BigInt(point.milli) >= milli)
        const [a, b] = [points[hi - 1], points[hi]]
        if (!a || !b) throw new Error(key)
        const over = BigInt(b.iaqi - a.iaqi) * (milli - BigInt(a.milli))
        const width = BigInt(b.milli - a.milli)
        const expected = Number((over + width - 1n) / width) + a.iaqi
        expect(iaqi(TABLES[2026], { pollutant, period, standard: 2026 }, Number(milli) / 1000)).toBe(expected)
      }
    }
  })
})

describe('rounding by GB/T 8170', () => {
  it.each([
    [60.5, 0, 60],
    [61.5, 0, 62],
    [60.50001, 0, 61],
    [60.4 + 0.09999999999999, 0, 60],
    [61.4 + 0.09999999999999, 0, 62],
    [0.25, 1, 0.2],
    [0.35, 1, 0.4],
    [65.35, 1, 65.4],
    [65.45, 1, 65.4],
    [2.2, 1, 2.2],
  ])('%d with %i decimals is %d', (value, decimals, expected) => expect(roundHalfEven(value, decimals)).toBe(expected))
})

const figures = (count: number, values: Readonly<Record<number, number | null | '/'>>, rest: number | null = 10) =>
  Array.from({ length: count }, (_, i): AqiFigure => {
    const value = i in values ? values[i] : rest
    return value === '/' ? { value: null, isPlanned: false } : { value: value ?? null, isPlanned: true }
  })
const day = (values: Readonly<Record<number, number | null | '/'>>, standard: AqiStandard = 2026) =>
  aqiReport(TABLES[standard], 'day', standard, figures(DAY_ITEMS.length, { 3: 0.5, ...values }))
const hour = (values: Readonly<Record<number, number | null | '/'>>, standard: AqiStandard = 2026) =>
  aqiReport(TABLES[standard], 'hour', standard, figures(HOUR_ITEMS.length, { 3: 0.5, ...values }))
const [SO2, , PM10, CO, O3, PM25, SEVENTH, O3_8H, PM25_24H] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

describe('daily report', () => {
  it('takes the maximum index, and names its pollutant', () => {
    expect(day({ [PM25]: 66, [PM10]: 88 })).toMatchObject({ aqi: 106, primary: [PM25], exceeded: [PM25] })
  })

  it('names all pollutants that tie, and none up to 50', () => {
    expect(day({ [PM25]: 60, [O3]: 160 }).primary).toEqual([O3, PM25])
    expect(day({ [PM25]: 35 })).toMatchObject({ aqi: 50, primary: [] })
  })

  it('publishes 0 as 1; in 2012 as 0', () => {
    const clean = { 0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 }
    expect(day(clean).aqi).toBe(1)
    expect(day(clean, 2012).aqi).toBe(0)
  })

  it('is NA when a pollutant is missing and the others stay at or below 100', () => {
    expect(day({ [SO2]: null, [PM25]: 60 })).toMatchObject({ aqi: null, primary: [] })
    expect(day({ [SO2]: null, [PM25]: 61 })).toMatchObject({ aqi: 101, primary: [PM25] })
    expect(day({ [SO2]: null, [PM25]: 60 }, 2012).aqi).toBe(82)
  })

  it('is NA for a pollutant that is not planned unless three years of data waive it', () => {
    expect(day({ [SO2]: '/' }).aqi).toBeNull()
    const waived = figures(DAY_ITEMS.length, { [CO]: 0.5 }).map((figure, i) =>
      i === SO2 ? { value: null, isPlanned: false, isWaived: true } : figure,
    )
    expect(aqiReport(TABLES[2026], 'day', 2026, waived).aqi).not.toBeNull()
  })

  it('is NA without data, in either standard', () => {
    for (const standard of [2012, 2026] as const)
      expect(aqiReport(TABLES[standard], 'day', standard, figures(7, {}, null)).aqi).toBeNull()
  })

  it('counts the maximum hour of ozone only in 2012', () => {
    expect(day({ [SEVENTH]: 300 }, 2012)).toMatchObject({ aqi: 150, primary: [SEVENTH] })
    expect(day({ [SEVENTH]: 300 }).aqi).toBe(15)
  })
})

describe('hourly report', () => {
  it('uses the daily table for hourly particles in 2026, their 24 h mean in 2012', () => {
    expect(hour({ [PM25]: 61, [PM25_24H]: 20 })).toMatchObject({ aqi: 101 })
    expect(hour({ [PM25]: 61, [PM25_24H]: 75 }, 2012)).toMatchObject({ aqi: 100, primary: [PM25_24H] })
    expect(hour({ [PM25]: 61 }, 2012).iaqi[PM25]).toBeNull()
  })

  it("falls back to the pollutant's other means where 2012 has no index", () => {
    expect(hour({ [O3_8H]: 900, [O3]: 500 }, 2012)).toMatchObject({ aqi: 225, primary: [O3] })
    expect(hour({ [SO2]: 900 }, 2012).iaqi[SO2]).toBeNull()
  })

  it('prints six columns in 2026, nine in 2012; for days six and seven', () => {
    expect(reportColumns('hour', 2026)).toHaveLength(6)
    expect(reportColumns('hour', 2012).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(reportColumns('day', 2026)).toHaveLength(6)
    expect(reportColumns('day', 2012).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})

it.each([
  [0, 1],
  [50, 1],
  [51, 2],
  [100, 2],
  [101, 3],
  [150, 3],
  [151, 4],
  [200, 4],
  [201, 5],
  [300, 5],
  [301, 6],
  [500, 6],
])('an AQI of %i is of grade %i', (aqi, grade) => expect(aqiGrade(aqi)).toBe(grade))

it('changes its standard on 1 March 2026, and the reference state of gases on 1 September 2018', () => {
  expect([aqiStandardOn('2026-02-28'), aqiStandardOn('2026-03-01')]).toEqual([2012, 2026])
  expect([isGasAt273K('2018-08-31'), isGasAt273K('2018-09-01')]).toEqual([true, false])
})
