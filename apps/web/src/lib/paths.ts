import { LANDING_PATH, LOGIN_PATH } from '@natim/contract/constants'

/** Pages anybody may open (spec §2). */
const PUBLIC_PATHS: readonly string[] = [LOGIN_PATH]
/** Redirects to the login page (D-14). */
const LOGIN_ALIASES: readonly string[] = ['/user', '/user/alteration']

export const isPublicPath = (pathname: string) => PUBLIC_PATHS.includes(pathname)
export const isLoginAlias = (pathname: string) => LOGIN_ALIASES.includes(pathname)

/** Where to go after sign-in: only a path of this console, so that a prepared link cannot lead elsewhere. */
export function safeRedirect(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted) || /[\u0000-\u001f\\]/.test(wanted)) return LANDING_PATH
  const url = new URL(wanted, 'http://natim.invalid')
  if (url.host !== 'natim.invalid' || isPublicPath(url.pathname) || isLoginAlias(url.pathname)) return LANDING_PATH
  return `${url.pathname}${url.search}${url.hash}`
}

/** The login page with the way back. */
export const loginWithRedirect = (fullPath: string) =>
  fullPath === '/' || fullPath === LANDING_PATH ? LOGIN_PATH : `${LOGIN_PATH}?redirect=${encodeURIComponent(fullPath)}`
