import { EyeInvisibleOutlined } from '@ant-design/icons'
import { type PendingClient, pendingEndpoints } from '@natim/contract/mon/pending'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'

/** 忽略 and undo; reversible, so there is no confirmation. */
export function useIgnore() {
  const { reload, selection } = R.useListContext<PendingClient>()
  const may = R.useMay(pendingEndpoints.ignore)
  const notify = useNotify()
  async function mark(ids: readonly string[], isIgnored: boolean): Promise<void> {
    try {
      const { message } = await callWithMessage(pendingEndpoints.ignore, { body: { ids: ids.join(','), isIgnored } })
      notify.line(message, 'success')
      selection.clear()
    } catch {
      // Reported by the call itself; the list shows what a colleague did first.
    }
    reload()
  }
  return { may, mark }
}

/** 忽略 of the selected ones. */
export function IgnoreButton() {
  const { selection } = R.useListContext<PendingClient>()
  const { mark } = useIgnore()
  const [isBusy, setIsBusy] = useState(false)
  const already = selection.rows.filter(({ state }) => state === 'ignored').length
  const ignore = async () => {
    setIsBusy(true)
    await mark(selection.ids, true)
    setIsBusy(false)
  }
  return (
    <R.SelectionButton
      icon={<EyeInvisibleOutlined aria-hidden />}
      isLoading={isBusy}
      refusal={already > 0 ? `所选中有 ${already} 个已忽略` : undefined}
      onClick={() => void ignore()}
    >
      忽略
    </R.SelectionButton>
  )
}
