import type { Db } from '../../platform/db/db.ts'

/** Every row that is not deleted, in the order of menus. */
export function findPermissionTable(db: Db) {
  return db
    .selectFrom('sysPermission')
    .select([
      'id',
      'parentId',
      'name',
      'url',
      'component',
      'componentName',
      'redirect',
      'menuType',
      'perms',
      'permsType',
      'status',
      'sortNo',
      'icon',
      'isRoute',
      'keepAlive',
      'hidden',
      'alwaysShow',
      'internalOrExternal',
    ])
    .where('delFlag', '=', 0)
    .orderBy('sortNo')
    .orderBy('id')
    .execute()
}

/** Ids reached through the user's roles and the roles they have within their departments. */
export async function findGrantedIds(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sysRolePermission as grant')
    .innerJoin('sysUserRole as member', 'member.roleId', 'grant.roleId')
    .select('grant.permissionId')
    .where('member.userId', '=', userId)
    .union(
      db
        .selectFrom('sysDepartRolePermission as grant')
        .innerJoin('sysDepartRoleUser as member', 'member.droleId', 'grant.roleId')
        .innerJoin('sysDepartRole as role', 'role.id', 'grant.roleId')
        // Whoever leaves a department leaves its roles.
        .innerJoin('sysUserDepart as link', (join) =>
          join.onRef('link.userId', '=', 'member.userId').onRef('link.depId', '=', 'role.departId'),
        )
        .select('grant.permissionId')
        .where('member.userId', '=', userId),
    )
    .execute()
  return new Set(rows.map(({ permissionId }) => permissionId))
}

export async function findRoleCodes(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUserRole as member')
    .innerJoin('sysRole as role', 'role.id', 'member.roleId')
    .select('role.roleCode')
    .where('member.userId', '=', userId)
    .execute()
  return rows.map((row) => row.roleCode)
}
