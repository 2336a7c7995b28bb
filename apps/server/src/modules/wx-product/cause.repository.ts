import type { WxCause } from '@natim/domain/wx-product'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type CauseKind = 'alarm' | 'nbc'
export interface CauseRow extends WxCause {
  readonly kind: CauseKind
  readonly id: string
  readonly title: string
  readonly tsMs: number
}

/** Excludes false alarms, and alarms of wearables and breath devices, which must not be published. */
const ALARMS = sql`
  select 'alarm' as kind, alarm.id, alarm.no, alarm.title, alarm.severity::int, alarm.drill as is_drill,
    (extract(epoch from alarm.trigger_ts) * 1000)::float8 as ts_ms
  from mon_alarm as alarm left join mon_device as device on device.id = alarm.device_id
  where coalesce(device.kind, '') not in ('wearable', 'breath') and coalesce(alarm.close_code, '') <> 'false'`

const EVENTS = sql`
  select 'nbc' as kind, event.id, event.no, device.name || ' ' || coalesce(event.agent_name, '') as title,
    event.severity::int, event.drill_id is not null as is_drill, (extract(epoch from event.ts) * 1000)::float8 as ts_ms
  from mon_nbc_event as event join mon_device as device on device.id = event.device_id
  where event.state <> 'rejected'`

const both = async (
  db: Db,
  scope: DataScope,
  ofAlarm: Expression<SqlBool>,
  ofEvent: Expression<SqlBool>,
  limit: number,
): Promise<CauseRow[]> => {
  const { rows } = await sql<CauseRow>`
    (${ALARMS} and ${scopeFilter(scope, 'alarm')} and ${ofAlarm} order by alarm.trigger_ts desc limit ${limit})
    union all
    (${EVENTS} and ${scopeFilter(scope, 'event')} and ${ofEvent} order by event.ts desc limit ${limit})
    order by ts_ms desc limit ${limit}`.execute(db)
  return rows
}

/** Current state of the cause of a warning; undefined if the reader may not see it. */
export async function findCause(db: Db, scope: DataScope, kind: CauseKind, id: string): Promise<CauseRow | undefined> {
  const [is, isNot] = [sql<SqlBool>`${id}`, sql<SqlBool>`false`]
  const rows = await both(
    db,
    scope,
    kind === 'alarm' ? sql<SqlBool>`alarm.id = ${is}` : isNot,
    kind === 'nbc' ? sql<SqlBool>`event.id = ${is}` : isNot,
    1,
  )
  return rows[0]
}

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
const SHOWN = 30

/** The newest causes whose number or title contains the text. */
export const searchCauses = (db: Db, scope: DataScope, text: string): Promise<CauseRow[]> =>
  both(
    db,
    scope,
    sql<SqlBool>`(alarm.no ilike ${like(text)} or alarm.title ilike ${like(text)})`,
    sql<SqlBool>`(event.no ilike ${like(text)} or device.name ilike ${like(text)})`,
    SHOWN,
  )
