import type { GridOption } from '@natim/contract/grid-column'
import type { CellOption, EditableColumn, LinkedSource } from './column.ts'

/** A chain of linked selects: the key of its first column, and the children of a value (`''`: the first level). */
export interface Linkage {
  readonly key: string
  readonly load: (parentValue: string) => readonly GridOption[] | Promise<readonly GridOption[]>
}

/**
 * Sources of all columns of the chains; the columns refer to each other by `linkageKey`. Loaded children are cached,
 * failures are not.
 */
export function linkedSources(
  columns: readonly EditableColumn[],
  linkages: readonly Linkage[],
): Map<string, LinkedSource> {
  const sources = new Map<string, LinkedSource>()
  for (const { key, load } of linkages) {
    const chain = chainFrom(columns, key)
    const known = new Map<string, Promise<readonly CellOption[]>>()
    const loadOnce = (parent: string) => {
      const before = known.get(parent)
      if (before) return before
      const asked = Promise.resolve(load(parent)).then((options) => options.map(toOption))
      known.set(parent, asked)
      asked.catch(() => known.delete(parent))
      return asked
    }
    for (const [level, own] of chain.entries())
      sources.set(own, { parentKey: chain[level - 1], childKeys: chain.slice(level + 1), load: loadOnce })
  }
  return sources
}

/** Keys from the first level down; a cyclic chain ends where it repeats. */
function chainFrom(columns: readonly EditableColumn[], first: string): string[] {
  const chain: string[] = []
  for (let key: string | undefined = first; key !== undefined && !chain.includes(key); ) {
    chain.push(key)
    const current: string = key
    key = columns.find((column) => column.key === current)?.linkageKey
  }
  return chain
}

const toOption = ({ value, text, title, label }: GridOption): CellOption => ({
  value: String(value),
  label: label ?? title ?? text ?? String(value),
})
