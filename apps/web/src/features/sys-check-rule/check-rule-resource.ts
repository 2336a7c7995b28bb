import { checkRuleEndpoints, checkRuleForm } from '@natim/contract/system/check'
import { checkRuleImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'

/** 校验规则: what forms hold a value against while somebody types. */
export const checkRule = R.defineResource({
  title: '系统校验规则',
  noun: '校验规则',
  counter: '条',
  endpoints: checkRuleEndpoints,
  imports: checkRuleImportEndpoints,
  form: checkRuleForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    ruleName: { label: '规则名称', search: 'like', query: true, width: 200, isSortable: true },
    ruleCode: {
      label: '规则编码',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['check_rule.code_in_use'],
    },
    ruleDescription: { label: '规则描述', query: true, width: 360, isWide: true },
    createBy: { label: '创建人', width: 110, shown: 'wide' },
    createTime: { label: '创建时间', width: 160, isSortable: true },
    updateTime: { label: '更新时间', width: 160, shown: 'chosen' },
  },
})
