import { CACHE_BUSTER, MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { ListQuery } from '@natim/contract/fields'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseFilterValue } from './filter-value.ts'
import { conditionOn, type ListField, type ListFields, ownField } from './list-field.ts'
import { type SubTables, superQueryCondition } from './super-query.ts'

export interface ListRequest {
  readonly pageNo: number
  readonly pageSize: number
  readonly offset: number
  readonly conditions: readonly Expression<SqlBool>[]
  /** `order by` expressions with direction, ending with a unique one so that pages never overlap. */
  readonly orderBy: readonly RawBuilder<unknown>[]
}

export interface ListOptions {
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' }
  /** Unique column that breaks ties. */
  readonly tieBreaker: RawBuilder<unknown>
  /** Sub-tables that an advanced query may use. */
  readonly subTables?: SubTables
}

const MAX_FILTERS = 20

/**
 * Parses a list query (contract/00 §8) into bound conditions. Unknown filters are ignored, an unknown sort falls back
 * to the default: a name is only ever a key into `fields`. An advanced query is applied completely or refused.
 *
 * @throws AppError query.* for an advanced query that cannot be applied
 */
export function parseListRequest(query: ListQuery, fields: ListFields, options: ListOptions): ListRequest {
  const key = keyOf(query)
  if (key === undefined) return parse(query, fields, options)
  const known = parsed.get(fields)?.get(options) ?? new Map<string, ListRequest>()
  const request = known.get(key) ?? parse(query, fields, options)
  if (known.size >= MAX_PARSED) known.clear()
  known.set(key, request)
  const ofFields = parsed.get(fields) ?? new WeakMap()
  parsed.set(fields, ofFields.set(options, known))
  return request
}

/** Consoles request the same pages repeatedly: equal queries yield the same object, so that callers can cache by it. */
const parsed = new WeakMap<ListFields, WeakMap<ListOptions, Map<string, ListRequest>>>()
const MAX_PARSED = 100
const MAX_KEY_CHARS = 500

/** Undefined for queries not worth caching. */
function keyOf(query: ListQuery): string | undefined {
  if (query['superQueryParams'] !== undefined) return undefined
  const key = JSON.stringify(Object.entries(query).filter(([name, value]) => name !== CACHE_BUSTER && value !== ''))
  return key.length > MAX_KEY_CHARS ? undefined : key
}

function parse(query: ListQuery, fields: ListFields, options: ListOptions): ListRequest {
  const pageSize = Math.min(query.pageSize, MAX_PAGE_SIZE)
  const filters = Object.entries(query)
    .map(([key, value]) => (typeof value === 'string' ? toCondition(key, value, fields) : undefined))
    .filter((condition) => condition !== undefined)
    .slice(0, MAX_FILTERS)
  const advanced = superQueryCondition(query, fields, options.subTables)
  return {
    pageNo: query.pageNo,
    pageSize,
    offset: (query.pageNo - 1) * pageSize,
    conditions: advanced ? [...filters, advanced] : filters,
    orderBy: [...toOrder(query, fields, options), options.tieBreaker],
  }
}

function toCondition(key: string, text: string, fields: ListFields): Expression<SqlBool> | undefined {
  if (text.trim() === '') return undefined
  const range = /^(.+)_(begin|end)$/.exec(key)
  const rangeField = range?.[1] === undefined ? undefined : ownField(fields, range[1])
  if (range && rangeField) {
    const isBegin = range[2] === 'begin'
    const value =
      rangeField.type === 'time' && text.length === 10 ? `${text} ${isBegin ? '00:00:00' : '23:59:59'}` : text
    return conditionOn(rangeField, { op: isBegin ? 'ge' : 'le', value: value.trim() })
  }
  const multi = /^(.+)_MultiString$/.exec(key)
  const multiField = multi?.[1] === undefined ? undefined : ownField(fields, multi[1])
  if (multiField) {
    const values = text.split(',').filter((part) => part !== '')
    return values.length > 0 ? conditionOn(multiField, { op: 'in', values }) : undefined
  }
  const field = ownField(fields, key)
  const condition = field && parseFilterValue(text)
  return field && condition ? conditionOn(field, condition) : undefined
}

function toOrder(query: ListQuery, fields: ListFields, options: ListOptions): RawBuilder<unknown>[] {
  const names = (query.column ?? '').split(',').map((name) => name.replace(/_dictText$/, ''))
  const known = names.map((name) => ownField(fields, name)).filter((field) => field !== undefined)
  if (known.length > 0) return known.map((field) => toDirection(field, /asc/i.test(query.order ?? '')))
  const fallback = ownField(fields, options.defaultSort.field)
  return fallback ? [toDirection(fallback, options.defaultSort.order === 'asc')] : []
}

/** Nulls sort as the smallest value. */
function toDirection({ expression, isRequired = false }: ListField, isAscending: boolean): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`
  if (isRequired) return sql`${expression} ${direction}`
  return sql`${expression} ${direction} ${isAscending ? sql`nulls first` : sql`nulls last`}`
}
