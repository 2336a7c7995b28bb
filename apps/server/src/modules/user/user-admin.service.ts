import type { HandlerInput } from '@natim/contract/endpoint'
import type { UserDetail, UserForm, userAdminEndpoints } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { assertPassword } from '../account/index.ts'
import { guardConflicts } from '../resource/index.ts'
import { hashPassword } from '../session/index.ts'
import { TEMPORARY_PASSWORD_MS, temporaryPassword } from './temporary-password.ts'
import type { UserService } from './user.service.ts'
import { type ChangeDeps, createUserChanges, noteUser, statesOf, USER_CONFLICTS } from './user-changes.ts'
import { type ResolvedUser, resolveUser, type UserState } from './user-form.ts'
import { assertMayGo } from './user-policy.ts'
import {
  addDeparts,
  addRoles,
  findIdsByUsername,
  findLinks,
  findStored,
  insertUser,
  removeDeparts,
  removeRoles,
  setTenants,
  updateUsers,
} from './user-write.repository.ts'

type PasswordForm = HandlerInput<typeof userAdminEndpoints.resetPassword>['body']
type UserPatch = HandlerInput<typeof userAdminEndpoints.update>['body']

export interface UserAdminDeps extends ChangeDeps {
  readonly now: () => number
  readonly users: UserService
}

/** Stores a user and their links as the form resolves to. */
async function store(trx: Tx, actor: Actor, { user, links }: UserState, wanted: ResolvedUser): Promise<void> {
  const { columns, roles, departs, tenants } = wanted
  await updateUsers(trx, [user.id], columns, actor.user.username)
  const gone = (before: readonly string[], after: readonly string[]) => before.filter((id) => !after.includes(id))
  if (roles) {
    await removeRoles(trx, [user.id], gone(links.roles, roles))
    await addRoles(trx, [user.id], roles)
  }
  if (departs) {
    await removeDeparts(trx, [user.id], gone(links.departs, departs))
    await addDeparts(trx, [user.id], departs)
  }
  if (tenants) await setTenants(trx, user.id, tenants)
}

/** Adds a user within the caller's transaction; returns the id. */
export async function insertUserIn(
  trx: Tx,
  actor: Actor,
  { id: _given, username, password: _other, ...form }: UserForm,
  secret: { readonly passwordHash: string; readonly passwordExpiresAt: Date },
): Promise<string> {
  const id = newId()
  const { columns, roles = [], departs = [], tenants = [] } = await resolveUser(trx, actor.user, form)
  const row = { ...columns, ...secret, id, username, realname: form.realname, createBy: actor.user.username }
  const user = await guardConflicts(USER_CONFLICTS, () => insertUser(trx, row))
  await addRoles(trx, [id], roles)
  await addDeparts(trx, [id], departs)
  await setTenants(trx, id, tenants)
  const [after] = await statesOf(trx, [user])
  await noteUser(trx, actor, undefined, after)
  return id
}

/** 用户管理: administration of accounts (contract/20 §1). */
export function createUserAdmin(deps: UserAdminDeps) {
  const { db, now, sessions, users } = deps
  const changes = createUserChanges(deps)
  const expiry = () => new Date(now() + TEMPORARY_PASSWORD_MS)

  /** Changes a user within the caller's transaction. */
  const updateIn = (trx: Tx, actor: Actor, id: string, form: Omit<UserPatch, 'id'>) =>
    changes.changeIn(trx, actor, [id], async ([state]) => {
      if (state) await store(trx, actor, state, await resolveUser(trx, actor.user, form, state))
    })

  return {
    updateIn,

    /** @returns the password if it was generated here; it cannot be read later */
    async create(actor: Actor, form: UserForm): Promise<{ id: string; password?: string }> {
      const password = form.password || temporaryPassword()
      await assertPassword(db, password, { username: form.username })
      const secret = { passwordHash: await hashPassword(password), passwordExpiresAt: expiry() }
      const id = await db.transaction().execute((trx) => insertUserIn(trx, actor, form, secret))
      return form.password ? { id } : { id, password }
    },

    update: (actor: Actor, { id, ...form }: UserPatch): Promise<void> =>
      changes.change(actor, [id], async (trx, [state]) => {
        if (state) await store(trx, actor, state, await resolveUser(trx, actor.user, form, state))
      }),

    /** Moves users into the recycle bin. */
    remove: (actor: Actor, ids: readonly string[]): Promise<void> =>
      changes.change(
        actor,
        ids,
        async (trx, states) => {
          assertMayGo(
            actor.user,
            states.map(({ user }) => user),
          )
          await updateUsers(trx, ids, { delFlag: 1 }, actor.user.username)
        },
        { endsSessions: true },
      ),

    freeze: (actor: Actor, ids: readonly string[], status: number): Promise<void> =>
      changes.change(
        actor,
        ids,
        async (trx, states) => {
          assertMayGo(
            actor.user,
            states.map(({ user }) => user),
          )
          await updateUsers(trx, ids, { status }, actor.user.username)
        },
        { endsSessions: status !== 1 },
      ),

    /** @throws AppError user.unknown, password.mismatch, password.refused */
    async resetPassword(actor: Actor, form: PasswordForm): Promise<{ password?: string }> {
      if (form.password && form.confirmpassword != null && form.confirmpassword !== form.password) {
        throw new AppError('password.mismatch')
      }
      const [user] = await findIdsByUsername(db, [form.username])
      if (user === undefined) throw new AppError('user.unknown')
      const password = form.password || temporaryPassword()
      await assertPassword(db, password, user)
      const secret = { passwordHash: await hashPassword(password), passwordExpiresAt: expiry() }
      await db.transaction().execute(async (trx) => {
        await changes.take(trx, actor.user, [user.id])
        await updateUsers(trx, [user.id], secret, actor.user.username)
        const content = `重置密码：${user.realname}（${user.username}）`
        await writeOperation(trx, actor, { content, operateType: OPERATE.edit, objectId: user.id })
      })
      await sessions.endSessionsOf(user.id)
      await sessions.gate.clear(user.username)
      return form.password ? {} : { password }
    },

    /** @throws AppError row.not_found */
    async get(viewer: SessionUser, id: string): Promise<UserDetail> {
      const row = await users.one(viewer, id)
      const [[user], links] = await Promise.all([findStored(db, [id]), findLinks(db, [id])])
      if (user === undefined) throw new AppError('row.not_found')
      const { roles = [], departs = [] } = links.get(id) ?? {}
      return {
        ...row,
        delFlag: user.delFlag,
        activitiSync: user.activitiSync,
        clientId: user.clientId,
        homePath: user.homePath,
        relTenantIds: user.relTenantIds,
        regionPrefixes: user.regionPrefixes.join(','),
        selectedroles: roles.join(','),
        selecteddeparts: departs.join(','),
      }
    },
  }
}
