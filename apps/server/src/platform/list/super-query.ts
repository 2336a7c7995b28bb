import { QUERY_RULES } from '@natim/contract/constants'
import { text } from '@natim/contract/fields'
import {
  MAX_QUERY_CHARS,
  MAX_QUERY_LINES,
  MAX_QUERY_VALUE_CHARS,
  parseSuperQueryText,
  type QueryRule,
} from '@natim/contract/super-query'
import { type Expression, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Condition } from './filter-value.ts'
import { allOf, asDay, conditionOn, fits, isDate, type ListField, type ListFields, ownField } from './list-field.ts'

/** Child rows of a list row, queried as `name,field`. */
export interface SubTable {
  readonly fields: ListFields
  /** Whether a row has a child row that meets the condition. */
  readonly exists: (condition: Expression<SqlBool>) => Expression<SqlBool>
}
export type SubTables = Readonly<Record<string, SubTable>>

const value = text(MAX_QUERY_VALUE_CHARS)
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)
/** The parts of a line that the server reads; the rest is for the client's controls. */
const wireLine = z.object({
  field: text(64).nullish(),
  rule: text(16).nullish(),
  val: z
    .union([scalar, z.array(scalar).transform((parts) => parts.join(','))])
    .pipe(value)
    .nullish(),
})

/**
 * The advanced query of a list as one bound condition (contract/00 §8); undefined when none was sent. Lines without
 * field, rule or value are skipped. Lines on one sub-table apply to the same child row. A line that cannot be applied
 * refuses the whole query (WG-159): skipping it would show rows nobody asked for.
 *
 * @throws AppError query.malformed, query.too_many, query.field_unknown, query.rule_refused, query.value_wrong
 */
export function superQueryCondition(
  query: Readonly<Record<string, unknown>>,
  fields: ListFields,
  subTables: SubTables = {},
): Expression<SqlBool> | undefined {
  const { superQueryParams: sent, superQueryMatchType: matchType } = query
  if (sent === undefined || sent === null || sent === '') return undefined
  const isAny = typeof matchType === 'string' && matchType.trim().toLowerCase() === 'or'
  const joined = isAny ? anyOf : allOf
  const main: Expression<SqlBool>[] = []
  const below = new Map<SubTable, Expression<SqlBool>[]>()
  for (const line of readLines(sent)) {
    const { field, subTable } = find(line.field, fields, subTables)
    const condition = lineCondition(field, line.rule, line.val)
    if (subTable) below.set(subTable, [...(below.get(subTable) ?? []), condition])
    else main.push(condition)
  }
  const all = [...main, ...[...below].map(([subTable, conditions]) => subTable.exists(joined(conditions)))]
  return all.length > 0 ? joined(all) : undefined
}

const anyOf = (conditions: readonly Expression<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

interface Line {
  readonly field: string
  readonly rule: string
  readonly val: string
}

function readLines(sent: unknown): Line[] {
  const isReadable = typeof sent === 'string' && sent.length <= MAX_QUERY_CHARS
  const lines = isReadable ? parseSuperQueryText(sent) : undefined
  if (lines === undefined) throw new AppError('query.malformed')
  if (lines.length > MAX_QUERY_LINES) throw new AppError('query.too_many', { data: { max: MAX_QUERY_LINES } })
  const parsed = z.array(wireLine).safeParse(lines)
  if (!parsed.success) throw new AppError('query.malformed', { cause: parsed.error })
  return parsed.data.flatMap(({ field, rule, val }) => (field && rule && val ? [{ field, rule, val }] : []))
}

function find(name: string, fields: ListFields, subTables: SubTables): { field: ListField; subTable?: SubTable } {
  const [first = '', second, ...rest] = name.split(',')
  const subTable = second !== undefined && Object.hasOwn(subTables, first) ? subTables[first] : undefined
  const field = subTable && second ? ownField(subTable.fields, second) : ownField(fields, name)
  if (!field || rest.length > 0) throw new AppError('query.field_unknown')
  return subTable ? { field, subTable } : { field }
}

const LIKE = { like: 'contains', left_like: 'endsWith', right_like: 'startsWith' } as const
const isRule = (rule: string): rule is QueryRule => (QUERY_RULES as readonly string[]).includes(rule)

function lineCondition(given: ListField, rule: string, val: string): Expression<SqlBool> {
  if (!isRule(rule)) throw new AppError('query.rule_refused')
  const values = rule === 'in' ? val.split(',').filter((part) => part.trim() !== '') : [val]
  // A bare day means the whole day, not its first instant.
  const field = given.type === 'time' && values.every(isDate) ? asDay(given) : given
  if (values.length === 0 || !values.every((part) => fits(field, part))) throw new AppError('query.value_wrong')
  return conditionOn(field, toCondition(field, rule, val, values))
}

function toCondition(field: ListField, rule: QueryRule, val: string, values: readonly string[]): Condition {
  if (rule === 'in') return { op: 'in', values }
  if (rule !== 'like' && rule !== 'left_like' && rule !== 'right_like') return { op: rule, value: val }
  if (field.type !== 'text') throw new AppError('query.rule_refused')
  return { op: LIKE[rule], value: val }
}
