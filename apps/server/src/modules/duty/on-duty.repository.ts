import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface Placed {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** Somebody on duty somewhere at an instant. */
export interface Present {
  readonly teamId: string
  readonly teamName: string
  readonly userId: string
  readonly name: string
}

export interface DutyFound {
  /** Names of the teams that answer; empty when there are none of that level or id. */
  readonly teamNames: readonly string[]
  readonly present: readonly Present[]
}

/** Assignments of an instant: from their start on, no longer at their end. The only place that says so in SQL. */
export const holdsAt = (table: string, atMs: number) => {
  const at = new Date(atMs)
  return sql<SqlBool>`${sql.ref(`${table}.fromTs`)} <= ${at} and ${at} < ${sql.ref(`${table}.toTs`)}`
}

/**
 * Who is on duty at an instant for something that lies there. Teams of a level answer for what lies in their departments and
 * region; a team named by its id answers for everything. Whoever is frozen or deleted is not there.
 *
 * @param target a level, or the id of a team
 */
export async function findOnDuty(
  db: Db,
  target: string,
  { sysOrgCode, regionCode }: Placed,
  atMs: number,
): Promise<DutyFound> {
  const rows = await db
    .selectFrom('monDutyTeam as team')
    .leftJoin('monDutyAssignment as held', (join) =>
      join.onRef('held.teamId', '=', 'team.id').on(holdsAt('held', atMs)),
    )
    .leftJoin('sysUser as person', (join) =>
      join.onRef('person.id', '=', 'held.userId').on('person.delFlag', '=', 0).on('person.status', '=', 1),
    )
    .select(['team.id as teamId', 'team.name as teamName', 'person.id as userId', 'person.realname as name'])
    .where('team.delFlag', '=', 0)
    .where((eb) =>
      eb.or([
        eb('team.id', '=', target),
        eb.and([
          eb('team.level', '=', target),
          sql<SqlBool>`starts_with(${sysOrgCode}, team.sys_org_code) and starts_with(${regionCode}, team.region_code)`,
        ]),
      ]),
    )
    .orderBy('team.sortNo')
    .orderBy('team.id')
    .execute()
  return {
    teamNames: [...new Set(rows.map(({ teamName }) => teamName))],
    present: rows.flatMap(({ userId, name, ...team }) =>
      userId === null || name === null ? [] : [{ ...team, userId, name }],
    ),
  }
}

/** Ids of those who are on duty of any of these levels and teams. */
export async function findOnDutyIds(
  db: Db,
  targets: readonly string[],
  placed: Placed,
  atMs: number,
): Promise<string[]> {
  const found = await Promise.all(targets.map((target) => findOnDuty(db, target, placed, atMs)))
  return [...new Set(found.flatMap(({ present }) => present.map(({ userId }) => userId)))]
}

/** Of a team: who holds which of its shifts, names alone. */
export interface Watch {
  readonly teamName: string
  present: { shiftName: string; name: string }[]
}

/**
 * The team that answers for a department at an instant, of those a reader may see: of the nearest department, and of its
 * teams the one of the widest region.
 */
export async function findWatch(db: Db, scope: DataScope, orgCode: string, atMs: number): Promise<Watch | undefined> {
  const team = await db
    .selectFrom('monDutyTeam as team')
    .select(['team.id', 'team.name'])
    .where('team.delFlag', '=', 0)
    .where(scopeFilter(scope, 'team'))
    .where(sql<SqlBool>`starts_with(${orgCode}, team.sys_org_code)`)
    .orderBy(sql`length(team.sys_org_code)`, 'desc')
    .orderBy(sql`length(team.region_code)`)
    .orderBy('team.sortNo')
    .orderBy('team.id')
    .limit(1)
    .executeTakeFirst()
  if (team === undefined) return undefined
  const present = await db
    .selectFrom('monDutyAssignment as held')
    .innerJoin('sysUser as person', (join) =>
      join.onRef('person.id', '=', 'held.userId').on('person.delFlag', '=', 0).on('person.status', '=', 1),
    )
    .innerJoin('monDutyShift as shift', 'shift.id', 'held.shiftId')
    .select(['shift.name as shiftName', 'person.realname as name'])
    .where('held.teamId', '=', team.id)
    .where(holdsAt('held', atMs))
    .orderBy('held.fromTs')
    .orderBy('held.id')
    .execute()
  return { teamName: team.name, present: present.map(({ shiftName, name }) => ({ shiftName, name: name ?? '' })) }
}
