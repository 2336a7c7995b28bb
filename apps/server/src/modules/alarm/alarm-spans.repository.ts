import type { Severity } from '@natim/contract/dict'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { IS_REAL, viewCondition } from './alarm.repository.ts'

export interface AlarmSpan {
  readonly id: string
  readonly title: string
  readonly deviceId: string | null
  readonly stationId: string | null
  readonly severity: Severity
  readonly fromMs: number
  readonly toMs: number | null
}

/** Maximum alarms of one replay, newest first. */
const MAX_SPANS = 5_000

/**
 * Alarms shown on a map at some instant of [fromMs, toMs], ordered by start: from the trigger until they were cleared
 * and acknowledged, or closed, matching the current rule of {@link findOpenLevels}.
 */
export async function findAlarmSpans(db: Db, scope: DataScope, fromMs: number, toMs: number): Promise<AlarmSpan[]> {
  const { rows } = await sql<AlarmSpan>`
    select * from (
      select alarm.id, alarm.title, alarm.device_id, alarm.station_id, alarm.severity_max as severity,
        (extract(epoch from alarm.trigger_ts) * 1000)::float8 as from_ms,
        (extract(epoch from least(alarm.closed_ts,
          case when alarm.cleared_ts is not null and alarm.ack_ts is not null then greatest(alarm.cleared_ts, alarm.ack_ts) end
        )) * 1000)::float8 as to_ms
      from mon_alarm as alarm
      where alarm.trigger_ts <= ${new Date(toMs)} and (alarm.closed_ts is null or alarm.closed_ts >= ${new Date(fromMs)})
        and ${IS_REAL} and ${scopeFilter(scope, 'alarm')}
    ) as span
    where span.to_ms is null or span.to_ms >= ${fromMs}
    order by span.from_ms desc, span.id limit ${MAX_SPANS}`.execute(db)
  return rows.toReversed()
}

/** Unacknowledged alarms of some devices by severity; same condition as the view of that name. */
export async function findUnackedOf(db: Db, scope: DataScope, deviceIds: readonly string[]) {
  const { rows } = await sql<{ severity: number; n: number }>`
    select alarm.severity, count(*)::int as n from mon_alarm as alarm
    where ${viewCondition('unacked', '', scope)} and ${IS_REAL} and ${scopeFilter(scope, 'alarm')}
      and alarm.device_id = any(${[...deviceIds]}::text[])
    group by alarm.severity`.execute(db)
  return rows
}
