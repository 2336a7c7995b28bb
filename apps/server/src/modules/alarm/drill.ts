import type { StoredAlarm } from './alarm.repository.ts'
import { type LogEntry, SYSTEM } from './alarm-log.ts'
import type { AlarmColumns } from './alarm-writer.ts'
import type { Outcome } from './escalation.ts'

/** A fixed close code: nothing happened. */
const CODE = 'test'

interface Actor {
  readonly username: string
  readonly realname: string
}

/** Clears and closes the alarm at once. */
const endColumns = ({ username, realname }: Actor, nowMs: number): AlarmColumns => {
  const endTs = new Date(nowMs)
  return {
    active: false,
    clearedTs: endTs,
    clearReason: 'closed',
    closedTs: endTs,
    closedBy: username,
    closedName: realname,
    closeCode: CODE,
    shelvedUntil: null,
  }
}

/** A user ends a drill. */
export const endDrillStep = (actor: Actor, note: string, nowMs: number) => ({
  set: { ...endColumns(actor, nowMs), closeNote: note || null },
  entry: { note } satisfies Pick<LogEntry, 'note'>,
})

/** Ends a drill whose time is up. */
export function endDrillByItself(alarm: StoredAlarm, nowMs: number): Outcome | undefined {
  if (!alarm.drill) return undefined
  return {
    set: endColumns({ username: SYSTEM.actor, realname: SYSTEM.actorName }, nowMs),
    entry: { tsMs: nowMs, ...SYSTEM, action: 'endDrill', to: 'closed', note: '到时自动结束' },
  }
}
