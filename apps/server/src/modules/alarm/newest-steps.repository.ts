import type { Severity } from '@natim/contract/dict'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { IS_REAL } from './alarm.repository.ts'

const STEPS = ['raise', 'up', 'escalate', 'clear', 'close'] as const

export interface AlarmStep {
  readonly id: string
  readonly atMs: number
  readonly step: (typeof STEPS)[number]
  readonly severity: Severity
  readonly title: string
  readonly place: string
}

/** Alarm events after an instant, newest first; without drills. */
export async function findNewestSteps(
  db: Db,
  scope: DataScope,
  {
    region,
    sinceMs,
    limit,
  }: { readonly region?: string | undefined; readonly sinceMs: number; readonly limit: number },
): Promise<AlarmStep[]> {
  const inRegion = region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(alarm.region_code, ${region})`
  const { rows } = await sql<AlarmStep>`
    select alarm.id, (extract(epoch from entry.ts) * 1000)::float8 as at_ms, entry.action as step,
      -- An alarm that was raised grave and fell later was raised grave.
      case when entry.action in ('raise', 'up') and entry.to_val ~ '^[1-5]$' then entry.to_val::int else alarm.severity end as severity,
      alarm.title, coalesce(station.name, device.name, '') as place
    from mon_alarm_log as entry
    join mon_alarm as alarm on alarm.id = entry.alarm_id
    left join mon_station as station on station.id = alarm.station_id
    left join mon_device as device on device.id = alarm.device_id
    where entry.ts > ${new Date(sinceMs)} and entry.action = any(${[...STEPS]}::text[])
      and ${IS_REAL} and ${scopeFilter(scope, 'alarm')} and ${inRegion}
    order by entry.ts desc, entry.eid desc limit ${limit}`.execute(db)
  return rows
}
