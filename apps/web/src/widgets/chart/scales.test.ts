import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tickLabel, ticksThatFit, timeTicks } from './time-ticks.ts'
import { axisScale, niceScale } from './value-scale.ts'
import { dragRange, MIN_ZOOM_SPAN_MS, panBy, zoomAround } from './zoom.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 21, 4)

describe('niceScale', () => {
  it.each([
    [0, 2.4, { min: 0, max: 2.5, interval: 0.5 }],
    [0, 16, { min: 0, max: 20, interval: 5 }],
    [1_009, 1_018, { min: 1_008, max: 1_018, interval: 2 }],
    [7, 7, { min: 6.6, max: 7.4, interval: 0.2 }],
    [0, 0, { min: -0.6, max: 0.6, interval: 0.2 }],
  ])('of %f to %f is round', (lo, hi, expected) => {
    expect(niceScale(lo, hi)).toEqual(expected)
  })

  it('contains the data and has 2 to 7 ticks for any data', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-6)
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [lo, hi] = a < b ? [a, b] : [b, a]
        const { min, max, interval } = niceScale(lo, hi)
        const ticks = Math.round((max - min) / interval) + 1
        expect(min).toBeLessThanOrEqual(lo + Math.abs(lo) * 1e-9)
        expect(max).toBeGreaterThanOrEqual(hi - Math.abs(hi) * 1e-9)
        expect(ticks).toBeGreaterThanOrEqual(2)
        expect(ticks).toBeLessThanOrEqual(7)
      }),
    )
  })
})

it('uses the full scale of an agent detector, however little of it is used', () => {
  for (const values of [
    [0, 0],
    [3, 8],
  ])
    expect(axisScale('格', [{ channelNo: 1, name: '', unit: '格', precision: 0, values }], [])).toEqual({
      min: 0,
      max: 8,
      interval: 2,
    })
})

describe('timeTicks', () => {
  it('places ticks on round hours of GMT+8', () => {
    const ticks = timeTicks(NOON - DAY, NOON, 9)
    expect(ticks.map((tick) => tickLabel(tick, DAY))).toEqual([
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '11-21',
      '03:00',
      '06:00',
      '09:00',
    ])
  })

  it('places ticks on the first of a month for spans of years', () => {
    const ticks = timeTicks(Date.UTC(2024, 0, 10), Date.UTC(2026, 0, 10), 8)
    expect(ticks.map((tick) => tickLabel(tick, 700 * DAY))).toContain('2025-01')
  })

  it('[BZ-07] shows seconds for about ten minutes, and no label twice', () => {
    const labelsOf = (minutes: number, widthPx: number) => {
      const range = { fromMs: NOON - minutes * 60_000, toMs: NOON + 7_000 }
      return ticksThatFit(range, widthPx).map((tick) => tickLabel(tick, range.toMs - range.fromMs))
    }
    expect(labelsOf(10, 700).at(-1)).toBe('12:00:00')
    expect(labelsOf(20, 700).at(-1)).toBe('12:00')
    for (const minutes of [1, 10, 12, 15, 20])
      for (const widthPx of [300, 700, 1_400, 2_600]) {
        const labels = labelsOf(minutes, widthPx)
        expect(new Set(labels).size, `${minutes} min at ${widthPx} px`).toBe(labels.length)
      }
  })

  it('never exceeds the requested count or leaves the range', () => {
    const at = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    const span = fc.integer({ min: 1_000, max: 1_800 * DAY })
    fc.assert(
      fc.property(at, span, fc.integer({ min: 2, max: 24 }), (fromMs, spanMs, count) => {
        const ticks = timeTicks(fromMs, fromMs + spanMs, count)
        expect(ticks.length).toBeLessThanOrEqual(count + 1)
        expect(ticks.every((tick) => tick >= fromMs && tick < fromMs + spanMs)).toBe(true)
      }),
    )
  })

  it('never repeats a label on one axis', () => {
    for (const days of [0.1, 1, 4.1, 7, 30, 200, 310, 700])
      for (const count of [3, 8, 20]) {
        const labels = timeTicks(NOON - days * DAY, NOON, count).map((tick) => tickLabel(tick, days * DAY))
        expect(new Set(labels).size).toBe(labels.length)
      }
  })

  it('is empty for an empty range', () => {
    expect(timeTicks(5, 5, 10)).toEqual([])
  })
})

describe('zoom', () => {
  const view = { fromMs: 0, toMs: 10 * HOUR }

  it('keeps the instant under the pointer', () => {
    const next = zoomAround(view, 2 * HOUR, 0.5)
    expect(next).toEqual({ fromMs: HOUR, toMs: 6 * HOUR })
  })

  it('stops at the minimum span', () => {
    const { fromMs, toMs } = zoomAround({ fromMs: 0, toMs: MIN_ZOOM_SPAN_MS }, 0, 0.1)
    expect(toMs - fromMs).toBe(MIN_ZOOM_SPAN_MS)
  })

  it('accepts a drag in either direction and ignores a click', () => {
    expect(dragRange(4 * HOUR, 2 * HOUR, view)).toEqual({ fromMs: 2 * HOUR, toMs: 4 * HOUR })
    expect(dragRange(HOUR, HOUR + 10_000, view)).toBeUndefined()
  })

  it('pans by a share of the view', () => {
    expect(panBy(view, 0.5)).toEqual({ fromMs: 5 * HOUR, toMs: 15 * HOUR })
  })
})
