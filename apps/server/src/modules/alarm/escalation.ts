import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { findOnDuty } from '../duty/index.ts'
import type { StoredAlarm } from './alarm.repository.ts'
import { type LogEntry, SYSTEM } from './alarm-log.ts'
import { type DueTimer, hastenNext } from './alarm-timer.repository.ts'
import type { AlarmColumns, Outgoing } from './alarm-writer.ts'

/** Effect of a timer on its alarm. */
export interface Outcome {
  readonly set: AlarmColumns
  readonly entry: LogEntry
  readonly outgoing?: Outgoing
}

interface Step {
  readonly timer: DueTimer
  readonly alarm: StoredAlarm
  /** A later step of the same alarm is already in this batch. */
  readonly isFollowed: boolean
}

const LEVELS: Readonly<Record<string, string>> = { national: '国家值班', province: '省级值班', special: '专员值班' }

/**
 * An escalation step: notifies the users on duty now, or everybody in the role when no team is responsible. With nobody
 * on duty the next step becomes due at once; the last one goes to the role, so that every alarm reaches somebody.
 */
export async function escalate(trx: Tx, { timer, alarm, isFollowed }: Step, nowMs: number): Promise<Outcome> {
  const { step, toRole, toDuty } = timer
  const roleName = timer.roleName ?? toRole ?? ''
  const found = toDuty === null ? undefined : await findOnDuty(trx, toDuty, alarm, nowMs)
  const toEverybody = (note: string) =>
    outcome({ timer, alarm, note, nowMs, data: { step, toRole }, toUsers: undefined })
  if (found === undefined || found.teamNames.length === 0) return toEverybody(`无人确认，升级至${roleName}`)
  const teams = found.teamNames.join('、')
  if (found.present.length > 0) {
    const names = found.present.map(({ teamName, name }) => `${teamName} ${name}`).join('、')
    const toUsers = [...new Set(found.present.map(({ userId }) => userId))]
    return outcome({ timer, alarm, note: `无人确认，升级至${names}`, nowMs, data: { step, toDuty, toUsers }, toUsers })
  }
  const isLast = !isFollowed && (await hastenNext(trx, alarm.id, step, nowMs)) === undefined
  if (isLast) return toEverybody(`${teams}无人在班，通知全体${roleName}`)
  const { outgoing: _nobody, ...skipped } = outcome({
    timer,
    alarm,
    note: `${teams}（${LEVELS[toDuty ?? ''] ?? '指定值班组'}）无人在班，立即进入下一步`,
    nowMs,
    data: { step, toDuty, isSkipped: true },
    toUsers: undefined,
  })
  return skipped
}

interface Told {
  readonly timer: DueTimer
  readonly alarm: StoredAlarm
  readonly note: string
  readonly nowMs: number
  readonly data: Readonly<Record<string, unknown>>
  readonly toUsers: readonly string[] | undefined
}

function outcome({ timer: { step, toRole }, alarm, note, nowMs, data, toUsers }: Told) {
  const severity = alarm.severity
  return {
    set: { escalateLevel: Math.max(alarm.escalateLevel, step) },
    entry: { tsMs: nowMs, ...SYSTEM, action: 'escalate', to: String(step), note, data },
    outgoing: { id: newId(), alarmId: alarm.id, kind: 'escalate', severity, step, toRole, ...(toUsers && { toUsers }) },
  } satisfies Outcome
}
