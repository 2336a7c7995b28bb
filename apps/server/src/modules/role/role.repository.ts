import type { Db, Tx } from '../../platform/db/db.ts'

/** Users with any of the roles, including the recycle bin, from which they can be restored. */
export async function findMembers(db: Db, roleIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUserRole')
    .select('userId')
    .distinct()
    .where('roleId', 'in', [...roleIds])
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The role, locked against changes until the transaction ends. */
export const lockRole = (trx: Tx, id: string) =>
  trx.selectFrom('sysRole').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function findGranted(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysRolePermission')
    .select('permissionId')
    .where('roleId', '=', roleId)
    .orderBy('permissionId')
    .execute()
  return rows.map(({ permissionId }) => permissionId)
}

/** Names by id; unknown ids are left out. */
export async function findMenuNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('sysPermission')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('delFlag', '=', 0)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function insertGrants(trx: Tx, roleId: string, permissionIds: readonly string[]): Promise<void> {
  if (permissionIds.length === 0) return
  await trx
    .insertInto('sysRolePermission')
    .values(permissionIds.map((permissionId) => ({ roleId, permissionId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes grants with the data rules chosen for them. */
export async function deleteGrants(trx: Tx, roleId: string, permissionIds: readonly string[]): Promise<void> {
  if (permissionIds.length === 0) return
  await trx
    .deleteFrom('sysRolePermission')
    .where('roleId', '=', roleId)
    .where('permissionId', 'in', [...permissionIds])
    .execute()
}

interface BoundRule {
  readonly id: string
  readonly permissionId: string
}

export async function insertBoundRules(trx: Tx, roleId: string, rules: readonly BoundRule[]): Promise<void> {
  if (rules.length === 0) return
  await trx
    .insertInto('sysRoleDataRule')
    .values(rules.map(({ id, permissionId }) => ({ roleId, permissionId, ruleId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findBoundRules(db: Db, roleId: string, permissionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysRoleDataRule')
    .select('ruleId')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .orderBy('ruleId')
    .execute()
  return rows.map(({ ruleId }) => ruleId)
}

export async function deleteBoundRules(trx: Tx, roleId: string, permissionId: string): Promise<void> {
  await trx
    .deleteFrom('sysRoleDataRule')
    .where('roleId', '=', roleId)
    .where('permissionId', '=', permissionId)
    .execute()
}

export async function findIdsByCode(db: Db, roleCode: string): Promise<string[]> {
  const rows = await db.selectFrom('sysRole').select('id').where('roleCode', '=', roleCode).execute()
  return rows.map(({ id }) => id)
}
