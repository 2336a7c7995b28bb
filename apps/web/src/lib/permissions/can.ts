import type { PermissionResult } from '@natim/contract/system/session'

type AuthLists = Pick<PermissionResult, 'auth' | 'allAuth'>
interface PageEntry {
  readonly action: string
  readonly type: string
  readonly status: string
}

const names = (action: string, code: string) => action.split(',').includes(code)

/**
 * Whether an action may be offered (spec §6, D-15, D-30, D-48): a type-2 entry of the page's own list grants;
 * otherwise any status-0 entry of the known rules denies, and the user's own list decides. The server checks again.
 */
export function can(code: string, lists: AuthLists | undefined, page: readonly PageEntry[] = []): boolean {
  const own = page.filter((entry) => entry.type === '2')
  if (own.some((entry) => entry.status !== '0' && names(entry.action, code))) return true
  if (lists === undefined) return false
  if (lists.allAuth.some((entry) => entry.status === '0' && names(entry.action, code))) return false
  return lists.auth.some((entry) => names(entry.action, code))
}
