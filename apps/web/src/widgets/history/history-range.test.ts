import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { baseRange, HISTORY_DEFAULTS, readHistoryState, shownRange, zoomTo } from './history-range.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('range of the history chart', () => {
  it('is the last day, ending at the next full minute', () => {
    const { fromMs, toMs } = baseRange(HISTORY_DEFAULTS, NOW)
    expect([toMs, toMs - fromMs]).toEqual([parseGmt8('2026-11-21 10:43:00'), 24 * HOUR])
  })

  it.each([
    ['7d', '2026-11-21 10:50:00'],
    ['30d', '2026-11-21 11:00:00'],
  ])('refetches %s only when its end moves on', (range, end) => {
    expect(baseRange({ ...HISTORY_DEFAULTS, range }, NOW).toMs).toBe(parseGmt8(end))
  })

  it.each([
    ['2026-11-21 10:42:18', '2026-11-01 00:00:00', '2026-11-21 11:00:00'],
    ['2026-11-30 23:30:00', '2026-11-01 00:00:00', '2026-12-01 00:00:00'],
    ['2026-12-01 00:00:01', '2026-12-01 00:00:00', '2026-12-01 01:00:00'],
  ])('shows at %s the month from %s to %s', (now, from, to) => {
    const range = baseRange({ ...HISTORY_DEFAULTS, range: 'month' }, parseGmt8(now) ?? 0)
    expect(range).toEqual({ fromMs: parseGmt8(from), toMs: parseGmt8(to) })
  })

  it('shows the narrowest level', () => {
    expect(
      shownRange(
        {
          ...HISTORY_DEFAULTS,
          zoom: [
            [10, 90_000],
            [20, 30_000],
          ],
        },
        NOW,
      ),
    ).toEqual({ fromMs: 20, toMs: 30_000 })
  })

  it('accepts a custom range', () => {
    const state = readHistoryState({ range: 'custom', from: 1_000, to: 9_000, zoom: [] })
    expect(baseRange(state, NOW)).toEqual({ fromMs: 1_000, toMs: 9_000 })
  })

  it.each([
    [{ range: '99d', from: 0, to: 0, zoom: [] }],
    [{ range: 'toString', from: 0, to: 0, zoom: [] }],
    [{ range: 'custom', from: 9_000, to: 1_000, zoom: [] }],
    [{ range: 'custom', from: 'x', to: 'y', zoom: [] }],
    [{ range: '24h', from: 0, to: 0, zoom: 'x' }],
    [{ range: '24h', from: 0, to: 0, zoom: [[9, 3], 'x', null] }],
  ])('falls back to the day for %j', (state) => {
    expect(readHistoryState(state as never)).toEqual(HISTORY_DEFAULTS)
  })
})

describe('zoom levels', () => {
  const wide = [0, 100 * MINUTE] as const
  const narrow = [10 * MINUTE, 20 * MINUTE] as const

  it('adds a level for each zoom-in step', () => {
    expect(zoomTo([wide], { fromMs: narrow[0], toMs: narrow[1] })).toEqual([wide, narrow])
  })

  it('refines the last level by a small step', () => {
    expect(zoomTo([wide, narrow], { fromMs: 11 * MINUTE, toMs: 19 * MINUTE })).toEqual([
      wide,
      [11 * MINUTE, 19 * MINUTE],
    ])
  })

  it('moves the last level when panning', () => {
    expect(zoomTo([wide, narrow], { fromMs: 15 * MINUTE, toMs: 25 * MINUTE })).toEqual([
      wide,
      [15 * MINUTE, 25 * MINUTE],
    ])
  })

  it('removes levels when zooming out beyond them', () => {
    expect(zoomTo([wide, narrow], { fromMs: -50 * MINUTE, toMs: 150 * MINUTE })).toEqual([[-50 * MINUTE, 150 * MINUTE]])
  })

  it('never gets narrower than a few samples', () => {
    expect(zoomTo([], { fromMs: 10.4, toMs: 11 })).toEqual([[10, 5_010]])
  })
})
