import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isChatApp } from '../lib/chat-app.ts'
import { useSession } from '../lib/session/session-store.ts'
import { Splash } from '../shell/splash.tsx'
import { guard } from './guard.ts'
import { publicPage } from './public-pages.tsx'

const Console = lazy(() => import('./console.tsx').then((module) => ({ default: module.Console })))

/** Public pages, or the console behind the sign-in; `guard` decides where an address leads. */
export function Routing() {
  const location = useLocation()
  const hasToken = useSession((state) => state.token !== undefined)
  const target = guard(location, { hasToken, inChatApp: isChatApp() })
  if (target !== undefined) return <Navigate to={target} replace />
  return <Suspense fallback={<Splash />}>{publicPage(location.pathname) ?? <Console />}</Suspense>
}
