import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import type { Timer } from './alarm-writer.ts'

export interface DueTimer extends Timer {
  readonly toRole: string | null
  readonly toDuty: string | null
  readonly roleName: string | null
}

/**
 * Removes due timers in the order they fell due; concurrent processes take those of other alarms. Alarms are locked
 * before their timers, as in every change of an alarm: the reverse order could deadlock.
 */
export async function takeDue(trx: Tx, nowMs: number, atOnce: number): Promise<DueTimer[]> {
  const now = new Date(nowMs)
  const held = await sql<{ readonly id: string }>`
    select alarm.id from mon_alarm as alarm where alarm.id in (
      select alarm_id from mon_alarm_timer where due_at <= ${now} order by due_at, alarm_id, step limit ${atOnce}
    ) order by alarm.id for update skip locked`.execute(trx)
  const alarmIds = held.rows.map(({ id }) => id)
  if (alarmIds.length === 0) return []
  const { rows } = await sql<DueTimer>`
    with taken as (
      delete from mon_alarm_timer where due_at <= ${now} and alarm_id = any(${alarmIds}) returning *
    )
    select taken.alarm_id, taken.kind, taken.step, taken.to_role, taken.to_duty, role.role_name,
      round(date_part('epoch', taken.due_at) * 1000) as due_ms
    from taken left join sys_role as role on role.role_code = taken.to_role
    order by taken.due_at, taken.step`.execute(trx)
  return rows
}

/** Makes the next escalation step due at once. @returns its number; undefined after the last one */
export async function hastenNext(trx: Tx, alarmId: string, step: number, dueMs: number): Promise<number | undefined> {
  const next = await trx
    .selectFrom('monAlarmTimer')
    .select('step')
    .where('alarmId', '=', alarmId)
    .where('kind', '=', 'escalate')
    .where('step', '>', step)
    .orderBy('step')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (next === undefined) return undefined
  await trx
    .updateTable('monAlarmTimer')
    .set((eb) => ({ dueAt: eb.fn('least', ['dueAt', eb.val(new Date(dueMs))]) }))
    .where('alarmId', '=', alarmId)
    .where('kind', '=', 'escalate')
    .where('step', '=', next.step)
    .execute()
  return next.step
}
