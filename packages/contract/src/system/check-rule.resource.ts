import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, stamps } from '../resource/field.ts'
import { MAX_PARTS, parseRuleParts } from './check.ts'

const steps = requiredText(20_000).refine(
  (value) => parseRuleParts(value) !== undefined,
  `请填写 1 至 ${MAX_PARTS} 步，每步要有位数（* 或正整数）和正则表达式`,
)

/** 编码校验规则 (contract/20 §15). Forms reference a rule by its code. Patterns are evaluated by the server. */
export const checkRule = defineResource({
  base: '/sys/checkRule',
  code: 'system:checkRule',
  title: '系统校验规则',
  entityLabel: '校验规则',
  measureWord: '条',
  view: 'system/SysCheckRuleList',
  knownBy: ['ruleName', 'ruleCode'],
  exports: ['ruleName', 'ruleCode', 'ruleJson', 'ruleDescription'],
  imports: { columns: ['ruleName', 'ruleCode', 'ruleJson', 'ruleDescription'], key: 'ruleCode' },
  fields: {
    ruleName: field(requiredText(100), {
      label: '规则名称',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      example: '工单编号',
    }),
    ruleCode: field(codeText(64), {
      label: '规则编码',
      sheetLabel: '规则Code',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      isImmutable: true,
      unique: 'check_rule.code_in_use',
      hint: '字母、数字、下划线和短横线，最多 64 位',
      example: 'ticket_no',
    }),
    /** JSON array text of the steps, in execution order; a JSON document in the database. */
    ruleJson: field(steps, {
      type: 'none',
      label: '校验步骤',
      sheetLabel: '规则JSON',
      width: 300,
      shown: 'chosen',
      hint: '[{"digits":"*","pattern":"\\\\d+","message":"应为数字"}]',
      example:
        '[{"digits":"2","pattern":"GD","message":"应以 GD 开头"},{"digits":"6","pattern":"\\\\d{6}","message":"其后应为 6 位数字"}]',
    }),
    ruleDescription: field(text(255).nullish(), {
      label: '规则描述',
      query: true,
      width: 360,
      isWide: true,
      example: 'GD + 6 位数字',
    }),
    ...stamps(),
  },
})
export type CheckRuleRow = RowOf<typeof checkRule>
export type CheckRuleForm = FormOf<typeof checkRule>
