import type { CheckRuleRow } from '@natim/contract/system/check'
import { useMemo, useState } from 'react'
import * as R from '@/resource/index.ts'
import { CheckRuleEditor } from './check-rule-editor.tsx'
import { checkRule } from './check-rule-resource.ts'
import { TestDialog } from './test-dialog.tsx'

const ACTIONS_PX = 148

/** 系统校验规则 (SY-60) */
export default function CheckRuleListPage() {
  const list = R.useResourceList(checkRule)
  const editor = R.useResourceEditor(checkRule, { onSaved: list.reload })
  const [tested, setTested] = useState<CheckRuleRow>()
  const rowActions = useMemo(
    () => (row: CheckRuleRow) => (
      <>
        <R.TextLink label={`测试 ${row.ruleName}`} onClick={() => setTested(row)}>
          测试
        </R.TextLink>
        <R.EditLink row={row} />
        <R.RemoveLink row={row} />
      </>
    ),
    [],
  )
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
          <R.SearchField resource={checkRule} name="ruleCode" />
        </R.SearchForm>
        <R.Table
          resource={checkRule}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={editor.view}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <CheckRuleEditor editor={editor} />
      <TestDialog rule={tested} onClose={() => setTested(undefined)} />
    </R.ResourcePage>
  )
}
