import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatCountdown,
  formatDuration,
  formatExact,
  formatKpi,
  formatLimit,
  formatNumber,
  formatShare,
  formatShortTime,
  formatSigned,
  formatValue,
  formatWaiting,
  NO_VALUE,
} from './format.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from './time.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0

describe('numbers (design.md §9)', () => {
  it.each([
    [1284, 0, '1,284'],
    [-5.05, 1, '\u22125.0'],
    [-0.04, 1, '0.0'],
    [1234567.891, 2, '1,234,567.89'],
    [999, 0, '999'],
    [0, 2, '0.00'],
    [Number.NaN, 0, NO_VALUE],
    [Number.POSITIVE_INFINITY, 0, NO_VALUE],
  ])('%d with %i decimals: %s', (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text)
  })

  it.each([
    [2.314, 'ppm', 2, '2.31 ppm'],
    [-12.34, '℃', 1, '\u221212.3 ℃'],
    [3, '1', 0, '3'],
    [null, 'ppm', 2, NO_VALUE],
    [undefined, 'ppm', 2, NO_VALUE],
  ])('%s %s: %s', (value, unit, precision, text) => {
    expect(formatValue(value, unit, precision)).toBe(text)
  })

  it.each([
    [1284, '1,284'],
    [10_000_000, '10,000,000'],
    [30_256_000, '3,025.6 万'],
    [30_000_000, '3,000 万'],
    [380_000_000, '3.8 亿'],
    [-123_456_789, '\u22121.2 亿'],
  ])('key figure %d: %s', (value, text) => {
    expect(formatKpi(value)).toBe(text)
  })

  it('formats shares and signed differences', () => {
    expect([
      formatShare(0.9588),
      formatShare(null),
      formatSigned(38, 'ms'),
      formatSigned(-1204, 'ms'),
      formatSigned(0, 'ms'),
      formatSigned(0.5, 'ms', 1),
    ]).toEqual(['95.9 %', NO_VALUE, '+38 ms', '\u22121,204 ms', '0 ms', '+0.5 ms'])
  })
})

describe('times', () => {
  it.each([
    [-30_000, '刚刚'],
    [500, '刚刚'],
    [4_000, '4 秒前'],
    [59_999, '59 秒前'],
    [12 * MINUTE_MS, '12 分钟前'],
    [2 * HOUR_MS, '2 小时前'],
    [DAY_MS - 1, '23 小时前'],
    [DAY_MS, '11-20 10:42'],
    [400 * DAY_MS, '2025-10-17 10:42'],
    [-2 * HOUR_MS, '11-21 12:42'],
  ])('age of %i ms: %s', (ageMs, text) => {
    expect(formatAge(NOW - ageMs, NOW)).toBe(text)
  })

  it.each([
    [0, '0 秒'],
    [999, '0 秒'],
    [45_000, '45 秒'],
    [674_000, '11 分 14 秒'],
    [75 * MINUTE_MS, '1 小时 15 分'],
    [HOUR_MS, '1 小时'],
    [HOUR_MS + 5_000, '1 小时'],
    [24 * HOUR_MS - 1_000, '23 小时 59 分'],
    [24 * HOUR_MS, '1 天'],
    [76 * HOUR_MS, '3 天 4 小时'],
    [-5, '0 秒'],
  ])('%i ms takes %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  it('formats clock, short time and countdown', () => {
    expect([formatClock(NOW), formatShortTime(NOW), formatCountdown(249_000), formatCountdown(3_849_000)]).toEqual([
      '10:42:18',
      '11-21 10:42',
      '04:09',
      '1:04:09',
    ])
  })

  it('counts waiting time by the second, from two days on by the day', () => {
    expect([48 * HOUR_MS - 1_000, 48 * HOUR_MS, 143 * HOUR_MS].map(formatWaiting)).toEqual(['47:59:59', '2 天', '5 天'])
  })
})

describe('formatLimit', () => {
  it.each([
    [44.5, '44.5'],
    [0.344_826_5, '0.3448'],
    [0.000_03, '0.00003'],
    [1_500, '1,500'],
    [123_456.78, '123,457'],
    [200, '200'],
    [0, '0'],
    [-30, '−30'],
  ])('%f is shown as entered, or with four digits', (value, text) => {
    expect(formatLimit(value)).toBe(text)
  })
})

describe('formatExact', () => {
  it.each([
    [0.0025, '0.0025'],
    [1_500, '1,500'],
    [-0.5, '−0.5'],
    [1e-7, '0.0000001'],
    [1.5e-7, '0.00000015'],
    [1e21, '1e+21'],
    [0.1 + 0.2, '0.3'],
    [0, '0'],
  ])('%f keeps its decimals', (value, text) => {
    expect(formatExact(value)).toBe(text)
  })
})
