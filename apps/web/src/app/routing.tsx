import { Navigate } from 'react-router'
import { AddressRouter, useAddress } from '../lib/address.tsx'
import { isChatApp } from '../lib/chat-app.ts'
import { PageFallback } from '../lib/lazy-page.ts'
import { useSession } from '../lib/session/session-store.ts'
import { Manual } from '../shell/manual/manual.tsx'
import { Splash } from '../shell/splash.tsx'
import { ConsolePage } from './first-page.ts'
import { guard } from './guard.ts'
import { publicPage } from './public-pages.tsx'

/** One constant element: re-rendering it per address would give antd a new configuration in every kept tab. */
const CONSOLE = (
  <PageFallback value={<Splash />}>
    <ConsolePage />
  </PageFallback>
)

/** Public pages, or the console behind the sign-in; `guard` decides redirects. */
export function Routing() {
  const location = useAddress()
  const hasToken = useSession((state) => state.token !== undefined)
  const target = guard(location, { hasToken, inChatApp: isChatApp() })
  const open = publicPage(location.pathname)
  if (target === undefined && open === undefined) return CONSOLE
  return (
    <AddressRouter>
      {target === undefined ? <PageFallback value={<Splash />}>{open}</PageFallback> : <Navigate to={target} replace />}
      <Manual place={location.pathname} />
    </AddressRouter>
  )
}
