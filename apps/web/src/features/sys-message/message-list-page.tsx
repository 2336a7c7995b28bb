import { messageSendEndpoints } from '@natim/contract/system/message'
import { type MessageRow, message } from '@natim/contract/system/message.resource'
import { App } from 'antd'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { plainText } from './plain-text.ts'
import { ReceiversControl } from './receivers-control.tsx'

const STATUS_TONES: Readonly<Record<string, TagTone>> = { 0: 'neutral', 1: 'success', 2: 'error' }

const messages = R.fromContract(message, {
  fields: {
    esReceiver: { widget: { kind: 'text', Control: ReceiversControl } },
    esContent: { render: (row) => <R.TextCell>{plainText(row.esContent)}</R.TextCell> },
    esSendStatus: {
      render: (row) => <Tag tone={STATUS_TONES[row.esSendStatus] ?? 'neutral'}>{row.esSendStatus_dictText}</Tag>,
    },
  },
})
const SEARCHED = ['esTitle', 'esReceiver', 'esType', 'esSendStatus'] as const
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

/** 消息管理 (SY-62): sent and pending messages with their state. */
export default function MessageListPage() {
  return (
    <R.ListPage
      resource={messages}
      searched={SEARCHED}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      isOpenable
    />
  )
}

/** Sends a pending or failed message, after confirmation. */
function SendLink({ row }: { readonly row: MessageRow }) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const maySend = R.useMay(messageSendEndpoints.send)
  if (!maySend) return null
  const send = async () => {
    await call(messageSendEndpoints.send, { body: { id: row.id } })
    line('发送成功！', 'success')
  }
  const confirm = () =>
    modal.confirm({
      title: `发送「${row.esTitle}」？`,
      content: `以${row.esType_dictText}发送给 ${row.esReceiver}`,
      okText: '发送',
      cancelText: '取消',
      // The client showed the failure; the row has its reason.
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
