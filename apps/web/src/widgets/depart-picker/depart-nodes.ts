import type { DepartNode } from '@natim/contract/system/pickers'
import type { LazyNode } from '../lazy-tree/tree-levels.ts'
import { pairOf } from '../picker/pair.ts'

/**
 * Departments as tree nodes; the key is the stored value.
 *
 * @param store the stored field: `id`, `orgCode` …
 */
export function departNodes(departs: readonly DepartNode[], store = 'id', text = 'departName'): LazyNode[] {
  return departs.map((depart) => {
    const pair = pairOf({ ...depart }, store, text)
    const children = depart.children ?? []
    return {
      key: pair.value,
      value: pair.value,
      title: pair.text,
      isLeaf: depart.isLeaf,
      ...(children.length > 0 && { children: departNodes(children, store, text) }),
    }
  })
}
