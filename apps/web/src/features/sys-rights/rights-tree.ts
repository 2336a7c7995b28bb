import { MENU } from '@natim/contract/system/permission'
import type { RightsRow } from '@natim/contract/system/rights'

/** `hidden`: held, but in no menu, because something above it is not. */
export type RightState = 'held' | 'missing' | 'off' | 'hidden'

export interface RightNode {
  readonly key: string
  readonly row: RightsRow
  readonly state: RightState
  readonly children: RightNode[]
}

/** Which rows the tree shows. */
export type RightsFilter = 'all' | 'held' | 'missing'

/** Rows as they come, parents first, as a tree with what each of them means for the subject. */
export function rightsTree(rows: readonly RightsRow[]): RightNode[] {
  const nodes = new Map<string, RightNode>()
  const roots: RightNode[] = []
  for (const row of rows) {
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    const node: RightNode = { key: row.id, row, state: stateOf(row, parent), children: [] }
    nodes.set(row.id, node)
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}

function stateOf(row: RightsRow, parent: RightNode | undefined): RightState {
  if (row.roleIds.length === 0) return 'missing'
  if (row.status !== '1' && row.menuType === MENU.button) return 'off'
  if (parent === undefined || row.menuType === MENU.button) return 'held'
  return parent.state === 'held' ? 'held' : 'hidden'
}

/** Branches with something of the kind, or whose name or code holds the words. */
export function filtered(nodes: readonly RightNode[], filter: RightsFilter, words: string): RightNode[] {
  const isWanted = ({ row, state }: RightNode) =>
    (filter === 'all' || (filter === 'held') === (state === 'held')) &&
    `${row.name} ${row.perms ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())
  return nodes.flatMap((node) => {
    const children = filtered(node.children, filter, words)
    return children.length > 0 || isWanted(node) ? [{ ...node, children }] : []
  })
}

/** Keys of all nodes that have something below them. */
export const branchKeys = (nodes: readonly RightNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...branchKeys(children)] : []))

export function countHeld(rows: readonly RightsRow[]): { readonly menus: number; readonly rights: number } {
  const held = rows.filter(({ roleIds }) => roleIds.length > 0)
  const menus = held.filter(({ menuType }) => menuType !== MENU.button).length
  return { menus, rights: held.length - menus }
}
