import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { chooseLevel, levelsByPreference } from './level.ts'

const FROM = 1_795_234_800_000
const request = { maxPoints: 1_500, rowBudget: 100_000 }

describe('levelsByPreference', () => {
  it.each([
    ['1 h at 1 s', HOUR_MS, 1_000, ['raw', '1m', '1h', '1d']],
    ['24 h at 60 s', DAY_MS, MINUTE_MS, ['raw', '1m', '1h', '1d']],
    ['24 h at 5 s', DAY_MS, 5_000, ['1m', 'raw', '1h', '1d']],
    ['7 d at 60 s', 7 * DAY_MS, MINUTE_MS, ['1m', 'raw', '1h', '1d']],
    ['30 d at 60 s', 30 * DAY_MS, MINUTE_MS, ['1m', 'raw', '1h', '1d']],
    ['30 d at 5 s: samples are beyond the budget', 30 * DAY_MS, 5_000, ['1m', '1h', '1d']],
    ['90 d at 60 s', 90 * DAY_MS, MINUTE_MS, ['1h', '1d']],
    ['5 y at 60 s', 1_826 * DAY_MS, MINUTE_MS, ['1d', '1h']],
    ['5 y of hourly samples', 1_826 * DAY_MS, HOUR_MS, ['1d', '1h', 'raw']],
    ['5 y without a period', 1_826 * DAY_MS, 0, ['raw', '1h', '1d']],
  ])('%s', (_, rangeMs, periodMs, expected) => {
    expect(levelsByPreference({ ...request, rangeMs, periodMs })).toEqual(expected)
  })
})

describe('chooseLevel', () => {
  const choose = (first: Parameters<typeof chooseLevel>[1]) =>
    chooseLevel(['1m', 'raw', '1h', '1d'], first, FROM, MINUTE_MS)

  it.each([
    ['all reach the beginning', { '1m': FROM + MINUTE_MS, raw: FROM, '1h': FROM + HOUR_MS, '1d': FROM + DAY_MS }, '1m'],
    [
      'minutes began later than samples',
      { '1m': FROM + 20 * HOUR_MS, raw: FROM, '1h': FROM + HOUR_MS, '1d': FROM + HOUR_MS },
      'raw',
    ],
    [
      'only hours reach back',
      { '1m': FROM + 20 * HOUR_MS, raw: FROM + 19 * HOUR_MS, '1h': FROM + HOUR_MS, '1d': null },
      '1h',
    ],
    ['only days reach back', { '1m': null, raw: null, '1h': FROM + 9 * DAY_MS, '1d': FROM + HOUR_MS }, '1d'],
    [
      'a new channel: its day began earlier by label only',
      { '1m': FROM + 5 * HOUR_MS, raw: FROM + 5 * HOUR_MS, '1h': FROM + 6 * HOUR_MS, '1d': FROM + 16 * HOUR_MS },
      '1m',
    ],
    ['rolled up a minute late', { '1m': null, raw: FROM + 1, '1h': null, '1d': null }, 'raw'],
    ['nothing at all', { '1m': null, raw: null, '1h': null, '1d': null }, '1m'],
  ] as const)('%s: %s', (_, first, expected) => {
    expect(choose(first)).toBe(expected)
  })
})
