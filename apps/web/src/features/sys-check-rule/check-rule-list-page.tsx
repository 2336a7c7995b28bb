import type { CheckRuleRow } from '@natim/contract/system/check-rule.resource'
import { useMemo, useState } from 'react'
import * as R from '@/resource/index.ts'
import { CheckRuleEditor } from './check-rule-editor.tsx'
import { checkRules } from './check-rules.ts'
import { TestDialog } from './test-dialog.tsx'

const ACTIONS_PX = 148

/** 系统校验规则 (SY-60) */
export default function CheckRuleListPage() {
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
    <R.ListPage
      resource={checkRules}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      isOpenable
      editor={(editor) => <CheckRuleEditor editor={editor} />}
    >
      <TestDialog rule={tested} onClose={() => setTested(undefined)} />
    </R.ListPage>
  )
}
