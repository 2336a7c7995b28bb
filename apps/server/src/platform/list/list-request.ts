import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { ListQuery } from '@natim/contract/fields'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, parseFilterValue } from './filter-value.ts'

/** A property a list may be filtered and sorted by. The expression is ours; only values come from the request. */
export interface ListField {
  readonly expression: RawBuilder<unknown> | Expression<unknown>
  readonly type: 'text' | 'number' | 'time' | 'date'
}

export type ListFields = Readonly<Record<string, ListField>>

export interface ListRequest {
  readonly pageNo: number
  readonly pageSize: number
  readonly offset: number
  readonly conditions: readonly Expression<SqlBool>[]
  /** `order by` expressions with direction, ending in a unique one so that pages never overlap. */
  readonly orderBy: readonly RawBuilder<unknown>[]
}

export interface ListOptions {
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' }
  /** Unique column that settles ties. */
  readonly tieBreaker: RawBuilder<unknown>
}

const MAX_FILTERS = 20
const CHINA_TIME = 'Asia/Shanghai'

/**
 * Turns a list's query (contract/00 §8) into bound conditions. Unknown filters are ignored, an unknown sort falls
 * back to the default: a name is only ever a key into `fields`.
 */
export function parseListRequest(query: ListQuery, fields: ListFields, options: ListOptions): ListRequest {
  const pageSize = Math.min(query.pageSize, MAX_PAGE_SIZE)
  return {
    pageNo: query.pageNo,
    pageSize,
    offset: (query.pageNo - 1) * pageSize,
    conditions: Object.entries(query)
      .map(([key, value]) => (typeof value === 'string' ? toCondition(key, value, fields) : undefined))
      .filter((condition) => condition !== undefined)
      .slice(0, MAX_FILTERS),
    orderBy: [...toOrder(query, fields, options), options.tieBreaker],
  }
}

function toCondition(key: string, text: string, fields: ListFields): Expression<SqlBool> | undefined {
  if (text.trim() === '') return undefined
  const range = /^(.+)_(begin|end)$/.exec(key)
  const rangeField = range?.[1] === undefined ? undefined : own(fields, range[1])
  if (range && rangeField) {
    const isBegin = range[2] === 'begin'
    const value =
      rangeField.type === 'time' && text.length === 10 ? `${text} ${isBegin ? '00:00:00' : '23:59:59'}` : text
    return conditionOn(rangeField, { op: isBegin ? 'ge' : 'le', value: value.trim() })
  }
  const multi = /^(.+)_MultiString$/.exec(key)
  const multiField = multi?.[1] === undefined ? undefined : own(fields, multi[1])
  if (multiField) {
    const values = text.split(',').filter((part) => part !== '')
    return values.length > 0 ? conditionOn(multiField, { op: 'in', values }) : undefined
  }
  const field = own(fields, key)
  const condition = field && parseFilterValue(text)
  return field && condition ? conditionOn(field, condition) : undefined
}

const own = (fields: ListFields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** `undefined` when a value does not fit the field's type: then nothing matches, as nothing could. */
function cast(field: ListField, value: string): RawBuilder<unknown> | undefined {
  if (field.type === 'text') return sql`${value}`
  if (field.type === 'number') {
    const number = Number(value)
    return value !== '' && Number.isFinite(number) ? sql`${number}::float8` : undefined
  }
  if (field.type === 'date') return isDate(value) ? sql`${value}::date` : undefined
  const isTime = isDate(value.slice(0, 10)) && /^\d{4}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.test(value)
  return isTime ? sql`(${value}::timestamp at time zone ${sql.lit(CHINA_TIME)})` : undefined
}

function isDate(value: string): boolean {
  // The calendar of PostgreSQL has no year 0.
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

export const NOTHING = sql<SqlBool>`false`
const SYMBOLS = { eq: sql`=`, ne: sql`is distinct from`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** A condition on one of our columns; its values are bound. What does not fit the column's type matches nothing. */
export function conditionOn(field: ListField, condition: Condition): Expression<SqlBool> {
  if ('values' in condition) return compareAny(field, condition.op, condition.values)
  if (condition.op === 'contains' || condition.op === 'startsWith' || condition.op === 'endsWith') {
    return field.type === 'text' ? like(field.expression, condition.op, condition.value) : NOTHING
  }
  const value = cast(field, condition.value)
  return value === undefined ? NOTHING : sql<SqlBool>`${field.expression} ${SYMBOLS[condition.op]} ${value}`
}

function compareAny(field: ListField, op: 'in' | 'containsAny', texts: readonly string[]): Expression<SqlBool> {
  const column = field.expression
  if (op === 'in') {
    const values = texts.map((text) => cast(field, text)).filter((value) => value !== undefined)
    return values.length === 0 ? NOTHING : sql<SqlBool>`${column} in (${sql.join(values)})`
  }
  if (field.type !== 'text') return NOTHING
  const any = texts.map((text) => sql<SqlBool>`strpos(lower(${column}), lower(${text})) > 0`)
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`
}

/** `%` and `_` stay literal characters. */
function like(column: ListField['expression'], op: 'contains' | 'startsWith' | 'endsWith', value: string) {
  if (op === 'contains') return sql<SqlBool>`strpos(lower(${column}), lower(${value})) > 0`
  const escaped = value.replace(/[\\%_]/g, '\\$&')
  return sql<SqlBool>`${column} ilike ${op === 'startsWith' ? `${escaped}%` : `%${escaped}`}`
}

function toOrder(query: ListQuery, fields: ListFields, options: ListOptions): RawBuilder<unknown>[] {
  const names = (query.column ?? '').split(',').map((name) => name.replace(/_dictText$/, ''))
  const known = names.map((name) => own(fields, name)).filter((field) => field !== undefined)
  if (known.length > 0) {
    const direction = /asc/i.test(query.order ?? '') ? sql`asc nulls first` : sql`desc nulls last`
    return known.map((field) => sql`${field.expression} ${direction}`)
  }
  const fallback = own(fields, options.defaultSort.field)
  if (!fallback) return []
  return [
    sql`${fallback.expression} ${options.defaultSort.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`,
  ]
}
