import { type CheckRulePart, parseRuleParts } from '@natim/contract/system/check'
import { checkRule } from '@natim/contract/system/check-rule.resource'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'
import { patternProblem } from './check-rule.ts'

/** Order of steps: whole-value steps that run first, the others in sequence, then those that run last. */
const inOrder = (parts: readonly CheckRulePart[]): CheckRulePart[] => parts.toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ digits, priority }: CheckRulePart) => (digits !== '*' || !priority ? 1 : priority === '1' ? 0 : 2)

/** @throws AppError check_rule.pattern_refused for a pattern the engine does not support */
function storedParts(json: string): string {
  const parts = inOrder(parseRuleParts(json) ?? [])
  const problem = patternProblem(parts)
  if (problem) throw new AppError('check_rule.pattern_refused', { data: { ...problem } })
  return JSON.stringify(parts)
}

/** 编码校验规则 */
export const CHECK_RULE = serve(checkRule, {
  table: 'sysCheckRule',
  toColumns: ({ ruleJson, ...form }) => ({ ...form, ...(ruleJson && { ruleJson: storedParts(ruleJson) }) }),
  toRow: (row) => ({ ...row, ruleJson: JSON.stringify(row.ruleJson) }),
})

const importForm = checkRule.form.superRefine(({ ruleJson }, context) => {
  const problem = patternProblem(parseRuleParts(ruleJson) ?? [])
  if (problem)
    context.addIssue({ code: 'custom', message: `第 ${problem.step} 步：${problem.reason}`, path: ['ruleJson'] })
})

export const createCheckRuleImport = (db: Db) =>
  resourceImport(db, checkRule, createResource(db, CHECK_RULE), { form: importForm })
