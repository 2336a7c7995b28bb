import { RELOAD_AFTER_EXPIRY_MS } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import { type FailureContext, onApiFailure, report } from '../lib/api/failures.ts'
import { describeFailure } from '../lib/api/report-error.ts'
import { provideCredentials } from '../lib/api/transport.ts'
import { isChatApp } from '../lib/chat-app.ts'
import { serverNow } from '../lib/clock.ts'
import { kioskMode } from '../lib/kiosk-mode.ts'
import { useNotify } from '../lib/notify.ts'
import { isPublicPath } from '../lib/paths.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { pageReload } from '../lib/reload-page.ts'
import { leaveView } from '../lib/session/leave-view.ts'
import { followOtherTabs, onSessionCleared, signOut, useSession } from '../lib/session/session-store.ts'
import { liveSocket, onLiveReturn, onLiveSessionEnd } from '../lib/socket/live.ts'
import { onWake } from '../lib/socket/wake.ts'
import { tookViewOver, viewMode } from '../lib/view-mode.ts'
import { tabActions } from '../shell/tabs/tab-store.ts'
import { setTickerClock } from '../ui/ticker.ts'
import { useLowAppRoute } from './low-app-route.ts'

provideCredentials({
  token: () => useSession.getState().token,
  tenantId: () => useSession.getState().tenantId,
})
onSessionCleared(tabActions.reset)

// Ages use the server's clock.
setTickerClock(serverNow)

/** Shows failures as in spec §8, and ends expired sessions. Renders nothing. */
export function SessionEffects() {
  const notify = useNotify()
  const endSession = useSessionEnd()

  const show = useEffectEvent((error: ApiError, { token }: FailureContext) => {
    const current = useSession.getState().token
    // A late answer of an earlier session says nothing about the current one.
    if (error.isSessionExpired && token !== current && current !== undefined) return
    // A kiosk has no user to sign in: the wall shows it itself.
    if (error.isSessionExpired && kioskMode() !== undefined) return
    const isView = viewMode() !== undefined
    // The view has expired; the user's own session may continue.
    if (isView && error.isSessionExpired) return void leaveView('over')
    const { kind, text, endsSession } = describeFailure(error, current !== undefined, isView)
    const id = error.requestId && <span className="t-secondary">请求编号 {error.requestId}</span>
    // All open requests fail at once when the session ends: one card is enough.
    if (kind === 'card') notify.card(text)
    if (kind === 'warning') notify.card(text, 'warning', { actions: id })
    if (kind === 'line') notify.line(text)
    if (kind === 'expired') endSession.afterAsking()
    else if (endsSession) endSession.soon()
  })

  useEffect(() => onApiFailure((error, context) => show(error, context)), [])
  useEffect(
    () => onLiveSessionEnd(() => void report(new ApiError('', { status: 401, code: 401 }), useSession.getState())),
    [],
  )
  useEffect(followOtherTabs, [])
  useEffect(() => {
    if (tookViewOver()) notify.line(MESSAGES['view.over'], 'info')
  }, [notify])
  useLowAppRoute()
  // Visible pages refetch at once; hidden ones when they are shown.
  useEffect(() => onLiveReturn(() => void queryClient.refetchQueries({ type: 'active' })), [])
  useEffect(() => onWake(liveSocket.retryNow), [])
  // Data of one user must not be visible to the next one on this machine.
  useEffect(
    () =>
      useSession.subscribe((state, previous) => {
        if (state.token === previous.token) return
        liveSocket.reset()
        queryClient.clear()
      }),
    [],
  )
  return null
}

/** The two ways a session ends automatically; each runs once, however many answers report it (ER-10 … ER-13). */
function useSessionEnd(): { readonly soon: () => void; readonly afterAsking: () => void } {
  const notify = useNotify()
  const isAsking = useRef(false)

  // The session is over on the server: the result of the logout call does not matter.
  const leave = () => signOut().catch(() => undefined)

  const soon = () => {
    void leave()
    setTimeout(pageReload.now, RELOAD_AFTER_EXPIRY_MS)
  }

  const afterAsking = () => {
    if (isAsking.current) return
    isAsking.current = true
    if (isChatApp()) {
      // After a reload the container signs in automatically.
      notify.busy(MESSAGES['session.signingInAgain'])
      soon()
      return
    }
    notify.alert({
      title: MESSAGES['session.expiredTitle'],
      text: MESSAGES['session.expired'],
      okText: MESSAGES['session.signInAgain'],
      onOk: async () => {
        const isOnLogin = isPublicPath(window.location.pathname)
        await leave()
        isAsking.current = false
        if (!isOnLogin) pageReload.now()
      },
    })
  }
  return { soon, afterAsking }
}
