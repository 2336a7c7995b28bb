import type { CheckRuleFailure, CheckRulePart } from '@natim/contract/system/check'
import { RE2JS, RE2JSException } from 're2js'

/**
 * Runs the steps of a check rule over a value (contract/20 §15): `*` checks the whole value, a number the next that
 * many characters, and each pattern must match its whole part. Characters are code points. The engine runs in linear
 * time for every pattern (security §5).
 *
 * @returns the first step that fails; undefined when all pass. An empty value passes.
 * @throws RE2JSSyntaxException for an unsupported pattern, such as a look-behind
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

/** The first step (from 1) with an unsupported pattern, and why; undefined when all are supported. */
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
