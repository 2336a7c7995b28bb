import { App } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '../lib/api/api-error.ts'
import { onApiFailure, provideCredentials } from '../lib/api/http.ts'
import { describeFailure, REPORT_SECONDS, REPORT_TITLE } from '../lib/api/report-error.ts'
import { serverNow } from '../lib/clock.ts'
import { loginWithRedirect } from '../lib/paths.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { clearSession, followOtherTabs, useSession } from '../lib/session/session-store.ts'
import { liveSocket, onLiveReturn, onLiveSessionEnd } from '../lib/socket/live.ts'
import { readStored } from '../lib/storage.ts'
import { setTickerClock } from '../ui/ticker.ts'

provideCredentials({
  token: () => useSession.getState().token,
  tenantId: () => {
    const id = readStored('TENANT_ID')
    return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
  },
})

// Ages are counted by the server's clock.
setTickerClock(serverNow)

/** Shows what failed as spec §8 says, and ends the session where it is over. Draws nothing. */
export function SessionEffects() {
  const { notification, message, modal } = App.useApp()
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    const { pathname, search } = window.location
    clearSession()
    navigate(loginWithRedirect(pathname + search), { replace: true })
  })

  const report = useEffectEvent((error: ApiError) => {
    const { kind, text, endsSession } = describeFailure(error, useSession.getState().token !== undefined)
    // Every open request of a page fails at once when the session ends: one card says it.
    const card = { key: text, title: REPORT_TITLE, description: text, duration: REPORT_SECONDS }
    if (kind === 'notification') notification.error(card)
    if (kind === 'warning') notification.warning(card)
    if (kind === 'message') message.warning({ content: text, key: text })
    if (kind === 'expired')
      modal.error({ title: text, content: '请重新登录后继续', okText: '重新登录', onOk: leave, keyboard: false })
    else if (endsSession) leave()
  })

  useEffect(() => onApiFailure((error) => report(error)), [])
  useEffect(
    () =>
      onLiveSessionEnd(() => {
        report({ status: 401, message: '', isAborted: false, isTimeout: false } as ApiError)
      }),
    [],
  )
  useEffect(followOtherTabs, [])
  // Pages in sight catch up at once; hidden ones ask when they are shown.
  useEffect(() => onLiveReturn(() => void queryClient.refetchQueries({ type: 'active' })), [])
  // Nothing of one user's data may be seen by the next one on this machine.
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
