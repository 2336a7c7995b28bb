import type { CloseCode } from '@natim/domain/alarm/state'
import type { Severity } from '@natim/domain/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Selects the counted alarms: triggered in (fromMs, toMs]. */
export interface StatsSpan {
  readonly scope: DataScope
  readonly region: string | undefined
  readonly fromMs: number
  readonly toMs: number
}

/** Common condition of all figures for an alarm to be counted. */
const counts = ({ scope, region, fromMs, toMs }: StatsSpan): Expression<SqlBool> =>
  allOf([
    scopeFilter(scope, 'alarm'),
    sql<SqlBool>`alarm.trigger_ts > ${new Date(fromMs)} and alarm.trigger_ts <= ${new Date(toMs)}`,
    sql<SqlBool>`not alarm.drill and not alarm.historic`,
    region === undefined ? sql<SqlBool>`true` : sql<SqlBool>`starts_with(alarm.region_code, ${region})`,
  ])

export interface FigureRow {
  readonly alarms: number
  readonly ackMs: number | null
  readonly ackP95Ms: number | null
  readonly graveAckMs: number | null
  readonly resolveMs: number | null
  readonly resolveP95Ms: number | null
  readonly judged: number
  readonly falses: number
  readonly weather: number
  readonly device: number
  readonly falseLastedS: number | null
  readonly escalated: number
  readonly severityMin: Severity
}

const BY = {
  all: 'total',
  days: 'day',
  rules: 'rule_id',
  severities: 'severity',
  endings: 'ending',
  hours: 'week_hour',
} as const

/** Keys of one grouping; keys of the other groupings are null. */
export interface GroupedRow extends FigureRow {
  readonly kind: keyof typeof BY
  /** 0 = the first 24 hours of the span. */
  readonly day: number | null
  readonly ruleId: string | null
  readonly severity: number | null
  /** Close code; empty = not closed. */
  readonly ending: CloseCode | '' | null
  /** (weekday − 1) × 24 + hour, Monday first, GMT+8. */
  readonly weekHour: number | null
}

/** All figures of the page by day, rule, severity, ending and hour of the week, in one pass over the alarms. */
export async function findFigures(db: Db, span: StatsSpan): Promise<GroupedRow[]> {
  const epoch = (of: ReturnType<typeof sql>) => sql`extract(epoch from ${of}) * 1000`
  // A boundary instant belongs to the period it ends.
  const inside = sql`alarm.trigger_ts - interval '1 microsecond'`
  const local = sql`((${inside}) at time zone 'Asia/Shanghai')`
  const { rows } = await sql<GroupedRow>`
    with counted as (
      select 0 as total, floor(extract(epoch from ${inside} - ${new Date(span.fromMs)}::timestamptz) / 86400)::int as day,
        alarm.rule_id, alarm.severity_max as severity, coalesce(alarm.close_code, '') as ending,
        ((extract(isodow from ${local}) - 1) * 24 + extract(hour from ${local}))::int as week_hour,
        case when alarm.ack_by <> 'system' then ${epoch(sql`alarm.ack_ts - alarm.raised_ts`)} end as ack_ms,
        case when alarm.ack_by <> 'system' and alarm.cleared_ts is not null
          then ${epoch(sql`greatest(alarm.ack_ts, alarm.cleared_ts) - alarm.raised_ts`)} end as resolve_ms,
        case when alarm.closed_by <> 'system' then alarm.close_code end as code,
        extract(epoch from alarm.cleared_ts - alarm.trigger_ts) as lasted_s, alarm.escalate_level > 0 as escalated
      from mon_alarm as alarm where ${counts(span)}
    )
    select case 0 when grouping(total) then 'all' when grouping(day) then 'days' when grouping(rule_id) then 'rules'
        when grouping(severity) then 'severities' when grouping(ending) then 'endings' else 'hours' end as kind,
      day, rule_id, severity, ending, week_hour,
      count(*)::int as alarms, avg(ack_ms)::float8 as ack_ms,
      percentile_cont(0.95) within group (order by ack_ms)::float8 as ack_p95_ms,
      avg(ack_ms) filter (where severity <= 2)::float8 as grave_ack_ms,
      avg(resolve_ms)::float8 as resolve_ms,
      percentile_cont(0.95) within group (order by resolve_ms)::float8 as resolve_p95_ms,
      count(code)::int as judged, count(*) filter (where code = 'false')::int as falses,
      count(*) filter (where code = 'weather')::int as weather, count(*) filter (where code = 'device')::int as device,
      (percentile_cont(0.75) within group (order by lasted_s) filter (where code = 'false'))::float8 as false_lasted_s,
      count(*) filter (where escalated)::int as escalated, min(severity)::int as severity_min
    from counted
    group by grouping sets ((total), (day), (rule_id), (severity), (ending), (week_hour))`.execute(db)
  return rows
}

export interface GraveAlarm {
  readonly no: string
  readonly title: string
  readonly severity: Severity
  readonly stationName: string | null
  readonly triggerMs: number
}

/** The gravest counted alarms, newest first within a severity; excludes devices that people wear or breathe into. */
export async function findGravest(db: Db, span: StatsSpan, severityMax: number, limit: number): Promise<GraveAlarm[]> {
  const { rows } = await sql<GraveAlarm>`
    select alarm.no, alarm.title, alarm.severity_max as severity, station.name as station_name,
      (extract(epoch from alarm.trigger_ts) * 1000)::float8 as trigger_ms
    from mon_alarm as alarm
    left join mon_station as station on station.id = alarm.station_id
    left join mon_device as device on device.id = alarm.device_id
    where ${counts(span)} and alarm.severity_max <= ${severityMax}
      and coalesce(device.kind, '') not in ('wearable', 'breath')
    order by alarm.severity_max, alarm.trigger_ts desc, alarm.id limit ${limit}`.execute(db)
  return rows
}

