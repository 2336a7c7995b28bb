import { type Insertable, sql } from 'kysely'
import type { MonDutyAssignment, MonDutyHandover, MonDutyShift, MonDutySwap, MonDutyTeam } from '../../db/types.ts'
import type { Db } from '../../platform/db/db.ts'

export interface DutyRows {
  readonly teams: readonly Insertable<MonDutyTeam>[]
  readonly shifts: readonly Insertable<MonDutyShift>[]
  readonly assignments: readonly Insertable<MonDutyAssignment>[]
  readonly swaps: readonly Insertable<MonDutySwap>[]
}

/** Ids and names of people by account. */
export async function findPeople(
  db: Db,
  usernames: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  const rows = await db
    .selectFrom('sysUser')
    .select(['id', 'username', 'realname as name'])
    .where('username', '=', sql<string>`any(${[...usernames]}::text[])`)
    .execute()
  return new Map(rows.map(({ username, ...person }) => [username, person]))
}

export async function insertDutyRows(db: Db, { teams, shifts, assignments, swaps }: DutyRows): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('monDutyTeam')
      .values([...teams])
      .execute()
    await trx
      .insertInto('monDutyShift')
      .values([...shifts])
      .execute()
    await trx
      .insertInto('monDutyAssignment')
      .values([...assignments])
      .execute()
    if (swaps.length > 0)
      await trx
        .insertInto('monDutySwap')
        .values([...swaps])
        .execute()
  })
}

interface PastHandover {
  readonly row: Insertable<MonDutyHandover> & { readonly fromTs: Date; readonly toTs: Date }
  readonly account: string
  readonly takenAt: Date
}

const ITEMS = 6

/** A handover signed by both sides, with the alarms open at its end and the figures of its span. */
export async function insertPastHandover(db: Db, { row, account, takenAt }: PastHandover): Promise<void> {
  const { id, fromTs, toTs } = row
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('monDutyHandover').values(row).execute()
    await sql`
      insert into mon_duty_handover_item (handover_id, alarm_id, place, severity, title, site, state, account)
      select ${id}, alarm.id, row_number() over (order by alarm.severity, alarm.trigger_ts) - 1, alarm.severity, alarm.title,
        coalesce(station.name, ''), 'acked', ${account}
      from (select * from mon_alarm where not drill and trigger_ts < ${toTs} and (closed_ts is null or closed_ts >= ${toTs})
        order by severity, trigger_ts limit ${ITEMS}) as alarm
      left join mon_station station on station.id = alarm.station_id`.execute(trx)
    await sql`
      update mon_duty_handover set given_at = ${toTs}, figures = (
        select jsonb_build_object(
          'raised', count(*) filter (where raised_ts >= ${fromTs} and raised_ts < ${toTs}),
          'closed', count(*) filter (where closed_ts >= ${fromTs} and closed_ts < ${toTs}),
          'ackS', avg(extract(epoch from ack_ts - raised_ts)) filter (where ack_ts >= ${fromTs} and ack_ts < ${toTs}),
          'escalated', count(*) filter (where raised_ts >= ${fromTs} and raised_ts < ${toTs} and escalate_level > 0),
          'open', (select count(*) from mon_duty_handover_item where handover_id = ${id}))
        from mon_alarm where not drill)
      where id = ${id}`.execute(trx)
    await sql`update mon_duty_handover set to_user = ${row.toUser}, to_name = ${row.toName}, taken_at = ${takenAt} where id = ${id}`.execute(
      trx,
    )
  })
}
