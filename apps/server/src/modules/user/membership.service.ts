import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { type ChangeDeps, createUserChanges } from './user-changes.ts'
import { keysOf, leaveDepart } from './user-form.ts'
import { assertScopeGrantable, loadRoleRule } from './user-policy.ts'
import {
  addDeparts,
  addRoles,
  findLiveDeparts,
  findStored,
  lockRoles,
  removeDeparts,
  removeRoles,
  updateUsers,
} from './user-write.repository.ts'

/** Members of roles and departments: links added and removed from the side of the role or department. */
export function createMembership(deps: ChangeDeps) {
  const { db } = deps
  const changes = createUserChanges(deps)

  /**
   * Call within the transaction of the change: the role is locked until then.
   *
   * @throws AppError user.role_unknown, user.role_right, user.own_roles, user.role_beyond
   */
  async function assertRole(trx: Tx, { user }: Actor, roleId: string, userIds: readonly string[]): Promise<void> {
    if ((await lockRoles(trx, [roleId])).length === 0) throw new AppError('user.role_unknown')
    const refusalOf = await loadRoleRule(trx, user, [roleId])
    for (const userId of userIds) {
      const refusal = refusalOf([roleId], userId)
      if (refusal) throw refusal
    }
  }

  return {
    addToRole: (actor: Actor, roleId: string, userIds: readonly string[]): Promise<void> =>
      changes.change(actor, userIds, async (trx) => {
        await assertRole(trx, actor, roleId, userIds)
        await addRoles(trx, userIds, [roleId])
      }),

    removeFromRole: (actor: Actor, roleId: string, userIds: readonly string[]): Promise<void> =>
      changes.change(actor, userIds, async (trx) => {
        await assertRole(trx, actor, roleId, userIds)
        await removeRoles(trx, userIds, [roleId])
      }),

    /** Departments the user is in charge of; none for a member. */
    async inCharge({ userId }: SessionUser): Promise<string[]> {
      const [user] = await findStored(db, [userId])
      return user?.userIdentity === 2 ? keysOf(user.departIds) : []
    },

    async addToDepart(actor: Actor, depId: string, userIds: readonly string[]): Promise<void> {
      const [depart] = await findLiveDeparts(db, [depId])
      if (depart === undefined) throw new AppError('user.depart_unknown')
      await changes.change(actor, userIds, async (trx, states) => {
        for (const { user } of states) assertScopeGrantable(actor.user, [depart.orgCode], user.regionPrefixes)
        await addDeparts(trx, userIds, [depId])
      })
    },

    /** Removes users from the department, from its roles and from being in charge of it. */
    removeFromDepart: (actor: Actor, depId: string, userIds: readonly string[]): Promise<void> =>
      changes.change(actor, userIds, async (trx, states) => {
        await removeDeparts(trx, userIds, [depId])
        for (const state of states.filter(({ links }) => links.departs.includes(depId))) {
          const left = await findLiveDeparts(
            trx,
            state.links.departs.filter((id) => id !== depId),
          )
          await updateUsers(trx, [state.user.id], leaveDepart(state.user, left), actor.user.username)
        }
      }),
  }
}
