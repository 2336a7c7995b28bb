import { describe, expect, test } from 'vitest'
import { shippedLimitsOf } from '../../testing/shipped-limits.ts'
import { limitsOver, type MarkInRange, ownLimitChanges } from './limits.ts'

const limitMarks = (metricCode: string, funcZone: 1 | 2, limitOverride: unknown, day: string) =>
  shippedLimitsOf({ metricCode, funcZone, limitOverride, versions: [] }, Date.parse(`${day}T12:00:00+08:00`))

const dayLimit = (day: string, zone: 1 | 2 = 2) =>
  limitMarks('pm25', zone, null, day).find((mark) => mark.avgPeriod === 'day')?.value

describe('published limits', () => {
  test('are those in force on the day', () => {
    expect(dayLimit('2026-02-28')).toBe(75)
    expect(dayLimit('2026-03-01')).toBe(60)
    expect(dayLimit('2031-01-01')).toBe(50)
    // Back again: the cache of one day must not be used for another.
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
  test('replace the published ones, in ascending order', () => {
    const own = [
      { level: 2, op: '>', value: 9, avgS: 60 },
      { level: 4, op: '>', value: 3 },
    ]
    expect(limitMarks('pm25', 2, own, '2026-11-21')).toMatchObject([
      { name: '自定限值 4 级', value: 3, severity: 4, avgPeriod: 'instant' },
      { name: '自定限值 2 级', value: 9, severity: 2, avgPeriod: '60s' },
    ])
  })

  test.each([[[]], ['5'], [{ level: 1 }], [[{ level: 9, value: 1 }]], [[{ level: 1, value: 'NaN' }]]])(
    '%j is ignored, and the published ones stay',
    (broken) => {
      expect(limitMarks('pm25', 2, broken, '2026-11-21')).toEqual(limitMarks('pm25', 2, null, '2026-11-21'))
    },
  )
})

describe('limits over a range', () => {
  const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`)
  const over = (metricCode: string, from: string, to: string, limitOverride: unknown = null) =>
    limitsOver(shippedLimitsOf, { metricCode, funcZone: 2, limitOverride, versions: [] }, at(from), at(to))
  const dayParts = (marks: readonly MarkInRange[]) =>
    marks.filter(({ avgPeriod }) => avgPeriod === 'day').map(({ value, fromMs, toMs }) => [value, fromMs, toMs])

  test('change within the range when the standard does', () => {
    expect(dayParts(over('pm25', '2026-02-01', '2031-06-01'))).toEqual([
      [75, at('2026-02-01'), at('2026-03-01')],
      [60, at('2026-03-01'), at('2031-01-01')],
      [50, at('2031-01-01'), at('2031-06-01')],
    ])
  })

  test('have no bounds when valid throughout, even across a change that keeps the figure', () => {
    expect(dayParts(over('pm25', '2026-03-01', '2026-04-01'))).toEqual([[60, undefined, undefined]])
    expect(over('cl2', '2026-02-01', '2026-04-01').every(({ fromMs }) => fromMs === undefined)).toBe(true)
    const own = over('pm25', '2026-02-01', '2026-04-01', [{ level: 3, value: 5 }])
    expect(own).toMatchObject([{ value: 5 }])
    expect(own[0]?.fromMs).toBeUndefined()
  })

  test("change within the range when the channel's own do, and are those of the time", () => {
    const noon = at('2026-05-01') + 12 * 3_600_000
    const versions = [
      { fromMs: 0, limitOverride: [{ level: 3, value: 5 }] },
      { fromMs: noon - 0.5, limitOverride: null },
    ]
    const channel = { metricCode: 'pm25', funcZone: 2, limitOverride: null, versions } as const
    const marks = limitsOver(shippedLimitsOf, channel, at('2026-05-01'), at('2026-05-02'))
    expect(marks).toMatchObject([
      { value: 5, fromMs: at('2026-05-01'), toMs: noon },
      ...shippedLimitsOf(channel, noon).map(({ value }) => ({ value, fromMs: noon, toMs: at('2026-05-02') })),
    ])
    expect(shippedLimitsOf(channel, noon - 1).map(({ value }) => value)).toEqual([5])
  })

  test('of a channel itself change where they are set, changed or removed, and not where other settings are', () => {
    const own = (level: number, value: number) => [{ level, value }]
    const versions = [null, own(3, 5), own(3, 5), own(3, 6), [], null].map((limitOverride, i) => ({
      fromMs: i * 100 - 0.5,
      limitOverride,
    }))
    expect(ownLimitChanges({ versions }, 0, 1_000)).toEqual([100, 300, 400])
    expect(ownLimitChanges({ versions }, 100, 400)).toEqual([300])
  })

  test('count midnight to the day it ends', () => {
    expect(dayParts(over('pm25', '2026-02-27', '2026-03-01'))).toEqual([[75, undefined, undefined]])
    expect(dayParts(over('pm25', '2026-03-01', '2026-03-02'))).toEqual([[60, undefined, undefined]])
  })
})
