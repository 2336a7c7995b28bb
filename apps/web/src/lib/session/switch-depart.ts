import { accountEndpoints } from '@natim/contract/system/identity-account'
import type { DepartRow, TenantRow } from '@natim/contract/system/session'
import { call } from '../api/http.ts'
import { queryClient } from '../query/query-client.ts'
import { liveSocket } from '../socket/live.ts'
import { reloadPermissions } from './permissions.ts'
import { keepTenant, keepUser, useSession } from './session-store.ts'

/** The departments and tenants the signed-in user may choose from. */
export interface OwnChoices {
  readonly departs: readonly DepartRow[]
  readonly tenants: readonly TenantRow[]
  readonly orgCode: string | undefined
}

/** @throws ApiError after it was reported */
export async function loadOwnChoices(): Promise<OwnChoices> {
  const [departs, tenants] = await Promise.all([
    call(accountEndpoints.departs, {}),
    call(accountEndpoints.tenants, {}, { silent: true }).catch(() => ({ list: undefined })),
  ])
  return { departs: departs.list, tenants: tenants.list ?? [], orgCode: departs.orgCode ?? undefined }
}

/**
 * Switches department or tenant: menu, rights and every open page follow without a new sign-in (SH-55, SS-41).
 *
 * @throws ApiError after it was reported; nothing has changed then
 */
export async function switchTo(choice: {
  readonly orgCode?: string | undefined
  readonly tenantId?: string | undefined
}): Promise<void> {
  const { user, tenantId } = useSession.getState()
  if (choice.orgCode !== undefined) {
    const body = { orgCode: choice.orgCode, username: user?.username }
    const { userInfo } = await call(accountEndpoints.selectDepart, { body })
    keepUser(userInfo)
  }
  if (choice.tenantId !== undefined && choice.tenantId !== tenantId) keepTenant(choice.tenantId)
  await reloadPermissions()
  // Visible pages refetch now, kept ones when they are shown.
  liveSocket.reconnect()
  await queryClient.resetQueries()
}
