import type { LiveAlarm } from '@natim/contract/socket/live'
import type { AlarmEvent, Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, EVERYTHING, isInScope } from '../../platform/scope.ts'
import { toAlarmRow } from './alarm.mapper.ts'
import { findAlarmsById, findEventsAfter, type ShownAlarm } from './alarm.repository.ts'
import { liveNameOf } from './alarm-events.ts'

/** A socket's subscription; it receives every event of its scope in `eid` order. */
export interface AlarmListener {
  readonly scope: DataScope
  readonly receive: (events: readonly LiveAlarm[]) => void
}

export interface AlarmFeed {
  /** @returns an unsubscribe function */
  subscribe(listener: AlarmListener): () => void
  /** Events after `eid` within the last five minutes. */
  since(scope: DataScope, eid: number): Promise<LiveAlarm[]>
  stop(): void
}

interface Loaded {
  readonly row: ShownAlarm
  readonly event: LiveAlarm
}

/** Events are loaded once for all listeners: hides a parent outside the listener's scope. */
function eventFor(scope: DataScope, { row, event }: Loaded): LiveAlarm {
  const { parentRegionCode: regionCode, parentSysOrgCode: sysOrgCode } = row
  if (regionCode === null || sysOrgCode === null || isInScope(scope, { regionCode, sysOrgCode })) return event
  return { ...event, a: { ...event.a, parentId: null, parentNo: null, isFolded: false } }
}

/**
 * Passes alarm events to sockets, reading each alarm once for all of them. Events are neither coalesced nor dropped.
 */
export function createAlarmFeed({
  db,
  bus,
  now,
  onError,
}: {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly onError: (error: unknown) => void
}): AlarmFeed {
  const listeners = new Set<AlarmListener>()
  // Sequential: an acknowledgement must not overtake the alarm it belongs to.
  let queue: Promise<void> = Promise.resolve()

  async function load(events: readonly AlarmEvent[]): Promise<Loaded[]> {
    const rows = await findAlarmsById(db, EVERYTHING, [...new Set(events.map(({ alarmId }) => alarmId))])
    const byId = new Map(rows.map((row) => [row.id, row]))
    return events
      .toSorted((a, b) => a.eid - b.eid)
      .flatMap(({ eid, ev, alarmId }) => {
        const row = byId.get(alarmId)
        return row ? [{ row, event: { eid, ev, a: toAlarmRow(row, now()) } }] : []
      })
  }

  async function tell(events: readonly AlarmEvent[]): Promise<void> {
    if (listeners.size === 0) return
    const loaded = await load(events)
    for (const { scope, receive } of listeners) {
      const own = loaded.filter(({ row }) => isInScope(scope, row)).map((one) => eventFor(scope, one))
      if (own.length > 0) receive(own)
    }
  }

  const unsubscribe = bus.subscribe('alarms', (events) => {
    if (events.length > 0) queue = queue.then(() => tell(events)).catch(onError)
  })

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async since(scope, eid) {
      const rows = await findEventsAfter(db, eid)
      const loaded = await load(
        rows.map((row) => ({ eid: Number(row.eid), alarmId: row.alarmId, ev: liveNameOf(row.action) })),
      )
      return loaded.filter(({ row }) => isInScope(scope, row)).map((one) => eventFor(scope, one))
    },
    stop: unsubscribe,
  }
}
