import type { PermissionResult } from '@natim/contract/system/session'

/** The session lists: the user's grants, and all existing rules. */
export type AuthLists = Pick<PermissionResult, 'auth' | 'allAuth'>

/** An entry of a page's own `permissionList`, or of a session list; the granted one has no status of its own. */
export interface PermissionEntry {
  /** One code or several, separated by commas. */
  readonly action: string
  /** `"1"` visibility, `"2"` action. */
  readonly type: string
  /** `"0"` = disabled, invalid. */
  readonly status?: string | undefined
}

const OFF = '0'

// Hot path: every button of every row checks hundreds of entries, so nearly all are rejected without splitting.
const names = ({ action }: PermissionEntry, code: string): boolean =>
  action.includes(code) &&
  action
    .split(',')
    .map((part) => part.trim())
    .some((part) => part !== '' && part === code)

/** Whether a list contains the code, optionally only in entries of one type. */
const has = (list: readonly PermissionEntry[], code: string, type?: string): boolean =>
  list.some((entry) => (type === undefined || entry.type === type) && names(entry, code))

const grants = (page: readonly PermissionEntry[], code: string, type?: string): boolean =>
  has(
    page.filter((entry) => entry.status !== OFF),
    code,
    type,
  )

/** SS-35 (2) and (3): any entry with status "0" denies, then the user's own list decides. */
function isGranted(code: string, { auth, allAuth }: AuthLists): boolean {
  const lists: readonly PermissionEntry[] = [...auth, ...allAuth]
  if (
    has(
      lists.filter((entry) => entry.status === OFF),
      code,
    )
  )
    return false
  return has(auth, code)
}

/**
 * Whether an action may be offered (spec §6, D-15, D-30, D-48): a type-2 entry of the page's own list grants;
 * otherwise any status-0 entry of the session lists denies, and the user's own list decides. The server checks again.
 */
export function can(code: string, lists: AuthLists | undefined, page: readonly PermissionEntry[] = []): boolean {
  if (grants(page, code, '2')) return true
  return lists !== undefined && isGranted(code, lists)
}

/** Whether a button is drawn: an entry of the page's list of either type grants as well (SS-37). */
export function mayShow(code: string, lists: AuthLists | undefined, page: readonly PermissionEntry[] = []): boolean {
  return grants(page, code) || can(code, lists, page)
}

/** Whether an enforced rule exists. */
const isDefined = (code: string, lists: AuthLists, type: string): boolean =>
  has(
    lists.allAuth.filter((entry) => entry.status !== OFF),
    code,
    type,
  )

export type FieldAccess = 'editable' | 'disabled' | 'hidden'

/** The code of a part of a page or grid; the colon of the prefix is optional. */
const codeOf = (prefix: string, key: string): string => `${prefix}${prefix.endsWith(':') ? '' : ':'}${key}`

/** SS-36: a column is hidden by an enforced type-1 rule of `{prefix}{key}` that was not granted; without a rule it shows. */
export function isFieldVisible(prefix: string, key: string, lists: AuthLists | undefined): boolean {
  const code = prefix + key
  return lists === undefined || !isDefined(code, lists, '1') || has(lists.auth, code, '1')
}

/** SS-38, for cells of a grid: rules of type 2 disable, rules of type 1 hide; without a rule the cell is free. */
export function fieldAccess(authPre: string, key: string, lists: AuthLists | undefined): FieldAccess {
  if (lists === undefined) return 'editable'
  const code = codeOf(authPre, key)
  const lacks = (type: string) => isDefined(code, lists, type) && !has(lists.auth, code, type)
  if (lacks('1')) return 'hidden'
  return lacks('2') ? 'disabled' : 'editable'
}

export interface GridButtons {
  readonly add: boolean
  /** For the ticked rows; its code is `batch_delete`. */
  readonly remove: boolean
}

/** SS-39: the two buttons of a grid, hidden only where a rule names them without granting them. */
export function gridButtons(authPre: string | undefined, lists: AuthLists | undefined): GridButtons {
  const isShown = (key: string): boolean => {
    if (authPre === undefined || authPre === '' || lists === undefined) return true
    const code = codeOf(authPre, key)
    return !has(lists.allAuth, code) || isGranted(code, lists)
  }
  return { add: isShown('add'), remove: isShown('batch_delete') }
}
