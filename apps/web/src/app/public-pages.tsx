import { LOGIN_PATH } from '@natim/contract/constants'
import type { ReactNode } from 'react'
import { extraLoginPath } from '../lib/config.ts'
import { PageWaiting } from '../lib/lazy-page.ts'
import { KIOSK_PATH, REGISTER_PATH, REGISTER_RESULT_PATH } from '../lib/paths.ts'
import { lazyWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { LoginPage } from './first-page.ts'

const OauthLoginPage = lazyWithAntd(
  async () => (await import('../features/login/oauth-login-page.tsx')).default,
  PageWaiting,
)
const RegisterPage = lazyWithAntd(
  async () => (await import('../features/register/register-page.tsx')).default,
  PageWaiting,
)
const RegisterResultPage = lazyWithAntd(
  async () => (await import('../features/register/register-result-page.tsx')).default,
  PageWaiting,
)

const KioskPage = lazyWithAntd(async () => (await import('../features/mon-wall/kiosk-page.tsx')).default, PageWaiting)

/** The page of a public path (spec §2), or undefined when it needs a sign-in. */
export function publicPage(pathname: string): ReactNode {
  if (pathname === LOGIN_PATH) return <LoginPage />
  if (pathname === extraLoginPath()) return <OauthLoginPage />
  if (pathname.startsWith(KIOSK_PATH)) return <KioskPage />
  if (pathname === REGISTER_PATH) return <RegisterPage />
  return pathname === REGISTER_RESULT_PATH ? <RegisterResultPage /> : undefined
}
