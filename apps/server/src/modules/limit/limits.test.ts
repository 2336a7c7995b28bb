import { describe, expect, test } from 'vitest'
import { shippedLimitsOf } from '../../testing/shipped-limits.ts'

const limitMarks = (metricCode: string, funcZone: 1 | 2, limitOverride: unknown, day: string) =>
  shippedLimitsOf({ metricCode, funcZone, limitOverride }, Date.parse(`${day}T12:00:00+08:00`))

const dayLimit = (day: string, zone: 1 | 2 = 2) =>
  limitMarks('pm25', zone, null, day).find((mark) => mark.avgPeriod === 'day')?.value

describe('published limits', () => {
  test('are those valid on the day', () => {
    expect(dayLimit('2026-02-28')).toBe(75)
    expect(dayLimit('2026-03-01')).toBe(60)
    expect(dayLimit('2031-01-01')).toBe(50)
    // Back again: a cache of one day must not answer for another.
    expect(dayLimit('2026-02-28')).toBe(75)
  })

  test('are those of the functional zone', () => {
    expect(dayLimit('2026-03-01', 1)).toBe(35)
    expect(dayLimit('2026-03-01', 2)).toBe(60)
  })

  test('a metric without any has none', () => {
    expect(limitMarks('air_temp', 2, null, '2026-11-21')).toEqual([])
  })
})

describe('limits of a channel itself', () => {
  test('stand in for the published ones, ascending', () => {
    const own = [
      { level: 2, op: '>', value: 9, avgS: 60 },
      { level: 4, op: '>', value: 3 },
    ]
    expect(limitMarks('pm25', 2, own, '2026-11-21')).toMatchObject([
      { name: '通道限值4级', value: 3, severity: 4, avgPeriod: 'instant' },
      { name: '通道限值2级', value: 9, severity: 2, avgPeriod: '60s' },
    ])
  })

  test.each([[[]], ['5'], [{ level: 1 }], [[{ level: 9, value: 1 }]], [[{ level: 1, value: 'NaN' }]]])(
    '%j is none, and the published ones stay',
    (broken) => {
      expect(limitMarks('pm25', 2, broken, '2026-11-21')).toEqual(limitMarks('pm25', 2, null, '2026-11-21'))
    },
  )
})
