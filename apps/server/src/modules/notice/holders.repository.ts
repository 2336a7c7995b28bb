import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

interface Placed {
  readonly sysOrgCode: string
  readonly regionCode: string
}

/** Accounts with a permission that can see a row, except the given ones. */
export async function findHolders(db: Db, code: string, row: Placed, except: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person.id from sys_user as person
    join sys_user_role as held on held.user_id = person.id
    join sys_role_permission as granted on granted.role_id = held.role_id
    join sys_permission as permission on permission.id = granted.permission_id
    where permission.perms = ${code} and person.status = 1 and person.del_flag = 0
      and not person.username = any(${[...except]}::text[])
      and case when cardinality(person.region_prefixes) = 0 then person.org_code = ${row.sysOrgCode}
        else starts_with(${row.sysOrgCode}, person.org_code) and exists (
          select from unnest(person.region_prefixes) as prefix
          where prefix = '*' or starts_with(${row.regionCode}, prefix)) end
    order by person.id limit 200`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findUserId(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sysUser')
    .select('id')
    .where('username', '=', username)
    .where('delFlag', '=', 0)
    .executeTakeFirst()
  return row?.id
}
