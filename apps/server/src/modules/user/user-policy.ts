import type { UserRow } from '@natim/contract/system/pickers'
import { userAdminEndpoints } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isScopeOver } from '../../platform/scope.ts'
import { findRolesBeyond, findUsersAbove } from '../permission/index.ts'
import type { StoredUser } from './user-write.repository.ts'

type RowRefusals = Pick<UserRow, 'refusals'>

/** The account every installation begins with. */
const BUILTIN = 'admin'
/** Whose last holder stays. */
export const ADMINISTRATOR_ROLE = 'admin'

/** Whoever holds more than somebody is not theirs to change (security §4). @throws AppError user.above */
export async function assertBelow(db: Db, actor: SessionUser, ids: readonly string[]): Promise<void> {
  const above = await findUsersAbove(db, actor.userId, ids)
  if (above.length > 0) throw new AppError('user.above', { data: { names: namesOf(above) } })
}

/**
 * The one rule of giving and taking roles, for forms, sheets and lists of members (security §4): whoever may add or edit
 * users, never their own, never what they do not hold themselves. Asked once for all roles in question; answers why a user,
 * none yet of a new one, may not be given or lose these.
 */
export async function loadRoleRule(db: Db, actor: SessionUser, roleIds: readonly string[]) {
  const beyond = await findRolesBeyond(db, actor.userId, [...new Set(roleIds)])
  return (moved: readonly string[], userId: string | undefined): AppError | undefined => {
    if (moved.length === 0) return undefined
    const { access } = userId === undefined ? userAdminEndpoints.create : userAdminEndpoints.update
    if (!actor.permissions.has(access)) return new AppError('user.role_right')
    if (userId === actor.userId) return new AppError('user.own_roles')
    const names = beyond.filter(({ id }) => moved.includes(id))
    return names.length > 0 ? new AppError('user.role_beyond', { data: { names: namesOf(names) } }) : undefined
  }
}

const isBuiltin = (username: string) => username.toLowerCase() === BUILTIN

/** What nobody does to this account, or not its owner, in the words of the refusals below. */
export function refusalsOf(actor: SessionUser, user: Pick<StoredUser, 'id' | 'username'>): RowRefusals {
  const isOwn = user.id === actor.userId
  if (!isOwn && !isBuiltin(user.username)) return {}
  const state = new AppError(isBuiltin(user.username) ? 'user.builtin' : 'user.own_state').message
  const refusals = { freeze: state, remove: state }
  return { refusals: isOwn ? { ...refusals, roles: new AppError('user.own_roles').message } : refusals }
}

/** @throws AppError user.builtin, user.own_state */
export function assertMayGo(actor: SessionUser, users: readonly StoredUser[]): void {
  if (users.some(({ username }) => isBuiltin(username))) throw new AppError('user.builtin')
  if (users.some(({ id }) => id === actor.userId)) throw new AppError('user.own_state')
}

/** Whether somebody may let others see these departments and regions: nobody gives more than they see. */
export function isScopeGrantable(
  { scope }: SessionUser,
  orgCodes: readonly string[],
  regionPrefixes: readonly string[],
): boolean {
  return isScopeOver(scope, orgCodes, regionPrefixes)
}

/** @throws AppError user.scope_beyond */
export function assertScopeGrantable(...given: Parameters<typeof isScopeGrantable>): void {
  if (!isScopeGrantable(...given)) throw new AppError('user.scope_beyond')
}

const namesOf = (rows: readonly { readonly name: string }[]) =>
  rows
    .slice(0, 5)
    .map(({ name }) => name)
    .join('、') + (rows.length > 5 ? '…' : '')
