import { PAGE_NEEDS, rightsOfPage } from '@natim/contract/page-rights'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** All grants, through roles of users and of departments. */
const GRANTS = sql`(
  select member.user_id, given.permission_id from sys_user_role as member
  join sys_role_permission as given on given.role_id = member.role_id
  union all
  select member.user_id, given.permission_id from sys_depart_role_user as member
  join sys_depart_role_permission as given on given.role_id = member.drole_id)`

const PAGES_WITH_RIGHTS = Object.keys(PAGE_NEEDS).filter((component) => rightsOfPage(component).length > 0)

/** Condition: a permission, or a page that includes one, that this user lacks. Disabled or deleted ones are ignored. */
const isBeyond = (userId: string): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from sys_permission as p where p.id = given.permission_id 
    and (p.perms <> '' or p.menu_type < 2 and p.component = any(${PAGES_WITH_RIGHTS}::text[]))
    and p.del_flag = 0 and p.status = '1')
  and not exists (
    select from ${GRANTS} as own where own.user_id = ${userId} and own.permission_id = given.permission_id)`

/** The roles among these that hold a permission this user lacks and thus may neither grant nor revoke. */
export async function findRolesBeyond(db: Db, userId: string, roleIds: readonly string[]): Promise<Named[]> {
  if (roleIds.length === 0) return []
  const { rows } = await sql<Named>`
    select role.id, role.role_name as name from sys_role as role
    where role.id = any(${[...roleIds]}::text[]) and exists (
      select from sys_role_permission as given where given.role_id = role.id and ${isBeyond(userId)})
    order by role.id`.execute(db)
  return rows
}

/** The users among these who hold a permission this user lacks. */
export async function findUsersAbove(db: Db, userId: string, userIds: readonly string[]): Promise<Named[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<Named>`
    select person.id, person.username as name from sys_user as person
    where person.id = any(${[...userIds]}::text[]) and person.id <> ${userId} and exists (
      select from ${GRANTS} as given where given.user_id = person.id and ${isBeyond(userId)})
    order by person.id`.execute(db)
  return rows
}
