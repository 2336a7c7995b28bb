import type { CallResult } from '@natim/contract/endpoint'
import { sessionEndpoints } from '@natim/contract/system/session'
import { App } from 'antd'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useSession } from '@/lib/session/session-store.ts'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { online } from './online-resource.ts'

type OnlineRow = CallResult<typeof sessionEndpoints.onlineList>['records'][number]

/** 在线用户 (SY-58) */
export default function OnlinePage() {
  const list = R.useResourceList(online)
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar />
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchField resource={online} name="username" />
        </R.SearchForm>
        <R.Table resource={online} rowActions={rowActions} />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

const rowActions = (row: OnlineRow) => <ForceLogout row={row} />

/** 强退: the session's next call is refused and its sockets close. Users cannot end their own session here. */
function ForceLogout({ row }: { readonly row: OnlineRow }) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const { reload } = R.useListContext<OnlineRow>()
  const token = useSession((state) => state.token)
  const mayForce = R.useMay(sessionEndpoints.forceLogout)
  if (row.token === token) return <Tag tone="info">当前会话</Tag>
  if (!mayForce) return null
  const ask = () =>
    modal.confirm({
      title: '强制下线',
      content: `确定将 ${row.realname}（${row.username}）强制下线吗？`,
      okText: '强退',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const { message } = await callWithMessage(sessionEndpoints.forceLogout, { body: { token: row.token } })
          notify.line(message, 'success')
          reload()
        } catch {
          // The client showed the server's message.
        }
      },
    })
  return (
    <R.TextLink isDanger label={`强退 ${row.realname}`} onClick={ask}>
      强退
    </R.TextLink>
  )
}
