import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface RoleName {
  readonly id: string
  readonly roleName: string
  readonly roleCode: string
}

export const findPerson = (db: Db, id: string) =>
  db.selectFrom('sysUser').select(['realname', 'username', 'status', 'delFlag']).where('id', '=', id).executeTakeFirst()

/** Roles of a user, including roles of departments. */
export async function findRolesOf(db: Db, userId: string): Promise<RoleName[]> {
  const { rows } = await sql<RoleName>`
    select role.id, role.role_name, role.role_code from sys_role as role
    join sys_user_role as member on member.role_id = role.id where member.user_id = ${userId}
    union all
    select role.id, role.role_name, role.role_code from sys_depart_role as role
    join sys_depart_role_user as member on member.drole_id = role.id where member.user_id = ${userId}
    order by role_name`.execute(db)
  return rows
}

export const findRole = (db: Db, id: string): Promise<RoleName | undefined> =>
  db.selectFrom('sysRole').select(['id', 'roleName', 'roleCode']).where('id', '=', id).executeTakeFirst()

export const findGrantsOfRole = (db: Db, roleId: string) =>
  db.selectFrom('sysRolePermission').select(['permissionId', 'roleId']).where('roleId', '=', roleId).execute()

export interface RuleText {
  readonly permissionId: string
  readonly ruleColumn: string
  readonly ruleConditions: string
  readonly ruleValue: string
}

/** Enabled data rules of these roles, of users or departments. */
export async function findRulesOfRoles(db: Db, roleIds: readonly string[]): Promise<RuleText[]> {
  const { rows } = await sql<RuleText>`
    select rule.permission_id, rule.rule_column, rule.rule_conditions, rule.rule_value
    from sys_permission_data_rule as rule
    where rule.status = '1' and rule.id in (
      select rule_id from sys_role_data_rule where role_id = any(${[...roleIds]}::text[])
      union select rule_id from sys_depart_role_data_rule where role_id = any(${[...roleIds]}::text[]))
    order by rule.id`.execute(db)
  return rows
}

/** Roles that hold any of these rows, most members first. */
export async function findRolesHolding(
  db: Db,
  permissionIds: readonly string[],
): Promise<(RoleName & { readonly members: number })[]> {
  const { rows } = await sql<RoleName & { members: number }>`
    select role.id, role.role_name, role.role_code, (
      select count(*)::int from sys_user_role as member
      join sys_user as person on person.id = member.user_id and person.del_flag = 0
      where member.role_id = role.id) as members
    from sys_role as role
    where exists (
      select from sys_role_permission as given
      where given.role_id = role.id and given.permission_id = any(${[...permissionIds]}::text[]))
    order by members desc, role.role_name`.execute(db)
  return rows
}

/** The enabled users among these: their number, and the first few by name. */
export async function findEnabled(db: Db, userIds: readonly string[], limit: number) {
  const { rows } = await sql<{ username: string; realname: string; total: number }>`
    select username, realname, count(*) over ()::int as total from sys_user
    where id = any(${[...userIds]}::text[]) and status = 1 and del_flag = 0
    order by username limit ${limit}`.execute(db)
  return { people: rows.map(({ username, realname }) => ({ username, realname })), total: rows[0]?.total ?? 0 }
}
