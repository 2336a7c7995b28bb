import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

export interface LateShift {
  readonly assignmentId: string
  readonly teamName: string
  readonly level: string
  readonly sysOrgCode: string
  readonly regionCode: string
  readonly shiftName: string
  readonly name: string
  readonly toTs: Date
  readonly isGiven: boolean
}

/** Deletes due timers and returns the shifts not taken over; concurrent processes get different ones. */
export async function takeLate(trx: Tx, nowMs: number, atOnce: number): Promise<{ count: number; late: LateShift[] }> {
  const { rows } = await sql<LateShift & { isTaken: boolean }>`
    with due as (
      select assignment_id from mon_duty_timer where due_at <= ${new Date(nowMs)} order by due_at limit ${atOnce} for update skip locked
    ), gone as (
      delete from mon_duty_timer as timer using due where timer.assignment_id = due.assignment_id returning timer.assignment_id
    )
    select held.id as assignment_id, team.name as team_name, team.level, team.sys_org_code, team.region_code,
      shift.name as shift_name, person.realname as name, held.to_ts,
      handover.given_at is not null as is_given, handover.taken_at is not null as is_taken
    from gone join mon_duty_assignment held on held.id = gone.assignment_id
    join mon_duty_team team on team.id = held.team_id join mon_duty_shift shift on shift.id = held.shift_id
    join sys_user person on person.id = held.user_id
    left join mon_duty_handover handover on handover.assignment_id = held.id
    where team.del_flag = 0`.execute(trx)
  return { count: rows.length, late: rows.filter(({ isTaken }) => !isTaken) }
}

/** User ids of the holders of a role. */
export async function findHolders(db: Db, roleCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select('person.id')
    .where('role.roleCode', '=', roleCode)
    .where('person.delFlag', '=', 0)
    .where('person.status', '=', 1)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}
