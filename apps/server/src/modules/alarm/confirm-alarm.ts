import { graver } from '@natim/domain/limit'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { lockAlarms } from './alarm.repository.ts'
import type { LogEntry } from './alarm-log.ts'
import { changeAlarms, dropTimers, insertOutbox, setTimers, type WrittenEntry } from './alarm-writer.ts'
import { escalationTimers } from './follow-ups.ts'

/** A decision made elsewhere about the cause of an alarm. */
export interface Verdict {
  readonly actor: string
  readonly actorName: string
  readonly note: string
  readonly nowMs: number
}

/** Severity of an alarm once it is confirmed; undefined when it is not pending confirmation. */
export async function severityOnceConfirmed(trx: Tx, alarmId: string): Promise<number | undefined> {
  const [alarm] = await lockAlarms(trx, EVERYTHING, [alarmId])
  return alarm === undefined || !isPending(alarm) ? undefined : confirmedSeverity(alarm)
}

/** An on-site check confirmed the alarm: lifts its cap and notifies again (domain §3.8). */
export async function confirmPending(trx: Tx, alarmId: string, verdict: Verdict): Promise<WrittenEntry[]> {
  const [alarm] = await lockAlarms(trx, EVERYTHING, [alarmId])
  if (alarm === undefined || !isPending(alarm)) return []
  const severity = confirmedSeverity(alarm)
  const entry: LogEntry = { ...told(verdict), action: 'confirm', from: String(alarm.severity), to: String(severity) }
  const set = {
    corroboration: 'confirmed' as const,
    severity,
    severityMax: Math.min(alarm.severityMax, severity),
    lastTs: new Date(verdict.nowMs),
    ...(severity < alarm.severity && { acked: false }),
  }
  const written = await changeAlarms(trx, [{ alarm, set, entries: [entry] }])
  await dropTimers(trx, [alarmId], ['verify', 'escalate'])
  await setTimers(trx, escalationTimers(alarmId, severity, null, verdict.nowMs))
  if (!alarm.marked) await insertOutbox(trx, [{ id: newId(), alarmId, kind: 'up', severity }])
  return written
}

/** An on-site check found nothing: timers no longer lift the alarm. Closing it is left to its handler. */
export async function excludePending(trx: Tx, alarmId: string, verdict: Verdict): Promise<WrittenEntry[]> {
  const [alarm] = await lockAlarms(trx, EVERYTHING, [alarmId])
  if (alarm === undefined || alarm.closedTs !== null || alarm.drill) return []
  const written = await changeAlarms(trx, [
    {
      alarm,
      set: { commentCount: alarm.commentCount + 1 },
      entries: [{ ...told(verdict), action: 'comment' }],
    },
  ])
  await dropTimers(trx, [alarmId], ['verify'])
  return written
}

type Alarm = Awaited<ReturnType<typeof lockAlarms>>[number]

const isPending = ({ corroboration, closedTs, drill }: Alarm) =>
  corroboration === 'pending' && closedTs === null && !drill

const confirmedSeverity = ({ severity, evidence }: Alarm) => graver(severity, evidence.targetSeverity ?? severity)

const told = ({ actor, actorName, note, nowMs }: Verdict) => ({ tsMs: nowMs, actor, actorName, note })
