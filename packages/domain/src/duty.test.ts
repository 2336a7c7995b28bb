import { describe, expect, it } from 'vitest'
import { addDays, handoverPhase, isOnDuty, mondayOf, restAround, shiftHours, shiftSpan } from './duty.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

describe('duty', () => {
  it('on a shift lasts from its start until just before its end, across midnight as well', () => {
    const night = shiftSpan('2026-11-21', 20 * 60, 12 * 60)
    expect(night).toEqual({ fromMs: at('2026-11-21T20:00:00'), toMs: at('2026-11-22T08:00:00') })
    expect([night.fromMs - 1, night.fromMs, night.toMs - 1, night.toMs].map((ms) => isOnDuty(night, ms))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('computes the rest on both sides; adjacent shifts leave none', () => {
    const early = shiftSpan('2026-11-21', 480, 480)
    const late = shiftSpan('2026-11-21', 960, 480)
    const nextNight = shiftSpan('2026-11-22', 480, 480)
    expect(restAround(early, [late])).toBe(0)
    expect(restAround(late, [nextNight])).toBe(8 * HOUR_MS)
    expect(restAround(nextNight, [early, late])).toBe(8 * HOUR_MS)
    expect(restAround(early, [])).toBe(Number.POSITIVE_INFINITY)
  })

  it('is handed over from a quarter of an hour before the end, late ten minutes after it', () => {
    const end = at('2026-11-21T16:00:00')
    const phase = (minutes: number, ms = 0) => handoverPhase(end, end + minutes * MINUTE_MS + ms)
    expect([phase(-15, -1), phase(-15), phase(10, -1), phase(10)]).toEqual(['early', 'due', 'due', 'late'])
  })

  it('is planned in weeks that start on Monday', () => {
    expect(['2026-11-16', '2026-11-21', '2026-11-22', '2026-11-23'].map(mondayOf)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-11-23',
    ])
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('formats hours for display', () => {
    expect([shiftHours(480, 480), shiftHours(960, 480), shiftHours(1_200, 720), shiftHours(510, 60)]).toEqual([
      '08–16',
      '16–24',
      '20–08',
      '08:30–09:30',
    ])
  })
})
