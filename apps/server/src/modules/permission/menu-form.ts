import { PERMISSION_CODES } from '@natim/contract/permissions'
import { MENU, type MenuForm } from '@natim/contract/system/permission'
import { AppError } from '../../platform/errors.ts'
import type { MenuColumns, MenuRecord } from './menu.repository.ts'

const LAYOUT = 'layouts/RouteView'
const FRAME = 'layouts/IframePageView'
const EXTERNAL_URL = /^(https?:\/\/|\{\{)/
/** security §5: maximum depth of trees. */
const MAX_DEPTH = 20
/** If these were disabled, nothing could be enabled again. */
const GOVERNING = ['system:permission:list', 'system:permission:edit']

export const codesOf = (perms: string | null): string[] =>
  (perms ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

const emptyToNull = (text: string | null | undefined) => (text === undefined || text === '' ? null : text)

/** `src/views/system/UserList.vue` → `system/UserList` (contract/20 §3.4). */
const tidyComponent = (component: string) => component.replace(/^\/?(src\/)?(views\/)?/, '').replace(/\.vue$/, '')

/** Internal paths begin with one slash and have no `.vue`. */
function tidyUrl(url: string): string {
  if (EXTERNAL_URL.test(url)) return url
  return `/${url.replace(/^\/+/, '').replace(/\.vue$/, '')}`
}

const BLANK: MenuColumns = {
  menuType: MENU.top,
  name: '',
  parentId: null,
  url: null,
  component: null,
  componentName: null,
  redirect: null,
  icon: null,
  perms: null,
  permsType: '1',
  status: '1',
  sortNo: 1,
  isRoute: true,
  keepAlive: false,
  hidden: false,
  hideTab: false,
  alwaysShow: false,
  internalOrExternal: false,
  description: null,
}

/** The columns after applying a form or patch; omitted fields stay unchanged (contract/20 §3.4 [T]). */
export function nextMenu(now: MenuColumns | undefined, form: Partial<MenuForm>): MenuColumns {
  const { id: _id, route, ...named } = form
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  const base = now === undefined ? BLANK : pickColumns(now)
  return normalise({ ...base, ...given, ...(route === undefined ? {} : { isRoute: route }) })
}

const pickColumns = (menu: MenuColumns): MenuColumns =>
  Object.fromEntries(Object.keys(BLANK).map((key) => [key, menu[key as keyof MenuColumns]])) as MenuColumns

function normalise(menu: MenuColumns): MenuColumns {
  const url = emptyToNull(menu.url)
  const component = emptyToNull(menu.component && tidyComponent(menu.component))
  const isPage = menu.menuType !== MENU.button
  const isOutside = url !== null && EXTERNAL_URL.test(url)
  const fallback = menu.menuType === MENU.top ? LAYOUT : isOutside ? FRAME : null
  return {
    ...menu,
    parentId: menu.menuType === MENU.top ? null : emptyToNull(menu.parentId),
    url: isPage && url !== null ? tidyUrl(url) : null,
    component: isPage ? (component ?? fallback) : null,
    componentName: isPage ? emptyToNull(menu.componentName) : null,
    redirect: isPage ? emptyToNull(menu.redirect) : null,
    icon: emptyToNull(menu.icon),
    perms: codesOf(menu.perms).join(',') || null,
    description: emptyToNull(menu.description),
  }
}

interface Circumstances {
  readonly all: readonly MenuRecord[]
  readonly now?: MenuRecord | undefined
  /** Permission codes of the author. */
  readonly held: ReadonlySet<string>
}

/** @throws AppError menu.*, grant.not_held */
export function checkMenu(next: MenuColumns, { all, now, held }: Circumstances): void {
  const others = all.filter(({ id }) => id !== now?.id)
  if (next.menuType !== MENU.button) checkPage(next, others)
  checkParent(next, { all, now })
  checkCodes(next, { others, now, held })
  if (now !== undefined) checkBuiltIn(next, now)
}

function checkPage({ url, component }: MenuColumns, others: readonly MenuRecord[]): void {
  if (url === null) throw incomplete('请输入访问路径')
  if (component === null) throw incomplete('请输入前端组件')
  if (others.some((other) => other.url === url && other.menuType !== MENU.button)) {
    throw new AppError('menu.url_in_use', { data: { url } })
  }
}

function checkParent(next: MenuColumns, { all, now }: Omit<Circumstances, 'held'>): void {
  if (now !== undefined && next.menuType === MENU.button) {
    if (all.some(({ parentId }) => parentId === now.id)) throw incomplete('有下级菜单，不能改为按钮权限')
  }
  if (next.menuType === MENU.top) return
  if (next.parentId === null) throw incomplete('请选择上级菜单')
  const byId = new Map(all.map((menu) => [menu.id, menu]))
  const parent = byId.get(next.parentId)
  if (parent === undefined) throw wrongParent('不存在')
  if (parent.menuType === MENU.button) throw wrongParent('按钮权限下不能有下级')
  const line = ancestors(parent, byId)
  if (now !== undefined && line.includes(now.id)) throw wrongParent('不能是自己或自己的下级')
  const below = now === undefined ? 1 : heightOf(now.id, all)
  if (line.length + below > MAX_DEPTH) throw wrongParent(`层级不能超过 ${MAX_DEPTH} 级`)
}

/** Ids from a row up to its root, the row first. */
function ancestors(from: MenuRecord, byId: ReadonlyMap<string, MenuRecord>): string[] {
  const line: string[] = []
  for (let at: MenuRecord | undefined = from; at && !line.includes(at.id); at = byId.get(at.parentId ?? ''))
    line.push(at.id)
  return line
}

/** Height of a row's subtree. */
function heightOf(id: string, all: readonly MenuRecord[], depth = 1): number {
  if (depth > MAX_DEPTH) return depth
  const below = all.filter(({ parentId }) => parentId === id)
  return 1 + Math.max(0, ...below.map((child) => heightOf(child.id, all, depth + 1)))
}

const isKnown = (code: string) => (PERMISSION_CODES as readonly string[]).includes(code)

/** A code may be used by one row only, and authors cannot create a server permission that they do not hold. */
function checkCodes(
  next: MenuColumns,
  { others, now, held }: Omit<Circumstances, 'all'> & { readonly others: readonly MenuRecord[] },
): void {
  const before = new Set(codesOf(now?.perms ?? null))
  const taken = new Set(others.flatMap(({ perms }) => codesOf(perms)))
  for (const code of codesOf(next.perms).filter((candidate) => !before.has(candidate))) {
    if (taken.has(code)) throw new AppError('menu.perms_in_use', { data: { code } })
    if (isKnown(code) && !held.has(code)) throw new AppError('grant.not_held', { data: { names: code } })
  }
}

const LOCKED = [
  ['menuType', '修改类型'],
  ['url', '修改路径'],
  ['component', '修改组件'],
  ['perms', '修改授权标识'],
] as const

/** The console finds built-in rows by these fields, and they would be recreated at the next start. */
function checkBuiltIn(next: MenuColumns, now: MenuRecord): void {
  if (!isBuiltIn(now)) return
  const changed = LOCKED.find(([column]) => next[column] !== now[column])
  if (changed) throw builtIn(now, changed[1])
  if (next.status !== '1' && codesOf(now.perms).some((code) => GOVERNING.includes(code))) throw builtIn(now, '停用')
}

/** Rows created by users have a creator. */
export const isBuiltIn = ({ createBy }: { readonly createBy: string | null }): boolean => createBy === null

export const builtIn = ({ name }: { readonly name: string }, action: string) =>
  new AppError('menu.built_in', { data: { name, action } })
const incomplete = (reason: string) => new AppError('menu.incomplete', { data: { reason } })
const wrongParent = (reason: string) => new AppError('menu.parent', { data: { reason } })

/** Ids of these rows and all their descendants. */
export function withDescendants(
  all: readonly { readonly id: string; readonly parentId: string | null }[],
  ids: readonly string[],
): string[] {
  const found = new Set(ids)
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { id, parentId } of all) if (parentId !== null && found.has(parentId)) found.add(id)
  }
  return [...found]
}
