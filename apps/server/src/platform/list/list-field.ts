import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from './filter-value.ts'

/** A property that a list can be filtered and sorted by. The expression is ours; only values come from the request. */
export interface ListField {
  readonly expression: RawBuilder<unknown> | Expression<unknown>
  readonly type: 'text' | 'number' | 'time' | 'date'
  /** The column is never null: the list can be ordered by its index. */
  readonly isRequired?: boolean
}

export type ListFields = Readonly<Record<string, ListField>>

const CHINA_TIME = 'Asia/Shanghai'

export const NOTHING = sql<SqlBool>`false`
const SYMBOLS = { eq: sql`=`, ne: sql`is distinct from`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

/** The field of that name; inherited names such as `constructor` match nothing. */
export const ownField = (fields: ListFields, key: string): ListField | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined

/** ANDs the conditions; an empty list lets everything through. */
export const allOf = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`

/** The calendar day (Asia/Shanghai) of a time field. */
export const asDay = ({ expression }: ListField): ListField => ({
  expression: sql`(${expression} at time zone ${sql.lit(CHINA_TIME)})::date`,
  type: 'date',
})

/** A condition on one of our columns with bound values. A value that does not fit the column's type matches nothing. */
export function conditionOn(field: ListField, condition: Condition): Expression<SqlBool> {
  if ('values' in condition) return compareAny(field, condition.op, condition.values)
  if (condition.op === 'contains' || condition.op === 'startsWith' || condition.op === 'endsWith') {
    return field.type === 'text' ? like(field.expression, condition.op, condition.value) : NOTHING
  }
  const value = cast(field, condition.value)
  return value === undefined ? NOTHING : sql<SqlBool>`${field.expression} ${SYMBOLS[condition.op]} ${value}`
}

/** Whether a text is a valid value of the field. */
export const fits = (field: ListField, value: string): boolean => cast(field, value) !== undefined

/** `undefined` when a value does not fit the field's type: it then matches nothing. */
function cast(field: ListField, value: string): RawBuilder<unknown> | undefined {
  if (field.type === 'text') return sql`${value}`
  if (field.type === 'number') {
    const number = Number(value)
    return value.trim() !== '' && Number.isFinite(number) ? sql`${number}::float8` : undefined
  }
  if (field.type === 'date') return isDate(value) ? sql`${value}::date` : undefined
  const isTime = isDate(value.slice(0, 10)) && /^\d{4}-\d\d-\d\d( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.test(value)
  return isTime ? sql`(${value}::timestamp at time zone ${sql.lit(CHINA_TIME)})` : undefined
}

/** Whether it is a valid calendar day `yyyy-MM-dd`. */
export function isDate(value: string): boolean {
  // PostgreSQL has no year 0.
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
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

/** `%` and `_` are escaped to literal characters. */
function like(column: ListField['expression'], op: 'contains' | 'startsWith' | 'endsWith', value: string) {
  const escaped = value.replace(/[\\%_]/g, '\\$&')
  const pattern = `${op === 'startsWith' ? '' : '%'}${escaped}${op === 'endsWith' ? '' : '%'}`
  return sql<SqlBool>`${column} ilike ${pattern}`
}
