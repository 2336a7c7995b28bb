import { z } from 'zod'
import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/** 编码规则 (contract/20 §16): generates a value while a form is filled in. Forms reference a rule by its code. */
export const fillRule = defineResource({
  base: '/sys/fillRule',
  code: 'system:fillRule',
  title: '系统编码规则',
  entityLabel: '编码规则',
  measureWord: '条',
  view: 'system/SysFillRuleList',
  knownBy: ['ruleName', 'ruleCode'],
  exports: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'],
  imports: { columns: ['ruleName', 'ruleCode', 'ruleClass', 'ruleParams'], key: 'ruleCode' },
  fields: {
    ruleName: field(requiredText(100), {
      label: '规则名称',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      example: '巡检单号',
    }),
    ruleCode: field(codeText(64), {
      label: '规则编码',
      sheetLabel: '规则Code',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      isImmutable: true,
      unique: 'fill_rule.code_in_use',
      hint: '字母、数字、下划线和短横线，最多 64 位',
      example: 'inspect_no',
    }),
    /** Name of the handler. */
    ruleClass: field(requiredText(64), {
      label: '规则实现',
      sheetLabel: '规则实现类',
      width: 140,
      isWide: true,
      refusals: ['fill_rule.handler_unknown'],
      example: '单号',
    }),
    /** Title of the handler. */
    ruleClass_dictText: readOnly(z.string(), { type: 'none' }),
    /** JSON object text. */
    ruleParams: field(text(2_000).nullish(), {
      label: '规则参数',
      width: 260,
      isWide: true,
      hint: 'JSON 对象，如 {"prefix":"XJ"}',
      example: '{"prefix":"XJ"}',
    }),
    ...stamps(),
  },
})
export type FillRuleRow = RowOf<typeof fillRule>
export type FillRuleForm = FormOf<typeof fillRule>
