import { MENU } from '@natim/contract/system/permission'
import type { RightsRow } from '@natim/contract/system/rights'

/** `hidden`: held, but not in the menu because an ancestor is not. */
export type RightState = 'held' | 'missing' | 'off' | 'hidden'

export interface RightNode {
  readonly key: string
  readonly row: RightsRow
  readonly state: RightState
  readonly children: RightNode[]
}

/** Filter of the tree rows. */
export type RightsFilter = 'all' | 'held' | 'missing'

/** Flat rows, parents first, as a tree with the state of each for the subject. */
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

/** Branches with a matching state, or whose name or code contains the words. */
export function filtered(nodes: readonly RightNode[], filter: RightsFilter, words: string): RightNode[] {
  const isWanted = ({ row, state }: RightNode) =>
    (filter === 'all' || (filter === 'held') === (state === 'held')) &&
    `${row.name} ${row.perms ?? ''}`.toLowerCase().includes(words.trim().toLowerCase())
  return nodes.flatMap((node) => {
    const children = filtered(node.children, filter, words)
    return children.length > 0 || isWanted(node) ? [{ ...node, children }] : []
  })
}

/** Keys of all nodes with children. */
export const branchKeys = (nodes: readonly RightNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...branchKeys(children)] : []))

export function countHeld(rows: readonly RightsRow[]): { readonly menus: number; readonly rights: number } {
  const held = rows.filter(({ roleIds }) => roleIds.length > 0)
  const menus = held.filter(({ menuType }) => menuType !== MENU.button).length
  return { menus, rights: held.length - menus }
}
