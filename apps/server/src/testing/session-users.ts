import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import type { SessionUser } from '../platform/auth/session-user.ts'
import type { DataScope } from '../platform/scope.ts'

/** Scope of the whole country. */
export const NATIONAL: DataScope = { orgCode: 'A01', regionPrefixes: ['*'] }
export const JIANGSU: DataScope = { orgCode: 'A01', regionPrefixes: ['32'] }

/** A signed-in user, by default with all permissions. */
export function buildSessionUser(
  id: string,
  scope: DataScope,
  permissions: readonly PermissionCode[] = PERMISSION_CODES,
): SessionUser {
  return {
    sessionId: `session-${id}`,
    userId: `user-${id}`,
    username: id,
    realname: id,
    roleCodes: [],
    permissions: new Set(permissions),
    scope,
    dataRules: new Map(),
    tenantId: 0,
  }
}
