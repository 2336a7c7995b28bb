import type { CheckRuleFailure, CheckRulePart } from '@natim/contract/system/check'
import { RE2JS, RE2JSException } from 're2js'

/**
 * Runs the steps of a check rule over a value (contract/20 §15): `*` looks at the whole value, a number at the next so
 * many characters, and every pattern has to match all it looks at. Characters are code points. The engine takes time
 * linear in the value, whatever the pattern (security §5).
 *
 * @returns the first step that fails; undefined when all pass. An empty value passes.
 * @throws RE2JSSyntaxException for a pattern the engine does not know, such as a look-behind
 */
export function firstFailure(parts: readonly CheckRulePart[], value: string): CheckRuleFailure | undefined {
  if (value === '') return undefined
  const characters = [...value]
  let cursor = 0
  for (const { digits, pattern, message } of parts) {
    const isWhole = digits === '*'
    const begin = isWhole ? 0 : cursor
    const end = isWhole ? characters.length : Math.min(cursor + Number(digits), characters.length)
    if (!isWhole) cursor = end
    const checkValue = characters.slice(begin, end).join('')
    if (RE2JS.matches(pattern, checkValue)) continue
    const range = isWhole ? {} : { beginIndex: begin, endIndex: end }
    return { digits: String(digits), pattern, message, ...range, checkValue, passed: false }
  }
  return undefined
}

/** The first step, from 1, whose pattern the engine does not run, and why; undefined when it runs them all. */
export function patternProblem(parts: readonly CheckRulePart[]): { step: number; reason: string } | undefined {
  for (const [index, { pattern }] of parts.entries()) {
    try {
      RE2JS.compile(pattern)
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error
      return { step: index + 1, reason: `${pattern}（不支持回溯引用与环视，括号须成对）` }
    }
  }
  return undefined
}
