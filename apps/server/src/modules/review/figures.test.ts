import { RAW_KEPT_DAYS } from '@natim/contract/mon/sample-mark'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../platform/errors.ts'
import type { ChannelRecord } from '../overview/index.ts'
import { hourlyMedians } from './doubts.ts'
import { assertMarkable } from './marks.ts'

const NOW = parseGmt8('2026-11-25 10:00:00') ?? 0

describe('the size limit of a decision', () => {
  const channels = (...periods: readonly number[]) => periods.map((periodS) => ({ periodS })) as ChannelRecord[]
  /** The reason of a refusal; undefined if accepted. */
  const refusal = (...given: Parameters<typeof assertMarkable>) => {
    try {
      assertMarkable(...given)
      return undefined
    } catch (error) {
      return (error as AppError).code
    }
  }
  const back = (ms: number) => NOW - ms

  test.each([
    ['a minute', back(MINUTE_MS), NOW, undefined],
    ['no time at all', NOW, NOW, 'ts.range_inverted'],
    ['a span that ends before it begins', NOW, back(1), 'ts.range_inverted'],
    ['a month', back(31 * DAY_MS), NOW, undefined],
    ['a month and a millisecond', back(31 * DAY_MS + 1), NOW, 'mark.too_long'],
    ['the oldest sample that is kept', back(RAW_KEPT_DAYS * DAY_MS), back(89 * DAY_MS), undefined],
    ['one that is older', back(RAW_KEPT_DAYS * DAY_MS + 1), back(89 * DAY_MS), 'mark.past_retention'],
  ])('%s', (_, fromMs, toMs, expected) => {
    expect(refusal(channels(60), fromMs, toMs, NOW)).toBe(expected)
  })

  test.each([
    // Samples by period and number of channels; at most 200,000 are accepted.
    [[10], 200_000 * 10, undefined],
    [[10], 200_000 * 10 + 1, 'mark.too_many'],
    [[10, 10], 100_000 * 10, undefined],
    [[10, 10], 100_000 * 10 + 1, 'mark.too_many'],
    // A channel without a period counts as one sample per second.
    [[0], 200_000, undefined],
    [[0], 200_001, 'mark.too_many'],
  ])('periods %j over %i s: %s', (periods, seconds, expected) => {
    expect(refusal(channels(...periods), back(seconds * 1_000), NOW, NOW)).toBe(expected)
  })
})

describe('hourly medians of neighbouring stations', () => {
  const DAY = parseGmt8('2026-11-20 00:00:00') ?? 0
  const hour = (n: number, ...values: readonly number[]) => values.map((value) => ({ endMs: DAY + n * HOUR_MS, value }))

  test('need three stations; the hour that ends at midnight is the last of the day', () => {
    const medians = hourlyMedians(
      [...hour(1, 9, 1, 5), ...hour(2, 1, 5), ...hour(24, 4, 1, 2, 3), ...hour(0, 7, 7, 7), ...hour(25, 8, 8, 8)],
      DAY,
    )
    expect(medians).toHaveLength(24)
    expect([medians[0], medians[1], medians[2], medians[23]]).toEqual([5, null, null, 2.5])
    expect(medians).not.toContain(7)
    expect(medians).not.toContain(8)
  })
})
