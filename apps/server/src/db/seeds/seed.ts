import { CODE_DICTIONARIES } from '@natim/contract/dict'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { seedCatalogue } from './catalogue.ts'
import { seedDeviceModels } from './device-models.ts'
import { seedLimits } from './limits.ts'
import { SEED_MENUS, type SeedMenu } from './menus.data.ts'
import { seedMonReports } from './mon-reports.ts'
import { seedPublications } from './publications.ts'
import { seedReference } from './reference.ts'
import { seedReports } from './reports.data.ts'
import { SEED_ROLES } from './roles.data.ts'
import { seedRules } from './rules.ts'

/** Root of the department tree; its code is the prefix of all others. */
export const ROOT_DEPART = { id: 'd-a01', orgCode: 'A01', departName: '国家监测中心' } as const

/**
 * Rows the product cannot work without. Runs at every start: adds missing rows and leaves changes by an administrator
 * alone; unedited metrics and limits follow the product. Two instances may run it concurrently.
 */
export async function seed(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(71030002)`.execute(trx)
    await trx
      .insertInto('sysDepart')
      .values({ ...ROOT_DEPART, orgCategory: '1', orgType: '1' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const isFirstRun = (await trx.selectFrom('sysPermission').select('id').limit(1).executeTakeFirst()) === undefined
    const added = await seedMenus(trx)
    await seedRoles(trx, added, isFirstRun)
    await seedDictionaries(trx)
    await seedReference(trx)
    await seedCatalogue(trx)
    await seedLimits(trx)
    await seedDeviceModels(trx)
    await seedRules(trx)
    await seedReports(trx)
    await seedMonReports(trx)
    await seedPublications(trx)
  })
}

async function seedMenus(trx: Tx): Promise<Set<string>> {
  const rows = SEED_MENUS.map((menu) => ({
    id: menu.id,
    parentId: menu.parentId ?? null,
    name: menu.name,
    menuType: menu.menuType,
    url: menu.url ?? null,
    component: menu.component ?? null,
    componentName: menu.componentName ?? null,
    perms: menu.perms ?? null,
    icon: menu.icon ?? null,
    sortNo: menu.sortNo,
    keepAlive: menu.keepAlive ?? false,
    hidden: menu.hidden ?? false,
    isRoute: menu.isRoute ?? true,
  }))
  const inserted = await trx
    .insertInto('sysPermission')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  await moveRightsBelowPages(trx)
  return new Set(inserted.map((row) => row.id))
}

/** Groups that held permissions before their pages were added. */
const FORMER_PARENTS = ['m-home', 'm-message']

/**
 * Moves a permission below its page when an update added the page; one that an administrator moved elsewhere stays
 * there.
 */
async function moveRightsBelowPages(trx: Tx): Promise<void> {
  const waiting = await trx
    .selectFrom('sysPermission')
    .select('id')
    .where('menuType', '=', 2)
    .where('parentId', 'in', FORMER_PARENTS)
    .execute()
  for (const { id } of waiting) {
    const parentId = SEED_MENUS.find((menu) => menu.id === id)?.parentId
    if (parentId === undefined || FORMER_PARENTS.includes(parentId)) continue
    await trx.updateTable('sysPermission').set({ parentId }).where('id', '=', id).execute()
  }
}

/** Grants rows added by an update to the shipped roles; permissions an administrator revoked stay revoked. */
async function seedRoles(trx: Tx, addedMenus: ReadonlySet<string>, isFirstRun: boolean): Promise<void> {
  for (const role of SEED_ROLES) {
    await trx
      .insertInto('sysRole')
      .values({ id: role.id, roleCode: role.roleCode, roleName: role.roleName })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const granted = grantedMenus(role.grants).filter((menu) => isFirstRun || addedMenus.has(menu.id))
    if (granted.length === 0) continue
    await trx
      .insertInto('sysRolePermission')
      .values(granted.map((menu) => ({ roleId: role.id, permissionId: menu.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * The buttons of the granted codes, their pages and groups, hidden pages beside a granted one, and rows for everyone.
 */
function grantedMenus(grants: (typeof SEED_ROLES)[number]['grants']): SeedMenu[] {
  if (grants === '*') return [...SEED_MENUS]
  const ids = new Set<string>()
  const addWithAncestors = (menu: SeedMenu | undefined): void => {
    if (!menu || ids.has(menu.id)) return
    ids.add(menu.id)
    addWithAncestors(SEED_MENUS.find((candidate) => candidate.id === menu.parentId))
  }
  for (const menu of SEED_MENUS) {
    const code = menu.perms ?? menu.shownWith
    if (code !== undefined && grants.includes(code)) addWithAncestors(menu)
  }
  if (grants.includes('mon:home:view')) addWithAncestors(SEED_MENUS.find((menu) => menu.id === 'm-map'))
  for (const menu of SEED_MENUS) {
    if (menu.forEveryone === true) addWithAncestors(menu)
  }
  for (const menu of SEED_MENUS) {
    // A hidden page with its own code, such as an editor, is granted by that code only.
    const isBeside = menu.hidden === true && menu.shownWith === undefined && menu.parentId !== undefined
    if (isBeside && ids.has(menu.parentId)) ids.add(menu.id)
  }
  return SEED_MENUS.filter((menu) => ids.has(menu.id))
}

async function seedDictionaries(trx: Tx): Promise<void> {
  for (const [dictCode, { name, items }] of Object.entries(CODE_DICTIONARIES)) {
    const dictId = `dict-${dictCode}`
    await trx
      .insertInto('sysDict')
      .values({ id: dictId, dictCode, dictName: name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const rows = Object.entries(items).map(([itemValue, itemText], index) => ({
      id: `${dictId}-${idPart(itemValue)}`,
      dictId,
      itemValue,
      itemText,
      sortOrder: index + 1,
    }))
    await trx
      .insertInto('sysDictItem')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** An id cannot contain `>=` (contract/fields.ts rowId); letters and digits are kept. */
const idPart = (value: string) => value.replace(/[^\w-]/g, (sign) => `x${sign.charCodeAt(0).toString(16)}`)
