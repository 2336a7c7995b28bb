import type { Severity } from '../limit.ts'

/** Displayed state of an alarm (domain §3.9), by urgency. */
export type AlarmState = 'unack' | 'acked' | 'rtn_unack' | 'cleared' | 'shelved' | 'closed'

/** Why an alarm was closed. */
export type CloseCode = 'real' | 'false' | 'test' | 'device' | 'weather' | 'other'

/** The columns that determine the state. Instants are epoch ms. */
export interface AlarmFacts {
  readonly severity: Severity
  readonly active: boolean
  readonly acked: boolean
  readonly closedMs: number | null
  readonly shelvedUntilMs: number | null
  readonly drill: boolean
}

/** Actions of a person on an alarm. */
export type AlarmAction = 'ack' | 'close' | 'shelve' | 'unshelve' | 'assign' | 'comment' | 'check' | 'endDrill'

export const MAX_SHELVE_MS = 8 * 3_600_000
/** The same condition within this time after the clear continues the same alarm. */
const REOPEN_WITHIN_MS = 30 * 60_000
/** Whether a recurring condition continues the cleared alarm; instants are epoch ms. */
export const goesOn = (clearedMs: number, againMs: number): boolean => againMs - clearedMs <= REOPEN_WITHIN_MS

/** After an active alarm was closed by a person, its condition raises no other one for this long. */
export const MUTE_AFTER_CLOSE_MS = 15 * 60_000
/** Cleared and acknowledged alarms are closed automatically after this. */
export const CLOSE_CLEARED_AFTER_MS = 24 * 3_600_000

export function alarmState(facts: AlarmFacts, nowMs: number): AlarmState {
  const { active, acked, closedMs, shelvedUntilMs } = facts
  if (closedMs !== null) return 'closed'
  if (shelvedUntilMs !== null && shelvedUntilMs > nowMs) return 'shelved'
  if (active) return acked ? 'acked' : 'unack'
  return acked ? 'cleared' : 'rtn_unack'
}

/** Codes with which an alarm may be closed while its condition still holds. */
const CLOSES_ACTIVE: ReadonlySet<CloseCode> = new Set(['false', 'test', 'device', 'weather'])

export interface ActionContext {
  /** `mon:alarm:closeActive` */
  readonly mayCloseActive?: boolean
  readonly closeCode?: CloseCode
}

/** Why an action is not possible in this state; undefined = possible. */
export type ActionDenial =
  | 'closed'
  | 'already_acked'
  | 'severity_1'
  | 'not_shelved'
  | 'still_active'
  | 'code_needs_end'
  | 'no_drill'
  | 'drill_code'

export function denialOf(
  action: AlarmAction,
  facts: AlarmFacts,
  nowMs: number,
  { mayCloseActive = false, closeCode }: ActionContext = {},
): ActionDenial | undefined {
  const state = alarmState(facts, nowMs)
  if (action === 'comment') return undefined
  if (state === 'closed') return 'closed'
  switch (action) {
    case 'ack':
      return facts.acked ? 'already_acked' : undefined
    case 'shelve':
      return facts.severity === 1 ? 'severity_1' : undefined
    case 'unshelve':
      return state === 'shelved' ? undefined : 'not_shelved'
    case 'close':
      if (facts.drill && closeCode !== undefined && closeCode !== 'test') return 'drill_code'
      if (!facts.active) return undefined
      if (!mayCloseActive) return 'still_active'
      return closeCode !== undefined && !CLOSES_ACTIVE.has(closeCode) ? 'code_needs_end' : undefined
    case 'endDrill':
      return facts.drill ? undefined : 'no_drill'
    default:
      return undefined
  }
}

/** Severities whose acknowledgement requires a note (domain §3.9). */
export const needsAckNote = (severity: Severity): boolean => severity <= 2
