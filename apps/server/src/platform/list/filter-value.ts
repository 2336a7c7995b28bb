/** A condition of a list filter, not yet bound to a column (contract/00 §8). */
export type Condition =
  | {
      readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'contains' | 'startsWith' | 'endsWith'
      readonly value: string
    }
  | { readonly op: 'in' | 'containsAny'; readonly values: readonly string[] }

const COMPARISONS = [
  ['>=', 'ge'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['<', 'lt'],
] as const

/**
 * Parses a filter text: `*abc*`, `abc*`, `*abc`, `!abc`, `>=5` (blank after the operator optional), `a,b,` (IN),
 * `,a,b,` (contains any), `a++b` (a literal comma). Undefined = no condition.
 */
export function parseFilterValue(text: string): Condition | undefined {
  const value = text.trim()
  if (value === '' || value === '**') return undefined
  if (value.length > 2 && value.startsWith(',') && value.endsWith(',')) return anyOf('containsAny', split(value))
  for (const [prefix, op] of COMPARISONS) {
    if (value.startsWith(prefix)) return nonEmpty(op, value.slice(prefix.length).trim())
  }
  if (value.startsWith('!')) return nonEmpty('ne', value.slice(1))
  if (value.includes(',')) return anyOf('in', split(value))
  return parseWildcards(value)
}

function parseWildcards(value: string): Condition {
  if (value === '*') return { op: 'eq', value }
  const atStart = value.startsWith('*')
  const atEnd = value.endsWith('*')
  if (atStart && atEnd) return { op: 'contains', value: unescape(value.slice(1, -1)) }
  if (atStart) return { op: 'endsWith', value: unescape(value.slice(1)) }
  if (atEnd) return { op: 'startsWith', value: unescape(value.slice(0, -1)) }
  return { op: 'eq', value: unescape(value) }
}

const anyOf = (op: 'in' | 'containsAny', values: readonly string[]): Condition | undefined =>
  values.length > 0 ? { op, values } : undefined
const unescape = (value: string) => value.replaceAll('++', ',')
const split = (value: string) =>
  value
    .split(',')
    .filter((part) => part !== '')
    .map(unescape)
const nonEmpty = (op: 'gt' | 'ge' | 'lt' | 'le' | 'ne', value: string): Condition | undefined =>
  value === '' ? undefined : { op, value: unescape(value) }
