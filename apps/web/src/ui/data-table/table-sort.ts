/** Order of the rows by a column. */
export interface TableSort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

/** Ascending, descending, then back to the order the rows come in. */
export function nextSort(sort: TableSort | undefined, key: string): TableSort | undefined {
  if (sort?.key !== key) return { key, order: 'asc' }
  return sort.order === 'asc' ? { key, order: 'desc' } : undefined
}
