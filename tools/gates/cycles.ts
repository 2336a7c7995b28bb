import type { Edge } from './module-graph.ts'

/**
 * Groups of files that import each other, each in import order and starting at its first path. Tarjan's strongly
 * connected components (SIAM J. Comput. 1(2), 1972), kept iterative so that deep graphs cannot exhaust the stack.
 */
export function findCycles(edges: readonly Edge[]): string[][] {
  const next = adjacency(edges)
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const cycles: string[][] = []

  const enter = (node: string) => {
    order.set(node, order.size)
    low.set(node, order.size - 1)
    open.push(node)
    isOpen.add(node)
    return { node, targets: [...(next.get(node) ?? [])], index: 0 }
  }
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node) ?? value, value))
  const close = (node: string) => {
    const members = open.splice(open.indexOf(node))
    for (const member of members) isOpen.delete(member)
    if (members.length > 1 || next.get(node)?.has(node)) cycles.push(members.sort())
  }

  for (const start of next.keys()) {
    if (order.has(start)) continue
    const path = [enter(start)]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = top.targets[top.index++]
      if (target === undefined) {
        path.pop()
        const parent = path.at(-1)
        if (parent) lower(parent.node, low.get(top.node) ?? 0)
        if (low.get(top.node) === order.get(top.node)) close(top.node)
      } else if (!order.has(target)) {
        path.push(enter(target))
      } else if (isOpen.has(target)) {
        lower(top.node, order.get(target) ?? 0)
      }
    }
  }
  return cycles
}

function adjacency(edges: readonly Edge[]): Map<string, Set<string>> {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (to.kind !== 'file') continue
    const targets = next.get(from) ?? new Set<string>()
    next.set(from, targets.add(to.path))
  }
  return next
}
