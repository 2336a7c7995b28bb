import { useCallback, useMemo, useState } from 'react'
import type { ResourceRow } from './define-resource.ts'

export interface Selection<Row extends ResourceRow> {
  readonly ids: readonly string[]
  /** The ticked rows as they were when ticked; they may be on other pages. */
  readonly rows: readonly Row[]
  readonly set: (rows: readonly Row[]) => void
  readonly toggle: (row: Row) => void
  /** Ticks or unticks these rows; rows of other pages are unchanged. */
  readonly toggleAll: (rows: readonly Row[], isTicked: boolean) => void
  readonly clear: () => void
}

/** Ticked rows. Kept across pages and cleared when `scope` changes: rows no longer listed must not be deleted. */
export function useSelection<Row extends ResourceRow>(scope: string): Selection<Row> {
  const [state, setState] = useState<{ readonly scope: string; readonly rows: readonly Row[] }>({ scope, rows: [] })
  const rows = useMemo(() => (state.scope === scope ? state.rows : []), [state, scope])
  const set = useCallback((next: readonly Row[]) => setState({ scope, rows: next }), [scope])
  const clear = useCallback(() => set([]), [set])
  const toggle = useCallback(
    (row: Row) => set(rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    [rows, set],
  )
  const toggleAll = useCallback(
    (page: readonly Row[], isTicked: boolean) => {
      const others = rows.filter(({ id }) => !page.some((row) => row.id === id))
      set(isTicked ? [...others, ...page] : others)
    },
    [rows, set],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  return { ids, rows, set, toggle, toggleAll, clear }
}
