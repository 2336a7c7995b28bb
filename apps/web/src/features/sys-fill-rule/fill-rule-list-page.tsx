import { type FillRuleRow, fillRuleEndpoints } from '@natim/contract/system/fill-rule'
import { App } from 'antd'
import { call } from '@/lib/api/http.ts'
import * as R from '@/resource/index.ts'
import { fillRule } from './fill-rule-resource.tsx'

const ACTIONS_PX = 148

const rowActions = (row: FillRuleRow) => (
  <>
    <TestLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

/** 系统编码规则 (SY-61) */
export default function FillRuleListPage() {
  const list = R.useResourceList(fillRule)
  const editor = R.useResourceEditor(fillRule, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="ruleName" label="规则名称" />
          <R.SearchField resource={fillRule} name="ruleCode" />
        </R.SearchForm>
        <R.Table
          resource={fillRule}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={editor.view}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal width={640} locked={editor.row ? ['ruleCode'] : []} />
    </R.ResourcePage>
  )
}

/** Shows what the rule makes now. */
function TestLink({ row }: { readonly row: FillRuleRow }) {
  const { modal } = App.useApp()
  const test = async () => {
    const value = await call(fillRuleEndpoints.test, { query: { ruleCode: row.ruleCode } })
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
