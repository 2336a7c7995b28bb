import { describe, expect, it } from 'vitest'
import { lastPeriod, periodAt, periodText } from './report-period.ts'
import { formatGmt8, parseGmt8 } from './time.ts'

const at = (text: string) => parseGmt8(text) ?? Number.NaN
const shown = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => [formatGmt8(fromMs), formatGmt8(toMs)]

describe('a period', () => {
  it.each([
    ['hour', '2026-11-21 10:42:18', '2026-11-21 10:00:00', '2026-11-21 11:00:00'],
    ['hour', '2026-11-21 11:00:00', '2026-11-21 10:00:00', '2026-11-21 11:00:00'],
    ['day', '2026-11-21 00:00:00', '2026-11-20 00:00:00', '2026-11-21 00:00:00'],
    ['day', '2026-11-21 00:00:01', '2026-11-21 00:00:00', '2026-11-22 00:00:00'],
    ['week', '2026-11-22 23:59:59', '2026-11-16 00:00:00', '2026-11-23 00:00:00'],
    ['week', '2026-11-23 00:00:00', '2026-11-16 00:00:00', '2026-11-23 00:00:00'],
    ['week', '2019-12-31 12:00:00', '2019-12-30 00:00:00', '2020-01-06 00:00:00'],
    ['month', '2026-12-31 23:59:59', '2026-12-01 00:00:00', '2027-01-01 00:00:00'],
    ['month', '2028-02-29 12:00:00', '2028-02-01 00:00:00', '2028-03-01 00:00:00'],
  ] as const)('of a %s at %s starts after its border', (unit, text, from, to) => {
    expect(shown(periodAt(unit, at(text)))).toEqual([from, to])
  })

  it.each([
    ['hour', '2026-11-21 10:42:18', '2026-11-21 10:00'],
    ['hour', '2026-11-21 00:05:00', '2026-11-20 24:00'],
    ['day', '2026-11-21 00:00:00', '2026-11-20'],
    ['day', '2026-11-21 10:42:18', '2026-11-20'],
    ['week', '2026-11-25 08:30:00', '2026-11-16 – 11-22'],
    ['month', '2026-11-25 08:30:00', '2026-10'],
    ['month', '2027-01-01 00:00:00', '2026-12'],
  ] as const)('of a %s that is over at %s is %s', (unit, text, words) => {
    expect(periodText(unit, lastPeriod(unit, at(text)))).toBe(words)
  })
})
