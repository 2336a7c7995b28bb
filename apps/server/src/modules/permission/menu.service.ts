import type { RowUse, RowVersion } from '@natim/contract/resource/crud-endpoints'
import {
  type GrantTree,
  MENU,
  type MenuChoice,
  type MenuForm,
  type MenuTreeRow,
} from '@natim/contract/system/permission'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, type Change, writeChange } from '../../platform/journal.ts'
import { guardConflicts, versionsOf } from '../resource/index.ts'
import { findBinding, findHeldIds, findHoldersOf } from './held.repository.ts'
import {
  countRoles,
  deleteMenus,
  findMenus,
  findMenusBelow,
  findMenusByName,
  findTopMenus,
  grantToMakers,
  insertMenu,
  lockMenus,
  type MenuColumns,
  type MenuRecord,
  updateMenu,
} from './menu.repository.ts'
import { builtIn, checkMenu, codesOf, isBuiltIn, nextMenu, withDescendants } from './menu-form.ts'
import { toChoice, toGrantTree, toParentTree, toTreeRow, toTreeTable } from './menu-tree.ts'
import { publishRightsChanged } from './rights-news.ts'

interface MenuDeps {
  readonly db: Db
  readonly bus: Bus
}

/** The whole menu tree for grants to roles and departments. */
export const loadGrantTree = async (db: Db): Promise<GrantTree> => toGrantTree(await findMenus(db))

/** 菜单与权限 (contract/20 §3). Changes take effect at once for the users concerned. */
export function createMenuService({ db, bus }: MenuDeps) {
  async function write<R>(work: (trx: Tx) => Promise<Written<R>>): Promise<R> {
    const { result, userIds } = await db.transaction().execute(async (trx) => {
      await lockMenus(trx)
      return work(trx)
    })
    publishRightsChanged(bus, userIds)
    return result
  }

  return {
    async tree(name: string | undefined): Promise<MenuTreeRow[]> {
      if (!name) return toTreeTable(await findMenus(db))
      return (await findMenusByName(db, name)).map((menu) => toTreeRow({ ...menu, isLeaf: true }))
    },

    /** A parameter segment of the address (`:id`) matches anything. */
    async isPage(path: string): Promise<boolean> {
      const parts = path.split('/')
      const pages = (await findMenus(db)).filter(({ menuType, status }) => menuType !== MENU.button && status === '1')
      return pages.some(({ url, component }) => {
        const own = (url ?? '').split('/')
        if (!url?.startsWith('/') || component === 'layouts/RouteView' || own.length !== parts.length) return false
        return own.every((part, n) => (part.startsWith(':') ? parts[n] !== '' : part === parts[n]))
      })
    },

    roots: async () => (await findTopMenus(db)).map((menu) => toTreeRow(menu)),

    below: async (parentId: string) => (await findMenusBelow(db, [parentId])).map((menu) => toTreeRow(menu)),

    async belowMany(parentIds: readonly string[]): Promise<Record<string, MenuTreeRow[]>> {
      const groups = groupBy(await findMenusBelow(db, parentIds), ({ parentId }) => parentId ?? '')
      return Object.fromEntries([...groups].map(([id, menus]) => [id, menus.map((menu) => toTreeRow(menu))]))
    },

    parents: async () => toParentTree((await findMenus(db)).filter(({ menuType }) => menuType !== MENU.button)),

    level: async (pid: string | undefined): Promise<MenuChoice[]> =>
      (await findMenusBelow(db, pid ? [pid] : null)).map((menu) => toChoice(menu)),

    create: (actor: Actor, form: MenuForm): Promise<{ id: string }> =>
      write(async (trx) => {
        const next = await checked(trx, actor, nextMenu(undefined, form))
        const row = { ...next, id: newId(), createBy: actor.user.username }
        const after = await saving(next, () => insertMenu(trx, row))
        await grantToMakers(trx, row.id, actor.user.userId)
        await writeChange(trx, actor, changeOf({ after }))
        return { result: { id: row.id }, userIds: await findHoldersOf(trx, [row.id]) }
      }),

    update: (actor: Actor, id: string, patch: Partial<MenuForm>): Promise<null> =>
      write(async (trx) => {
        const now = (await findMenus(trx)).find((menu) => menu.id === id)
        if (now === undefined) throw new AppError('row.not_found')
        const next = await checked(trx, actor, nextMenu(now, patch), now)
        // Data rules are bound to the component: changing it would remove them from the page.
        if (next.component !== now.component) await assertUnbound(trx, actor, [id])
        const after = await saving(next, () => updateMenu(trx, id, { ...next, updateBy: actor.user.username }))
        await writeChange(trx, actor, changeOf({ before: columnsOf(now), after }))
        return { result: null, userIds: await findHoldersOf(trx, [id]) }
      }),

    remove: (actor: Actor, ids: readonly string[]): Promise<null> =>
      write(async (trx) => {
        const { menus, gone } = await subtreesOf(trx, ids)
        const asked = menus.find(isBuiltIn)
        if (asked) throw builtIn(asked, '删除')
        const below = gone.find(isBuiltIn)
        if (below) throw builtIn(below, '随上级一起删除')
        const goneIds = gone.map(({ id }) => id)
        await assertUnbound(trx, actor, goneIds)
        const userIds = await findHoldersOf(trx, goneIds)
        await deleteMenus(trx, goneIds)
        for (const menu of gone) await writeChange(trx, actor, changeOf({ before: columnsOf(menu) }))
        return { result: null, userIds }
      }),

    /** Versions of a menu with the field names of its form. @throws AppError row.not_found */
    async history(user: SessionUser, id: string): Promise<RowVersion[]> {
      if (!(await findMenus(db)).some((menu) => menu.id === id)) throw new AppError('row.not_found')
      const versions = await versionsOf(db, user, 'sys_permission', id)
      return versions.map(({ content: { isRoute, ...content }, ...version }) => ({
        ...version,
        content: { ...content, route: isRoute },
      }))
    },

    async uses(ids: readonly string[]): Promise<RowUse[]> {
      const { menus, gone } = await subtreesOf(db, ids)
      const below = gone.filter((menu) => !menus.includes(menu))
      const counts = [
        { noun: '下级菜单', count: below.filter(({ menuType }) => menuType !== MENU.button).length },
        { noun: '按钮权限', count: below.filter(({ menuType }) => menuType === MENU.button).length },
        {
          noun: '角色授权',
          count: await countRoles(
            db,
            gone.map(({ id }) => id),
          ),
        },
      ]
      return counts.filter(({ count }) => count > 0)
    },
  }
}

