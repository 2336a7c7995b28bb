import { templateSendEndpoints } from '@natim/contract/system/message'
import { type TemplateRow, template } from '@natim/contract/system/message.resource'
import { useMemo, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { plainText } from './plain-text.ts'
import { SendDialog } from './send-dialog.tsx'
import { TemplateContentControl } from './template-content-control.tsx'

const isUsed = ({ useStatus }: Pick<TemplateRow, 'useStatus'>) => useStatus === '1'

const templates = R.fromContract(template, {
  fields: {
    useStatus: {
      render: (row) => <Tag tone={isUsed(row) ? 'success' : 'neutral'}>{isUsed(row) ? '应用中' : '未应用'}</Tag>,
    },
    templateContent: {
      widget: { kind: 'text', Control: TemplateContentControl },
      render: (row) => <R.TextCell>{plainText(row.templateContent)}</R.TextCell>,
    },
  },
})
const SEARCHED = ['templateName', 'templateCode', 'templateType', 'useStatus'] as const
const ACTIONS_PX = 190

/** 模板管理 (SY-62): message templates, enabled and tested here. */
export default function TemplateListPage() {
  const [tried, setTried] = useState<TemplateRow>()
  const maySend = R.useMay(templateSendEndpoints.sendMsg)
  const rowActions = useMemo(
    () => (row: TemplateRow) => (
      <>
        {maySend && (
          <R.TextLink label={`发送测试 ${row.templateName}`} onClick={() => setTried(row)}>
            发送测试
          </R.TextLink>
        )}
        <UseLink row={row} />
        {!isUsed(row) && (
          <>
            <R.EditLink row={row} />
            <R.RemoveLink row={row} />
          </>
        )}
      </>
    ),
    [maySend],
  )
  return (
    <R.ListPage
      resource={templates}
      searched={SEARCHED}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      isOpenable
    >
      <SendDialog template={tried} onClose={() => setTried(undefined)} />
    </R.ListPage>
  )
}

/** Enables or disables a template. */
function UseLink({ row }: { readonly row: TemplateRow }) {
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const mayEdit = R.useMay(template.endpoints.update)
  if (!mayEdit) return null
  const [verb, useStatus] = isUsed(row) ? (['停用', '0'] as const) : (['应用', '1'] as const)
  const change = async () => {
    await call(template.endpoints.update, { body: { id: row.id, useStatus } })
    line(`已${verb}「${row.templateName}」`, 'success')
    reload()
  }
  return (
    // The client shows a failure.
    <R.TextLink label={`${verb} ${row.templateName}`} onClick={() => void change().catch(() => undefined)}>
      {verb}
    </R.TextLink>
  )
}
