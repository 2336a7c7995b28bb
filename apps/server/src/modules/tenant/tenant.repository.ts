import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Neither frozen nor ended. */
const inForce = sql<boolean>`tenant.status = 1 and (tenant.end_date is null or tenant.end_date > now())`

/** All tenants of a user, including frozen ones. */
export function findTenantsOfUser(db: Db, userId: string) {
  return db
    .selectFrom('sysUserTenant as link')
    .innerJoin('sysTenant as tenant', 'tenant.id', 'link.tenantId')
    .select([
      'tenant.id',
      'tenant.name',
      'tenant.status',
      'tenant.beginDate',
      'tenant.endDate',
      inForce.as('isInForce'),
    ])
    .where('link.userId', '=', userId)
    .orderBy('tenant.id')
    .execute()
}

/** Whether a user may currently work in a tenant. */
export async function isEnabledTenantOf(db: Db, userId: string, tenantId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sysUserTenant as link')
    .innerJoin('sysTenant as tenant', 'tenant.id', 'link.tenantId')
    .select('tenant.id')
    .where('link.userId', '=', userId)
    .where('tenant.id', '=', tenantId)
    .where(inForce)
    .executeTakeFirst()
  return row !== undefined
}
