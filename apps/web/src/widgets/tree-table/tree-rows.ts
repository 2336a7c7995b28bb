import { MESSAGES } from '@natim/contract/messages'

/** A row of a tree table; `hasChildren`: it has children, possibly not loaded yet. */
export interface TreeRow {
  readonly id: string
  readonly hasChildren?: boolean
  readonly [field: string]: unknown
}

/** A rendered row; `isLoading` is the placeholder for children not loaded yet. */
export type DrawnRow = TreeRow & { readonly children?: readonly DrawnRow[]; readonly isLoading?: boolean }

/**
 * Rows of an answer: a list, or a page with records (WG-70).
 *
 * @throws Error `返回数据类型不识别` for anything else
 */
export function rowsOf(result: unknown): readonly TreeRow[] {
  const list = Array.isArray(result) ? result : (result as { records?: unknown } | null)?.records
  if (!Array.isArray(list)) throw new Error(MESSAGES['tree.unknownAnswer'])
  return list as TreeRow[]
}

/** The rows loaded so far as a tree: a row without children loses its expander (WG-71). */
export function drawnRows(rows: readonly TreeRow[], children: ReadonlyMap<string, readonly TreeRow[]>): DrawnRow[] {
  return rows.map((row) => {
    if (row.hasChildren !== true) return row
    const below = children.get(row.id)
    if (below === undefined) return { ...row, children: [{ id: `${row.id} loading`, isLoading: true }] }
    return below.length === 0 ? row : { ...row, children: drawnRows(below, children) }
  })
}
