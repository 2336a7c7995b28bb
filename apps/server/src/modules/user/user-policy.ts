import type { UserRow } from '@natim/contract/system/pickers'
import { userAdminEndpoints } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isScopeOver } from '../../platform/scope.ts'
import { findRolesBeyond, findUsersAbove } from '../permission/index.ts'
import type { StoredUser } from './user-write.repository.ts'

type RowRefusals = Pick<UserRow, 'refusals'>

/** The initial account of every installation. */
const BUILTIN = 'admin'
/** The role whose last holder must remain. */
export const ADMINISTRATOR_ROLE = 'admin'

/**
 * Users who hold more permissions than the actor must not be changed by the actor (security §4). @throws AppError
 * user.above
 */
export async function assertBelow(db: Db, actor: SessionUser, ids: readonly string[]): Promise<void> {
  const above = await findUsersAbove(db, actor.userId, ids)
  if (above.length > 0) throw new AppError('user.above', { data: { names: namesOf(above) } })
}

/**
 * The rule for granting and revoking roles in forms, sheets and member lists (security §4): it takes permission to add
 * or edit users, excludes the actor's own roles, and roles with permissions the actor lacks. Loaded once for all roles
 * in question; the result tells why roles of a user (undefined for a new one) may not be moved.
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

/** Actions that are refused on this account, for everyone or for its owner, with the messages used below. */
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

/** Whether a user may grant visibility of these departments and regions: at most their own scope. */
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
