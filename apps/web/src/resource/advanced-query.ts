import { QUERY_RULES } from '@natim/contract/constants'
import { MAX_QUERY_LINES, type QueryFieldTraits, type QueryMatch, type QueryRule } from '@natim/contract/super-query'
import type { ActiveQuery } from '../widgets/advanced-query/query-draft.ts'
import { type QueryField, restored } from '../widgets/advanced-query/query-field.ts'
import { type Field, fieldOf, type Resource, type ResourceRow } from './define-resource.ts'

/** One condition in the address; its other properties come from the field definition. */
type AddressLine = readonly [field: string, rule: QueryRule, value: string]

/** An advanced query as stored in the address. Kept short because links are shared. */
export interface AddressQuery {
  readonly match: QueryMatch
  readonly lines: readonly AddressLine[]
}

function queryTraits(field: Field<ResourceRow>): QueryFieldTraits | undefined {
  if (!field.query) return undefined
  const isNumber = field.decimals !== undefined
  const fallback: QueryFieldTraits = field.widget?.query ?? { type: isNumber ? 'number' : 'text' }
  return field.query === true ? fallback : { ...fallback, ...field.query }
}

/** The queryable fields of a list, in field order. */
export function queryFieldsOf(resource: Resource): readonly QueryField[] {
  return Object.keys(resource.fields).flatMap((key) => {
    const field = fieldOf(resource, key)
    const traits = field && queryTraits(field)
    return traits ? [{ ...traits, field: key, label: field.label } as QueryField] : []
  })
}

const isRule = (rule: unknown): rule is QueryRule => QUERY_RULES.some((known) => known === rule)

function isLine(line: unknown): line is AddressLine {
  if (!Array.isArray(line)) return false
  const [field, rule, value]: readonly unknown[] = line
  return typeof field === 'string' && isRule(rule) && typeof value === 'string' && value !== ''
}

/** Parses the query from the address. Invalid lines are dropped; undefined when none is left. */
export function readQuery(given: unknown): AddressQuery | undefined {
  const { match, lines }: Partial<Record<keyof AddressQuery, unknown>> =
    typeof given === 'object' && given !== null ? given : {}
  const kept = Array.isArray(lines) ? lines.filter(isLine).slice(0, MAX_QUERY_LINES) : []
  return kept.length > 0 ? { match: match === 'or' ? 'or' : 'and', lines: kept } : undefined
}

export const toAddress = ({ matchType, records }: ActiveQuery): AddressQuery => ({
  match: matchType,
  lines: records.map(({ field = '', rule = 'eq', val }) => [field, rule, String(val)]),
})

/** The query in force, with complete lines. */
export function toActive(resource: Resource, query: AddressQuery | undefined): ActiveQuery | undefined {
  if (query === undefined) return undefined
  const fields = queryFieldsOf(resource)
  const records = query.lines.map(([field, rule, val]) => restored({ field, rule, val }, fields))
  return { matchType: query.match, records }
}
