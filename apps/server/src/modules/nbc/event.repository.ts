import type { DeviceStatus } from '@natim/contract/dict'
import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import type { MonNbcEvent } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export const EVENT_FIELDS: ListFields = {
  no: { expression: sql.ref('event.no'), type: 'text' },
  type: { expression: sql.ref('event.type'), type: 'text' },
  state: { expression: sql.ref('event.state'), type: 'text' },
  severity: { expression: sql.ref('event.severity'), type: 'number' },
  source: { expression: sql.ref('event.source'), type: 'text' },
  deviceName: { expression: sql.ref('device.name'), type: 'text' },
  clientId: { expression: sql.ref('device.clientId'), type: 'text' },
  regionCode: { expression: sql.ref('event.regionCode'), type: 'text' },
  agentClass: { expression: sql.ref('event.agentClass'), type: 'text' },
  tsMs: { expression: sql.ref('event.ts'), type: 'time' },
}

/** Newest first. */
export const EVENT_LIST = { defaultSort: { field: 'tsMs', order: 'desc' }, tieBreaker: sql`event.id desc` } as const

const joined = (db: Db, condition: Expression<SqlBool>) =>
  db
    .selectFrom('monNbcEvent as event')
    .innerJoin('monDevice as device', 'device.id', 'event.deviceId')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .leftJoin('monDeviceState as held', 'held.deviceId', 'device.deviceNo')
    .leftJoin('monAlarm as alarm', 'alarm.id', 'event.alarmId')
    .where(condition)

const shown = (db: Db, condition: Expression<SqlBool>) =>
  joined(db, condition)
    .selectAll('event')
    .select(['device.name as deviceName', 'device.clientId', 'station.name as stationName', 'alarm.no as alarmNo'])
    .select(
      sql<DeviceStatus>`case when device.retired_at is not null then 'retired' else coalesce(held.status, 'inactive') end`.as(
        'deviceStatus',
      ),
    )
    .select(sql<number | null>`coalesce(device.lng, station.lng)`.as('lng'))
    .select(sql<number | null>`coalesce(device.lat, station.lat)`.as('lat'))

/** An event with its device and alarm. */
export type EventRecord = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export function findEventPage(db: Db, scope: DataScope, request: ListRequest, ids?: readonly string[]) {
  const ticked = ids ? sql<SqlBool>`event.id = any(${[...ids]}::text[])` : sql<SqlBool>`true`
  const condition = sql<SqlBool>`${scopeFilter(scope, 'event')} and ${allOf(request.conditions)} and ${ticked}`
  return findPage(joined(db, condition), shown(db, condition), request)
}

export const findEvent = (db: Db, scope: DataScope, id: string): Promise<EventRecord | undefined> =>
  shown(db, sql<SqlBool>`event.id = ${id} and ${scopeFilter(scope, 'event')}`).executeTakeFirst()

/** Other events of the same type within a period; drill events only with other drill events. */
export const findAround = (db: Db, scope: DataScope, { id, type, ts, drillId }: EventRecord, withinMs: number) =>
  shown(
    db,
    sql<SqlBool>`event.id <> ${id} and event.type = ${type} and (event.drill_id is null) = ${drillId === null}
      and event.ts between ${new Date(ts.getTime() - withinMs)} and ${new Date(ts.getTime() + withinMs)}
      and ${scopeFilter(scope, 'event')}`,
  )
    .orderBy('event.ts')
    .limit(50)
    .execute()

export const lockEvent = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monNbcEvent as event')
    .selectAll()
    .where('event.id', '=', id)
    .where(scopeFilter(scope, 'event'))
    .forUpdate()
    .executeTakeFirst()
export type StoredEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>

/** Updates a locked event and increments its version. */
export async function updateEvent(
  trx: Tx,
  { id, version }: Pick<StoredEvent, 'id' | 'version'>,
  set: Updateable<MonNbcEvent>,
): Promise<number> {
  await trx
    .updateTable('monNbcEvent')
    .set({ ...set, version: version + 1, updateTime: new Date() })
    .where('id', '=', id)
    .execute()
  return version + 1
}

export interface NewStep {
  readonly eventId: string
  readonly ts: Date
  readonly actor: string
  readonly actorName: string
  readonly action: 'detect' | 'corroborate' | 'propose' | 'decide' | 'agree' | 'decline' | 'report'
  readonly fromState?: StoredEvent['state'] | null
  readonly toState?: StoredEvent['state'] | null
  readonly note?: string | null
  readonly data?: Readonly<Record<string, unknown>>
}

/** Appends a step to the history of a locked event. */
export async function appendStep(trx: Tx, { data = {}, ...step }: NewStep): Promise<void> {
  const { seq } = await trx
    .selectFrom('monNbcEventStep')
    .select(sql<number>`coalesce(max(seq), 0)::int + 1`.as('seq'))
    .where('eventId', '=', step.eventId)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('monNbcEventStep')
    .values({ ...step, seq, data: JSON.stringify(data) })
    .execute()
}

export const findSteps = (db: Db, eventId: string) =>
  db.selectFrom('monNbcEventStep').selectAll().where('eventId', '=', eventId).orderBy('seq').execute()

/** Counts real events by state, pending proposals, and unfinished drill events. */
export async function countEvents(db: Db, scope: DataScope) {
  const rows = await db
    .selectFrom('monNbcEvent as event')
    .select('event.state')
    .select([
      sql<number>`(count(*) filter (where drill_id is null))::int`.as('n'),
      sql<number>`(count(*) filter (where drill_id is null and proposed_by is not null))::int`.as('proposed'),
      sql<number>`(count(*) filter (where drill_id is not null))::int`.as('drills'),
    ])
    .where(scopeFilter(scope, 'event'))
    .groupBy('event.state')
    .execute()
  return rows
}
