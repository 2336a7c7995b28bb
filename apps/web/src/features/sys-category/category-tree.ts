import type { CategoryNode } from '@natim/contract/system/category'

/** The part of the tree that leads to matching names or codes; all of it without words. */
export function matching(nodes: readonly CategoryNode[], words: string): CategoryNode[] {
  if (words === '') return [...nodes]
  return nodes.flatMap((node) => {
    const isHit = `${node.name} ${node.code}`.toLowerCase().includes(words.toLowerCase())
    if (isHit) return [node]
    const children = matching(node.children ?? [], words)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** Keys of all expandable nodes. */
export const openable = (nodes: readonly CategoryNode[]): string[] =>
  nodes.flatMap((node) => (node.children ? [node.key, ...openable(node.children)] : []))
