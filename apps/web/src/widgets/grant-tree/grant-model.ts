import { ROW_PAGES } from '@natim/contract/page-rights'
import type { MenuChoice } from '@natim/contract/system/permission'

/** Index of the nodes of a tree. */
export interface GrantIndex {
  readonly nodes: ReadonlyMap<string, MenuChoice>
  readonly parentOf: ReadonlyMap<string, string>
}

export function indexOf(tree: readonly MenuChoice[]): GrantIndex {
  const nodes = new Map<string, MenuChoice>()
  const parentOf = new Map<string, string>()
  const walk = (level: readonly MenuChoice[], parent: string | undefined) => {
    for (const node of level) {
      nodes.set(node.key, node)
      if (parent !== undefined) parentOf.set(node.key, parent)
      walk(node.children ?? [], node.key)
    }
  }
  walk(tree, undefined)
  return { nodes, parentOf }
}

/**
 * The ticks after one was changed. When linked, a ticked node includes all descendants and its ancestors: a right needs
 * the menus that lead to it. Unticking leaves the ancestors unchanged.
 */
export function ticked(
  { nodes, parentOf }: GrantIndex,
  before: ReadonlySet<string>,
  key: string,
  { isOn, isLinked }: { readonly isOn: boolean; readonly isLinked: boolean },
): Set<string> {
  const after = new Set(before)
  const set = (one: string) => (isOn ? after.add(one) : after.delete(one))
  set(key)
  if (!isLinked) return after
  const below = (node: MenuChoice | undefined) => {
    for (const child of node?.children ?? []) {
      set(child.key)
      below(child)
    }
  }
  below(nodes.get(key))
  if (isOn) for (let up = parentOf.get(key); up !== undefined; up = parentOf.get(up)) after.add(up)
  return after
}

/** The page that opens the rows of a ticked list and is not ticked, where the granter may grant it. */
export function missingRowPage({ nodes }: GrantIndex, value: ReadonlySet<string>, key: string): MenuChoice | undefined {
  const page = ROW_PAGES[key]
  return page === undefined || !value.has(key) || value.has(page) ? undefined : nodes.get(page)
}
