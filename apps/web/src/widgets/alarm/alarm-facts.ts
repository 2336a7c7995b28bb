import { CLOSE_CODE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import {
  type ActionContext,
  type ActionDenial,
  type AlarmAction,
  type AlarmFacts,
  denialOf,
} from '@natim/domain/alarm/state'

/** Close codes allowed while the condition still holds. */
const CLOSES_ACTIVE = (['false', 'test', 'device', 'weather'] as const).map((code) => CLOSE_CODE[code])

const DENIALS: Readonly<Record<ActionDenial, string>> = {
  closed: '报警已关闭',
  already_acked: '报警已确认',
  severity_1: '特别重大报警不能搁置',
  not_shelved: '报警未被搁置',
  still_active: '报警仍在持续，恢复后才能关闭',
  no_drill: '不是演练报警',
  drill_code: '演练报警只能以“演练”关闭',
  code_needs_end: `报警仍在持续，只能以${CLOSES_ACTIVE.join('、')}关闭`,
}

const factsOf = ({ severity, active, acked, closedMs, shelvedUntilMs, drill }: AlarmRow): AlarmFacts => ({
  severity,
  active,
  acked,
  closedMs,
  shelvedUntilMs,
  drill,
})

/** Why an action on an alarm is not possible now, as text; undefined = it is. */
export function denialText(
  action: AlarmAction,
  row: AlarmRow,
  nowMs: number,
  context: ActionContext = {},
): string | undefined {
  const denial = denialOf(action, factsOf(row), nowMs, context)
  return denial && DENIALS[denial]
}

/** Whether it still needs acknowledgement. */
export const isUnacked = ({ state }: Pick<AlarmRow, 'state'>): boolean => state === 'unack' || state === 'rtn_unack'

/** How long the condition has held, or held until it ended, ms. */
export const lastedMs = ({ triggerMs, active, clearedMs, closedMs }: AlarmRow, nowMs: number): number =>
  (active ? nowMs : (clearedMs ?? closedMs ?? nowMs)) - triggerMs

/** Station, else device: a short place name. */
export const placeOf = ({ stationName, deviceName, regionText }: AlarmRow): string =>
  stationName ?? deviceName ?? regionText

/**
 * Line below a title: number of folded alarms or of the parent, the place, and whether it was found in backfilled data.
 */
export const subtitleOf = (row: AlarmRow): string =>
  [
    row.childCount > 0 && `含 ${row.childCount} 起`,
    row.parentNo !== null && `并入 ${row.parentNo}`,
    row.historic && '事后',
    placeOf(row),
  ]
    .filter(Boolean)
    .join(' · ')
