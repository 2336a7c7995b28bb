import type { LiveAlarm } from '@natim/contract/socket/live'
import type { LogAction } from '../../db/columns.ts'
import type { AlarmEvent } from '../../platform/bus.ts'
import type { WrittenEntry } from './alarm-writer.ts'

/** Live feed names that differ from the log's. */
const LIVE_NAMES: Partial<Record<LogAction, LiveAlarm['ev']>> = {
  raise: 'raise',
  up: 'sev',
  down: 'sev',
  confirm: 'sev',
  verify: 'sev',
  comment: 'note',
  check: 'note',
  endDrill: 'close',
  fold: 'note',
  link: 'note',
  unlink: 'note',
}

export const liveNameOf = (action: LogAction): LiveAlarm['ev'] => LIVE_NAMES[action] ?? (action as LiveAlarm['ev'])

export const toLiveEvents = (entries: readonly WrittenEntry[]): AlarmEvent[] =>
  entries.map(({ eid, alarmId, action }) => ({ eid, alarmId, ev: liveNameOf(action) }))
