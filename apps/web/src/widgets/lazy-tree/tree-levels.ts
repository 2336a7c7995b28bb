/** A node in the form antd's trees take; `Data` is additional data of the widget. */
export interface LazyNode {
  readonly key: string
  /** Stored value; the key by default. */
  readonly value: string
  readonly title: string
  readonly isLeaf: boolean
  readonly children?: LazyNode[]
}

/** Nodes by the key of their parent; `''` holds the roots. */
export type Levels = ReadonlyMap<string, readonly LazyNode[]>

export const ROOTS = ''

/**
 * Builds the tree from the levels loaded so far. A node with an empty level is a leaf (WG-69). Nodes that include their
 * children keep them.
 */
export function nestLevels(levels: Levels, parent = ROOTS): LazyNode[] {
  return (levels.get(parent) ?? []).map((node) => withChildren(levels, node))
}

function withChildren(levels: Levels, node: LazyNode): LazyNode {
  const loaded = node.children?.map((child) => withChildren(levels, child)) ?? nestedLevel(levels, node.key)
  if (loaded === undefined) return node
  return loaded.length === 0 ? { ...node, isLeaf: true, children: [] } : { ...node, children: loaded }
}

const nestedLevel = (levels: Levels, key: string) => (levels.has(key) ? nestLevels(levels, key) : undefined)

/** All nodes of a tree, parents before their children. */
export function flatNodes(nodes: readonly LazyNode[]): LazyNode[] {
  return nodes.flatMap((node) => [node, ...flatNodes(node.children ?? [])])
}
