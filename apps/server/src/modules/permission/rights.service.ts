import { RULE_CONDITION } from '@natim/contract/dict'
import { PAGE_NEEDS, rightsOfPage } from '@natim/contract/page-rights'
import type { RightAnswer, RightsRow, RightsView, RightVerdict } from '@natim/contract/system/rights'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { growTree } from '../../platform/tree.ts'
import { findHoldersOf, findSources } from './held.repository.ts'
import { findMenus, type MenuRecord } from './menu.repository.ts'
import { codesOf } from './menu-form.ts'
import {
  findEnabled,
  findGrantsOfRole,
  findPerson,
  findRole,
  findRolesHolding,
  findRolesOf,
  findRulesOfRoles,
  type RoleName,
  type RuleText,
} from './rights.repository.ts'

interface Subject {
  readonly kind: 'user' | 'role'
  readonly id: string
}

/** A user or role with their permissions and the roles that grant them. */
interface Rights {
  readonly name: string
  readonly blocked: string
  readonly roles: readonly RoleName[]
  readonly rolesOf: ReadonlyMap<string, string[]>
}

const HOLDERS_SHOWN = 20
const BUTTON = 2

/** The permission simulator: what a user may do, and why not (read-only, logged). */
export function createRightsService({ db }: { readonly db: Db }) {
  const note = (actor: Actor, { kind, id }: Subject, name: string, code?: string) =>
    writeOperation(db, actor, {
      content: code === undefined ? `查看权限：${name}` : `查询权限原因：${name}，${code}`,
      operateType: OPERATE.query,
      objectId: id,
      detail: { kind, ...(code === undefined ? {} : { code }) },
    })

  return {
    async view(actor: Actor, subject: Subject): Promise<RightsView> {
      const rights = await loadRights(db, subject)
      const [menus, rules] = await Promise.all([
        findMenus(db),
        findRulesOfRoles(
          db,
          rights.roles.map(({ id }) => id),
        ),
      ])
      await note(actor, subject, rights.name)
      const rulesOf = groupBy(rules, ({ permissionId }) => permissionId)
      const codes = codesHeld(menus, rights)
      const rows = parentsFirst(menus).map((menu) => toRow(menu, { rights, codes, rules: rulesOf.get(menu.id) ?? [] }))
      return { name: rights.name, blocked: rights.blocked, roles: [...rights.roles], rows }
    },

    async explain(actor: Actor, subject: Subject, code: string): Promise<RightAnswer> {
      const rights = await loadRights(db, subject)
      const menus = await findMenus(db)
      await note(actor, subject, rights.name, code)
      const byId = new Map(menus.map((menu) => [menu.id, menu]))
      const found = menus.filter((menu) => menu.id === code || codesOfRow(menu).includes(code))
      const lines = found.map((menu) => lineOf(menu, byId))
      const ids = found.map(({ id }) => id)
      const missing = missingParents(lines, rights)
      const page = found.find(({ id }) => id === code)
      const own = new Set(rights.roles.map(({ id }) => id))
      const [roles, { people, total }] = await Promise.all([
        findRolesHolding(db, ids),
        findHoldersOf(db, ids).then((userIds) => findEnabled(db, userIds, HOLDERS_SHOWN)),
      ])
      return {
        code,
        verdict:
          codesOff(menus).has(code) && isGranted(found, rights)
            ? 'disabled'
            : verdictOf(found, missing.length > 0, rights),
        lacks: page && rights.rolesOf.has(page.id) ? lacksOf(page, codesHeld(menus, rights)) : [],
        places: lines.map((line) => line.map(({ name }) => name).join(' / ')),
        missingParents: [...new Set(missing.map(({ name }) => name))],
        roles: roles.map((role) => ({ ...role, isOwn: own.has(role.id) })),
        holders: people,
        holderCount: total,
      }
    },
  }
}

async function loadRights(db: Db, { kind, id }: Subject): Promise<Rights> {
  if (kind === 'role') {
    const role = await findRole(db, id)
    if (role === undefined) throw new AppError('row.not_found')
    return { name: role.roleName, blocked: '', roles: [role], rolesOf: byPermission(await findGrantsOfRole(db, id)) }
  }
  const person = await findPerson(db, id)
  if (person === undefined) throw new AppError('row.not_found')
  const [roles, sources] = await Promise.all([findRolesOf(db, id), findSources(db, id)])
  const blocked = person.delFlag !== 0 ? '账号已删除' : person.status !== 1 ? '账号已冻结' : ''
  return { name: `${person.realname}（${person.username}）`, blocked, roles, rolesOf: byPermission(sources) }
}

