import type { MenuNode } from '@natim/contract/system/session'
import { isGroup } from '../menu/menu-items.tsx'
import { type MenuLink, menuLink, routePath } from '../menu/menu-link.ts'

/** A target of the menu search. */
export interface SearchEntry {
  readonly key: string
  readonly title: string
  /** Titles of its parent groups. */
  readonly groups: readonly string[]
  readonly link: MenuLink
}

/** SH-33: visible pages; groups and hidden rows with their descendants are left out. */
export function searchEntries(
  menu: readonly MenuNode[],
  variables: Readonly<Record<string, string>>,
  groups: readonly string[] = [],
): SearchEntry[] {
  return menu.flatMap((node) => {
    if (node.hidden) return []
    const { title } = node.meta
    if (isGroup(node)) return searchEntries(node.children ?? [], variables, [...groups, title])
    if (node.component.includes('layouts') && node.meta.url === undefined) return []
    const key = routePath(node)
    return key.includes(':') ? [] : [{ key, title, groups, link: menuLink(node, variables) }]
  })
}

/** Case-insensitive title match (SH-32). */
export const matchesTitle = (title: string, text: string): boolean =>
  title.toLowerCase().includes(text.trim().toLowerCase())
