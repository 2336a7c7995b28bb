import { superQueryParameters } from '@natim/contract/super-query'
import { regionPrefix } from '@natim/domain/regions'
import { toActive } from './advanced-query.ts'
import { fieldOf, type Resource, type SearchMode } from './define-resource.ts'
import type { Filters, ListState } from './list-state.ts'

export type WireQuery = Readonly<Record<string, string | number>>

/** A comma separates list items on the wire; `++` is a literal comma (contract/00 §8). */
const literal = (text: string) => text.trim().replaceAll(',', '++')

const ENCODE: Readonly<Record<SearchMode, (value: string) => string>> = {
  like: (value) => `*${literal(value)}*`,
  eq: literal,
  region: (value) => `${regionPrefix(value)}*`,
}

/** Filters in wire format. A key that is no field of the resource is sent unchanged as its own parameter. */
export function filterQuery(resource: Resource, filters: Filters): WireQuery {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const mode = fieldOf(resource, key)?.search
      return [key, mode ? ENCODE[mode](value) : value.trim()]
    }),
  )
}

/** The advanced query in wire format; empty when none is in force. */
function advancedQuery(resource: Resource, { query }: ListState): WireQuery {
  const active = toActive(resource, query)
  return active ? superQueryParameters(active.records, active.matchType) : {}
}

/** All conditions of a list: filters and the advanced query. */
export const conditionQuery = (resource: Resource, state: ListState): WireQuery => ({
  ...filterQuery(resource, state.filters),
  ...advancedQuery(resource, state),
})

/** Column list as clients of the family send it; servers may omit other columns (SY-03). */
const columnQuery = (resource: Resource) => ({ field: ['id', '', ...Object.keys(resource.fields)].join(',') })

const sortQuery = ({ sort }: ListState): WireQuery => ({ column: sort.field, order: sort.order })

export type ListCallQuery = WireQuery & { readonly pageNo: number; readonly pageSize: number }

/** Query of the list call (contract/00 §8). */
export function listQuery(resource: Resource, state: ListState): ListCallQuery {
  return {
    pageNo: state.page,
    pageSize: state.size,
    ...sortQuery(state),
    ...columnQuery(resource),
    ...conditionQuery(resource, state),
  }
}

/** Same rows in the same order, without paging (contract/00 §11). */
export function exportQuery(resource: Resource, state: ListState): WireQuery {
  return { ...sortQuery(state), ...conditionQuery(resource, state) }
}
