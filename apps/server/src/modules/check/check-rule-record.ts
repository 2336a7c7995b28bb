import {
  type CheckRuleForm,
  type CheckRulePart,
  type CheckRuleRow,
  checkRuleForm,
  parseRuleParts,
} from '@natim/contract/system/check'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { CHECK_RULE_FIELDS } from './check.repository.ts'
import { patternProblem } from './check-rule.ts'

/** Steps over the whole value that run first, then the others in their order, then those that run last. */
const inOrder = (parts: readonly CheckRulePart[]): CheckRulePart[] => parts.toSorted((a, b) => rankOf(a) - rankOf(b))

const rankOf = ({ digits, priority }: CheckRulePart) => (digits !== '*' || !priority ? 1 : priority === '1' ? 0 : 2)

/** @throws AppError check_rule.pattern_refused for a pattern the engine does not run */
function storedParts(json: string): string {
  const parts = inOrder(parseRuleParts(json) ?? [])
  const problem = patternProblem(parts)
  if (problem) throw new AppError('check_rule.pattern_refused', { data: { ...problem } })
  return JSON.stringify(parts)
}

/** 编码校验规则 */
export const CHECK_RULE: RecordSpec<'sysCheckRule', CheckRuleRow, CheckRuleForm> = {
  table: 'sysCheckRule',
  noun: '校验规则',
  nameOf: ({ ruleName, ruleCode }) => `${ruleName}（${ruleCode}）`,
  component: 'system/SysCheckRuleList',
  fields: CHECK_RULE_FIELDS,
  dictionaries: [],
  immutable: ['ruleCode'],
  conflicts: { sys_check_rule_rule_code_key: 'check_rule.code_in_use' },
  toRow: (record) => ({
    ...record,
    ruleJson: JSON.stringify(record.ruleJson),
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
  toColumns: ({ ruleJson, ...form }) => ({ ...form, ...(ruleJson && { ruleJson: storedParts(ruleJson) }) }),
}

export const createCheckRuleImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, CHECK_RULE),
    name: 'check-rule',
    form: checkRuleForm.superRefine(({ ruleJson }, context) => {
      const problem = patternProblem(parseRuleParts(ruleJson) ?? [])
      if (problem)
        context.addIssue({ code: 'custom', message: `第 ${problem.step} 步：${problem.reason}`, path: ['ruleJson'] })
    }),
    keyColumn: 'ruleCode',
    columns: [
      { key: 'ruleName', title: '规则名称', required: true },
      { key: 'ruleCode', title: '规则Code', required: true, hint: '字母、数字、下划线和短横线，最多 64 位' },
      {
        key: 'ruleJson',
        title: '规则JSON',
        required: true,
        hint: '[{"digits":"*","pattern":"\\\\d+","message":"应为数字"}]',
      },
      { key: 'ruleDescription', title: '规则描述' },
    ],
    example: {
      ruleName: '工单编号',
      ruleCode: 'ticket_no',
      ruleJson:
        '[{"digits":"2","pattern":"GD","message":"应以 GD 开头"},{"digits":"6","pattern":"\\\\d{6}","message":"其后应为 6 位数字"}]',
      ruleDescription: 'GD + 6 位数字',
    },
  })
