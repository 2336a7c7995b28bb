import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { dueOfNext, nextMarks, ROLLUP_LEVELS, type RollupLevel, staleSpan } from './rollup-level.ts'

const [minutes, hours, days] = ROLLUP_LEVELS as [RollupLevel, RollupLevel, RollupLevel]
const at = (text: string) => parseGmt8(text) ?? Number.NaN
const NOON = at('2026-11-21 12:00:00')

describe('staleSpan', () => {
  const mark = (fromMs: number, toMs: number, bucketMs = NOON) => ({ deviceNo: 7, bucketMs, fromMs, toMs })

  it('covers whole minutes; an edge instant belongs to the minute it ends', () => {
    expect(staleSpan(minutes, mark(NOON - 90_000, NOON - 60_000))).toEqual({
      deviceNo: 7,
      loMs: NOON - 2 * MINUTE_MS,
      hiMs: NOON - MINUTE_MS,
    })
  })

  it('covers one bucket for a single instant', () => {
    expect(staleSpan(hours, mark(NOON + 1, NOON + 1, at('2026-11-22 00:00:00')))).toEqual({
      deviceNo: 7,
      loMs: NOON,
      hiMs: NOON + HOUR_MS,
    })
  })

  it('covers the GMT+8 day', () => {
    const end = at('2026-11-22 00:00:00')
    expect(staleSpan(days, mark(NOON, NOON, end))).toEqual({ deviceNo: 7, loMs: end - DAY_MS, hiMs: end })
  })

  it('stays inside the bucket of its mark', () => {
    expect(staleSpan(minutes, mark(NOON - 2 * HOUR_MS, NOON + HOUR_MS))).toEqual({
      deviceNo: 7,
      loMs: NOON - HOUR_MS,
      hiMs: NOON,
    })
  })
})

describe('nextMarks', () => {
  it('merges the spans of a device and day, ordered by device', () => {
    const span = (deviceNo: number, loMs: number, hiMs: number) => ({ deviceNo, loMs, hiMs })
    const spans = [
      span(9, NOON, NOON + MINUTE_MS),
      span(7, NOON, NOON + MINUTE_MS),
      span(9, NOON - HOUR_MS, NOON - 59 * MINUTE_MS),
    ]
    expect(nextMarks(spans, MINUTE_MS)).toEqual([
      { deviceNo: 7, bucketMs: at('2026-11-22 00:00:00'), fromMs: NOON + MINUTE_MS, toMs: NOON + MINUTE_MS },
      { deviceNo: 9, bucketMs: at('2026-11-22 00:00:00'), fromMs: NOON - 59 * MINUTE_MS, toMs: NOON + MINUTE_MS },
    ])
  })

  it('assigns the last minute of a day to the day it ends', () => {
    const midnight = at('2026-11-22 00:00:00')
    const spans = [
      { deviceNo: 7, loMs: midnight - MINUTE_MS, hiMs: midnight },
      { deviceNo: 7, loMs: midnight, hiMs: midnight + MINUTE_MS },
    ]
    expect(nextMarks(spans, MINUTE_MS).map(({ bucketMs }) => bucketMs)).toEqual([midnight, midnight + DAY_MS])
  })
})

describe("due time of the next level's marks", () => {
  const end = Date.UTC(2026, 10, 20, 3)
  const markTo = (toMs: number) => ({ deviceNo: 1, bucketMs: end + 24 * 3_600_000, fromMs: toMs, toMs })

  it.each([
    ['an hour that goes on', minutes, end - 60_000, end - 30_000, 120_000],
    ['an hour that has just ended', minutes, end, end + 59_000, 120_000],
    ['an hour that is over', minutes, end, end + 60_000, 30_000],
    ['a day that goes on', hours, end, end + 3_600_000, 600_000],
    ['a day that is over', hours, end, end + 48 * 3_600_000, 30_000],
  ])('%s', (_, level, toMs, nowMs, afterMs) => {
    const { next } = level
    if (!next) throw new Error('no next level')
    expect(dueOfNext(next, markTo(toMs), nowMs) - nowMs).toBe(afterMs)
  })
})
