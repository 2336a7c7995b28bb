import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface Placed {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** A person on duty at an instant. */
export interface Present {
  readonly teamId: string
  readonly teamName: string
  readonly userId: string
  readonly name: string
}

export interface DutyFound {
  /** Names of the responsible teams; empty when there are none of that level or id. */
  readonly teamNames: readonly string[]
  readonly present: readonly Present[]
}

/** Condition for assignments in force at an instant: start inclusive, end exclusive. The only SQL definition of it. */
export const holdsAt = (table: string, atMs: number) => {
  const at = new Date(atMs)
  return sql<SqlBool>`${sql.ref(`${table}.fromTs`)} <= ${at} and ${at} < ${sql.ref(`${table}.toTs`)}`
}

/**
 * People on duty at an instant for an object at a place. Teams of a level are responsible for their departments and
 * region; a team given by id for everything. Frozen and deleted users are excluded.
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

/** Ids of the people on duty in any of these levels and teams. */
export async function findOnDutyIds(
  db: Db,
  targets: readonly string[],
  placed: Placed,
  atMs: number,
): Promise<string[]> {
  const found = await Promise.all(targets.map((target) => findOnDuty(db, target, placed, atMs)))
  return [...new Set(found.flatMap(({ present }) => present.map(({ userId }) => userId)))]
}

/** A team's shifts with the names of the people on them. */
export interface Watch {
  readonly teamName: string
  present: { shiftName: string; name: string }[]
}

/**
 * The team responsible for a department at an instant, among those visible to the reader: of the nearest department,
 * and there the team with the widest region.
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
