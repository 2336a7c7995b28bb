import type { HandlerInput } from '@natim/contract/endpoint'
import type { DepartRoleForm, DepartRoleRow, departRoleEndpoints } from '@natim/contract/system/depart-role'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { findCharge, findDepartIds } from '../depart/index.ts'
import { publishRightsChanged } from '../permission/index.ts'
import { createResource } from '../resource/index.ts'
import {
  findDepart,
  findDepartNames,
  findHolders,
  findRolesByIds,
  findRolesOfUser,
  giveRoles,
  isMember,
  takeRoles,
} from './depart-role.repository.ts'
import { DEPART_ROLE } from './depart-role.resource.ts'
import type { Subject } from './grants.ts'

/** An id that matches no department. */
const NO_DEPART = '-'

type Query = HandlerInput<(typeof departRoleEndpoints)['list']>['query']

/**
 * 部门角色 (contract/20 §5.1): heads assign them within their own departments, department administrators everywhere.
 * Other departments appear not to exist.
 */
export function createDepartRoles({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  const records = createResource(db, DEPART_ROLE)

  /** @throws AppError row.not_found */
  async function departInCharge(user: SessionUser, departId: string) {
    const depart = await findDepart(db, departId)
    if (depart && (await isHead(user, depart.orgCode))) return depart
    throw new AppError('row.not_found')
  }
  async function isHead(user: SessionUser, orgCode: string): Promise<boolean> {
    if (user.permissions.has('system:depart:permission')) return true
    return ((await findCharge(db, user.userId)) ?? []).some((code) => orgCode.startsWith(code))
  }

  /** @throws AppError row.not_found */
  async function rolesInCharge(user: SessionUser, ids: readonly string[]) {
    const roles = ids.length === 0 ? [] : await findRolesByIds(db, ids)
    if (roles.length !== new Set(ids).size) throw new AppError('row.not_found')
    for (const departId of new Set(roles.map((role) => role.departId))) await departInCharge(user, departId)
    return roles
  }

  async function withNames<Row extends DepartRoleRow>(rows: readonly Row[]): Promise<Row[]> {
    const ids = [...new Set(rows.map(({ departId }) => departId))]
    const departs = ids.length === 0 ? [] : await findDepartNames(db, ids)
    const names = new Map(departs.map(({ id, departName }) => [id, departName]))
    return rows.map((row) => ({ ...row, departId_dictText: names.get(row.departId) ?? row.departId }))
  }

  const rolesOf = async (user: SessionUser, query: Query, within: { readonly departId?: string } = {}) => {
    const page = await records.list(user, { ...query, ...within })
    return { ...page, records: await withNames(page.records) }
  }

  return {
    departInCharge,

    /** The subject of a grant call. */
    async subjectOf(user: SessionUser, roleId: string): Promise<Subject> {
      const [role] = await rolesInCharge(user, [roleId])
      if (!role) throw new AppError('row.not_found')
      return { kind: 'role', id: role.id, name: role.roleName, departId: role.departId }
    },

    /** Roles of one department, or of all the user heads. */
    async list(user: SessionUser, { deptId = '', ...query }: Query) {
      if (deptId !== '') {
        await departInCharge(user, deptId)
        return rolesOf(user, query, { departId: deptId })
      }
      if (user.permissions.has('system:depart:permission')) return rolesOf(user, query)
      const departs = await findDepartIds(db, (await findCharge(db, user.userId)) ?? [])
      return rolesOf(user, query, { departId: departs.length > 0 ? `${departs.join(',')},` : NO_DEPART })
    },

    async ofDepart(user: SessionUser, departId: string): Promise<DepartRoleRow[]> {
      await departInCharge(user, departId)
      const all = { pageNo: 1, pageSize: 1_000, column: 'roleName', order: 'asc' }
      return (await rolesOf(user, all, { departId })).records
    },

    async create(actor: Actor, form: DepartRoleForm): Promise<string> {
      await departInCharge(actor.user, form.departId)
      return records.create(actor, form)
    },

    async update(actor: Actor, id: string, patch: Partial<DepartRoleForm>): Promise<void> {
      await rolesInCharge(actor.user, [id])
      await records.update(actor, id, patch)
    },

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      await rolesInCharge(actor.user, ids)
      const holders = await findHolders(db, { roleIds: ids })
      await records.remove(actor, ids)
      publishRightsChanged(bus, holders)
    },

    async ofUser(user: SessionUser, userId: string, departId: string) {
      await departInCharge(user, departId)
      return findRolesOfUser(db, userId, departId)
    },

    /** Saves the difference of the two lists. @throws AppError depart_role.own, depart_role.no_member */
    async saveOfUser(
      actor: Actor,
      {
        userId,
        newRoleId,
        oldRoleId,
      }: Readonly<Record<'newRoleId' | 'oldRoleId', readonly string[]>> & {
        readonly userId: string
      },
    ): Promise<void> {
      if (userId === actor.user.userId) throw new AppError('depart_role.own')
      const added = newRoleId.filter((id) => !oldRoleId.includes(id))
      const removed = oldRoleId.filter((id) => !newRoleId.includes(id))
      const roles = await rolesInCharge(actor.user, [...added, ...removed])
      for (const { departId } of roles.filter(({ id }) => added.includes(id))) {
        if (!(await isMember(db, userId, departId))) throw new AppError('depart_role.no_member')
      }
      const names = (ids: readonly string[]) => roles.filter(({ id }) => ids.includes(id)).map((role) => role.roleName)
      await db.transaction().execute(async (trx) => {
        await giveRoles(trx, userId, added)
        await takeRoles(trx, userId, removed)
        await writeOperation(trx, actor, {
          content: '分配部门角色',
          operateType: OPERATE.edit,
          objectId: userId,
          detail: { added: names(added), removed: names(removed) },
        })
      })
      publishRightsChanged(bus, [userId])
    },
  }
}
