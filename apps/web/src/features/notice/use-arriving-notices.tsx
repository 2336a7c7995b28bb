import { noticeEndpoints } from '@natim/contract/system/notice'
import { call } from '../../lib/api/http.ts'
import { useNoticePreferences } from '../../lib/notice-preferences.ts'
import { useNotify } from '../../lib/notify.ts'
import { useNoticeFeed } from '../../lib/socket/notice.ts'
import type { Notice } from '../../lib/socket/notice-socket.ts'
import { speak } from '../../lib/speech.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { useOpenNotice, useReloadNotices } from '../../widgets/notice/use-open-notice.ts'

/** Handles an arriving notice: reloads lists and counts, speaks its text and shows a card (SH-52, SH-66). */
export function useArrivingNotices(): void {
  const { card } = useNotify()
  const reload = useReloadNotices()
  const open = useOpenNotice()
  const showDetail = (id: string) => {
    // The failure was shown: the notice was withdrawn, or the network is down.
    call(noticeEndpoints.get, { query: { id } }).then(open, () => undefined)
  }
  const onNotice = ({ id, text }: Notice) => {
    reload()
    const { isSpoken, isCarded } = useNoticePreferences.getState()
    if (isSpoken) void speak(text)
    if (id === undefined || text === '' || !isCarded) return
    card(text, 'info', {
      actions: (
        <PlainButton isLink onClick={() => showDetail(id)}>
          查看详情
        </PlainButton>
      ),
    })
  }
  useNoticeFeed({ onNotice, onResync: reload })
}
