import { describe, expect, it, test } from 'vitest'
import { parseGmt8 } from '../time.ts'
import {
  nextStartMs,
  openUntilMs,
  parseRecurrence,
  recurrenceText,
  type TimeWindow,
  windowStateAt,
} from './recurrence.ts'

const at = (text: string) => parseGmt8(text) ?? Number.NaN
/** 2026-11-21 is a Saturday. */
const windowOf = (from: string, to: string, rrule?: string, ended?: string): TimeWindow => {
  const recurrence = rrule === undefined ? null : parseRecurrence(rrule)
  if (recurrence === undefined) throw new Error(`not read: ${rrule}`)
  return { fromMs: at(from), toMs: at(to), recurrence, endedMs: ended === undefined ? null : at(ended) }
}

describe('a recurrence', () => {
  it('is parsed from the subset of iCalendar that windows use', () => {
    expect(parseRecurrence('FREQ=DAILY')).toMatchObject({ freq: 'DAILY', untilMs: null })
    expect(parseRecurrence('FREQ=WEEKLY;BYDAY=MO,WE')).toMatchObject({ freq: 'WEEKLY', weekdays: [1, 3] })
    expect(parseRecurrence('FREQ=WEEKLY;UNTIL=20261130')?.untilMs).toBe(at('2026-12-01 00:00:00') - 1)
    expect(parseRecurrence('FREQ=DAILY;UNTIL=20261130T155959Z')?.untilMs).toBe(at('2026-11-30 23:59:59'))
  })

  test.each([
    '',
    'FREQ=MONTHLY',
    'FREQ=WEEKLY;BYDAY=',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=MO,MO',
    'FREQ=DAILY;BYDAY=MO',
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=DAILY;COUNT=3',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=DAILY;UNTIL=20261130T255959Z',
    'freq=daily',
    `FREQ=DAILY;${'X'.repeat(100)}`,
  ])('is refused as %j rather than partly understood', (text) => {
    expect(parseRecurrence(text)).toBeUndefined()
  })

  it('is written out from Monday on', () => {
    const read = (text: string) => recurrenceText(parseRecurrence(text) ?? null, at('2026-11-21 08:00:00'))
    expect([read('FREQ=DAILY'), read('FREQ=WEEKLY;BYDAY=SU,FR,MO'), read('FREQ=WEEKLY')]).toEqual([
      '每天',
      '每周一、周五、周日',
      '每周六',
    ])
    expect(recurrenceText(null, 0)).toBe('')
  })
})

describe('a window', () => {
  const stateOf = (window: TimeWindow, text: string) => windowStateAt(window, at(text))

  it('without recurrence is open from its start until just before its end', () => {
    const once = windowOf('2026-11-21 08:00:00', '2026-11-21 16:00:00')
    expect(stateOf(once, '2026-11-21 07:59:59')).toBe('waiting')
    expect(stateOf(once, '2026-11-21 08:00:00')).toBe('open')
    expect(stateOf(once, '2026-11-21 15:59:59')).toBe('open')
    expect(stateOf(once, '2026-11-21 16:00:00')).toBe('ended')
  })

  it('recurs at its clock time on its weekdays, not before its first day', () => {
    const weekly = windowOf('2026-11-18 22:00:00', '2026-11-19 02:00:00', 'FREQ=WEEKLY;BYDAY=MO,WE')
    expect(stateOf(weekly, '2026-11-16 23:00:00')).toBe('waiting')
    // Over midnight: it belongs to the day on which it started.
    expect(stateOf(weekly, '2026-11-19 01:59:59')).toBe('open')
    expect(stateOf(weekly, '2026-11-19 02:00:00')).toBe('between')
    expect(stateOf(weekly, '2026-11-23 21:59:59')).toBe('between')
    expect(stateOf(weekly, '2026-11-23 22:00:00')).toBe('open')
    expect(stateOf(weekly, '2026-11-24 23:00:00')).toBe('between')
    expect(openUntilMs(weekly, at('2026-11-24 01:00:00'))).toBe(at('2026-11-24 02:00:00'))
    expect(nextStartMs(weekly, at('2026-11-19 02:00:00'))).toBe(at('2026-11-23 22:00:00'))
  })

  it('ends with the last span that starts before UNTIL', () => {
    const daily = windowOf('2026-11-20 22:00:00', '2026-11-21 02:00:00', 'FREQ=DAILY;UNTIL=20261121')
    expect(stateOf(daily, '2026-11-22 01:00:00')).toBe('open')
    expect(stateOf(daily, '2026-11-22 02:00:00')).toBe('ended')
    expect(nextStartMs(daily, at('2026-11-21 23:00:00'))).toBeUndefined()
  })

  it('that was ended by a user closes in the middle of a span and does not recur', () => {
    const daily = windowOf('2026-11-20 08:00:00', '2026-11-20 16:00:00', 'FREQ=DAILY', '2026-11-21 10:00:00')
    expect(stateOf(daily, '2026-11-21 09:59:59')).toBe('open')
    expect(openUntilMs(daily, at('2026-11-21 09:00:00'))).toBe(at('2026-11-21 10:00:00'))
    expect(stateOf(daily, '2026-11-21 10:00:00')).toBe('ended')
    expect(stateOf(daily, '2026-11-22 10:00:00')).toBe('ended')
  })

  it('of several days is open on all of them', () => {
    const weekend = windowOf('2026-11-21 00:00:00', '2026-11-23 00:00:00', 'FREQ=WEEKLY;BYDAY=SA')
    expect(stateOf(weekend, '2026-11-22 23:59:59')).toBe('open')
    expect(stateOf(weekend, '2026-11-23 00:00:00')).toBe('between')
    expect(stateOf(weekend, '2026-11-29 12:00:00')).toBe('open')
  })

  it('whose first day is not among its weekdays starts on the next one that is', () => {
    const monday = windowOf('2026-11-21 08:00:00', '2026-11-21 09:00:00', 'FREQ=WEEKLY;BYDAY=MO')
    expect(stateOf(monday, '2026-11-21 08:30:00')).toBe('between')
    expect(stateOf(monday, '2026-11-23 08:30:00')).toBe('open')
  })
})
