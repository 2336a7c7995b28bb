import { LANDING_PATH } from '@natim/contract/constants'
import { rightsOfPage } from '@natim/contract/page-rights'
import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import type { PermissionResult } from '@natim/contract/system/session'
import type { RulesByPage, SessionUser } from '../../platform/auth/session-user.ts'
import { findRulesByPage, findRulesOfRole } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { Serialised } from '../../platform/http/serialised.ts'
import { buildMenu, withoutOwnPages } from './menu.ts'
import { findGrantedIds, findPermissionTable, findRoleCodes } from './permission.repository.ts'
import { findGrantsOfRole, findRole } from './rights.repository.ts'

const BUTTON = 2
const KNOWN_CODES: ReadonlySet<string> = new Set(PERMISSION_CODES)
const codesOf = (perms: string | null) => (perms ?? '').split(',').map((code) => code.trim())
const isKnownCode = (code: string): code is PermissionCode => KNOWN_CODES.has(code)

type PermissionTable = Awaited<ReturnType<typeof findPermissionTable>>

/** The result of `getUserPermissionByToken` (contract/10 §2). */
function toPermissionResult(
  table: PermissionTable,
  held: ReadonlySet<string>,
  isForExistingClient: boolean,
): PermissionResult {
  const granted = table.filter(({ id }) => held.has(id))
  const home = table.find(({ url }) => url === LANDING_PATH)
  if (home === undefined) throw new Error('the home page has no row in sys_permission')
  const buttons = granted.filter((row) => isButton(row) && row.status === '1')
  const ticked = new Set(buttons.flatMap(({ perms }) => codesOf(perms)))
  const items = granted.filter((row) => !isButton(row))
  return {
    menu: buildMenu(isForExistingClient ? withoutOwnPages(items) : items, home),
    auth: [
      ...buttons.map((row) => ({ action: row.perms ?? '', type: row.permsType, describe: row.name })),
      ...[...codesOfPages(table, granted)]
        .filter(([code]) => !ticked.has(code))
        .map(([action, page]) => ({ action, type: '1', describe: `查看${page}` })),
    ],
    allAuth: table.filter(isButton).map((row) => ({
      action: row.perms ?? '',
      type: row.permsType,
      status: row.status,
      describe: row.name,
    })),
    sysSafeMode: true,
  }
}

const isButton = (row: PermissionTable[number]) => row.menuType === BUTTON

/** Permissions included in the granted pages, each with the first such page; without globally disabled ones. */
function codesOfPages(table: PermissionTable, granted: PermissionTable): ReadonlyMap<PermissionCode, string> {
  const off = new Set(table.filter(({ status }) => status !== '1').flatMap(({ perms }) => codesOf(perms)))
  const pages = granted.filter((row) => !isButton(row) && row.status === '1')
  const pairs = pages.flatMap(({ component, name }) => rightsOfPage(component).map((code) => [code, name] as const))
  return new Map(pairs.filter(([code]) => !off.has(code)).toReversed())
}

export interface Rights {
  readonly roleCodes: readonly string[]
  readonly permissions: ReadonlySet<PermissionCode>
  /** Granted rows: menus and buttons. */
  readonly held: ReadonlySet<string>
  readonly dataRules: RulesByPage
}
export type RightsOf = (userId: string) => Promise<Rights>

/** security §3: a change of roles or permissions takes effect within 5 s, even if a message is lost. */
const RIGHTS_TTL_MS = 3_000
const MAX_CACHED_USERS = 5_000

export type RightsCache = ReturnType<typeof createRightsCache>

/**
 * Short-lived cache of users' permissions and of the permission table; `forget` invalidates the entries of these users
 * (all without ids), and the table.
 */
