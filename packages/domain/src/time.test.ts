import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bucketEnd,
  calendarDayGmt8,
  DAY_MS,
  formatGmt8,
  gmt8Fields,
  HOUR_MS,
  MINUTE_MS,
  parseGmt8,
  statDayGmt8,
} from './time.ts'

const at = (text: string) => parseGmt8(text) ?? Number.NaN

describe('GMT+8 text', () => {
  it('formats epoch ms in GMT+8 in any machine time zone', () => {
    expect(formatGmt8(Date.UTC(2026, 10, 20, 16, 0, 0))).toBe('2026-11-21 00:00:00')
    expect(calendarDayGmt8(Date.UTC(2026, 10, 20, 15, 59, 59, 999))).toBe('2026-11-20')
  })

  it.each([
    '2026-02-29',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '2026-1-1',
    '2026-01-01T00:00:00',
    '',
    '20260101',
  ])('does not parse %j', (text) => {
    expect(parseGmt8(text)).toBeUndefined()
  })

  it('parses a day as its first instant', () => {
    expect(parseGmt8('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 16))
  })

  it('parses what it formatted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(parseGmt8(formatGmt8(seconds * 1000))).toBe(seconds * 1000)
      }),
    )
  })

  it('returns the weekday', () => {
    expect(gmt8Fields(at('2026-11-21')).weekday).toBe(6)
  })
})

describe('end-of-bucket rule (domain §1)', () => {
  it.each([
    ['13:00:00.001 is labelled 14:00', at('2026-11-21 13:00:00') + 1, HOUR_MS, at('2026-11-21 14:00:00')],
    ['14:00:00.000 is labelled 14:00', at('2026-11-21 14:00:00'), HOUR_MS, at('2026-11-21 14:00:00')],
    ['a minute', at('2026-11-21 14:00:01'), MINUTE_MS, at('2026-11-21 14:01:00')],
    ['a day ends at 24:00 GMT+8', at('2026-11-21 00:00:00') + 1, DAY_MS, at('2026-11-22 00:00:00')],
    ['00:00:00.000 closes the day before', at('2026-11-21 00:00:00'), DAY_MS, at('2026-11-21 00:00:00')],
  ])('%s', (_, ts, step, end) => {
    expect(bucketEnd(ts, step)).toBe(end)
  })

  it('assigns 00:00:00.000 to the previous statistical day and the next millisecond to the new day', () => {
    expect(statDayGmt8(at('2026-11-21 00:00:00'))).toBe('2026-11-20')
    expect(statDayGmt8(at('2026-11-21 00:00:00') + 1)).toBe('2026-11-21')
    expect(statDayGmt8(at('2026-11-21 23:59:59'))).toBe('2026-11-21')
  })

  it('assigns every instant to exactly one bucket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(MINUTE_MS, HOUR_MS, DAY_MS), (ts, step) => {
        const end = bucketEnd(ts, step)
        expect(ts > end - step && ts <= end).toBe(true)
      }),
    )
  })
})
