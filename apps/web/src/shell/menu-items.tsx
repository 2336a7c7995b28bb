import type { MenuNode } from '@natim/contract/system/session'
import type { MenuProps } from 'antd'
import { Link } from 'react-router'
import { menuIcon } from './menu-icons.tsx'

type Items = NonNullable<MenuProps['items']>
type Item = Items[number]

/**
 * What the menu shows (SH-12): hidden rows are left out, a group whose children are all hidden too, and an
 * always-show group stands as one entry. Keys are menu paths.
 */
export function menuItems(nodes: readonly MenuNode[], withIcons: boolean): Items {
  return nodes.flatMap((node) => toItem(node, withIcons) ?? [])
}

function toItem(node: MenuNode, withIcons: boolean): Item | undefined {
  if (node.hidden) return undefined
  const icon = withIcons ? menuIcon(node.meta.icon) : undefined
  const base = { key: node.path, ...(icon === undefined ? {} : { icon }) }
  if (node.children !== undefined && !node.alwaysShow) {
    const children = menuItems(node.children, false)
    return children.length === 0 ? undefined : { ...base, label: node.meta.title, children }
  }
  return { ...base, label: labelOf(node) }
}

function labelOf(node: MenuNode) {
  const { title, url, internalOrExternal } = node.meta
  if (url !== undefined && /^https?:\/\//.test(url)) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    )
  }
  return internalOrExternal ? (
    <a href={node.path} target="_blank" rel="noopener">
      {title}
    </a>
  ) : (
    <Link to={node.path}>{title}</Link>
  )
}

/** Entries to highlight for a page: its own, or the visible one above a hidden page (SH-13). */
export function selectedKeys(nodes: readonly MenuNode[], trail: readonly { readonly path: string }[]): string[] {
  const paths = new Set(trail.map((step) => step.path))
  const visible: string[] = []
  const walk = (level: readonly MenuNode[]): void => {
    for (const node of level) {
      if (!paths.has(node.path) || node.hidden) continue
      visible.push(node.path)
      walk(node.children ?? [])
      const hasHidden = node.children?.some((child) => child.hidden && paths.has(child.path)) ?? false
      const sibling = hasHidden ? node.children?.find((child) => !child.hidden) : undefined
      if (sibling !== undefined) visible.push(sibling.path)
    }
  }
  walk(nodes)
  return visible
}
