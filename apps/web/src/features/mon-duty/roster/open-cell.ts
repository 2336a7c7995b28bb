import type { DutyAssignment, DutyTeam } from '@natim/contract/mon/duty'

/** The shift and day opened by a click. */
export interface OpenCell {
  readonly team: DutyTeam
  readonly shift: DutyTeam['shifts'][number]
  readonly day: string
  readonly held: DutyAssignment | undefined
}
