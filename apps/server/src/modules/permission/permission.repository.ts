import type { Db } from '../../platform/db/db.ts'

/** Rows reached through the user's roles and the roles he has within his departments; menus and buttons alike. */
export function findGrantedPermissions(db: Db, userId: string) {
  return db
    .selectFrom('sysPermission as permission')
    .selectAll('permission')
    .where('permission.delFlag', '=', 0)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('sysRolePermission as grant')
            .innerJoin('sysUserRole as member', 'member.roleId', 'grant.roleId')
            .select('grant.permissionId')
            .whereRef('grant.permissionId', '=', 'permission.id')
            .where('member.userId', '=', userId),
        ),
        // Whoever leaves a department leaves its roles.
        eb.exists(
          eb
            .selectFrom('sysDepartRolePermission as grant')
            .innerJoin('sysDepartRoleUser as member', 'member.droleId', 'grant.roleId')
            .innerJoin('sysDepartRole as role', 'role.id', 'grant.roleId')
            .innerJoin('sysUserDepart as link', (join) =>
              join.onRef('link.userId', '=', 'member.userId').onRef('link.depId', '=', 'role.departId'),
            )
            .select('grant.permissionId')
            .whereRef('grant.permissionId', '=', 'permission.id')
            .where('member.userId', '=', userId),
        ),
      ]),
    )
    .orderBy('permission.sortNo')
    .orderBy('permission.id')
    .execute()
}

export function findAllButtons(db: Db) {
  return db
    .selectFrom('sysPermission')
    .select(['name', 'perms', 'permsType', 'status'])
    .where('menuType', '=', 2)
    .where('delFlag', '=', 0)
    .orderBy('sortNo')
    .execute()
}

export function findHomeRow(db: Db, landingPath: string) {
  return db
    .selectFrom('sysPermission')
    .selectAll()
    .where('url', '=', landingPath)
    .where('delFlag', '=', 0)
    .executeTakeFirstOrThrow()
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
