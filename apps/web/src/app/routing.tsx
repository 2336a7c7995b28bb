import { LANDING_PATH, LOGIN_PATH } from '@natim/contract/constants'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isLoginAlias, isPublicPath, loginWithRedirect, safeRedirect } from '../lib/paths.ts'
import { useSession } from '../lib/session/session-store.ts'
import { Splash } from '../shell/splash.tsx'

const LoginPage = lazy(() => import('../features/login/login-page.tsx'))
const Console = lazy(() => import('./console.tsx').then((module) => ({ default: module.Console })))

/** The route guard of spec §2. */
export function Routing() {
  const { pathname, search } = useLocation()
  const hasToken = useSession((state) => state.token !== undefined)
  if (isLoginAlias(pathname)) return <Navigate to={LOGIN_PATH} replace />
  if (!hasToken) {
    if (!isPublicPath(pathname)) return <Navigate to={loginWithRedirect(pathname + search)} replace />
    return (
      <Suspense fallback={<Splash />}>
        <LoginPage />
      </Suspense>
    )
  }
  if (isPublicPath(pathname)) return <Navigate to={safeRedirect(new URLSearchParams(search).get('redirect'))} replace />
  if (pathname === '/') return <Navigate to={LANDING_PATH} replace />
  return (
    <Suspense fallback={<Splash />}>
      <Console />
    </Suspense>
  )
}
