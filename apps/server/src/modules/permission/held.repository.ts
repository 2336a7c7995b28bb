import type { PermissionCode } from '@natim/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Grants by role: roles of users, and roles of departments. */
const SOURCES = sql`(
  select member.user_id, given.role_id, given.permission_id from sys_user_role as member
  join sys_role_permission as given on given.role_id = member.role_id
  union all
  select member.user_id, given.role_id, given.permission_id from sys_depart_role_user as member
  join sys_depart_role_permission as given on given.role_id = member.drole_id)`

const BINDINGS = sql`(
  select member.user_id, bound.rule_id from sys_user_role as member
  join sys_role_data_rule as bound on bound.role_id = member.role_id
  union all
  select member.user_id, bound.rule_id from sys_depart_role_user as member
  join sys_depart_role_data_rule as bound on bound.role_id = member.drole_id)`

/** The menus and permissions a user holds, with the role of each; disabled ones included. */
export async function findSources(db: Db, userId: string): Promise<{ permissionId: string; roleId: string }[]> {
  const { rows } = await sql<{ permissionId: string; roleId: string }>`
    select source.permission_id, source.role_id from ${SOURCES} as source
    where source.user_id = ${userId}`.execute(db)
  return rows
}

/** Ids of the menus and permissions a user holds, disabled ones included. */
export async function findHeldIds(db: Db, userId: string): Promise<Set<string>> {
  return new Set((await findSources(db, userId)).map(({ permissionId }) => permissionId))
}

/** Whether a user holds a permission, for work done while they are signed out. */
export async function holdsRight(db: Db, userId: string, code: PermissionCode): Promise<boolean> {
  const { rows } = await sql`
    select from ${SOURCES} as source join sys_permission as permission on permission.id = source.permission_id
    where source.user_id = ${userId} and permission.perms = ${code} limit 1`.execute(db)
  return rows.length > 0
}

/** Ids of users who hold any of these menus or permissions. */
export async function findHoldersOf(db: Db, permissionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct source.user_id from ${SOURCES} as source
    where source.permission_id = any(${[...permissionIds]}::text[])`.execute(db)
  return rows.map(({ userId }) => userId)
}

export interface Binding {
  readonly id: string
  readonly permissionId: string
}

/** Enabled data rules that bind a user on these menus. */
export async function findBinding(db: Db, userId: string, permissionIds: readonly string[]): Promise<Binding[]> {
  const { rows } = await sql<Binding>`
    select distinct rule.id, rule.permission_id from ${BINDINGS} as bound
    join sys_permission_data_rule as rule on rule.id = bound.rule_id and rule.status = '1'
    where bound.user_id = ${userId} and rule.permission_id = any(${[...permissionIds]}::text[])`.execute(db)
  return rows
}
