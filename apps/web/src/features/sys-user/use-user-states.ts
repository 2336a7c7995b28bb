import type { UserRow } from '@natim/contract/system/pickers'
import { userAdminEndpoints } from '@natim/contract/system/user'
import { App } from 'antd'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useListContext } from '@/resource/index.ts'

const NORMAL = 1
const FROZEN = 2

/** Freezes and unfreezes users after confirmation (SY-19, SY-20). */
export function useUserStates() {
  const { modal } = App.useApp()
  const notify = useNotify()
  const { reload, selection } = useListContext<UserRow>()

  function change(ids: readonly string[], status: number): void {
    const verb = status === FROZEN ? '冻结' : '解冻'
    modal.confirm({
      title: `确认${verb}`,
      content: `是否${verb}选中的 ${ids.length} 个用户？${status === FROZEN ? '被冻结的用户会立即下线。' : ''}`,
      okText: verb,
      okButtonProps: { danger: status === FROZEN },
      onOk: async () => {
        try {
          const body = { ids: `${ids.join(',')},`, status }
          notify.line((await callWithMessage(userAdminEndpoints.freeze, { body })).message, 'success')
          selection.clear()
          reload()
        } catch {
          // The client showed the server's message.
        }
      },
    })
  }
  return {
    freeze: (ids: readonly string[]) => change(ids, FROZEN),
    thaw: (ids: readonly string[]) => change(ids, NORMAL),
  }
}
