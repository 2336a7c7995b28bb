import { fillRuleEndpoints, fillRuleForm } from '@natim/contract/system/fill-rule'
import { fillRuleImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'
import { HandlerControl, ParamsControl } from './rule-inputs.tsx'

/** 编码规则: make values for forms. */
export const fillRule = R.defineResource({
  title: '系统编码规则',
  noun: '编码规则',
  counter: '条',
  endpoints: fillRuleEndpoints,
  imports: fillRuleImportEndpoints,
  form: fillRuleForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    ruleName: { label: '规则名称', search: 'like', query: true, width: 200, isSortable: true },
    ruleCode: {
      label: '规则编码',
      search: 'like',
      query: true,
      width: 200,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['fill_rule.code_in_use'],
    },
    ruleClass: {
      label: '规则实现',
      width: 140,
      isWide: true,
      widget: { kind: 'choice', Control: HandlerControl },
      render: (row) => row.ruleClass_dictText,
      refusals: ['fill_rule.handler_unknown'],
    },
    ruleParams: {
      label: '规则参数',
      width: 260,
      isWide: true,
      widget: { kind: 'text', Control: ParamsControl },
    },
    createBy: { label: '创建人', width: 110, shown: 'wide' },
    createTime: { label: '创建时间', width: 160, isSortable: true },
  },
})
