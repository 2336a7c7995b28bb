import type { SatTask } from '@natim/contract/mon/sat'
import { NO_VALUE } from '@natim/domain/format'
import { commandDeadline } from '@natim/domain/sat-task'
import { Letter } from '../map/letter.tsx'
import { Countdown } from '../ranking.tsx'
import { minuteText } from '../sat-text.ts'

const WAITING = ['submitted', 'approved', 'planned', 'replanned']

/** The current pass, and the time left to order it while it is not ordered. */
export function NextPass({ task: { nextPassMs, choiceRank, state } }: { readonly task: SatTask }) {
  if (nextPassMs === null) return NO_VALUE
  return (
    <span className="num">
      {choiceRank > 0 && <Letter rank={choiceRank} />} {minuteText(nextPassMs)}{' '}
      {WAITING.includes(state) && <Countdown toMs={commandDeadline(nextPassMs)} />}
    </span>
  )
}
