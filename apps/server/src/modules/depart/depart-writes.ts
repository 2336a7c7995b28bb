import { type DepartForm, MAX_DEPART_DEPTH } from '@natim/contract/system/depart'
import { levelOf } from '@natim/domain/level-code'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { publishRightsChanged } from '../permission/index.ts'
import { createResource } from '../resource/index.ts'
import { findDepartsWithin } from './depart.repository.ts'
import { DEPART } from './depart.resource.ts'
import { countBelow, deleteDepartRights, findUsersWorkingIn, releaseMembers } from './director.repository.ts'
import { releaseDirectors, setDirectors } from './directors.ts'
import { findDepth, findFreeOrgCode, lockDepartTree, renumberOrgCodes, setParent } from './org-code.repository.ts'

/** The initial department of an installation: the default for users and stations. */
const ROOT_ID = 'd-a01'

/** 部门: changes of the tree (contract/20 §5). Departments hidden by the user's data rules cannot be changed. */
export function createDepartRegister({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  const records = createResource(db, DEPART)

  /** @throws AppError row.not_found */
  async function visible(given: Db, user: SessionUser, ids: readonly string[]) {
    const found = await records.visible(given, user, ids)
    if (found.length !== new Set(ids).size) throw new AppError('row.not_found')
    return found
  }
  async function oneOf(given: Db, user: SessionUser, id: string) {
    const [record] = await visible(given, user, [id])
    if (!record) throw new AppError('row.not_found')
    return record
  }

  /** Code for a new department below another one, or at the top. @throws AppError depart.too_deep, depart.level_full */
  async function codeBelow(trx: Tx, user: SessionUser, parentId: string | undefined): Promise<string> {
    const parentCode = parentId === undefined ? '' : (await oneOf(trx, user, parentId)).orgCode
    if (levelOf(parentCode) >= MAX_DEPART_DEPTH) throw tooDeep()
    const orgCode = await findFreeOrgCode(trx, parentCode)
    if (orgCode === undefined) throw new AppError('depart.level_full')
    return orgCode
  }

  return {
    records,

    async create(actor: Actor, form: DepartForm): Promise<string> {
      const created = await db.transaction().execute(async (trx) => {
        await lockDepartTree(trx)
        const orgCode = await codeBelow(trx, actor.user, form.parentId)
        const id = await records.insertIn(trx, actor, {
          ...records.columnsOf(form),
          parentId: form.parentId ?? null,
          orgCode,
          orgType: String(levelOf(orgCode)),
        })
        return { id, changed: await setDirectors(trx, actor, id, form) }
      })
      publishRightsChanged(bus, created.changed)
      return created.id
    },

    async update(actor: Actor, id: string, patch: Partial<DepartForm>): Promise<void> {
      const changed = await db.transaction().execute(async (trx) => {
        await records.updateIn(trx, actor, id, records.columnsOf(patch))
        return setDirectors(trx, actor, id, patch)
      })
      publishRightsChanged(bus, changed)
    },

    /** @throws AppError depart.built_in, depart.cycle, depart.too_deep */
    async move(actor: Actor, id: string, parentId: string | undefined): Promise<{ orgCode: string }> {
      if (id === ROOT_ID) throw new AppError('depart.built_in')
      const moved = await db.transaction().execute(async (trx) => {
        await lockDepartTree(trx)
        const before = await oneOf(trx, actor.user, id)
        if ((before.parentId ?? undefined) === parentId) return { to: before.orgCode, users: [] }
        const parent = parentId === undefined ? undefined : await oneOf(trx, actor.user, parentId)
        if (parent?.orgCode.startsWith(before.orgCode)) throw new AppError('depart.cycle')
        const height = (await findDepth(trx, before.orgCode)) - levelOf(before.orgCode)
        if (levelOf(parent?.orgCode ?? '') + 1 + height > MAX_DEPART_DEPTH) throw tooDeep()
        const to = await codeBelow(trx, actor.user, parentId)
        await renumberOrgCodes(trx, before.orgCode, to)
        const after = await setParent(trx, id, parentId ?? null, actor.user.username)
        await writeChange(trx, actor, {
          table: 'sys_depart',
          id,
          entityLabel: DEPART.entityLabel,
          name: DEPART.nameOf(after),
          before,
          after,
        })
        return { to, users: await findUsersWorkingIn(trx, to) }
      })
      bus.publish('registers', {})
      publishRightsChanged(
        bus,
        moved.users.map((user) => user.id),
      )
      return { orgCode: moved.to }
    },

    /**
     * Deletes with all descendants; blocked by stations and devices. @throws AppError depart.built_in, record.in_use
     */
    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const concerned = await db.transaction().execute(async (trx) => {
        await lockDepartTree(trx)
        const tops = await visible(trx, actor.user, ids)
        const all = await findDepartsWithin(
          trx,
          tops.map(({ orgCode }) => orgCode),
        )
        const departIds = all.map(({ id }) => id)
        if (departIds.includes(ROOT_ID)) throw new AppError('depart.built_in')
        await records.removeIn(trx, actor, departIds)
        const heads = await releaseDirectors(trx, actor, departIds)
        const members = await releaseMembers(
          trx,
          departIds,
          all.map(({ orgCode }) => orgCode),
        )
        await deleteDepartRights(trx, departIds)
        return [...heads, ...members]
      })
      publishRightsChanged(bus, [...new Set(concerned)])
    },

    async uses(user: SessionUser, ids: readonly string[]) {
      const departs = await records.visible(db, user, ids)
      const {
        departs: below,
        members,
        stations,
        devices,
      } = await countBelow(
        db,
        departs.map(({ orgCode }) => orgCode),
      )
      return [
        { noun: '下级部门', count: below },
        { noun: '成员', count: members },
        { noun: '站点', count: stations, isBlocking: true },
        { noun: '设备', count: devices, isBlocking: true },
      ].filter(({ count }) => count > 0)
    },
  }
}

const tooDeep = () => new AppError('depart.too_deep', { data: { max: MAX_DEPART_DEPTH } })
