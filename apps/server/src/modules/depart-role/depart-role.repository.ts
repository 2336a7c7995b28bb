import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

export const DEPART_ROLE_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  departId: { expression: sql.ref('record.departId'), type: 'text' },
  roleName: { expression: sql.ref('record.roleName'), type: 'text' },
  roleCode: { expression: sql.ref('record.roleCode'), type: 'text' },
  description: { expression: sql.ref('record.description'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
}

export const findDepart = (db: Db, id: string) =>
  db
    .selectFrom('sysDepart')
    .select(['id', 'departName', 'orgCode'])
    .where('id', '=', id)
    .where('delFlag', '=', '0')
    .executeTakeFirst()

export const findDepartNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('sysDepart')
    .select(['id', 'departName'])
    .where('id', 'in', [...ids])
    .execute()

export const findRolesByIds = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('sysDepartRole')
    .select(['id', 'departId', 'roleName'])
    .where('id', 'in', [...ids])
    .execute()

/** Holders of any of these roles, or of any role of the department. */
export async function findHolders(db: Db, of: { readonly departId: string } | { readonly roleIds: readonly string[] }) {
  const rows = await db
    .selectFrom('sysDepartRoleUser as held')
    .innerJoin('sysDepartRole as role', 'role.id', 'held.droleId')
    .select('held.userId')
    .distinct()
    .$if('departId' in of, (query) => query.where('role.departId', '=', 'departId' in of ? of.departId : ''))
    .$if('roleIds' in of, (query) => query.where('role.id', 'in', 'roleIds' in of ? [...of.roleIds] : []))
    .execute()
  return rows.map(({ userId }) => userId)
}

export const findRolesOfUser = (db: Db, userId: string, departId: string) =>
  db
    .selectFrom('sysDepartRoleUser as held')
    .innerJoin('sysDepartRole as role', 'role.id', 'held.droleId')
    .select(['held.id', 'held.userId', 'held.droleId'])
    .where('held.userId', '=', userId)
    .where('role.departId', '=', departId)
    .orderBy('held.id')
    .execute()

export async function isMember(db: Db, userId: string, departId: string): Promise<boolean> {
  const link = await db
    .selectFrom('sysUserDepart')
    .select('userId')
    .where('userId', '=', userId)
    .where('depId', '=', departId)
    .executeTakeFirst()
  return link !== undefined
}

export async function giveRoles(trx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  await trx
    .insertInto('sysDepartRoleUser')
    .values(roleIds.map((droleId) => ({ id: newId(), userId, droleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function takeRoles(trx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return
  await trx
    .deleteFrom('sysDepartRoleUser')
    .where('userId', '=', userId)
    .where('droleId', 'in', [...roleIds])
    .execute()
}
