import { LIST_PAGE_SIZE } from '@natim/contract/constants'
import { type AddressQuery, readQuery } from './advanced-query.ts'
import type { Sort } from './define-resource.ts'

/** spec §9 */
export const PAGE_SIZES = [10, 20, 30] as const

export type FilterValue = string
export type Filters = Readonly<Record<string, FilterValue>>

/** State of a list as stored in the address. */
export interface ListState {
  readonly page: number
  readonly size: number
  readonly sort: Sort
  readonly filters: Filters
  /** Advanced query in force. */
  readonly query?: AddressQuery | undefined
}

export const initialListState = (sort: Sort): ListState => ({ page: 1, size: LIST_PAGE_SIZE, sort, filters: {} })

/** The address is untrusted input: invalid parts fall back to their defaults. */
export function readListState(
  given: Readonly<Partial<Record<keyof ListState, unknown>>>,
  defaultSort: Sort,
): ListState {
  const { page, size, sort, filters } = given
  const query = readQuery(given.query)
  const { field, order }: Partial<Record<keyof Sort, unknown>> = typeof sort === 'object' && sort !== null ? sort : {}
  const isSort = typeof field === 'string' && (order === 'asc' || order === 'desc')
  return {
    page: typeof page === 'number' && Number.isInteger(page) && page >= 1 ? page : 1,
    size: PAGE_SIZES.find((candidate) => candidate === size) ?? LIST_PAGE_SIZE,
    sort: isSort ? { field, order } : defaultSort,
    filters: readFilters(filters),
    ...(query && { query }),
  }
}

function readFilters(filters: unknown): Filters {
  if (typeof filters !== 'object' || filters === null) return {}
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => typeof value === 'string' && value !== ''),
  ) as Filters
}

/** Sets some filters; an empty or missing value removes the filter. */
export function withFilters(filters: Filters, change: Readonly<Record<string, FilterValue | undefined>>): Filters {
  const entries = Object.entries({ ...filters, ...change })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== '')) as Filters
}

/** The page that contains the first visible row after a page size change (SY-05). */
export const pageAfterResize = ({ page, size }: Pick<ListState, 'page' | 'size'>, nextSize: number): number =>
  Math.floor(((page - 1) * size) / nextSize) + 1

/** The page to show after `removed` rows of this page were deleted (SY-10). */
export function pageAfterRemoval(page: number, rowsOnPage: number, removed: number): number {
  return removed >= rowsOnPage ? Math.max(1, page - 1) : page
}