function byPermission(sources: readonly { permissionId: string; roleId: string }[]): Map<string, string[]> {
  const groups = groupBy(sources, ({ permissionId }) => permissionId)
  return new Map([...groups].map(([id, found]) => [id, [...new Set(found.map(({ roleId }) => roleId))]]))
}

/** Permissions of a menu row: its own codes, or those included in its page. */
const codesOfRow = ({ menuType, perms, component }: MenuRecord): readonly string[] =>
  menuType === BUTTON ? codesOf(perms) : [...codesOf(perms), ...rightsOfPage(component)]

const codesOff = (menus: readonly MenuRecord[]): ReadonlySet<string> =>
  new Set(menus.filter(({ status }) => status !== '1').flatMap(({ perms }) => codesOf(perms)))

/** A code that is disabled in any row is granted to nobody. */
function codesHeld(menus: readonly MenuRecord[], { rolesOf }: Rights): ReadonlySet<string> {
  const off = codesOff(menus)
  const held = menus.filter(({ id, status }) => status === '1' && rolesOf.has(id)).flatMap(codesOfRow)
  return new Set(held.filter((code) => !off.has(code)))
}

/** Permissions required by the page's calls, not by its menu row. */
const lacksOf = ({ component }: MenuRecord, codes: ReadonlySet<string>): string[] =>
  (PAGE_NEEDS[component ?? ''] ?? []).filter((code) => !codes.has(code))

/** Parents that are not granted and hide the held rows from the menu; empty when at least one row is reachable. */
function missingParents(lines: readonly (readonly MenuRecord[])[], { rolesOf }: Rights): readonly MenuRecord[] {
  const held = lines.filter((line) => rolesOf.has(line.at(-1)?.id ?? ''))
  const gaps = (held.length > 0 ? held : lines).map((line) => line.slice(0, -1).filter(({ id }) => !rolesOf.has(id)))
  return gaps.some((gap) => gap.length === 0) ? [] : gaps.flat()
}

interface RowOf {
  readonly rights: Rights
  readonly codes: ReadonlySet<string>
  readonly rules: readonly RuleText[]
}

const toRow = (menu: MenuRecord, { rights: { rolesOf }, codes, rules }: RowOf): RightsRow => ({
  id: menu.id,
  parentId: menu.parentId,
  name: menu.name,
  menuType: menu.menuType,
  perms: menu.perms,
  permsType: menu.permsType,
  status: menu.status,
  hidden: menu.hidden,
  roleIds: rolesOf.get(menu.id) ?? [],
  lacks: rolesOf.has(menu.id) ? lacksOf(menu, codes) : [],
  rules: rules.map(wordsOf),
})

const wordsOf = ({ ruleColumn, ruleConditions, ruleValue }: RuleText) =>
  `${ruleColumn} ${RULE_CONDITION[ruleConditions as keyof typeof RULE_CONDITION] ?? ruleConditions} ${ruleValue}`

interface Branch {
  readonly menu: MenuRecord
  readonly children: Branch[]
}

function parentsFirst(menus: readonly MenuRecord[]): MenuRecord[] {
  const tree = growTree<MenuRecord, string | null, Branch>(menus, null, {
    keyOf: ({ id }) => id,
    parentOf: ({ parentId }) => parentId,
    toNode: (menu, children) => ({ menu, children }),
  })
  const flat = (branches: readonly Branch[]): MenuRecord[] =>
    branches.flatMap(({ menu, children }) => [menu, ...flat(children)])
  return flat(tree)
}

/** Path from the root to a row. */
function lineOf(menu: MenuRecord, byId: ReadonlyMap<string, MenuRecord>): MenuRecord[] {
  const line: MenuRecord[] = []
  for (let at: MenuRecord | undefined = menu; at && !line.includes(at); at = byId.get(at.parentId ?? ''))
    line.unshift(at)
  return line
}

const isGranted = (rows: readonly MenuRecord[], { rolesOf }: Rights): boolean => rows.some(({ id }) => rolesOf.has(id))

function verdictOf(found: readonly MenuRecord[], isParentMissing: boolean, { rolesOf }: Rights): RightVerdict {
  if (found.length === 0) return 'unknown'
  const granted = found.filter(({ id }) => rolesOf.has(id))
  if (granted.length === 0) return 'not_granted'
  const enabled = granted.filter(({ status }) => status === '1')
  if (enabled.length === 0) return 'disabled'
  // API calls work wherever the permission is in the tree; a page without its parents is in no menu.
  return isParentMissing ? 'hidden_parent' : 'held'
}