export function createRightsCache(db: Db, now: () => number) {
  const users = createMemory<string, Rights>(now)
  const roles = createMemory<string, Rights>(now)
  const table = createMemory<'all', PermissionTable>(now)
  const tableOf = () => table.get('all', () => findPermissionTable(db))
  const answers = createAnswers()

  async function load(userId: string): Promise<Rights> {
    const [rows, held, roleCodes, dataRules] = await Promise.all([
      tableOf(),
      findGrantedIds(db, userId),
      findRoleCodes(db, userId),
      findRulesByPage(db, userId),
    ])
    return { roleCodes, permissions: codesWithin(rows, held), held, dataRules }
  }
  const rightsOf: RightsOf = (userId) => users.get(userId, () => load(userId))

  async function loadRole(roleId: string): Promise<Rights> {
    const [rows, role, grants, dataRules] = await Promise.all([
      tableOf(),
      findRole(db, roleId),
      findGrantsOfRole(db, roleId),
      findRulesOfRole(db, roleId),
    ])
    const held = new Set(grants.map(({ permissionId }) => permissionId))
    return { roleCodes: role ? [role.roleCode] : [], permissions: codesWithin(rows, held), held, dataRules }
  }
  /** The permissions of a user with this role only. */
  const rightsOfRole: RightsOf = (roleId) => roles.get(roleId, () => loadRole(roleId))

  return {
    rightsOf,
    rightsOfRole,
    /** @param isForExistingClient leaves out the pages of this console only */
    async permissionResultOf(
      { userId, view }: SessionUser,
      isForExistingClient = false,
    ): Promise<Serialised<PermissionResult>> {
      const { kind, id } = view?.subject ?? { kind: 'user', id: userId }
      const [rows, { held }] = await Promise.all([tableOf(), kind === 'role' ? rightsOfRole(id) : rightsOf(id)])
      return answers.of(rows, held, isForExistingClient)
    },
    forget(userIds?: readonly string[]): void {
      table.forget()
      roles.forget()
      users.forget(userIds)
    },
  }
}

function codesWithin(rows: PermissionTable, held: ReadonlySet<string>): ReadonlySet<PermissionCode> {
  const enabled = rows.filter(({ id, status }) => status === '1' && held.has(id))
  return new Set([
    ...enabled.flatMap(({ perms }) => codesOf(perms)).filter(isKnownCode),
    ...codesOfPages(rows, enabled).keys(),
  ])
}

const MAX_ANSWERS = 50

/** Answers are about 100 kB and the same for all users with equal permissions: cached by table and permission set. */
function createAnswers() {
  let table: PermissionTable | undefined
  const byRights = new Map<string, Serialised<PermissionResult>>()
  const names = new WeakMap<ReadonlySet<string>, string>()
  const nameOf = (held: ReadonlySet<string>) => {
    const name = names.get(held) ?? [...held].sort().join()
    names.set(held, name)
    return name
  }
  return {
    of(rows: PermissionTable, held: ReadonlySet<string>, isForExistingClient: boolean): Serialised<PermissionResult> {
      if (rows !== table || byRights.size >= MAX_ANSWERS) byRights.clear()
      table = rows
      const name = `${isForExistingClient ? 'existing' : 'own'} ${nameOf(held)}`
      const answer = byRights.get(name) ?? new Serialised(toPermissionResult(rows, held, isForExistingClient))
      byRights.set(name, answer)
      return answer
    },
  }
}

/** Caches results for {@link RIGHTS_TTL_MS}; failures are not cached. */
function createMemory<K, V>(now: () => number) {
  const kept = new Map<K, { readonly untilMs: number; readonly value: Promise<V> }>()
  return {
    get(key: K, load: () => Promise<V>): Promise<V> {
      const hit = kept.get(key)
      if (hit && hit.untilMs > now()) return hit.value
      if (kept.size >= MAX_CACHED_USERS) kept.clear()
      const value = load()
      kept.set(key, { untilMs: now() + RIGHTS_TTL_MS, value })
      value.catch(() => kept.delete(key))
      return value
    },
    forget(keys?: readonly K[]): void {
      if (keys === undefined) kept.clear()
      else for (const key of keys) kept.delete(key)
    },
  }
}
