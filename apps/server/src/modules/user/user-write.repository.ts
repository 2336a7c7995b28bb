import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { SysUser } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'

export type StoredUser = Selectable<SysUser>
export type UserColumns = Updateable<SysUser>

/** Roles and departments of users, each in a fixed order. */
export interface Links {
  readonly roles: readonly string[]
  readonly departs: readonly string[]
}

/** Serializes checks for the last administrator. */
export async function lockAdministration(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(71030012)`.execute(trx)
}

/** Regardless of visibility. */
export function findStored(db: Db, ids: readonly string[]): Promise<StoredUser[]> {
  return db
    .selectFrom('sysUser')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

/** Regardless of visibility. */
export async function isInBin(db: Db, id: string): Promise<boolean> {
  const [user] = await findStored(db, [id])
  return user?.delFlag === 1
}

export async function insertUser(trx: Tx, user: Insertable<SysUser>): Promise<StoredUser> {
  return trx.insertInto('sysUser').values(user).returningAll().executeTakeFirstOrThrow()
}

export async function updateUsers(
  trx: Tx,
  ids: readonly string[],
  columns: UserColumns,
  username: string,
): Promise<StoredUser[]> {
  return trx
    .updateTable('sysUser')
    .set({ ...columns, updateBy: username, updateTime: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .returningAll()
    .execute()
}

/** Deletes users physically with all references, except their files, which pass to `heirId`. */
export async function deleteUsers(trx: Tx, ids: readonly string[], heirId: string): Promise<void> {
  await inTenant(trx, 'system', (all) =>
    all
      .updateTable('sysFile')
      .set({ ownerId: heirId })
      .where('ownerId', 'in', [...ids])
      .execute(),
  )
  await trx
    .deleteFrom('sysUser')
    .where('id', 'in', [...ids])
    .execute()
}

export async function findLinks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Links>> {
  const [roles, departs] = await Promise.all([
    db
      .selectFrom('sysUserRole')
      .selectAll()
      .where('userId', 'in', [...ids])
      .orderBy('roleId')
      .execute(),
    db
      .selectFrom('sysUserDepart')
      .selectAll()
      .where('userId', 'in', [...ids])
      .orderBy('depId')
      .execute(),
  ])
  return new Map(
    ids.map((id) => [
      id,
      {
        roles: roles.filter(({ userId }) => userId === id).map(({ roleId }) => roleId),
        departs: departs.filter(({ userId }) => userId === id).map(({ depId }) => depId),
      },
    ]),
  )
}

export async function addRoles(trx: Tx, userIds: readonly string[], roleIds: readonly string[]): Promise<void> {
  const rows = userIds.flatMap((userId) => roleIds.map((roleId) => ({ userId, roleId })))
  if (rows.length === 0) return
  await trx
    .insertInto('sysUserRole')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeRoles(trx: Tx, userIds: readonly string[], roleIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sysUserRole')
    .where('userId', 'in', [...userIds])
    .where(sql<boolean>`role_id = any(${[...roleIds]}::text[])`)
    .execute()
}

export async function addDeparts(trx: Tx, userIds: readonly string[], departIds: readonly string[]): Promise<void> {
  const rows = userIds.flatMap((userId) => departIds.map((depId) => ({ userId, depId })))
  if (rows.length === 0) return
  await trx
    .insertInto('sysUserDepart')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Also removes the roles within these departments. */
export async function removeDeparts(trx: Tx, userIds: readonly string[], departIds: readonly string[]): Promise<void> {
  const gone = sql`any(${[...departIds]}::text[])`
  await trx
    .deleteFrom('sysUserDepart')
    .where('userId', 'in', [...userIds])
    .where(sql<boolean>`dep_id = ${gone}`)
    .execute()
  await trx
    .deleteFrom('sysDepartRoleUser')
    .where('userId', 'in', [...userIds])
    .where(sql<boolean>`drole_id in (select role.id from sys_depart_role as role where role.depart_id = ${gone})`)
    .execute()
}

export async function setTenants(trx: Tx, userId: string, tenantIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('sysUserTenant').where('userId', '=', userId).execute()
  if (tenantIds.length === 0) return
  await trx
    .insertInto('sysUserTenant')
    .values(tenantIds.map((tenantId) => ({ userId, tenantId })))
    .execute()
}

/** Ids of the existing ones, locked against deletion and permission changes until the transaction ends. */
export async function lockRoles(trx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('sysRole')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

/** Names by id, including deleted departments. */
export async function findLinkNames(db: Db, ids: Links) {
  const [roles, departs] = await Promise.all([
    db
      .selectFrom('sysRole')
      .select(['id', 'roleName as name'])
      .where(sql<boolean>`id = any(${[...ids.roles]}::text[])`)
      .execute(),
    db
      .selectFrom('sysDepart')
      .select(['id', 'departName as name'])
      .where(sql<boolean>`id = any(${[...ids.departs]}::text[])`)
      .execute(),
  ])
  const byId = (rows: typeof roles) => new Map(rows.map(({ id, name }) => [id, name]))
  return { roles: byId(roles), departs: byId(departs) }
}

export function findLiveDeparts(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('sysDepart')
    .select(['id', 'orgCode', 'departName'])
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .where('delFlag', '=', '0')
    .orderBy('orgCode')
    .execute()
}

export async function findTenantIds(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('sysTenant')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts users with a role who can sign in. */
export async function countHolders(db: Db, roleCode: string): Promise<number> {
  const { n } = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('role.roleCode', '=', roleCode)
    .where('person.status', '=', 1)
    .where('person.delFlag', '=', 0)
    .executeTakeFirstOrThrow()
  return n
}

/** Without deleted users. */
export function findIdsByUsername(db: Db, usernames: readonly string[]) {
  return db
    .selectFrom('sysUser')
    .select(['id', 'username', 'realname'])
    .where(sql<boolean>`lower(username) = any(${usernames.map((name) => name.toLowerCase())}::text[])`)
    .where('delFlag', '=', 0)
    .execute()
}
