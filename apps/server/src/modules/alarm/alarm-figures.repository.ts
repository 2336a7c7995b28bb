import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { type AlarmView, IS_OPEN, IS_REAL, ofConcern, viewCondition } from './alarm.repository.ts'

/** Open alarms by severity, and the count of each view; drills are counted separately. */
export async function findCounts(db: Db, scope: DataScope, username: string, ofDrills = false) {
  const open = allOf([scopeFilter(scope, 'alarm'), IS_OPEN, sql<SqlBool>`alarm.drill = ${ofDrills}`])
  const is = (view: AlarmView) => viewCondition(view, username, scope)
  const { rows } = await sql<{ severity: number; open: number; unacked: number; shelved: number; mine: number }>`
    select alarm.severity, count(*) filter (where ${is('open')})::int as open, count(*) filter (where ${is('unacked')})::int as unacked,
      count(*) filter (where ${is('shelved')})::int as shelved, count(*) filter (where ${is('mine')})::int as mine
    from mon_alarm as alarm where ${open} group by alarm.severity`.execute(db)
  return rows
}

/** Handling times of alarms triggered in (fromMs, toMs], by the definitions of 报警统计, and the lag of the engine. */
export async function findPace(db: Db, scope: DataScope, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const own = allOf([scopeFilter(scope, 'alarm'), IS_REAL])
  const { rows } = await sql<{ ackMs: number | null; judged: number; falses: number; lagMs: number | null }>`
    select
      (select percentile_cont(0.5) within group (order by extract(epoch from alarm.ack_ts - alarm.raised_ts) * 1000)
       from mon_alarm as alarm
       where alarm.ack_ts > now() - interval '24 hours' and alarm.ack_by <> 'system' and ${own})::float8 as ack_ms,
      judgement.judged, judgement.falses,
      (select extract(epoch from now() - min(judged_at)) * 1000 from mon_alarm_cursor)::float8 as lag_ms
    from (
      select count(alarm.close_code)::int as judged, count(*) filter (where alarm.close_code = 'false')::int as falses
      from mon_alarm as alarm
      where alarm.trigger_ts > ${new Date(fromMs)} and alarm.trigger_ts <= ${new Date(toMs)}
        and alarm.closed_by <> 'system' and not alarm.historic and ${own}
    ) as judgement`.execute(db)
  return rows[0]
}

const inRegion = (region: string | undefined) =>
  region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(alarm.region_code, ${region})`

/** Unacknowledged alarms by severity; same condition as the view of that name. */
export async function findUnacked(db: Db, scope: DataScope, region: string | undefined) {
  const { rows } = await sql<{ severity: number; n: number }>`
    select alarm.severity, count(*)::int as n from mon_alarm as alarm
    where ${viewCondition('unacked', '', scope)} and ${IS_REAL} and ${scopeFilter(scope, 'alarm')} and ${inRegion(region)}
    group by alarm.severity`.execute(db)
  return rows
}

/** Alarms triggered after an instant, by clock hour and gravest severity; `hourMs` is the end of the hour. */
export async function findHourly(db: Db, scope: DataScope, region: string | undefined, sinceMs: number) {
  const { rows } = await sql<{ hourMs: number; severity: number; n: number }>`
    select (extract(epoch from date_bin('1 hour', alarm.trigger_ts - interval '1 microsecond', '1970-01-01Z')) * 1000 + 3600000)::float8 as hour_ms,
      alarm.severity_max as severity, count(*)::int as n
    from mon_alarm as alarm
    where alarm.trigger_ts > ${new Date(sinceMs)} and ${IS_REAL} and ${scopeFilter(scope, 'alarm')} and ${inRegion(region)}
    group by 1, 2`.execute(db)
  return rows
}

/** Open alarms by region prefix; same condition as the view of that name. */
export async function findOpenByArea(db: Db, scope: DataScope, digits: number): Promise<OpenAtArea[]> {
  const { rows } = await sql<OpenAtArea>`
    select left(alarm.region_code, ${digits}::int) as prefix, count(*)::int as open, min(alarm.severity)::int as worst,
      count(*) filter (where ${ofConcern('toxicity')})::int as toxicity,
      count(*) filter (where ${ofConcern('infection')})::int as infection
    from mon_alarm as alarm
    where ${viewCondition('open', '', scope)} and ${IS_REAL} and ${scopeFilter(scope, 'alarm')}
    group by 1`.execute(db)
  return rows
}

export interface OpenAtArea {
  readonly prefix: string
  readonly open: number
  readonly worst: number
  readonly toxicity: number
  readonly infection: number
}
