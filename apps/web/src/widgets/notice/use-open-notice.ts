import { MESSAGES } from '@natim/contract/messages'
import { myNoticeEndpoints, noticeEndpoints } from '@natim/contract/system/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/http.ts'
import { useNotify } from '../../lib/notify.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { showNotice } from './notice-desk.ts'
import { type OpenableNotice, pagePathOf } from './openable-notice.ts'

/** Refetches counts and lists of announcements, wherever they are shown. */
export function useReloadNotices(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    for (const { path } of [noticeEndpoints.unread, myNoticeEndpoints.list]) {
      void queryClient.invalidateQueries({ queryKey: [path] })
    }
  }, [queryClient])
}

/** Opens an announcement (SH-48 to SH-51): marks it read, then shows its page or its text. */
export function useOpenNotice(): (notice: OpenableNotice) => void {
  const navigate = useNavigate()
  const { line } = useNotify()
  const reload = useReloadNotices()
  return useCallback(
    (notice) => {
      // A failure was shown; the text can still be read.
      call(myNoticeEndpoints.markRead, { body: { anntId: notice.id } }).then(reload, () => undefined)
      if (notice.openType !== 'component') return showNotice(notice)
      const { permissions } = useSession.getState()
      const path = pagePathOf(permissions?.menu ?? [], notice.openPage ?? '', notice.busId)
      if (path !== undefined) return void navigate(path)
      line(MESSAGES['notice.noComponent'])
      showNotice(notice)
    },
    [line, navigate, reload],
  )
}
