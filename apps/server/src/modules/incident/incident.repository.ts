import { calendarDayGmt8 } from '@natim/domain/time'
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { MonIncident, MonIncidentEntry } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export const INCIDENT_FIELDS: ListFields = {
  no: { expression: sql.ref('incident.no'), type: 'text' },
  title: { expression: sql.ref('incident.title'), type: 'text' },
  type: { expression: sql.ref('incident.type'), type: 'text' },
  level: { expression: sql.ref('incident.level'), type: 'number' },
  status: { expression: sql.ref('incident.status'), type: 'text' },
  leadName: { expression: sql.ref('incident.leadName'), type: 'text' },
  regionCode: { expression: sql.ref('incident.regionCode'), type: 'text' },
  startMs: { expression: sql.ref('incident.startTs'), type: 'time' },
}

/** Newest first. */
export const INCIDENT_LIST = {
  defaultSort: { field: 'startMs', order: 'desc' },
  tieBreaker: sql`incident.id desc`,
} as const

/** An incident is visible to users who can see one of its alarms. */
const isVisible = (scope: DataScope) => sql<SqlBool>`(${scopeFilter(scope, 'incident')} or exists (
  select from mon_alarm as part where part.incident_id = incident.id and ${scopeFilter(scope, 'part')}))`

const shown = (db: Db, scope: DataScope, condition: Expression<SqlBool>) =>
  db
    .selectFrom('monIncident as incident')
    .selectAll('incident')
    .select([
      sql<number>`(select count(*)::int from mon_alarm as alarm
        where alarm.incident_id = incident.id and ${scopeFilter(scope, 'alarm')})`.as('alarmCount'),
      sql<number>`(select count(*)::int from mon_alarm as alarm
        where alarm.incident_id = incident.id and not alarm.acked and alarm.closed_ts is null and ${scopeFilter(scope, 'alarm')})`.as(
        'unackedCount',
      ),
    ])
    .where(condition)

export type IncidentRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export function findIncidentPage(db: Db, scope: DataScope, request: ListRequest) {
  const condition = allOf([isVisible(scope), ...request.conditions])
  return findPage(db.selectFrom('monIncident as incident').where(condition), shown(db, scope, condition), request)
}

export const findIncident = (db: Db, scope: DataScope, id: string): Promise<IncidentRecord | undefined> =>
  shown(db, scope, sql<SqlBool>`incident.id = ${id} and ${isVisible(scope)}`).executeTakeFirst()

export const lockIncident = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monIncident as incident')
    .selectAll()
    .where('incident.id', '=', id)
    .where(isVisible(scope))
    .forUpdate()
    .executeTakeFirst()
export type StoredIncident = NonNullable<Awaited<ReturnType<typeof lockIncident>>>

/** The next number of the GMT+8 day, `INC20261121-03`; unique, with gaps after rollbacks. */
export async function takeIncidentNo(trx: Tx, nowMs: number): Promise<string> {
  const day = calendarDayGmt8(nowMs)
  const { rows } = await sql<{ n: number }>`
    insert into mon_incident_number (day, n) values (${day}::date, 1)
    on conflict (day) do update set n = mon_incident_number.n + 1 returning n`.execute(trx)
  return `INC${day.replaceAll('-', '')}-${String(rows[0]?.n ?? 1).padStart(2, '0')}`
}

export const insertIncident = (trx: Tx, row: Insertable<MonIncident>): Promise<unknown> =>
  trx.insertInto('monIncident').values(row).execute()

export const updateIncident = (trx: Tx, id: string, set: Updateable<MonIncident>): Promise<unknown> =>
  trx.updateTable('monIncident').set(set).where('id', '=', id).execute()

export type NewEntry = Omit<Insertable<MonIncidentEntry>, 'incidentId' | 'seq'>

/** Appends after the last entry of a locked incident. */
export async function appendEntries(
  trx: Tx,
  { id, entrySeq }: Pick<StoredIncident, 'id' | 'entrySeq'>,
  entries: readonly NewEntry[],
): Promise<void> {
  await trx
    .insertInto('monIncidentEntry')
    .values(entries.map((entry, i) => ({ ...entry, incidentId: id, seq: entrySeq + i + 1 })))
    .execute()
  await updateIncident(trx, id, { entrySeq: entrySeq + entries.length })
}

/** Newest first; entries about an alarm are limited to users who can see it. */
export const findEntries = (db: Db, scope: DataScope, incidentId: string) =>
  db
    .selectFrom('monIncidentEntry as entry')
    .selectAll()
    .where('entry.incidentId', '=', incidentId)
    .where(
      sql<SqlBool>`(entry.alarm_id is null or exists (
        select from mon_alarm as alarm where alarm.id = entry.alarm_id and ${scopeFilter(scope, 'alarm')}))`,
    )
    .orderBy('entry.seq', 'desc')
    .execute()

export const findEntry = (trx: Tx, incidentId: string, seq: number) =>
  trx
    .selectFrom('monIncidentEntry')
    .select(['seq', 'kind'])
    .where('incidentId', '=', incidentId)
    .where('seq', '=', seq)
    .executeTakeFirst()

/** The user who linked an alarm, and the incident's number. */
export const findLinker = (trx: Tx, alarmId: string) =>
  trx
    .selectFrom('monAlarm as alarm')
    .innerJoin('monIncident as incident', 'incident.id', 'alarm.incidentId')
    .leftJoin('monAlarmLog as log', (join) => join.onRef('log.alarmId', '=', 'alarm.id').on('log.action', '=', 'link'))
    .select(['incident.no', 'log.actorName', 'incident.leadName'])
    .where('alarm.id', '=', alarmId)
    .orderBy('log.seq', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()

/** Counts all its active alarms, regardless of visibility. */
export async function countActive(trx: Tx, incidentId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('monAlarm')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('incidentId', '=', incidentId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return n
}
