import type { Severity } from '@natim/contract/dict'
import type { WallShared } from '@natim/domain/wall'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, EVERYTHING, scopeFilter } from '../../platform/scope.ts'
import { IS_FOLDED } from '../alarm/index.ts'

/** Screens belong to departments, not regions: their content is limited to the viewer's scope. */
export function screenScope(scope: DataScope, table: string): Expression<SqlBool> {
  if (scope === EVERYTHING) return sql<SqlBool>`true`
  if (scope.orgCode === '') return sql<SqlBool>`false`
  return sql<SqlBool>`starts_with(${sql.ref<string>(`${table}.sysOrgCode`)}, ${scope.orgCode})`
}

/** A screen that is not deleted, with its state; `version` is 0 until a state is set. */
export async function findScreen(db: Db, scope: DataScope, id: string) {
  const row = await db
    .selectFrom('monWallScreen as screen')
    .leftJoin('monWallState as state', 'state.screenId', 'screen.id')
    .select(['screen.id', 'screen.name', 'screen.staleS', 'screen.hasSound', 'screen.sysOrgCode', 'state.state'])
    .select(sql<number>`coalesce(state.version, 0)::float8`.as('version'))
    .where('screen.id', '=', id)
    .where('screen.delFlag', '=', 0)
    .where(screenScope(scope, 'screen'))
    .executeTakeFirst()
  return row && { ...row, state: row.state }
}
export type FoundScreen = NonNullable<Awaited<ReturnType<typeof findScreen>>>

interface NextState {
  readonly screenId: string
  /** The version to be replaced; 0 = none. */
  readonly version: number
  readonly state: WallShared
  readonly by: string
}

/** @returns whether that version was still current: of two concurrent writers one succeeds. */
export async function replaceState(db: Db | Tx, { screenId, version, state, by }: NextState): Promise<boolean> {
  const body = JSON.stringify(state)
  const written =
    version === 0
      ? await sql`insert into mon_wall_state (screen_id, version, state, update_by)
          values (${screenId}, 1, ${body}::jsonb, ${by}) on conflict (screen_id) do nothing returning version`.execute(
          db,
        )
      : await sql`update mon_wall_state set version = version + 1, state = ${body}::jsonb, update_by = ${by},
          update_time = now() where screen_id = ${screenId} and version = ${version} returning version`.execute(db)
  return written.rows.length === 1
}

export interface WallAlarmRecord {
  readonly id: string
  readonly deviceId: string | null
  readonly stationId: string | null
  readonly clientId: string | null
  readonly deviceName: string | null
  readonly severity: Severity
  readonly title: string
  readonly channelNo: number | null
  readonly raisedMs: number
  readonly levels: [number, Severity][]
  readonly endedMs: number | null
  readonly acked: boolean
  readonly ackName: string | null
  readonly ackMs: number | null
  readonly drill: boolean
}

/** When its condition cleared or it was closed; null while active, also after a reopening. */
const ENDED = sql<Date | null>`(case when alarm.active then alarm.closed_ts else least(alarm.cleared_ts, alarm.closed_ts) end)`

/** The engine logs steps at sample times, but none was visible before the alarm was raised. */
const LEVELS = sql<[number, Severity][]>`coalesce((
  select jsonb_agg(jsonb_build_array((extract(epoch from greatest(entry.ts, alarm.raised_ts)) * 1000)::float8, entry.to_val::int) order by entry.seq)
  from mon_alarm_log as entry where entry.alarm_id = alarm.id and entry.action in ('raise', 'up', 'down', 'confirm')
    and entry.to_val in ('1', '2', '3', '4', '5')), '[]')`

/**
 * Alarms active within (from, to], newest first, without those folded into an alarm the reader sees and those raised
 * after the fact.
 */
export async function findAlarmsWithin(
  db: Db,
  scope: DataScope,
  { fromMs, toMs, limit }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<WallAlarmRecord[]> {
  const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
  const { rows } = await sql<WallAlarmRecord>`
    select alarm.id, alarm.device_id, alarm.station_id, device.client_id, device.name as device_name, alarm.severity,
      alarm.title, alarm.channel_no, ${ms('alarm.raisedTs')} as raised_ms, ${LEVELS} as levels,
      (extract(epoch from ${ENDED}) * 1000)::float8 as ended_ms,
      alarm.acked, alarm.ack_name, ${ms('alarm.ackTs')} as ack_ms, alarm.drill
    from mon_alarm as alarm
    left join mon_device as device on device.id = alarm.device_id
    where ${scopeFilter(scope, 'alarm')} and not alarm.historic
      and alarm.raised_ts <= ${new Date(toMs)}
      and (${ENDED} is null or ${ENDED} > ${new Date(fromMs)})
      and not exists (select from mon_alarm as parent
        where parent.id = alarm.parent_id and ${IS_FOLDED} and ${scopeFilter(scope, 'parent')})
    order by alarm.raised_ts desc, alarm.id desc
    limit ${limit}`.execute(db)
  return rows
}