/** When alarms were raised, epoch ms, ascending. */
export async function findRaised(db: Db, span: StatsSpan): Promise<number[]> {
  const { rows } = await sql<{ ms: number[] | null }>`
    select array_agg(round(extract(epoch from alarm.raised_ts) * 1000)::float8 order by alarm.raised_ts) as ms
    from mon_alarm as alarm where ${counts(span)}`.execute(db)
  return rows[0]?.ms ?? []
}

export interface FloodRow {
  readonly flood: number
  /** Set in rows of one rule or province; both null in the total. */
  readonly ruleName: string | null
  readonly province: string | null
  readonly alarms: number
  readonly devices: number
  readonly officers: number
  readonly ackMs: number | null
  readonly escalated: number
}

/** Composition and handling of floods: by rule, by province and in total, largest first. */
export async function findFloodParts(
  db: Db,
  span: StatsSpan,
  floods: readonly { readonly fromMs: number; readonly toMs: number }[],
): Promise<FloodRow[]> {
  if (floods.length === 0) return []
  const { rows } = await sql<FloodRow>`
    with counted as (
      select flood.n::int as flood, coalesce(rule.name, '') as rule_name, left(alarm.region_code, 2) as province,
        alarm.device_id, alarm.escalate_level,
        case when alarm.ack_by <> 'system' then alarm.ack_by end as officer,
        case when alarm.ack_by <> 'system' then extract(epoch from alarm.ack_ts - alarm.raised_ts) * 1000 end as ack_ms
      from unnest(${floods.map(({ fromMs }) => new Date(fromMs))}::timestamptz[],
          ${floods.map(({ toMs }) => new Date(toMs))}::timestamptz[]) with ordinality as flood (from_ts, to_ts, n)
      join mon_alarm as alarm on alarm.raised_ts >= flood.from_ts and alarm.raised_ts <= flood.to_ts and ${counts(span)}
      left join mon_alarm_rule as rule on rule.id = alarm.rule_id
    )
    select flood, rule_name, province, count(*)::int as alarms, count(distinct device_id)::int as devices,
      count(distinct officer)::int as officers, avg(ack_ms)::float8 as ack_ms,
      count(*) filter (where escalate_level > 0)::int as escalated
    from counted group by grouping sets ((flood), (flood, rule_name), (flood, province))
    order by alarms desc, rule_name, province`.execute(db)
  return rows
}

/** Per rule, the number of devices with alarms, and the number of alarms from the top three devices. */
export async function findDeviceShares(db: Db, span: StatsSpan) {
  const { rows } = await sql<{ ruleId: string; devices: number; top: number }>`
    select rule_id, count(*)::int as devices, (sum(n) filter (where place <= 3))::int as top
    from (
      select alarm.rule_id, count(*) as n, row_number() over (partition by alarm.rule_id order by count(*) desc) as place
      from mon_alarm as alarm where ${counts(span)} group by alarm.rule_id, alarm.device_id
    ) as device
    group by rule_id`.execute(db)
  return new Map(rows.map((row) => [row.ruleId, row]))
}

/** Per rule, the number of alarms shorter than some seconds, and how many of those were real. */
export async function countShorter(
  db: Db,
  span: StatsSpan,
  rules: readonly { readonly ruleId: string; readonly seconds: number }[],
) {
  if (rules.length === 0) return new Map<string, never>()
  const { rows } = await sql<{ ruleId: string; n: number; real: number }>`
    select rule.id as rule_id, count(*)::int as n, count(*) filter (where alarm.close_code = 'real')::int as real
    from unnest(${rules.map(({ ruleId }) => ruleId)}::text[], ${rules.map(({ seconds }) => seconds)}::float8[]) as rule (id, seconds)
    join mon_alarm as alarm on alarm.rule_id = rule.id
      and alarm.cleared_ts - alarm.trigger_ts < make_interval(secs => rule.seconds) and ${counts(span)}
    group by rule.id`.execute(db)
  return new Map(rows.map((row) => [row.ruleId, row]))
}

/** The GMT+8 day on which an hour of the week had the most alarms. */
export async function findTopDay(db: Db, span: StatsSpan, weekday: number, hour: number) {
  const local = sql`((alarm.trigger_ts - interval '1 microsecond') at time zone 'Asia/Shanghai')`
  const { rows } = await sql<{ day: string; n: number }>`
    select to_char(${local}, 'YYYY-MM-DD') as day, count(*)::int as n from mon_alarm as alarm
    where ${counts(span)} and extract(isodow from ${local}) = ${weekday} and extract(hour from ${local}) = ${hour}
    group by 1 order by 2 desc, 1 desc limit 1`.execute(db)
  return rows[0]
}

/** Messages sent; a digest counts once. */
export async function countMessages(db: Db, span: StatsSpan): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct case when delivery.is_digest
      then concat_ws(' ', delivery.receiver, delivery.channel, delivery.sent_at) else delivery.id end)::int as n
    from mon_notify_delivery as delivery join mon_alarm as alarm on alarm.id = delivery.alarm_id
    where delivery.state = 'sent' and ${counts(span)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Names of rules, including deleted ones. */
export async function findRuleNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('monAlarmRule')
    .select(['id', 'code', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
