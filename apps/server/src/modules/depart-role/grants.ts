import type { GrantTree, MenuChoice } from '@natim/contract/system/permission'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { findHeldIds, loadGrantTree, loadRules, publishRightsChanged } from '../permission/index.ts'
import { findHolders } from './depart-role.repository.ts'
import {
  addGrants,
  dropStrayRules,
  findGrants,
  findNames,
  findTickedRules,
  type Holder,
  removeFromRoles,
  removeGrants,
  setTickedRules,
} from './grant.repository.ts'

export interface GrantChange {
  readonly permissionIds: readonly string[]
  readonly lastpermissionIds: readonly string[]
}

/** A department or a role within one: the target of grants, and its name in log lines. */
export type Subject = Holder & { readonly name: string; readonly departId: string }

const CAPTIONS = { depart: '部门', role: '部门角色' } as const

/** Grants of departments and their roles (contract/20 §3.4, §5.1). Users can only grant what they hold. */
export function createGrants({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  async function tell({ kind, id, departId }: Subject): Promise<void> {
    publishRightsChanged(bus, await findHolders(db, kind === 'depart' ? { departId } : { roleIds: [id] }))
  }

  return {
    granted: (holder: Holder) => findGrants(db, holder),

    /** The full permission tree, or the part granted to a department. */
    async tree(departId?: string): Promise<GrantTree> {
      const all = await loadGrantTree(db)
      if (departId === undefined) return all
      const own = new Set(await findGrants(db, { kind: 'depart', id: departId }))
      return { treeList: within(all.treeList, own), ids: all.ids.filter((id) => own.has(id)) }
    },

    /** Writes the difference of the two lists. @throws AppError depart_role.not_granted, grant.not_held */
    async save(actor: Actor, subject: Subject, { permissionIds, lastpermissionIds }: GrantChange): Promise<void> {
      const added = permissionIds.filter((id) => !lastpermissionIds.includes(id))
      const removed = lastpermissionIds.filter((id) => !permissionIds.includes(id))
      if (subject.kind === 'role') {
        const frame = new Set(await findGrants(db, { kind: 'depart', id: subject.departId }))
        if (added.some((id) => !frame.has(id))) throw new AppError('depart_role.not_granted')
      }
      await assertHeld(actor, added)
      await db.transaction().execute(async (trx) => {
        await addGrants(trx, subject, added)
        await removeGrants(trx, subject, removed)
        if (subject.kind === 'depart') await removeFromRoles(trx, subject.id, removed)
        await writeOperation(trx, actor, {
          content: `${CAPTIONS[subject.kind]}授权：${subject.name}`,
          operateType: OPERATE.edit,
          objectId: subject.id,
          detail: { added, removed },
        })
      })
      await tell(subject)
    },

    /**
     * Data rules of a menu available to the holder: for a role, those granted to its department. @throws AppError
     * data_rule.none
     */
    async rules(subject: Subject, permissionId: string) {
      const all = await loadRules(db, permissionId)
      const frame =
        subject.kind === 'depart'
          ? undefined
          : new Set(await findTickedRules(db, { kind: 'depart', id: subject.departId }, permissionId))
      const datarule = all.filter(({ id }) => frame?.has(id) ?? true)
      if (datarule.length === 0) throw new AppError('data_rule.none')
      const ticked = await findTickedRules(db, subject, permissionId)
      return { datarule, ...(ticked.length > 0 && { drChecked: ticked.join(',') }) }
    },

    /** @throws AppError grant.none, depart_role.not_granted */
    async saveRules(actor: Actor, subject: Subject, permissionId: string, ruleIds: readonly string[]): Promise<void> {
      if (!(await findGrants(db, subject)).includes(permissionId)) throw new AppError('grant.none')
      if (subject.kind === 'role') {
        const frame = await findTickedRules(db, { kind: 'depart', id: subject.departId }, permissionId)
        if (ruleIds.some((id) => !frame.includes(id))) throw new AppError('depart_role.not_granted')
      }
      await db.transaction().execute(async (trx) => {
        const before = await findTickedRules(trx, subject, permissionId)
        await setTickedRules(trx, subject, permissionId, ruleIds)
        if (subject.kind === 'depart') await dropStrayRules(trx, subject.id, permissionId)
        await writeOperation(trx, actor, {
          content: `${CAPTIONS[subject.kind]}数据规则：${subject.name}`,
          operateType: OPERATE.edit,
          objectId: subject.id,
          detail: { permissionId, before, after: ruleIds },
        })
      })
    },
  }

  async function assertHeld({ user }: Actor, permissionIds: readonly string[]): Promise<void> {
    if (permissionIds.length === 0) return
    const held = await findHeldIds(db, user.userId)
    const missing = permissionIds.filter((id) => !held.has(id))
    if (missing.length === 0) return
    const names = (await findNames(db, missing)).map(({ name }) => name)
    throw new AppError('grant.not_held', { data: { names: names.join('、') } })
  }
}

/** The subtree of nodes whose ids are all in the set. */
function within(nodes: readonly MenuChoice[], ids: ReadonlySet<string>): MenuChoice[] {
  return nodes
    .filter(({ key }) => ids.has(key))
    .map((node) => {
      const children = within(node.children ?? [], ids)
      const isLeaf = children.length === 0
      return { ...node, isLeaf, leaf: isLeaf, children: isLeaf ? null : children }
    })
}
