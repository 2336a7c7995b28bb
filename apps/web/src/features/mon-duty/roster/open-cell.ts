import type { DutyAssignment, DutyTeam } from '@natim/contract/mon/duty'

/** A shift of a day that somebody opened. */
export interface OpenCell {
  readonly team: DutyTeam
  readonly shift: DutyTeam['shifts'][number]
  readonly day: string
  readonly held: DutyAssignment | undefined
}
