import type { Severity } from '@natim/contract/dict'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface NewestEvent {
  readonly id: string
  readonly atMs: number
  readonly type: 'rad' | 'chem' | 'bio'
  readonly severity: Severity
  readonly agentName: string | null
  readonly place: string
}

/** Events reported after an instant, newest first, without drills. */
export async function findNewestEvents(
  db: Db,
  scope: DataScope,
  {
    region,
    sinceMs,
    limit,
  }: { readonly region?: string | undefined; readonly sinceMs: number; readonly limit: number },
): Promise<NewestEvent[]> {
  const inRegion = region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(event.region_code, ${region})`
  const { rows } = await sql<NewestEvent>`
    select event.id, (extract(epoch from event.ts) * 1000)::float8 as at_ms, event.type, event.severity::int as severity,
      event.agent_name, coalesce(station.name, device.name) as place
    from mon_nbc_event as event
    join mon_device as device on device.id = event.device_id
    left join mon_station as station on station.id = device.station_id
    where event.ts > ${new Date(sinceMs)} and event.drill_id is null and event.source <> 'drill'
      and ${scopeFilter(scope, 'event')} and ${inRegion}
    order by event.ts desc, event.id desc limit ${limit}`.execute(db)
  return rows
}