interface Written<R> {
  readonly result: R
  /** Users whose permissions change. */
  readonly userIds: readonly string[]
}

async function checked(trx: Tx, { user }: Actor, next: MenuColumns, now?: MenuRecord): Promise<MenuColumns> {
  const all = await findMenus(trx)
  const ids = await findHeldIds(trx, user.userId)
  const held = new Set(all.filter(({ id }) => ids.has(id)).flatMap(({ perms }) => codesOf(perms)))
  checkMenu(next, { all, now, held })
  return next
}

const saving = <R>({ perms }: MenuColumns, save: () => Promise<R>) =>
  guardConflicts({ sys_permission_perms: 'menu.perms_in_use' }, save).catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError(error.code, { data: { code: perms ?? '' }, cause: error })
    throw error
  })

/** Users cannot remove data rules that bind them. */
async function assertUnbound(db: Db, { user }: Actor, permissionIds: readonly string[]): Promise<void> {
  const bound = await findBinding(db, user.userId, permissionIds)
  if (bound.length > 0) throw new AppError('data_rule.own')
}

async function subtreesOf(db: Db, ids: readonly string[]) {
  const all = await findMenus(db)
  const menus = all.filter(({ id }) => ids.includes(id))
  if (menus.length !== new Set(ids).size) throw new AppError('row.not_found')
  const goneIds = new Set(withDescendants(all, ids))
  return { menus, gone: all.filter(({ id }) => goneIds.has(id)) }
}

const columnsOf = ({ isLeaf: _leaf, hasRules: _rules, ...columns }: MenuRecord) => columns

function changeOf({ before, after }: { before?: StoredMenu; after?: StoredMenu }): Change {
  const { id = '', name = '' } = after ?? before ?? {}
  return { table: 'sys_permission', id, entityLabel: '菜单', name, before, after }
}

type StoredMenu = MenuColumns & { readonly id: string }
