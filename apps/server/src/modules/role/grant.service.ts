import type { DataRuleRow } from '@natim/contract/system/permission'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { findBinding, findHeldIds, loadRules, publishRightsChanged } from '../permission/index.ts'
import {
  deleteBoundRules,
  deleteGrants,
  findBoundRules,
  findGranted,
  findMembers,
  findMenuNames,
  insertBoundRules,
  insertGrants,
} from './role.repository.ts'
import { assertBelow } from './role.resource.ts'

interface Grants {
  readonly roleId: string
  readonly permissionIds: readonly string[]
  /** The grants the sender saw before their changes. */
  readonly lastpermissionIds: readonly string[]
}

interface RuleChoice {
  readonly roleId: string
  readonly permissionId: string
  readonly dataRuleIds: readonly string[]
}

const NAMES_SHOWN = 5

/**
 * Permissions of roles. Users can grant only permissions they hold, and no more rows of a page than they see
 * themselves.
 */
export function createGrantService({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  async function change(actor: Actor, roleId: string, work: (trx: Tx, roleName: string) => Promise<void>) {
    const members = await db.transaction().execute(async (trx) => {
      const { roleName } = await assertBelow(trx, actor, roleId)
      await work(trx, roleName)
      return findMembers(trx, [roleId])
    })
    publishRightsChanged(bus, members)
  }

  return {
    granted: (roleId: string): Promise<string[]> => findGranted(db, roleId),

    save: (actor: Actor, { roleId, permissionIds, lastpermissionIds }: Grants): Promise<void> =>
      change(actor, roleId, async (trx, roleName) => {
        const now = new Set(await findGranted(trx, roleId))
        const [wanted, last] = [new Set(permissionIds), new Set(lastpermissionIds)]
        const added = permissionIds.filter((id) => !last.has(id) && !now.has(id))
        const removed = lastpermissionIds.filter((id) => !wanted.has(id) && now.has(id))
        const names = await findMenuNames(trx, [...added, ...removed])
        await assertHeld(trx, actor, added, names)
        await insertGrants(trx, roleId, added)
        // Data rules that bind the grantor are bound to the grantee as well.
        await insertBoundRules(trx, roleId, await findBinding(trx, actor.user.userId, added))
        await deleteGrants(trx, roleId, removed)
        if (added.length + removed.length === 0) return
        const listed = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id)
        await writeOperation(trx, actor, {
          content: `角色授权：${roleName}（新增 ${added.length} 项，收回 ${removed.length} 项）`,
          operateType: OPERATE.edit,
          objectId: roleId,
          detail: { table: 'sys_role_permission', before: { 收回: listed(removed) }, after: { 新增: listed(added) } },
        })
      }),

    async rules(permissionId: string, roleId: string): Promise<{ datarule: DataRuleRow[]; drChecked?: string }> {
      const datarule = await loadRules(db, permissionId)
      if (datarule.length === 0) throw new AppError('data_rule.none')
      const held = await findBoundRules(db, roleId, permissionId)
      return { datarule, ...(held.length > 0 ? { drChecked: held.join(',') } : {}) }
    },

    saveRules: (actor: Actor, { roleId, permissionId, dataRuleIds }: RuleChoice): Promise<void> =>
      change(actor, roleId, async (trx, roleName) => {
        if (!(await findGranted(trx, roleId)).includes(permissionId)) throw new AppError('grant.none')
        const rules = await loadRules(trx, permissionId)
        const chosen = rules.filter(({ id }) => dataRuleIds.includes(id))
        if (chosen.length !== dataRuleIds.length) throw new AppError('row.not_found')
        const own = await findBinding(trx, actor.user.userId, [permissionId])
        if (own.some(({ id }) => !dataRuleIds.includes(id))) throw new AppError('data_rule.own')
        const before = await findBoundRules(trx, roleId, permissionId)
        await deleteBoundRules(trx, roleId, permissionId)
        await insertBoundRules(trx, roleId, chosen)
        const listed = (ids: readonly string[]) =>
          rules.filter(({ id }) => ids.includes(id)).map(({ ruleName }) => ruleName)
        await writeOperation(trx, actor, {
          content: `角色数据规则：${roleName}`,
          operateType: OPERATE.edit,
          objectId: roleId,
          detail: {
            table: 'sys_role_data_rule',
            before: { 规则: listed(before) },
            after: { 规则: listed(dataRuleIds) },
          },
        })
      }),
  }
}

/** @throws AppError row.not_found, grant.not_held */
async function assertHeld(trx: Tx, { user }: Actor, ids: readonly string[], names: ReadonlyMap<string, string>) {
  if (ids.some((id) => !names.has(id))) throw new AppError('row.not_found')
  const held = await findHeldIds(trx, user.userId)
  const beyond = ids.filter((id) => !held.has(id)).map((id) => names.get(id) ?? id)
  if (beyond.length === 0) return
  const shown = beyond.slice(0, NAMES_SHOWN).join('、')
  const rest = beyond.length > NAMES_SHOWN ? ` 等 ${beyond.length} 项` : ''
  throw new AppError('grant.not_held', { data: { names: `${shown}${rest}` } })
}
