import type { DutyAssignment, DutyBoard, DutyTeam } from '@natim/contract/mon/duty'
import { addDays, isOnDuty, shiftSpan } from '@natim/domain/duty'

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

export const weekdayName = (index: number) => WEEKDAYS[index] ?? ''

/** The seven days of the week. */
export const daysOf = (week: string): string[] => WEEKDAYS.map((_, index) => addDays(week, index))

export const cellKey = (shiftId: string, day: string) => `${shiftId} ${day}`

/** Assigned persons by shift and day. */
export const byCell = (assignments: readonly DutyAssignment[]): ReadonlyMap<string, DutyAssignment> =>
  new Map(assignments.map((held) => [cellKey(held.shiftId, held.day), held]))

export type CellTime = 'past' | 'now' | 'next'

/** Whether a shift of a day is past, current or upcoming. */
export function cellTime({ startMin, lengthMin }: DutyTeam['shifts'][number], day: string, nowMs: number): CellTime {
  const span = shiftSpan(day, startMin, lengthMin)
  if (isOnDuty(span, nowMs)) return 'now'
  return span.toMs <= nowMs ? 'past' : 'next'
}

export interface Hole {
  readonly team: string
  readonly day: string
  readonly shift: string
}

/** Unassigned shifts of the week that are not over. */
export function holesOf({ week, teams, assignments }: DutyBoard, nowMs: number): Hole[] {
  const held = byCell(assignments)
  return daysOf(week).flatMap((day) =>
    teams.flatMap((team) =>
      team.shifts
        .filter((shift) => !held.has(cellKey(shift.id, day)) && cellTime(shift, day, nowMs) !== 'past')
        .map((shift) => ({ team: team.name, day, shift: shift.name })),
    ),
  )
}

/** `11-21 中班` */
export const shiftOf = ({ day, shiftName }: { readonly day: string; readonly shiftName: string }) =>
  `${day.slice(5)} ${shiftName}班`
