import { groupBy } from './group-by.ts'

export interface TreeShape<Row, Key, Node> {
  readonly keyOf: (row: Row) => Key
  readonly parentOf: (row: Row) => Key
  readonly toNode: (row: Row, children: Node[]) => Node
}

/** Nodes from `root` down, siblings in row order. Rows not reachable from `root`, such as loops, are left out. */
export function growTree<Row, Key, Node>(rows: readonly Row[], root: Key, shape: TreeShape<Row, Key, Node>): Node[] {
  const below = groupBy(rows, shape.parentOf)
  const nodesBelow = (parent: Key): Node[] =>
    (below.get(parent) ?? []).map((row) => shape.toNode(row, nodesBelow(shape.keyOf(row))))
  return nodesBelow(root)
}
