import { HOUR_MS } from '@natim/domain/time'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import { holdsAt } from './on-duty.repository.ts'

/** Permission required to be on duty. */
export const HANDOVER_RIGHT = 'mon:duty:handover'

/** Time after its end during which a shift can be handed over; a shift starting later does not take it over. */
export const OVERDUE_MS = 2 * HOUR_MS

/** Serialises roster changes: whether a person is free depends on all their other rows. */
export const lockRoster = (trx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('mon_duty_assignment'))`.execute(trx).then(() => undefined)

const liveTeams = (db: Db) => db.selectFrom('monDutyTeam as team').selectAll('team').where('team.delFlag', '=', 0)
export type StoredTeam = Awaited<ReturnType<ReturnType<typeof liveTeams>['execute']>>[number]

export const findTeams = (db: Db, scope: DataScope): Promise<StoredTeam[]> =>
  liveTeams(db).where(scopeFilter(scope, 'team')).orderBy('team.sortNo').orderBy('team.name').execute()

export const findTeam = (db: Db, scope: DataScope, id: string): Promise<StoredTeam | undefined> =>
  liveTeams(db).where(scopeFilter(scope, 'team')).where('team.id', '=', id).executeTakeFirst()

export const lockTeam = (trx: Tx, scope: DataScope, id: string): Promise<StoredTeam | undefined> =>
  liveTeams(trx).where(scopeFilter(scope, 'team')).where('team.id', '=', id).forUpdate().executeTakeFirst()

export const isTeamNameTaken = async (db: Db, name: string, exceptId: string | undefined): Promise<boolean> =>
  (await liveTeams(db)
    .where('team.name', '=', name)
    .where('team.id', '!=', exceptId ?? '')
    .executeTakeFirst()) !== undefined

export const findShifts = (db: Db, teamIds: readonly string[]) =>
  db
    .selectFrom('monDutyShift')
    .selectAll()
    .where('teamId', 'in', teamIds.length === 0 ? [''] : [...teamIds])
    .where('delFlag', '=', 0)
    .orderBy('startMin')
    .orderBy('id')
    .execute()
export type StoredShift = Awaited<ReturnType<typeof findShifts>>[number]

/** A shift with its team, limited to the planner's scope. */
export async function findShift(db: Db, scope: DataScope, id: string) {
  const shift = await db
    .selectFrom('monDutyShift')
    .selectAll()
    .where('id', '=', id)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  const team = shift && (await findTeam(db, scope, shift.teamId))
  return shift && team && { shift, team }
}

const assignments = (db: Db) =>
  db
    .selectFrom('monDutyAssignment as held')
    .innerJoin('sysUser as person', 'person.id', 'held.userId')
    .innerJoin('monDutyShift as shift', 'shift.id', 'held.shiftId')
    .innerJoin('monDutyTeam as team', 'team.id', 'held.teamId')
    .selectAll('held')
    .select(['person.realname as name', 'person.username', 'shift.name as shiftName', 'team.name as teamName'])
export type StoredAssignment = Awaited<ReturnType<ReturnType<typeof assignments>['execute']>>[number]

/** Assignments of teams, on days from `fromDay` to `toDay`, inclusive. */
export const findAssignments = (db: Db, teamIds: readonly string[], fromDay: string, toDay: string) =>
  assignments(db)
    .where('held.teamId', 'in', teamIds.length === 0 ? [''] : [...teamIds])
    .where('held.day', '>=', fromDay)
    .where('held.day', '<=', toDay)
    .orderBy('held.fromTs')
    .execute()

export const findAssignmentsById = (db: Db, ids: readonly string[]) =>
  assignments(db)
    .where('held.id', 'in', [...ids])
    .execute()

/** The user's other assignments around a period, in any team; ends are half-open. */
export const findAround = (db: Db, userId: string, fromMs: number, toMs: number, exceptIds: readonly string[]) =>
  assignments(db)
    .where('held.userId', '=', userId)
    .where('held.fromTs', '<', new Date(toMs))
    .where('held.toTs', '>', new Date(fromMs))
    .$if(exceptIds.length > 0, (query) => query.where('held.id', 'not in', [...exceptIds]))
    .execute()

export const findAssignmentOf = (db: Db, shiftId: string, day: string) =>
  assignments(db).where('held.shiftId', '=', shiftId).where('held.day', '=', day).executeTakeFirst()

/** The team's shifts that have begun and had not ended at `sinceMs`, oldest first. */
export const findBegun = (db: Db, teamId: string, nowMs: number, sinceMs: number) =>
  assignments(db)
    .where('held.teamId', '=', teamId)
    .where('held.fromTs', '<=', new Date(nowMs))
    .where('held.toTs', '>', new Date(sinceMs))
    .orderBy('held.fromTs')
    .execute()

/** The shift that follows. */
export const findNext = (db: Db, { teamId, toTs }: Pick<StoredAssignment, 'teamId' | 'toTs'>) =>
  assignments(db)
    .where('held.teamId', '=', teamId)
    .where('held.fromTs', '>=', toTs)
    .where('held.fromTs', '<', new Date(toTs.getTime() + OVERDUE_MS))
    .orderBy('held.fromTs')
    .limit(1)
    .executeTakeFirst()

/** Users who hold the permission and can see the team's area. */
export const findCandidates = (
  db: Db,
  team: Pick<StoredTeam, 'sysOrgCode' | 'regionCode'>,
  userIds?: readonly string[],
) =>
  db
    .selectFrom('sysUser as person')
    .select(['person.id as userId', 'person.realname as name', 'person.username'])
    .where('person.delFlag', '=', 0)
    .where('person.status', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sysUserRole as held')
          .innerJoin('sysRolePermission as granted', 'granted.roleId', 'held.roleId')
          .innerJoin('sysPermission as menu', 'menu.id', 'granted.permissionId')
          .select('menu.id')
          .whereRef('held.userId', '=', 'person.id')
          .where('menu.perms', '=', HANDOVER_RIGHT),
      ),
    )
    .where(
      sql<SqlBool>`starts_with(${team.sysOrgCode}, person.org_code) and case when cardinality(person.region_prefixes) = 0
        then person.org_code = ${team.sysOrgCode} else exists (
          select from unnest(person.region_prefixes) as prefix where prefix = '*' or starts_with(${team.regionCode}, prefix)) end`,
    )
    .$if(userIds !== undefined, (query) => query.where('person.id', 'in', [...(userIds ?? [])]))
    .orderBy('person.realname')
    .limit(500)
    .execute()

export const findNames = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('sysUser').select('realname').where('id', '=', userId).executeTakeFirst())?.realname ?? ''

/** People on duty in these teams, with their pending work. */
export async function findPresent(db: Db, teamIds: readonly string[], nowMs: number) {
  if (teamIds.length === 0) return []
  return db
    .selectFrom('monDutyAssignment as held')
    .innerJoin('sysUser as person', (join) =>
      join.onRef('person.id', '=', 'held.userId').on('person.delFlag', '=', 0).on('person.status', '=', 1),
    )
    .innerJoin('monDutyShift as shift', 'shift.id', 'held.shiftId')
    .select(['held.teamId', 'held.toTs', 'person.id as userId', 'person.realname as name', 'person.phone'])
    .select('shift.name as shiftName')
    .select([
      sql<number>`(select count(*)::int from mon_alarm alarm where alarm.closed_ts is null and not alarm.drill and alarm.assignee = person.username)`.as(
        'load',
      ),
      sql<Date | null>`(select min(told.created_at) from mon_alarm_outbox told join mon_alarm alarm on alarm.id = told.alarm_id
        where told.kind = 'escalate' and told.to_users ? person.id and told.created_at >= held.from_ts
          and alarm.closed_ts is null and not alarm.acked and not alarm.drill)`.as('waitingSince'),
    ])
    .where('held.teamId', 'in', [...teamIds])
    .where(holdsAt('held', nowMs))
    .execute()
}
