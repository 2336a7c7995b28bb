import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { entriesOf, type TimelineTask } from './calendar.tsx'
import { ticksOf } from './gantt.tsx'

const NOON = Date.UTC(2026, 10, 21, 4)
const MIDNIGHT = Date.UTC(2026, 10, 20, 16)

const task = (id: string, given: Partial<TimelineTask> = {}): TimelineTask =>
  ({
    id,
    no: `SAT-${id}`,
    title: id,
    state: 'planned',
    choiceRank: 0,
    fromMs: NOON,
    toMs: NOON + DAY_MS,
    passes: [],
    ...given,
  }) as TimelineTask
const pass = (rank: number, startMs: number) => ({
  id: `p${rank}`,
  satCode: 'A',
  rank,
  startMs,
  endMs: startMs + 10_000,
})

describe('the ticks of a timeline', () => {
  it('are on whole GMT+8 days, at most nine of them', () => {
    const week = ticksOf(MIDNIGHT, MIDNIGHT + 7 * DAY_MS)
    expect(week[0]).toBe(MIDNIGHT)
    expect(week.length).toBeLessThanOrEqual(9)
    expect(new Set(week.slice(1).map((ms, i) => ms - (week[i] ?? 0)))).toEqual(new Set([DAY_MS]))
  })

  it('are on hours in a short window, and inside it', () => {
    const marks = ticksOf(NOON + 1, NOON + 12 * HOUR_MS)
    expect(marks.every((ms) => ms > NOON && ms <= NOON + 12 * HOUR_MS)).toBe(true)
    expect(((marks[1] ?? 0) - (marks[0] ?? 0)) % HOUR_MS).toBe(0)
    expect(ticksOf(MIDNIGHT, MIDNIGHT + 60 * DAY_MS).length).toBeLessThanOrEqual(10)
  })
})

describe('a day of the calendar', () => {
  it('shows the current pass of each task in time order', () => {
    const late = task('late', { passes: [pass(1, NOON + HOUR_MS)] })
    const early = task('early', { choiceRank: 2, passes: [pass(1, NOON - HOUR_MS), pass(2, NOON)] })
    expect(entriesOf([late, early], MIDNIGHT).map(({ task: { id }, rank }) => [id, rank])).toEqual([
      ['early', 2],
      ['late', 1],
    ])
  })

  it('shows the window of a task without passes, and covers (midnight, midnight]', () => {
    expect(entriesOf([task('draft')], MIDNIGHT)).toMatchObject([{ rank: 0, startMs: NOON }])
    const atMidnight = task('edge', { passes: [pass(1, MIDNIGHT)] })
    expect(entriesOf([atMidnight], MIDNIGHT)).toEqual([])
    expect(entriesOf([atMidnight], MIDNIGHT - DAY_MS)).toHaveLength(1)
  })
})
