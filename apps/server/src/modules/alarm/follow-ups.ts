import { DEFAULT_ESCALATION, type RuleBody } from '@natim/domain/alarm/rule'
import { CLOSE_CLEARED_AFTER_MS } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { SECOND_MS } from '@natim/domain/time'
import type { Timer } from './alarm-writer.ts'

/** Escalation timers of an unacknowledged alarm, starting at an instant. */
export function escalationTimers(
  alarmId: string,
  severity: Severity,
  escalate: RuleBody['escalate'],
  fromMs: number,
): Timer[] {
  const steps = escalate?.[severity] ?? DEFAULT_ESCALATION[severity]
  return steps.map(({ afterS, toRole, toDuty }, index) => ({
    alarmId,
    kind: 'escalate',
    step: index + 1,
    dueMs: fromMs + afterS * SECOND_MS,
    toRole,
    toDuty: toDuty ?? null,
  }))
}

/** Closes a cleared and acknowledged alarm. */
export const closeTimer = (alarmId: string, fromMs: number): Timer => ({
  alarmId,
  kind: 'close',
  step: 0,
  dueMs: fromMs + CLOSE_CLEARED_AFTER_MS,
})

/** Lifts a capped alarm that nobody verified in time (domain §3.8). */
export const verifyTimer = (alarmId: string, verifyS: number, fromMs: number): Timer => ({
  alarmId,
  kind: 'verify',
  step: 0,
  dueMs: fromMs + verifyS * SECOND_MS,
})
