/** Order of the rows by a column. */
export interface TableSort {
  readonly key: string
  readonly order: 'asc' | 'desc'
}

/** Cycles ascending, descending, original order. */
export function nextSort(sort: TableSort | undefined, key: string): TableSort | undefined {
  if (sort?.key !== key) return { key, order: 'asc' }
  return sort.order === 'asc' ? { key, order: 'desc' } : undefined
}
