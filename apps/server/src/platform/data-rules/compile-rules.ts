import type { DataRule } from '../auth/session-user.ts'
import type { Condition } from '../list/filter-value.ts'
import { fillVariables, type RuleSubject } from './variables.ts'

/** Alternatives on one property; all requirements of a list must hold. */
export interface Requirement {
  readonly property: string
  readonly anyOf: readonly Condition[]
}

/** `nothing`: some rule cannot be evaluated, and a check that cannot be evaluated denies (security §0.2). */
export type CompiledRules = 'nothing' | readonly Requirement[]

/** Operators that name allowed values: several such rules on one property are alternatives. */
const ALTERNATIVES = new Set(['=', 'IN', 'LIKE', 'LEFT_LIKE', 'RIGHT_LIKE'])

/**
 * Compiles the data rules of a user for one list into conditions. Rules that name allowed values of the same property
 * are ORed (one role allows Jiangsu, another Zhejiang); limits, exclusions and rules on different properties are ANDed.
 * SQL fragments (`USE_SQL_RULES`), unknown properties, operators and variables let no row through.
 */
export function compileRules(
  rules: readonly DataRule[],
  properties: ReadonlySet<string>,
  subject: RuleSubject,
): CompiledRules {
  const alternatives = new Map<string, Condition[]>()
  const requirements: Requirement[] = []
  for (const { ruleColumn, ruleConditions, ruleValue } of rules) {
    const value = fillVariables(ruleValue, subject)
    const condition = value === undefined ? undefined : toCondition(ruleConditions, value.trim())
    if (!condition || !properties.has(ruleColumn)) return 'nothing'
    if (!ALTERNATIVES.has(ruleConditions)) requirements.push({ property: ruleColumn, anyOf: [condition] })
    else alternatives.set(ruleColumn, [...(alternatives.get(ruleColumn) ?? []), condition])
  }
  return [...requirements, ...[...alternatives].map(([property, anyOf]) => ({ property, anyOf }))]
}

function toCondition(operator: string, value: string): Condition | undefined {
  if (value === '') return undefined
  switch (operator) {
    case '=':
      return { op: 'eq', value }
    case '!=':
      return { op: 'ne', value }
    case '>':
      return { op: 'gt', value }
    case '>=':
      return { op: 'ge', value }
    case '<':
      return { op: 'lt', value }
    case '<=':
      return { op: 'le', value }
    case 'LIKE':
      return { op: 'contains', value }
    case 'LEFT_LIKE':
      return { op: 'endsWith', value }
    case 'RIGHT_LIKE':
      return { op: 'startsWith', value }
    case 'IN': {
      const values = value.split(',').map((part) => part.trim().replace(/^'(.*)'$/, '$1'))
      return { op: 'in', values: values.filter((part) => part !== '') }
    }
    default:
      return undefined
  }
}
