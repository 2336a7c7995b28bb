import { LANDING_PATH, LOGIN_PATH } from '@natim/contract/constants'
import { extraLoginPath } from '../lib/config.ts'
import { isLoginPath, isPublicPath, loginAliasOf, loginWithRedirect, safeRedirect } from '../lib/paths.ts'

interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Appended to the login path when the container's own sign-in fails. */
const BY_ACCOUNT = 'account'

/** Redirecting addresses (spec §2). */
const REDIRECTS: Readonly<Record<string, string>> = { '/': LANDING_PATH, '/test': '/test/home' }

/**
 * The route guard of spec §2: the redirect target of an address, or undefined when it may be shown. Inside a chat app
 * its sign-in replaces the account page (D-14).
 */
export function guard(
  { pathname, search, hash }: Address,
  { hasToken, inChatApp }: { readonly hasToken: boolean; readonly inChatApp: boolean },
): string | undefined {
  const alias = loginAliasOf(pathname)
  if (alias !== undefined) return alias + search
  const query = new URLSearchParams(search)
  if (hasToken) {
    if (isLoginPath(pathname)) return safeRedirect(query.get('redirect'))
    return REDIRECTS[pathname]
  }
  if (!isPublicPath(pathname)) {
    return loginWithRedirect(pathname + search + hash, inChatApp ? extraLoginPath() : LOGIN_PATH)
  }
  if (inChatApp && pathname === LOGIN_PATH && !query.has(BY_ACCOUNT)) return extraLoginPath() + search
  return undefined
}
