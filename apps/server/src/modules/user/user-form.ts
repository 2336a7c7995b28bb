import type { UserForm } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { assertScopeGrantable, loadRoleRule } from './user-policy.ts'
import {
  findLiveDeparts,
  findTenantIds,
  type Links,
  lockRoles,
  type StoredUser,
  type UserColumns,
} from './user-write.repository.ts'

type FormPatch = Partial<Omit<UserForm, 'id' | 'username' | 'password'>>

/** The current state of a user. */
export interface UserState {
  readonly user: StoredUser
  readonly links: Links
}

/** A user as resolved from a form; absent lists stay unchanged. */
export interface ResolvedUser {
  readonly columns: UserColumns
  readonly roles: readonly string[] | undefined
  readonly departs: readonly string[] | undefined
  readonly tenants: readonly number[] | undefined
}

export const keysOf = (list: string | null | undefined): string[] => [
  ...new Set((list ?? '').split(',').filter((key) => key !== '')),
]

/** Absent and null keep the value, empty text clears it. */
const listOf = (given: string | null | undefined) => (given == null ? undefined : keysOf(given))

/**
 * A form held against what is there and against what its sender may give (contract/20 §1, security §4).
 *
 * @throws AppError user.role_unknown, user.depart_unknown, user.tenant_unknown, user.role_right, user.own_roles,
 *   user.role_beyond, user.scope_beyond
 */
export async function resolveUser(
  trx: Tx,
  actor: SessionUser,
  form: FormPatch,
  before?: UserState,
): Promise<ResolvedUser> {
  const roles = listOf(form.selectedroles)
  await checkRoles(trx, actor, roles, before)
  const regionPrefixes = listOf(form.regionPrefixes) ?? (before ? undefined : [...actor.scope.regionPrefixes])
  const departs = wantedDeparts(form, before)
  const placed = await placeOf(trx, actor, { departs, regionPrefixes }, before)
  const tenants = await checkTenants(trx, actor, form, before)
  const columns = {
    ...ownColumns(form),
    ...(regionPrefixes && { regionPrefixes }),
    ...(tenants && { relTenantIds: tenants.join(',') || null }),
    ...(placed && before && { orgCode: keptOrgCode(before.user.orgCode, placed) }),
    ...charge(form, placed ? placed.map(({ id }) => id) : before?.links.departs, before),
  }
  return { columns, roles, departs: placed?.map(({ id }) => id), tenants }
}

/** Roles to be granted or revoked. */
export const movedRoles = (held: readonly string[], wanted: readonly string[]) => [
  ...wanted.filter((id) => !held.includes(id)),
  ...held.filter((id) => !wanted.includes(id)),
]

async function checkRoles(trx: Tx, actor: SessionUser, roles: readonly string[] | undefined, before?: UserState) {
  if (roles === undefined) return
  const moved = movedRoles(before?.links.roles ?? [], roles)
  if (moved.length === 0) return
  if ((await lockRoles(trx, roles)).length !== roles.length) throw new AppError('user.role_unknown')
  const refusal = (await loadRoleRule(trx, actor, moved))(moved, before?.user.id)
  if (refusal) throw refusal
}

/** If departments are absent, a superior is added to those they are in charge of. */
function wantedDeparts(form: FormPatch, before?: UserState): string[] | undefined {
  const given = listOf(form.selecteddeparts)
  if (given === undefined || given.length > 0) return given
  return listOf(form.departIds) ?? keysOf(before?.user.departIds)
}

interface Wanted {
  readonly departs: readonly string[] | undefined
  readonly regionPrefixes: readonly string[] | undefined
}

/** The departments ordered by code; undefined when unchanged. Checks the scope that the change grants. */
async function placeOf(trx: Tx, actor: SessionUser, { departs, regionPrefixes }: Wanted, before?: UserState) {
  const held = before?.links.departs ?? []
  const added = departs?.filter((id) => !held.includes(id)) ?? []
  const prefixes = regionPrefixes ?? before?.user.regionPrefixes ?? []
  const isWidened = regionPrefixes !== undefined && String(regionPrefixes) !== String(before?.user.regionPrefixes)
  const all = await findLiveDeparts(trx, departs ?? held)
  if (added.some((id) => !all.some((depart) => depart.id === id))) throw new AppError('user.depart_unknown')
  const checked = isWidened ? all : all.filter(({ id }) => added.includes(id))
  assertScopeGrantable(
    actor,
    checked.map(({ orgCode }) => orgCode),
    prefixes,
  )
  return departs && all
}

/** The department of the session; the first remaining one if the user left it. */
function keptOrgCode(current: string | null, departs: readonly { readonly orgCode: string }[]): string | null {
  // None chosen yet: left to the next sign-in.
  if (current === null) return null
  return departs.some(({ orgCode }) => orgCode === current) ? current : (departs[0]?.orgCode ?? null)
}

/** Columns of a user who keeps only these departments. */
export const leaveDepart = (
  user: StoredUser,
  left: readonly { readonly id: string; readonly orgCode: string }[],
): UserColumns => ({
  orgCode: keptOrgCode(user.orgCode, left),
  departIds:
    keysOf(user.departIds)
      .filter((id) => left.some((depart) => depart.id === id))
      .join(',') || null,
})

/** Superiors are in charge only of departments they belong to, members of none. */
function charge(form: FormPatch, departs: readonly string[] | undefined, before?: UserState): UserColumns {
  const isSuperior = (form.userIdentity ?? before?.user.userIdentity) === 2
  const wanted = listOf(form.departIds) ?? keysOf(before?.user.departIds)
  const departIds = isSuperior ? wanted.filter((id) => departs?.includes(id)).join(',') : ''
  return { departIds: departIds || null, ...(form.userIdentity == null ? {} : { userIdentity: form.userIdentity }) }
}

async function checkTenants(trx: Tx, actor: SessionUser, form: FormPatch, before?: UserState) {
  const held = keysOf(before?.user.relTenantIds).map(Number)
  const given = listOf(form.relTenantIds)?.map(Number)
  // Within a tenant, new users become its members; otherwise their creator could not see them.
  const own = !before && actor.tenantId !== 0 ? [actor.tenantId] : []
  if (given === undefined && own.length === 0) return undefined
  const tenants = [...new Set([...(given ?? []), ...own])]
  const moved = [...tenants.filter((id) => !held.includes(id)), ...held.filter((id) => !tenants.includes(id))]
  if (actor.tenantId !== 0 && moved.some((id) => id !== actor.tenantId)) throw new AppError('user.scope_beyond')
  if ((await findTenantIds(trx, tenants)).length !== tenants.length) throw new AppError('user.tenant_unknown')
  return tenants
}

/** Text fields whose column has the same name. */
const TEXTS = ['workNo', 'phone', 'post', 'avatar', 'birthday', 'email', 'telephone'] as const

function ownColumns(form: FormPatch): UserColumns {
  const texts = TEXTS.flatMap((key) => (form[key] == null ? [] : [[key, form[key] === '' ? null : form[key]] as const]))
  return {
    ...Object.fromEntries(texts),
    ...(form.realname == null ? {} : { realname: form.realname }),
    ...(form.sex == null ? {} : { sex: form.sex === '' ? null : form.sex }),
    ...(form.activitiSync == null ? {} : { activitiSync: form.activitiSync }),
  }
}
