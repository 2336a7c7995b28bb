import { noticeSocketPath } from '@natim/contract/socket/notice'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { socketBase } from '../config.ts'
import { reloadPermissions } from '../session/permissions.ts'
import { followSession, socketOwner } from './follow-session.ts'
import type { HeartbeatPhase } from './heartbeat-machine.ts'
import { browserClock } from './heartbeat-socket.ts'
import { createNoticeSocket, type Notice } from './notice-socket.ts'
import { logOddMessage } from './odd-message.ts'
import { onWake } from './wake.ts'

export interface NoticeListener {
  readonly onNotice: (notice: Notice) => void
  /** Notices may have been missed while disconnected. */
  readonly onResync: () => void
}

const listeners = new Set<NoticeListener>()

const noticeSocket = createNoticeSocket({
  ...browserClock,
  // The token travels as the subprotocol: a URL would end up in logs.
  open: () => {
    const owner = socketOwner()
    return new WebSocket(`${socketBase()}${noticeSocketPath(owner?.userId ?? '')}`, owner?.token ?? 'none')
  },
  onNotice: (notice) => {
    for (const { onNotice } of listeners) onNotice(notice)
  },
  // Fails silently: a user who lost a right finds out with the next call.
  onRights: () => void reloadPermissions(),
  onResync: () => {
    for (const { onResync } of listeners) onResync()
  },
  onOdd: (text) => logOddMessage('notice', text),
})

/** Connects while mounted and signed in. Use in one place of the console only. */
export function useNoticeFeed(listener: NoticeListener): void {
  const onNotice = useEffectEvent(listener.onNotice)
  const onResync = useEffectEvent(listener.onResync)
  useEffect(() => {
    const own: NoticeListener = { onNotice: (notice) => onNotice(notice), onResync: () => onResync() }
    listeners.add(own)
    const unfollow = followSession(noticeSocket)
    const stopWaking = onWake(noticeSocket.wake)
    return () => {
      stopWaking()
      unfollow()
      listeners.delete(own)
    }
  }, [])
}

/** Phase of the connection; `closed` = gave up after too many errors (D-21). */
export function useNoticePhase(): HeartbeatPhase {
  return useSyncExternalStore(noticeSocket.onPhaseChange, noticeSocket.phase)
}

/** Manual reconnect. */
export const reconnectNotices = (): void => noticeSocket.wake()
