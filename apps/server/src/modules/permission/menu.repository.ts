import { type Selectable, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'

type Stored = Selectable<Database['sysPermission']>

/** A row of sys_permission with joined values. */
export interface MenuRecord extends Stored {
  readonly isLeaf: boolean
  readonly hasRules: boolean
}

const menus = (db: Db) =>
  db
    .selectFrom('sysPermission as menu')
    .selectAll('menu')
    .select([
      sql<boolean>`not exists (
        select from sys_permission child where child.parent_id = menu.id and child.del_flag = 0)`.as('isLeaf'),
      sql<boolean>`exists (select from sys_permission_data_rule rule where rule.permission_id = menu.id)`.as(
        'hasRules',
      ),
    ])
    .where('menu.delFlag', '=', 0)
    .orderBy('menu.sortNo')
    .orderBy('menu.id')

/** All menus and permissions, in sort order. */
export const findMenus = (db: Db): Promise<MenuRecord[]> => menus(db).execute()

export const findMenusByName = (db: Db, part: string): Promise<MenuRecord[]> =>
  menus(db).where(sql<boolean>`strpos(lower(menu.name), lower(${part})) > 0`).execute()

export const findTopMenus = (db: Db): Promise<MenuRecord[]> => menus(db).where('menu.menuType', '=', 0).execute()

/** Direct children; null = the roots. */
export const findMenusBelow = (db: Db, parentIds: readonly string[] | null): Promise<MenuRecord[]> =>
  menus(db)
    .where((eb) => (parentIds === null ? eb('menu.parentId', 'is', null) : eb('menu.parentId', 'in', [...parentIds])))
    .execute()

/** Locks all menus until the transaction ends, as tree rules involve all rows. */
export async function lockMenus(trx: Tx): Promise<void> {
  await sql`lock table sys_permission in share row exclusive mode`.execute(trx)
}

/** Columns that users set. */
export type MenuColumns = Omit<Stored, 'id' | 'delFlag' | 'createBy' | 'createTime' | 'updateBy' | 'updateTime'>

export const insertMenu = (trx: Tx, row: MenuColumns & { readonly id: string; readonly createBy: string }) =>
  trx.insertInto('sysPermission').values(row).returningAll().executeTakeFirstOrThrow()

export const updateMenu = (trx: Tx, id: string, columns: MenuColumns & { readonly updateBy: string }) =>
  trx
    .updateTable('sysPermission')
    .set({ ...columns, updateTime: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes menus with their grants and data rules. */
export async function deleteMenus(trx: Tx, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sysPermission')
    .where('id', 'in', [...ids])
    .execute()
}

/** Grants a new menu to the roles through which its author may create menus, and to the administrator role. */
export async function grantToMakers(trx: Tx, permissionId: string, userId: string): Promise<void> {
  await sql`
    insert into sys_role_permission (role_id, permission_id)
    select distinct role.id, ${permissionId} from sys_role role
    where role.role_code = 'admin'
      or exists (
        select from sys_user_role member
        join sys_role_permission held on held.role_id = member.role_id
        join sys_permission right_to on right_to.id = held.permission_id
        where member.role_id = role.id and member.user_id = ${userId}
          and right_to.perms = 'system:permission:add')`.execute(trx)
}

/** Number of roles that hold any of these rows. */
export async function countRoles(db: Db, permissionIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct role_id)::int as n from sys_role_permission
    where permission_id = any(${[...permissionIds]}::text[])`.execute(db)
  return rows[0]?.n ?? 0
}
