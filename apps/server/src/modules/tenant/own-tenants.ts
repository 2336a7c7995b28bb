import type { TenantRow } from '@natim/contract/system/session'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findTenantsOfUser } from './tenant.repository.ts'

export interface OwnTenants {
  /** Tenants the user may work in. */
  readonly enabled: TenantRow[]
  /** The user belongs to tenants, but all are frozen or ended: sign-in is refused. */
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
