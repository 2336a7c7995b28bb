import { MINUTE_MS } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { findFoldParents, lockAlarms, type StoredAlarm } from './alarm.repository.ts'
import { toLiveEvents } from './alarm-events.ts'
import { SYSTEM } from './alarm-log.ts'
import { type DueTimer, takeDue } from './alarm-timer.repository.ts'
import { type AlarmChange, changeAlarms, insertOutbox, setTimers, type Timer } from './alarm-writer.ts'
import { endDrillByItself } from './drill.ts'
import { findSilenced } from './engine/suppression.ts'
import { escalate, type Outcome } from './escalation.ts'

const EVERY_MS = 1_000
const AT_ONCE = 200
/** Delay before an escalation step of a folded alarm is tried again. */
const FOLDED_WAIT_MS = MINUTE_MS
/** domain §3.8: without verification an alarm is lifted at most to this severity. */
const UNVERIFIED_SEVERITY = 2

export interface AlarmTimersDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly clock?: Clock
}

/**
 * Runs due timers: escalates unacknowledged alarms, lifts capped alarms that nobody verified, closes alarms a day after
 * they are cleared and acknowledged. Timers are rows: any number of processes may run them, each row is done once, also
 * across restarts.
 */
export function startAlarmTimers({ db, bus, log, clock = systemClock }: AlarmTimersDeps): () => Promise<void> {
  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'timers of alarms are tried again' }, () =>
    runDueTimers(db, bus, clock.now()),
  ).stop
}

/** Runs everything due; also called by tests. */
export async function runDueTimers(db: Db, bus: Bus, nowMs: number): Promise<void> {
  for (;;) {
    const { count, events } = await db.transaction().execute(async (trx) => {
      const due = await takeDue(trx, nowMs, AT_ONCE)
      return { count: due.length, events: due.length > 0 ? await carryOut(trx, due, nowMs) : [] }
    })
    if (events.length > 0) bus.publish('alarms', toLiveEvents(events))
    // Loops also after a small batch: a step that finds nobody on duty makes the next one due.
    if (count === 0) return
  }
}

async function carryOut(trx: Tx, due: readonly DueTimer[], nowMs: number) {
  const alarms = await lockAlarms(trx, EVERYTHING, [...new Set(due.map(({ alarmId }) => alarmId))])
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  const silenced = await findSilenced(trx, alarms, nowMs)
  const parents = await findFoldParents(
    trx,
    alarms.map(({ id }) => id),
  )
  const later: Timer[] = []
  const events = []
  // Sequential: after a long stop two steps of one alarm may be due together.
  for (const [index, timer] of due.entries()) {
    const alarm = byId.get(timer.alarmId)
    if (!alarm || alarm.closedTs !== null) continue
    if (timer.kind === 'escalate' && isShelved(alarm, nowMs)) {
      later.push({ ...timer, dueMs: (alarm.shelvedUntil as Date).getTime() })
      continue
    }
    const silentUntilMs = silenced.get(alarm.id)
    if (timer.kind === 'escalate' && silentUntilMs !== undefined) {
      later.push({ ...timer, dueMs: silentUntilMs })
      continue
    }
    const parent = parents.get(alarm.id)
    // The parent notifies the same people; an acknowledgement of the parent may not cover this alarm.
    if (timer.kind === 'escalate' && parent && !parent.acked && isSameProvince(parent, alarm)) {
      later.push({ ...timer, dueMs: nowMs + FOLDED_WAIT_MS })
      continue
    }
    const isFollowed = due.slice(index + 1).some(({ alarmId, kind }) => alarmId === alarm.id && kind === 'escalate')
    const outcome =
      timer.kind === 'escalate'
        ? alarm.acked
          ? undefined
          : await escalate(trx, { timer, alarm, isFollowed }, nowMs)
        : outcomeOf(timer, alarm, nowMs)
    if (!outcome) continue
    const change: AlarmChange = { alarm, set: { ...outcome.set, lastTs: new Date(nowMs) }, entries: [outcome.entry] }
    events.push(...(await changeAlarms(trx, [change])))
    if (outcome.outgoing && !alarm.marked && silentUntilMs === undefined) await insertOutbox(trx, [outcome.outgoing])
    const [next] = await lockAlarms(trx, EVERYTHING, [alarm.id])
    if (next) byId.set(next.id, next)
  }
  await setTimers(trx, later)
  return events
}

const isSameProvince = (a: Pick<StoredAlarm, 'regionCode'>, b: Pick<StoredAlarm, 'regionCode'>) =>
  a.regionCode.slice(0, 2) === b.regionCode.slice(0, 2)

const isShelved = ({ shelvedUntil }: StoredAlarm, nowMs: number) =>
  shelvedUntil !== null && shelvedUntil.getTime() > nowMs

function outcomeOf(timer: DueTimer, alarm: StoredAlarm, nowMs: number): Outcome | undefined {
  switch (timer.kind) {
    case 'verify':
      return alarm.active && alarm.corroboration === 'pending' ? verify(alarm, nowMs) : undefined
    case 'drill':
      return endDrillByItself(alarm, nowMs)
    default:
      return alarm.active || !alarm.acked ? undefined : closeByItself(nowMs)
  }
}

function verify(alarm: StoredAlarm, nowMs: number): Outcome | undefined {
  const { targetSeverity } = alarm.evidence
  const severity = Math.max(UNVERIFIED_SEVERITY, targetSeverity ?? alarm.severity)
  if (severity >= alarm.severity) return undefined
  return {
    set: { severity, severityMax: Math.min(alarm.severityMax, severity), acked: false },
    entry: {
      tsMs: nowMs,
      ...SYSTEM,
      action: 'verify',
      from: String(alarm.severity),
      to: String(severity),
      note: '条件仍成立且无人核实',
    },
    outgoing: { id: newId(), alarmId: alarm.id, kind: 'up', severity },
  }
}

const closeByItself = (nowMs: number): Outcome => ({
  set: { closedTs: new Date(nowMs), closedBy: SYSTEM.actor, closedName: SYSTEM.actorName, closeCode: 'other' },
  entry: { tsMs: nowMs, ...SYSTEM, action: 'close', from: 'cleared', to: 'closed', note: '恢复满 24 小时，自动关闭' },
})
