import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { MonDutyHandover, MonDutyHandoverItem } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { Placed } from './on-duty.repository.ts'

const MAX_OPEN = 2_000
const MAX_SIGNED = 50

const handovers = (db: Db) => db.selectFrom('monDutyHandover as held').selectAll('held')
export type StoredHandover = Awaited<ReturnType<ReturnType<typeof handovers>['execute']>>[number]

export const findHandovers = (db: Db, assignmentIds: readonly string[]): Promise<StoredHandover[]> =>
  assignmentIds.length === 0
    ? Promise.resolve([])
    : handovers(db)
        .where('held.assignmentId', 'in', [...assignmentIds])
        .execute()

export const lockHandover = (trx: Tx, assignmentId: string): Promise<StoredHandover | undefined> =>
  handovers(trx).where('held.assignmentId', '=', assignmentId).forUpdate().executeTakeFirst()

/** Handovers with both signatures, newest first. */
export const findSigned = (db: Db, scope: DataScope, teamId: string): Promise<StoredHandover[]> =>
  handovers(db)
    .where('held.teamId', '=', teamId)
    .where('held.takenAt', 'is not', null)
    .where(scopeFilter(scope, 'held'))
    .orderBy('held.fromTs', 'desc')
    .limit(MAX_SIGNED)
    .execute()

/** Ensures that a draft exists, whoever created it. */
export const insertHandover = (trx: Tx, row: Insertable<MonDutyHandover>) =>
  trx
    .insertInto('monDutyHandover')
    .values(row)
    .onConflict((conflict) => conflict.column('assignmentId').doNothing())
    .execute()

export const updateHandover = (trx: Tx, id: string, columns: Updateable<MonDutyHandover>) =>
  trx.updateTable('monDutyHandover').set(columns).where('id', '=', id).execute()

export async function replaceItems(
  trx: Tx,
  handoverId: string,
  items: readonly Omit<Insertable<MonDutyHandoverItem>, 'handoverId' | 'place'>[],
): Promise<void> {
  await trx.deleteFrom('monDutyHandoverItem').where('handoverId', '=', handoverId).execute()
  if (items.length > 0)
    await trx
      .insertInto('monDutyHandoverItem')
      .values(items.map((item, place) => ({ ...item, handoverId, place })))
      .execute()
}

export const findItems = (db: Db, handoverIds: readonly string[]) =>
  db
    .selectFrom('monDutyHandoverItem as item')
    .innerJoin('monAlarm as alarm', 'alarm.id', 'item.alarmId')
    .selectAll('item')
    .select('alarm.triggerTs')
    .where('item.handoverId', 'in', handoverIds.length === 0 ? [''] : [...handoverIds])
    .orderBy('item.place')
    .execute()

/** Condition on alarms: the area a team is responsible for. */
const isOf = ({ sysOrgCode, regionCode }: Placed) =>
  sql<SqlBool>`starts_with(alarm.sys_org_code, ${sysOrgCode}) and starts_with(alarm.region_code, ${regionCode})`

/** Alarms left for the next shift, the gravest first: not closed, and active or unacknowledged. */
export const findLeftOver = (db: Db, team: Placed) =>
  db
    .selectFrom('monAlarm as alarm')
    .leftJoin('monStation as station', 'station.id', 'alarm.stationId')
    .leftJoin('monDevice as device', 'device.id', 'alarm.deviceId')
    .selectAll('alarm')
    .select(sql<string>`coalesce(station.name, device.name, '')`.as('site'))
    .where('alarm.closedTs', 'is', null)
    .where('alarm.drill', '=', false)
    .where((eb) => eb.or([eb('alarm.active', '=', true), eb('alarm.acked', '=', false)]))
    .where(isOf(team))
    .orderBy('alarm.severity')
    .orderBy('alarm.triggerTs')
    .orderBy('alarm.id')
    .limit(MAX_OPEN)
    .execute()
export type LeftOver = Awaited<ReturnType<typeof findLeftOver>>[number]

/** Figures of a period, half-open like the shift. */
export async function findFigures(db: Db, team: Placed, fromTs: Date, toTs: Date) {
  const within = (column: string) =>
    sql`${sql.ref(`alarm.${column}`)} >= ${fromTs} and ${sql.ref(`alarm.${column}`)} < ${toTs}`
  const row = await db
    .selectFrom('monAlarm as alarm')
    .select([
      sql<number>`(count(*) filter (where ${within('raisedTs')}))::int`.as('raised'),
      sql<number>`(count(*) filter (where ${within('closedTs')}))::int`.as('closed'),
      sql<
        number | null
      >`(avg(extract(epoch from alarm.ack_ts - alarm.raised_ts)) filter (where ${within('ackTs')}))::float8`.as('ackS'),
      sql<number>`(count(*) filter (where ${within('raisedTs')} and alarm.escalate_level > 0))::int`.as('escalated'),
    ])
    .where(isOf(team))
    .where('alarm.drill', '=', false)
    .where(sql<SqlBool>`(${within('raisedTs')} or ${within('closedTs')} or ${within('ackTs')})`)
    .executeTakeFirstOrThrow()
  return row
}
