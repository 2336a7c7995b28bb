import type { Severity } from '@natim/contract/dict'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { IS_OPEN, IS_REAL, IS_SHELVED } from './alarm.repository.ts'

export interface OpenLevel {
  readonly deviceId: string
  /** Null for an alarm of the whole device. */
  readonly channelNo: number | null
  /** Gravest of its open alarms. */
  readonly open: Severity
  /** Gravest of its active alarms; null without one. */
  readonly active: Severity | null
}

/**
 * Open alarms that are active or unacknowledged, by device and channel. An alarm folded into another one still counts
 * for its device.
 */
export async function findOpenLevels(db: Db, scope: DataScope): Promise<OpenLevel[]> {
  const { rows } = await sql<OpenLevel>`
    select alarm.device_id, alarm.channel_no, min(alarm.severity)::int as open,
      (min(alarm.severity) filter (where alarm.active))::int as active
    from mon_alarm as alarm
    where ${IS_OPEN} and ${IS_REAL} and (alarm.active or not (alarm.acked or ${IS_SHELVED}))
      and alarm.device_id is not null and ${scopeFilter(scope, 'alarm')}
    group by alarm.device_id, alarm.channel_no`.execute(db)
  return rows
}
