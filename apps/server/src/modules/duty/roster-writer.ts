import { HANDOVER_LATE_MS } from '@natim/domain/duty'
import { type Insertable, sql } from 'kysely'
import type { MonDutyAssignment, MonDutyShift, MonDutyTeam } from '../../db/types.ts'
import type { Tx } from '../../platform/db/db.ts'

export const insertTeam = (trx: Tx, team: Insertable<MonDutyTeam>) =>
  trx.insertInto('monDutyTeam').values(team).execute()

export const updateTeam = (trx: Tx, id: string, columns: Partial<Insertable<MonDutyTeam>>) =>
  trx.updateTable('monDutyTeam').set(columns).where('id', '=', id).execute()

export const insertShift = (trx: Tx, shift: Insertable<MonDutyShift>) =>
  trx.insertInto('monDutyShift').values(shift).execute()

type ShiftTimes = Pick<Insertable<MonDutyShift>, 'name' | 'startMin' | 'lengthMin'>

/** Moves the shift's assignments that have not begun. */
export async function updateShift(trx: Tx, id: string, times: ShiftTimes, nowMs: number): Promise<void> {
  await trx.updateTable('monDutyShift').set(times).where('id', '=', id).execute()
  const { startMin, lengthMin } = times
  await sql`
    update mon_duty_assignment set from_ts = begins.at, to_ts = begins.at + ${lengthMin} * interval '1 minute'
    from (select id, (day + ${startMin} * interval '1 minute') at time zone 'Asia/Shanghai' as at from mon_duty_assignment) as begins
    where mon_duty_assignment.id = begins.id and shift_id = ${id} and from_ts > ${new Date(nowMs)}`.execute(trx)
  await sql`
    update mon_duty_timer as timer set due_at = held.to_ts + ${HANDOVER_LATE_MS} * interval '1 millisecond'
    from mon_duty_assignment held where held.id = timer.assignment_id and held.shift_id = ${id}`.execute(trx)
}

/** Deletes future assignments of the shifts; past ones are kept. */
export async function retireShifts(trx: Tx, ids: readonly string[], nowMs: number): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('monDutyAssignment')
    .where('shiftId', 'in', [...ids])
    .where('fromTs', '>', new Date(nowMs))
    .execute()
  await trx
    .updateTable('monDutyShift')
    .set({ delFlag: 1 })
    .where('id', 'in', [...ids])
    .execute()
}

/** @returns false when the shift is already taken */
export async function insertAssignment(trx: Tx, row: Insertable<MonDutyAssignment> & { toTs: Date }): Promise<boolean> {
  const added = await trx
    .insertInto('monDutyAssignment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['shiftId', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) return false
  await trx
    .insertInto('monDutyTimer')
    .values({ assignmentId: row.id, dueAt: new Date(row.toTs.getTime() + HANDOVER_LATE_MS) })
    .execute()
  return true
}

export const updatePerson = (trx: Tx, id: string, userId: string, by: string, at: Date) =>
  trx.updateTable('monDutyAssignment').set({ userId, updateBy: by, updateTime: at }).where('id', '=', id).execute()

export const deleteAssignment = (trx: Tx, id: string) =>
  trx.deleteFrom('monDutyAssignment').where('id', '=', id).execute()
