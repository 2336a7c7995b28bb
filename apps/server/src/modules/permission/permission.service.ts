import { LANDING_PATH } from '@natim/contract/constants'
import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import type { PermissionResult } from '@natim/contract/system/session'
import type { Db } from '../../platform/db/db.ts'
import { buildMenu } from './menu.ts'
import { findAllButtons, findGrantedPermissions, findHomeRow, findRoleCodes } from './permission.repository.ts'

const BUTTON = 2
const codesOf = (perms: string | null) => (perms ?? '').split(',').map((code) => code.trim())
const isKnownCode = (code: string): code is PermissionCode => (PERMISSION_CODES as readonly string[]).includes(code)

/** What `getUserPermissionByToken` answers (contract/10 §2). */
export async function loadPermissionResult(db: Db, userId: string): Promise<PermissionResult> {
  const [granted, buttons, home] = await Promise.all([
    findGrantedPermissions(db, userId),
    findAllButtons(db),
    findHomeRow(db, LANDING_PATH),
  ])
  return {
    menu: buildMenu(
      granted.filter((row) => row.menuType !== BUTTON),
      home,
    ),
    auth: granted
      .filter((row) => row.menuType === BUTTON && row.status === '1')
      .map((row) => ({ action: row.perms ?? '', type: row.permsType, describe: row.name })),
    allAuth: buttons.map((row) => ({
      action: row.perms ?? '',
      type: row.permsType,
      status: row.status,
      describe: row.name,
    })),
    sysSafeMode: true,
  }
}

export interface Rights {
  readonly roleCodes: readonly string[]
  readonly permissions: ReadonlySet<PermissionCode>
}
export type RightsOf = (userId: string) => Promise<Rights>

/** security §3: a change of role or permission takes effect within 5 s, whatever a message lost. */
const RIGHTS_TTL_MS = 3_000
const MAX_CACHED_USERS = 5_000

/** Rights of a user, remembered for a moment; `forget` drops them at once. */
export function createRightsCache(
  db: Db,
  now: () => number,
): { rightsOf: RightsOf; forget(userIds?: readonly string[]): void } {
  const cache = new Map<string, { readonly untilMs: number; readonly rights: Promise<Rights> }>()
  const load = async (userId: string): Promise<Rights> => {
    const [granted, roleCodes] = await Promise.all([findGrantedPermissions(db, userId), findRoleCodes(db, userId)])
    const codes = granted.filter((row) => row.status === '1').flatMap((row) => codesOf(row.perms))
    return { roleCodes, permissions: new Set(codes.filter(isKnownCode)) }
  }
  return {
    rightsOf(userId) {
      const hit = cache.get(userId)
      if (hit && hit.untilMs > now()) return hit.rights
      if (cache.size >= MAX_CACHED_USERS) cache.clear()
      const rights = load(userId)
      cache.set(userId, { untilMs: now() + RIGHTS_TTL_MS, rights })
      rights.catch(() => cache.delete(userId))
      return rights
    },
    forget(userIds) {
      if (userIds === undefined) cache.clear()
      else for (const userId of userIds) cache.delete(userId)
    },
  }
}
