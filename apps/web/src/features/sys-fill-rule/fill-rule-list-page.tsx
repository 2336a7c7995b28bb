import { fillRuleExtraEndpoints } from '@natim/contract/system/fill-rule'
import { type FillRuleRow, fillRule } from '@natim/contract/system/fill-rule.resource'
import { App } from 'antd'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import { HandlerControl, ParamsControl } from './rule-inputs.tsx'

const fillRules = R.fromContract(fillRule, {
  fields: {
    ruleClass: { widget: { kind: 'choice', Control: HandlerControl } },
    ruleParams: { widget: { kind: 'text', Control: ParamsControl } },
  },
})
const ACTIONS_PX = 148
const EDITOR_PX = 640

const rowActions = (row: FillRuleRow) => (
  <>
    <TestLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** 系统编码规则 (SY-61) */
export default function FillRuleListPage() {
  return (
    <R.ListPage
      resource={fillRules}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      isOpenable
      editorWidth={EDITOR_PX}
    />
  )
}

/** Shows what the rule makes now. */
function TestLink({ row }: { readonly row: FillRuleRow }) {
  const { modal } = App.useApp()
  const test = async () => {
    const value = await call(fillRuleExtraEndpoints.test, { query: { ruleCode: row.ruleCode } })
    const text = typeof value === 'string' ? value : value.join('，')
    modal.success({ title: `${row.ruleName} 生成的值`, content: <code>{text}</code>, okText: '关闭' })
  }
  return (
    // A failure was shown by the client.
    <R.TextLink label={`测试 ${row.ruleName}`} onClick={() => void test().catch(() => undefined)}>
      测试
    </R.TextLink>
  )
}
