import type { ListQuery } from '@natim/contract/fields'
import { type RoleForm, type RoleRow, role } from '@natim/contract/system/role.resource'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { findRolesBeyond, publishRightsChanged } from '../permission/index.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'
import { findMembers, lockRole } from './role.repository.ts'

export const ROLE = serve(role, { table: 'sysRole' })

/** Refuses the user's own roles and roles with permissions the user lacks (security §4). @throws AppError role.* */
export async function assertBelow(trx: Tx, { user }: Actor, id: string) {
  const locked = await lockRole(trx, id)
  if (locked === undefined) throw new AppError('row.not_found')
  const data = { name: locked.roleName }
  if (user.roleCodes.includes(locked.roleCode)) throw new AppError('role.own', { data })
  const [beyond] = await findRolesBeyond(trx, user.userId, [id])
  if (beyond !== undefined) throw new AppError('role.above_own', { data })
  return locked
}

function refusalsOf(user: SessionUser, { roleName, roleCode, createBy }: RoleRow): Pick<RoleRow, 'refusals'> {
  const data = { name: roleName }
  if (user.roleCodes.includes(roleCode)) {
    const own = new AppError('role.own', { data }).message
    return { refusals: { update: own, grant: own, remove: own } }
  }
  // Built-in roles have no creator and would be recreated at the next start.
  if (createBy === null) return { refusals: { remove: new AppError('role.built_in', { data }).message } }
  return {}
}

/**
 * The role resource: users cannot change their own roles or roles with higher permissions; built-in roles cannot be
 * deleted.
 */
export function createRoles(db: Db, bus: Bus) {
  const records = createResource(db, ROLE)
  const updateIn: typeof records.updateIn = async (trx, actor, id, columns) => {
    await assertBelow(trx, actor, id)
    await records.updateIn(trx, actor, id, columns)
  }
  return {
    ...records,
    updateIn,

    /** Each row lists the actions refused to the reader. */
    async list(user: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const found = await records.list(user, query, ids)
      return { ...found, records: found.records.map((row) => ({ ...row, ...refusalsOf(user, row) })) }
    },

    update: (actor: Actor, id: string, patch: Partial<RoleForm>): Promise<void> =>
      db.transaction().execute((trx) => updateIn(trx, actor, id, records.columnsOf(patch))),

    /** A deleted role is restored with its permissions, their data rules and its members. */
    async restore(actor: Actor, id: string, version?: number): Promise<void> {
      const members = await db.transaction().execute(async (trx) => {
        if (await lockRole(trx, id)) await assertBelow(trx, actor, id)
        await records.restoreIn(trx, actor, id, version)
        // The permissions of a deleted role are known only after the restore.
        await assertBelow(trx, actor, id)
        return findMembers(trx, [id])
      })
      publishRightsChanged(bus, members)
    },

    /** Removes roles from their members, who lose the permissions. */
    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const members = await db.transaction().execute(async (trx) => {
        for (const id of [...ids].sort()) {
          const { createBy, roleName } = await assertBelow(trx, actor, id)
          if (createBy === null) throw new AppError('role.built_in', { data: { name: roleName } })
        }
        const userIds = await findMembers(trx, ids)
        await records.removeIn(trx, actor, ids)
        return userIds
      })
      publishRightsChanged(bus, members)
    },

    async uses(_user: unknown, ids: readonly string[]) {
      const count = (await findMembers(db, ids)).length
      return count === 0 ? [] : [{ noun: '用户', count }]
    },
  }
}

export const createRoleImport = (db: Db, bus: Bus) => resourceImport(db, role, createRoles(db, bus))
