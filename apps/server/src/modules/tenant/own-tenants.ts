import type { TenantRow } from '@natim/contract/system/session'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findTenantsOfUser } from './tenant.repository.ts'

export interface OwnTenants {
  /** Those the user may work in. */
  readonly enabled: TenantRow[]
  /** The user belongs to tenants and all of them are frozen or over: they may not sign in. */
  readonly areAllFrozen: boolean
}

export async function loadOwnTenants(db: Db, userId: string): Promise<OwnTenants> {
  const tenants = await findTenantsOfUser(db, userId)
  const enabled = tenants
    .filter(({ isInForce }) => isInForce)
    .map(({ isInForce: _inForce, ...tenant }) => ({
      ...tenant,
      beginDate: toDateTimeText(tenant.beginDate),
      endDate: toDateTimeText(tenant.endDate),
    }))
  return { enabled, areAllFrozen: tenants.length > 0 && enabled.length === 0 }
}
