import { DEFAULT_ESCALATION, type RuleBody } from '@natim/domain/alarm/rule'
import { CLOSE_CLEARED_AFTER_MS } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { SECOND_MS } from '@natim/domain/time'
import type { Timer } from './alarm-writer.ts'

/** Who is told when nobody acknowledges, from an instant on. */
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

/** What is over and acknowledged closes by itself. */
export const closeTimer = (alarmId: string, fromMs: number): Timer => ({
  alarmId,
  kind: 'close',
  step: 0,
  dueMs: fromMs + CLOSE_CLEARED_AFTER_MS,
})

/** A capped alarm at which nobody has looked is lifted then (domain §3.8). */
export const verifyTimer = (alarmId: string, verifyS: number, fromMs: number): Timer => ({
  alarmId,
  kind: 'verify',
  step: 0,
  dueMs: fromMs + verifyS * SECOND_MS,
})
