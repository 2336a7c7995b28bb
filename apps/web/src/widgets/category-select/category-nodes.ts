import type { CategoryNode } from '@natim/contract/system/category'
import type { LazyNode } from '../lazy-tree/tree-levels.ts'

/** What of a category is stored. */
export type CategoryField = 'id' | 'code'

/** Categories as nodes of a tree. Children that came along are kept, others are loaded when they are asked for. */
export const categoryNodes = (nodes: readonly CategoryNode[], field: CategoryField = 'id'): LazyNode[] =>
  nodes.map(({ key, code, title, leaf, children }) => ({
    key,
    value: field === 'id' ? key : code,
    title,
    isLeaf: leaf,
    ...(children !== null && children.length > 0 && { children: categoryNodes(children, field) }),
  }))
