import type { Db } from '../../platform/db/db.ts'

const ENABLED = 1

/** Every tenant a user belongs to, frozen ones too. */
export function findTenantsOfUser(db: Db, userId: string) {
  return db
    .selectFrom('sysUserTenant as link')
    .innerJoin('sysTenant as tenant', 'tenant.id', 'link.tenantId')
    .select(['tenant.id', 'tenant.name', 'tenant.status', 'tenant.beginDate', 'tenant.endDate'])
    .where('link.userId', '=', userId)
    .orderBy('tenant.id')
    .execute()
}

/** Whether a user may work in a tenant at this moment. */
export async function isEnabledTenantOf(db: Db, userId: string, tenantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sysUserTenant as link')
    .innerJoin('sysTenant as tenant', 'tenant.id', 'link.tenantId')
    .select('tenant.id')
    .where('link.userId', '=', userId)
    .where('tenant.id', '=', tenantId)
    .where('tenant.status', '=', ENABLED)
    .executeTakeFirst()
  return row !== undefined
}
