import type { MenuNode } from '@natim/contract/system/session'
import type { ReactNode } from 'react'
import { menuIcon } from '../../ui/menu-icons.tsx'
import { type MenuLink, menuLink, routePath } from './menu-link.ts'

/** A rendered menu row: an entry or a group. */
export interface MenuItem {
  /** Menu path. */
  readonly key: string
  readonly title: string
  readonly icon?: ReactNode
  readonly link?: MenuLink
  readonly children?: readonly MenuItem[]
}

export interface MenuItemOptions {
  /** Icon of a top-level entry; undefined for none. */
  readonly icon: (node: MenuNode) => ReactNode
  /** For `{{ window.name }}` in addresses. */
  readonly variables: Readonly<Record<string, string>>
}

/** SH-14: by the name in `meta.icon`. */
export const namedIcon = (node: MenuNode): ReactNode => menuIcon(node.meta.icon)
export const noIcon = (): ReactNode => undefined

/**
 * Visible menu rows (SH-12): hidden rows and groups with only hidden children are left out, an always-show group
 * becomes one entry.
 */
export function menuItems(nodes: readonly MenuNode[], options: MenuItemOptions): MenuItem[] {
  return nodes.flatMap((node) => toItem(node, options) ?? [])
}

function toItem(node: MenuNode, options: MenuItemOptions): MenuItem | undefined {
  if (node.hidden) return undefined
  const icon = options.icon(node)
  const base = { key: routePath(node), title: node.meta.title, ...(icon === undefined ? {} : { icon }) }
  if (!isGroup(node)) return { ...base, link: menuLink(node, options.variables) }
  const children = menuItems(node.children ?? [], { ...options, icon: noIcon })
  return children.length === 0 ? undefined : { ...base, children }
}

/** Rows that only contain others; without children a row is an entry. */
export const isGroup = (node: MenuNode): boolean => node.children !== undefined && !node.alwaysShow

/** Number of leading path segments that two paths share. */
function sharedSegments(a: string, b: string): number {
  const other = b.split('/')
  const differs = a.split('/').findIndex((segment, index) => segment !== other[index])
  return differs < 0 ? other.length : differs
}

/** The entry a hidden page belongs to: its only visible sibling, or the one with the nearest path. */
function nearestSibling(children: readonly MenuNode[], hidden: MenuNode): MenuNode | undefined {
  const visible = children.filter((child) => !child.hidden && !isGroup(child))
  const ranked = visible
    .map((child) => ({ child, shared: sharedSegments(child.path, hidden.path) }))
    .sort((a, b) => b.shared - a.shared)
  const [first, second] = ranked
  return second === undefined || (first && first.shared > second.shared) ? first?.child : undefined
}

/** Entries to highlight for a page: its own, or the visible one above a hidden page (SH-13). */
export function selectedKeys(nodes: readonly MenuNode[], trail: readonly { readonly path: string }[]): string[] {
  const paths = new Set(trail.map((step) => step.path))
  const selected: string[] = []
  const walk = (level: readonly MenuNode[]): void => {
    for (const node of level) {
      if (!paths.has(routePath(node)) || node.hidden) continue
      selected.push(routePath(node))
      if (!isGroup(node)) continue
      const children = node.children ?? []
      walk(children)
      const hidden = children.find((child) => child.hidden && paths.has(routePath(child)))
      const sibling = hidden && nearestSibling(children, hidden)
      if (sibling) selected.push(routePath(sibling))
    }
  }
  walk(nodes)
  return [...new Set(selected)]
}
