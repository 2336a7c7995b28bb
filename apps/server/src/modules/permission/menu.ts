import { createHash } from 'node:crypto'
import { OWN_PAGES } from '@natim/contract/page-rights'
import type { MenuNode } from '@natim/contract/system/session'

/** A granted row of sys_permission with menu type 0 or 1. */
export interface MenuRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly url: string | null
  readonly component: string | null
  readonly componentName: string | null
  readonly redirect: string | null
  readonly sortNo: number
  readonly icon: string | null
  readonly isRoute: boolean
  readonly keepAlive: boolean
  readonly hidden: boolean
  readonly alwaysShow: boolean
  readonly internalOrExternal: boolean
}

const HOME_NAME = '首页'
const EXTERNAL_URL = /^(https?:\/\/|\{\{)/

/**
 * The tree of contract/10 §2.1. A row whose parent is not granted is left out; so is a cycle of parents, which is
 * unreachable from the roots. `home` is put first when no granted row is named 首页: breadcrumb, first tab and login
 * target need its path.
 */
export function buildMenu(rows: readonly MenuRow[], home: MenuRow): MenuNode[] {
  const granted = rows.some((row) => row.name === HOME_NAME)
    ? rows
    : [{ ...home, sortNo: Number.NEGATIVE_INFINITY }, ...rows]
  const childrenOf = new Map<string | null, MenuRow[]>()
  for (const row of granted) {
    const parent = row.parentId === '' ? null : row.parentId
    const siblings = childrenOf.get(parent)
    if (siblings) siblings.push(row)
    else childrenOf.set(parent, [row])
  }
  const names = new Set<string>()
  const build = (row: MenuRow): MenuNode => {
    const children = sorted(childrenOf.get(row.id) ?? []).map(build)
    const node = toNode(row, names)
    if (children.length === 0) return node
    const allHidden = children.every((child) => child.hidden)
    return { ...node, ...(allHidden && row.parentId === null ? { hidden: true as const } : {}), children }
  }
  return sorted(childrenOf.get(null) ?? []).map(build)
}

/** The rows without pages that existing clients have no view for, and without groups that become empty. */
export function withoutOwnPages(rows: readonly MenuRow[]): MenuRow[] {
  let left = rows.filter(({ component }) => !OWN_PAGES.has(component ?? ''))
  const gone = new Set(rows.filter((row) => !left.includes(row)).map(({ url }) => url))
  for (let hasChanged = true; hasChanged; ) {
    const parents = new Set(left.map(({ parentId }) => parentId))
    const wasGroup = ({ id, component }: MenuRow) =>
      (component ?? 'layouts/').startsWith('layouts/') && rows.some(({ parentId }) => parentId === id)
    const next = left.filter((row) => parents.has(row.id) || !wasGroup(row))
    hasChanged = next.length < left.length
    left = next
  }
  return left.map((row) => (row.redirect !== null && gone.has(row.redirect) ? { ...row, redirect: null } : row))
}

const sorted = (rows: readonly MenuRow[]) => [...rows].sort((a, b) => a.sortNo - b.sortNo)

function toNode(row: MenuRow, names: Set<string>): MenuNode {
  const url = row.url ?? ''
  const component = row.component ?? 'layouts/RouteView'
  const isExternal = EXTERNAL_URL.test(url)
  return {
    id: row.id,
    path: isExternal ? createHash('md5').update(url).digest('hex') : url,
    name: uniqueName(
      row.componentName || url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@') || row.id,
      names,
    ),
    component,
    route: row.isRoute ? '1' : '0',
    ...(row.parentId === null ? { redirect: row.redirect } : {}),
    ...(row.hidden ? { hidden: true as const } : {}),
    ...(row.alwaysShow ? { alwaysShow: true as const } : {}),
    meta: {
      title: row.name,
      ...(row.icon ? { icon: row.icon } : {}),
      ...(isExternal ? { url } : {}),
      keepAlive: row.keepAlive,
      internalOrExternal: row.internalOrExternal,
      componentName: row.componentName || (component.split('/').at(-1) ?? component),
    },
  }
}

/** Route names must be unique in a client's router. */
function uniqueName(wanted: string, names: Set<string>): string {
  let name = wanted
  for (let n = 2; names.has(name); n += 1) name = `${wanted}-${n}`
  names.add(name)
  return name
}
