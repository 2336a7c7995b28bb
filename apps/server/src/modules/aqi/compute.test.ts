import { AQI_POLLUTANTS, type AqiPollutant } from '@natim/domain/aqi'
import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, test } from 'vitest'
import { dayEnd, newestHour, pollutantsOf, standardOf } from './aqi.service.ts'
import { cityEvaluatedBy } from './aqi-city.ts'
import { cityRow, closedHours, isDayClosed, rowOf, stationHours } from './compute.ts'

const at = (text: string) => parseGmt8(text) ?? 0
const HOUR = at('2026-03-10 10:00:00')
const NO_TABLES = { 2012: new Map(), 2026: new Map() }

describe('the city a station counts towards', () => {
  test.each([
    ['national', '320505', '320500'],
    ['provincial', '320500', '320500'],
    ['city', '320500', '320500'],
    // A municipality is one city.
    ['national', '110101', '110100'],
    // A station known by province only counts towards the province.
    ['national', '320000', '320000'],
    ['park', '320500', undefined],
    ['mobile', '320500', undefined],
    ['national', '990000', undefined],
  ])('%s in %s: %s', (stationType, regionCode, expected) => {
    expect(cityEvaluatedBy({ stationType, regionCode })).toBe(expected)
  })
})

describe('hours and days of a report', () => {
  test.each([
    // The report of an hour is available five minutes after it.
    ['2026-03-10 10:04:59', '2026-03-10 09:00:00'],
    ['2026-03-10 10:05:00', '2026-03-10 10:00:00'],
    ['2026-03-10 11:04:59', '2026-03-10 10:00:00'],
  ])('at %s the latest reported hour is %s', (now, hour) => {
    expect(newestHour(at(now))).toBe(at(hour))
  })

  test.each([
    [undefined, '2026-03-10 00:00:01', '2026-03-10 00:00:00'],
    [undefined, '2026-03-10 23:59:59', '2026-03-10 00:00:00'],
    // Midnight belongs to the day it ends.
    [undefined, '2026-03-10 00:00:00', '2026-03-09 00:00:00'],
    ['2026-02-28', '2026-03-10 12:00:00', '2026-03-01 00:00:00'],
  ])('day %s at %s ends at %s', (date, now, end) => {
    expect(dayEnd(date, at(now))).toBe(at(end))
  })

  test.each([
    ['auto', '2026-03-01 00:00:00', 2012],
    ['auto', '2026-03-01 01:00:00', 2026],
    ['2012', '2026-03-10 00:00:00', 2012],
    ['2026', '2020-03-10 00:00:00', 2026],
  ] as const)('%s: a period that ends at %s is evaluated by %i', (choice, end, standard) => {
    expect(standardOf(choice, at(end))).toBe(standard)
  })

  test('lists a pollutant with several items once', () => {
    expect(pollutantsOf('hour', [2, 6, 5, 99])).toEqual(['pm10', 'pm25'])
    expect(pollutantsOf('day', [4, 6])).toEqual(['o3'])
  })

  const SETTLE = 5 * MINUTE_MS
  test.each([
    // now in minutes after HOUR, closed hours up to two hours later
    [4, []],
    [5, [0]],
    [64, [0]],
    [65, [0, 1]],
    [600, [0, 1, 2]],
  ])('%i min after an hour the closed hours are %j', (minutes, hours) => {
    const nowMs = HOUR + minutes * MINUTE_MS
    expect(closedHours(HOUR, HOUR + 2 * HOUR_MS, nowMs, SETTLE)).toEqual(hours.map((n) => HOUR + n * HOUR_MS))
    expect(isDayClosed(HOUR, nowMs, SETTLE)).toBe(minutes >= 5)
  })
})

describe('the hours of a station', () => {
  const channel = (channelNo: number, metricCode: AqiPollutant, isActive = true) => ({
    stationId: 's',
    deviceNo: 1,
    channelNo,
    metricCode,
    isActive,
  })
  const hourNo = HOUR / HOUR_MS
  const measured = (channelNo: number, ...values: readonly (readonly [back: number, mean: number])[]) =>
    [
      channelNo,
      { channelNo, hours: values.map(([back]) => hourNo - back), means: values.map(([, mean]) => mean) },
    ] as const

  test('are 24 up to the requested one, newest last, with null when not measured', () => {
    const hours = stationHours([channel(1, 'o3')], new Map([measured(1, [0, 80], [2, 60], [23, 10], [24, 5], [-1, 1])]))
    const { o3 } = hours.endingAt(HOUR)
    expect(o3).toHaveLength(24)
    expect([o3?.[0], o3?.[21], o3?.[22], o3?.[23]]).toEqual([10, 60, null, 80])
    expect(hours.endingAt(HOUR - HOUR_MS).o3?.slice(-2)).toEqual([60, null])
  })

  test('of two instruments are the mean of the valid ones', () => {
    const both = new Map([measured(1, [0, 80], [1, 60]), measured(2, [0, 40])])
    const { so2 } = stationHours([channel(1, 'so2'), channel(2, 'so2')], both).endingAt(HOUR)
    expect(so2?.slice(-2)).toEqual([60, 60])
  })

  test('of an instrument in service are planned even without data, those of a retired one only if it measured', () => {
    const channels = [channel(1, 'so2'), channel(2, 'no2', false), channel(3, 'co', false)]
    const hours = stationHours(channels, new Map([measured(3, [0, 1])])).endingAt(HOUR)
    expect(Object.keys(hours).toSorted()).toEqual(['co', 'so2'])
    expect(hours.so2?.every((value) => value === null)).toBe(true)
  })
})

describe('a row of a report', () => {
  const place = { placeKind: 's', placeId: 's', stations: null } as const

  test('keeps every figure but shows only what the standard of its day publishes', () => {
    // The ninth figure is the running mean of PM2.5, published under 2012 and not under 2026.
    const figures = [...AQI_POLLUTANTS.map(() => ({ value: 1.26, n: 1 })), undefined, undefined, { value: 35.6, n: 20 }]
    const then = rowOf(NO_TABLES, { ...place, span: 'h', tMs: at('2026-02-28 10:00:00') }, figures)
    const now = rowOf(NO_TABLES, { ...place, span: 'h', tMs: HOUR }, figures)
    expect([then.standard, now.standard]).toEqual([2012, 2026])
    expect([then.means[8], now.means[8], then.shown[8], now.shown[8]]).toEqual([35.6, 35.6, 36, null])
    expect([now.counts[8], now.counts[6], now.means[6]]).toEqual([20, null, null])
    expect(now.shown[3]).toBe(1.3)
  })

  test('of a city is the mean of the stations that measure, however few, and empty where none does', () => {
    const station = (so2: number | null, n: number | null) => ({
      means: [so2, null, null, null, null, null, null],
      counts: [n, null, null, null, null, null, null],
    })
    const day = { span: 'd', placeId: '320500', tMs: at('2026-03-11 00:00:00'), stations: 4 } as const
    const { means, counts, placeKind, stations } = cityRow(NO_TABLES, day, [
      station(10, 24),
      station(20, 20),
      // One measured with invalid data, one not measured.
      station(null, 17),
      station(null, null),
    ])
    expect([placeKind, stations, means[0], counts[0]]).toEqual(['c', 4, 15, 2])
    expect([means[1], counts[1]]).toEqual([null, null])
    // Planned, although no station has a valid value.
    const invalid = cityRow(NO_TABLES, day, [station(null, 17)])
    expect([invalid.means[0], invalid.counts[0]]).toEqual([null, 0])
  })
})
