import type { CategoryNode } from '@natim/contract/system/category'
import type { LazyNode } from '../lazy-tree/tree-levels.ts'

/** The stored field of a category. */
export type CategoryField = 'id' | 'code'

/** Categories as tree nodes. Included children are kept, others are loaded on demand. */
export const categoryNodes = (nodes: readonly CategoryNode[], field: CategoryField = 'id'): LazyNode[] =>
  nodes.map(({ key, code, title, leaf, children }) => ({
    key,
    value: field === 'id' ? key : code,
    title,
    isLeaf: leaf,
    ...(children !== null && children.length > 0 && { children: categoryNodes(children, field) }),
  }))
