import type { MenuNode } from '@natim/contract/system/session'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { menuIcon } from '../../ui/menu-icons.tsx'
import { menuLink, routePath } from './menu-link.ts'

type Items = NonNullable<MenuProps['items']>
type Item = Items[number]

export interface MenuItemOptions {
  /** Icon of an entry of the top level; undefined for none. */
  readonly icon: (node: MenuNode) => ReactNode
  /** For `{{ window.name }}` in addresses. */
  readonly variables: Readonly<Record<string, string>>
}

/** SH-14: by the name in `meta.icon`. */
export const namedIcon = (node: MenuNode): ReactNode => menuIcon(node.meta.icon)
export const noIcon = (): ReactNode => undefined

/**
 * What the menu shows (SH-12): hidden rows are left out, a group whose children are all hidden too, and an
 * always-show group stands as one entry. Keys are menu paths.
 */
export function menuItems(nodes: readonly MenuNode[], options: MenuItemOptions): Items {
  return nodes.flatMap((node) => toItem(node, options) ?? [])
}

function toItem(node: MenuNode, options: MenuItemOptions): Item | undefined {
  if (node.hidden) return undefined
  const icon = options.icon(node)
  const { title } = node.meta
  const base = { key: routePath(node), title, ...(icon === undefined ? {} : { icon }) }
  if (isGroup(node)) {
    const children = menuItems(node.children ?? [], { ...options, icon: noIcon })
    return children.length === 0 ? undefined : { ...base, label: title, children }
  }
  return { ...base, label: labelOf(node, options.variables) }
}

/** Rows that only hold others; without any they are entries of their own. */
export const isGroup = (node: MenuNode): boolean => node.children !== undefined && !node.alwaysShow

function labelOf(node: MenuNode, variables: MenuItemOptions['variables']) {
  const { title } = node.meta
  const link = menuLink(node, variables)
  if (link.kind === 'page') return <Link to={link.path}>{title}</Link>
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  )
}

/** Number of leading path segments that two paths share. */
function sharedSegments(a: string, b: string): number {
  const other = b.split('/')
  const differs = a.split('/').findIndex((segment, index) => segment !== other[index])
  return differs < 0 ? other.length : differs
}

/** The entry a hidden page belongs to: the only visible one beside it, or the one that is nearest by its path. */
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
