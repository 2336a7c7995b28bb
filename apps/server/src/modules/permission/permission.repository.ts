import type { Db } from '../../platform/db/db.ts'

/** All rows not deleted, in menu order. */
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

/** Ids granted through the user's roles and the user's roles within departments. */
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
        // Users who leave a department lose its roles.
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
