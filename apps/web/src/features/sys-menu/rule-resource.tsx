import { RULE_CONDITION } from '@natim/contract/dict'
import { dataRuleEndpoints, dataRuleForm } from '@natim/contract/system/permission'
import * as R from '@/resource/index.ts'
import { statusWidget } from './menu-inputs.tsx'

const { list, create, update, remove } = dataRuleEndpoints

/** Row rules of a menu (SY-33). */
export const dataRule = R.defineResource({
  title: '数据规则',
  entityLabel: '数据规则',
  measureWord: '条',
  endpoints: { list, create, update, remove },
  form: dataRuleForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    ruleName: { label: '规则名称' },
    ruleColumn: { label: '规则字段', help: '列表的属性名，如 regionCode' },
    ruleConditions: { label: '条件规则', widget: R.choiceWidget(RULE_CONDITION) },
    ruleValue: {
      label: '规则值',
      help: '可用 #{sys_user_code}、#{sys_org_code}、#{sys_multi_org_code}、#{sys_date}、#{tenant_id}',
      refusals: ['data_rule.variable'],
    },
    status: { label: '状态', widget: statusWidget },
  },
})
