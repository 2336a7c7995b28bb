import { type TemplateRow, templateEndpoints } from '@natim/contract/system/message'
import { useMemo, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { SendDialog } from './send-dialog.tsx'
import { template } from './template-resource.tsx'

const ACTIONS_PX = 190
const isUsed = ({ useStatus }: TemplateRow) => useStatus === '1'

/** 模板管理 (SY-62): texts to send, put to use and tried here. */
export default function TemplateListPage() {
  const list = R.useResourceList(template)
  const editor = R.useResourceEditor(template, { onSaved: list.reload })
  const [tried, setTried] = useState<TemplateRow>()
  const maySend = R.useMay(templateEndpoints.sendMsg)
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
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="templateName" label="模板标题" />
          <R.SearchField resource={template} name="templateCode" />
          <R.SearchField resource={template} name="templateType" />
          <R.SearchField resource={template} name="useStatus" />
        </R.SearchForm>
        <R.Table
          resource={template}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={editor.view}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal locked={editor.row ? ['templateCode'] : []} />
      <SendDialog template={tried} onClose={() => setTried(undefined)} />
    </R.ResourcePage>
  )
}

/** Puts a template to use, or takes it out. */
function UseLink({ row }: { readonly row: TemplateRow }) {
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const mayEdit = R.useMay(templateEndpoints.update)
  if (!mayEdit) return null
  const [verb, useStatus] = isUsed(row) ? (['停用', '0'] as const) : (['应用', '1'] as const)
  const change = async () => {
    await call(templateEndpoints.update, { body: { id: row.id, useStatus } })
    line(`已${verb}「${row.templateName}」`, 'success')
    reload()
  }
  return (
    // A failure was shown by the client.
    <R.TextLink label={`${verb} ${row.templateName}`} onClick={() => void change().catch(() => undefined)}>
      {verb}
    </R.TextLink>
  )
}
