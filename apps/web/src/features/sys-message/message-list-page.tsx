import { type MessageRow, messageEndpoints } from '@natim/contract/system/message'
import { App } from 'antd'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { message } from './message-resource.tsx'

const ACTIONS_PX = 148
const SENT = '1'

const rowActions = (row: MessageRow) => (
  <>
    {row.esSendStatus !== SENT && (
      <>
        <SendLink row={row} />
        <R.EditLink row={row} />
      </>
    )}
    <R.RemoveLink row={row} />
  </>
)

/** 消息管理 (SY-62): sent messages and those that wait, with their state. */
export default function MessageListPage() {
  const list = R.useResourceList(message)
  const editor = R.useResourceEditor(message, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="esTitle" label="消息标题" />
          <R.SearchField resource={message} name="esReceiver" />
          <R.SearchField resource={message} name="esType" />
          <R.SearchField resource={message} name="esSendStatus" />
        </R.SearchForm>
        <R.Table
          resource={message}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={editor.view}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal />
    </R.ResourcePage>
  )
}

/** Sends one that waits or failed, after a confirm. */
function SendLink({ row }: { readonly row: MessageRow }) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const maySend = R.useMay(messageEndpoints.send)
  if (!maySend) return null
  const send = async () => {
    await call(messageEndpoints.send, { body: { id: row.id } })
    line('发送成功！', 'success')
  }
  const confirm = () =>
    modal.confirm({
      title: `发送「${row.esTitle}」？`,
      content: `以${row.esType_dictText}发送给 ${row.esReceiver}`,
      okText: '发送',
      cancelText: '取消',
      // A failure was shown by the client; the row holds its reason.
      onOk: () =>
        send()
          .catch(() => undefined)
          .then(reload),
    })
  return (
    <R.TextLink label={`发送 ${row.esTitle}`} onClick={() => void confirm()}>
      发送
    </R.TextLink>
  )
}
