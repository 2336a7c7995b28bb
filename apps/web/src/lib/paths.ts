import { LANDING_PATH, LOGIN_PATH } from '@natim/contract/constants'
import { extraLoginPath } from './config.ts'

export const REGISTER_PATH = '/user/register'
export const REGISTER_RESULT_PATH = '/user/register-result'
/** Base path of walls by id, with a token in the fragment. */
export const KIOSK_PATH = '/wall/'

/** Redirects to the login page (D-14). */
const LOGIN_ALIASES: readonly string[] = ['/user', '/user/alteration']
/** Redirects to the additional sign-in page. */
const EXTRA_LOGIN_ALIAS = '/oauth2-app'

/** Whether it is a sign-in page, as opposed to registration. */
export const isLoginPath = (pathname: string): boolean => pathname === LOGIN_PATH || pathname === extraLoginPath()
/** Pages that need no session (spec §2). */
export const isPublicPath = (pathname: string): boolean =>
  isLoginPath(pathname) ||
  pathname === REGISTER_PATH ||
  pathname === REGISTER_RESULT_PATH ||
  pathname.startsWith(KIOSK_PATH)

/** The login page that a path is an alias of, or undefined. */
export function loginAliasOf(pathname: string): string | undefined {
  if (LOGIN_ALIASES.includes(pathname)) return LOGIN_PATH
  return pathname === EXTRA_LOGIN_ALIAS ? extraLoginPath() : undefined
}

/** Redirect target after sign-in: only a path of this console, so that a crafted link cannot lead elsewhere (SS-10). */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f\\]/.test(wanted)) return LANDING_PATH
  const url = new URL(wanted, 'http://natim.invalid')
  const isElsewhere = url.host !== 'natim.invalid' || loginAliasOf(url.pathname) !== undefined
  return isElsewhere || isPublicPath(url.pathname) ? LANDING_PATH : `${url.pathname}${url.search}${url.hash}`
}

/** A login page with a redirect back. */
export const loginWithRedirect = (fullPath: string, loginPath: string = LOGIN_PATH): string =>
  fullPath === '/' || fullPath === LANDING_PATH ? loginPath : `${loginPath}?redirect=${encodeURIComponent(fullPath)}`
